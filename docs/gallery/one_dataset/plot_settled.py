"""
Which of two models is better on my data?
=========================================

You have one dataset and two models, and time for a few hundred fits. Which model is better, by how much, and would
somebody who splits the same data in another way come to the same answer?

:func:`foldwise.compare` cross-validates both models on the same folds and adds repeats until the answer no longer
depends on how the data happened to be split. How that works, and what it does not promise, is on the page
:doc:`/settled`.
"""

# %%
# Two models of tumours
# ---------------------
# The data are 569 tumours, benign or malignant. One model draws a straight boundary between the two kinds, the other
# asks the fifteen nearest neighbours.
from matplotlib import pyplot as plt
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.neighbors import KNeighborsClassifier

import foldwise as fw

models = {"discriminant": LinearDiscriminantAnalysis(), "neighbours": KNeighborsClassifier(15)}
verdict = fw.compare(models, fw.data.load("wdbc"), seed=1)
print(verdict)

# %%
# The first sentence is the answer. *Another split* says how probably another random split of these 569 tumours would
# lead to the same answer, and how many repeats it took to be so sure. This comparison is a close one.
#
# The answer as a picture
# -----------------------
# Each dot is one fold. The bar is the 95% interval of the mean difference, and the words at the right are the answer.
ax = fw.plot(verdict)

# %%
# How it was settled
# ------------------
# The same statistic as more repeats came in. The dashed line is where the answer changes. The band is how far another
# split could move the statistic; repeats were added until it was far enough from the line.
ax = fw.displays.SettlingDisplay.from_verdict(verdict).plot()
plt.show()

# %%
# What to read from it
# --------------------
# - If the band had stayed on the dashed line until the budget was spent, the verdict would say so: the answer would
#   be *open*, and you would know that your data cannot decide it.
# - "Settled" is about the split and not about the truth. New tumours could still tell another story: that is what the
#   interval and the p-value are for.
#
# To go on: :doc:`/forecast` explains the probability beside the verdict, :doc:`/caveats` each warning below it, and
# :meth:`foldwise.verdicts.Verdict.details` prints everything there is to know.
