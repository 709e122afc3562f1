"""
How probably is it better, worse, or just as good?
==================================================

A p-value answers "is there a difference at all?". Often the question is another one: how probably is the method
better *by an amount that matters*, how probably worse, and how probably does it make no difference? Bayesian tests
answer that, and can say "just as good", which no p-value can.
"""

# %%
# Three methods on 27 datasets
# ----------------------------
# Mean accuracies of C4.5, of a smaller tree, and of naive Bayes on UCI datasets.
from io import StringIO

import pandas as pd
from matplotlib import pyplot as plt

from foldwise.displays import SimplexDisplay
from foldwise.stats import bayesian_signed_rank

TABLE = """
dataset,c4.5,small tree,bayes
anneal,0.9873,0.9862,0.8653
arrhythmia,0.6647,0.7014,0.622
audiology,0.774,0.7759,0.7255
autos,0.827,0.8271,0.5697
balance-scale,0.7769,0.7857,0.9056
breast-cancer,0.738,0.7133,0.7269
breast-w,0.9462,0.9434,0.9608
credit-a,0.857,0.8523,0.7777
credit-g,0.7158,0.7161,0.747
ecoli,0.8218,0.8222,0.8598
glass,0.6894,0.6848,0.4867
heart-h,0.8004,0.8076,0.8446
heart-statlog,0.7725,0.7858,0.8361
hepatitis,0.7889,0.7945,0.8398
horse-colic,0.8522,0.8476,0.7851
ionosphere,0.905,0.9047,0.8258
iris,0.945,0.9358,0.9563
labor,0.7968,0.7925,0.933
lymphography,0.7762,0.7724,0.8344
pima-diabetes,0.744,0.7449,0.7551
primary-tumor,0.4245,0.4225,0.4961
sonar,0.7339,0.7456,0.6836
soybean,0.921,0.9128,0.9284
vehicle,0.7308,0.7215,0.4466
vote,0.9642,0.959,0.9008
vowel,0.7963,0.8099,0.6355
zoo,0.9253,0.943,0.9525
"""
scores = pd.read_csv(StringIO(TABLE), index_col="dataset")

# %%
# Two questions
# -------------
# Differences of up to one percentage point do not matter to us: that is the region of practical equivalence, or
# *rope*. On some share of all datasets C4.5 is worse by more than that, on some share just as good, on some better.
# Each number is the probability that this share is the largest of the three.
small = bayesian_signed_rank(scores["c4.5"] - scores["small tree"], rope=0.01)
bayes = bayesian_signed_rank(scores["c4.5"] - scores["bayes"], rope=0.01)
for other, found in {"small tree": small, "naive Bayes": bayes}.items():
    print(f"C4.5 and {other}: worse {found.left:.3f}, just as good {found.inside:.3f}, better {found.right:.3f}")

# %%
# Just as good
# ------------
# The shading shows where the three shares may lie, given the 27 datasets. In a corner one of them would be all.
ax = SimplexDisplay.from_result(small, a="C4.5", b="small tree").plot()

# %%
# Not just as good, but which is better?
# --------------------------------------
ax = SimplexDisplay.from_result(bayes, a="C4.5", b="naive Bayes").plot()
plt.show()

# %%
# What to read from it
# --------------------
# - The smaller tree is *just as good* as C4.5, with a probability of more than 99 in 100. That is an answer one can
#   act on.
# - Between C4.5 and naive Bayes there nearly always is a difference that matters, now in one direction and now in the
#   other. C4.5 is ahead on more datasets with a probability of about five in six, which is no certainty.
# - A p-value is large in both cases, and cannot tell one from the other.
#
# With the scores of all folds there is :func:`foldwise.stats.bayesian_hierarchical`, which says what to expect on the
# next dataset. Are these probabilities right? That was measured, too: :doc:`/posteriors`. More on many datasets:
# :doc:`/many-datasets`. Used here: :func:`foldwise.stats.bayesian_signed_rank`,
# :class:`foldwise.displays.SimplexDisplay`.
