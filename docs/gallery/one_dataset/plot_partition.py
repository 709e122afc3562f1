"""
Would another split have said the same?
=======================================

Ten-fold cross-validation deals the examples into ten folds at random. Deal again, and the scores change a little.
Sometimes the *conclusion* changes, too: Bradford and Brodley (2001) asked how often a single partition gets it wrong.

Here the same two models are compared on the same data with 55 partitions, each judged by itself.
"""

# %%
# 55 partitions of each of three datasets
# ---------------------------------------
from matplotlib import pyplot as plt

import foldwise as fw
from foldwise.replicability import partition_analysis

models = {"naive Bayes": fw.learners.NaiveBayes(), "C4.5": fw.learners.C45()}
analyses = []
for name in ("wine", "iris", "tic-tac-toe"):
    run = fw.evaluate(models, fw.data.load(name), scheme="55x10:plain", seed=1)
    analyses.append(partition_analysis(run))

print(analyses[0])

# %%
# On wine nearly half of the partitions find that naive Bayes is better, and the rest find nothing. Somebody who looks
# at one partition only gets the answer of a coin.
#
# All partitions as a picture
# ---------------------------
# Each dot is one partition, sorted by what its own test said. In the shaded margins the test of that partition calls
# a model better; between them it does not.
axes = fw.plot(analyses)
plt.show()

# %%
# What to read from it
# --------------------
# - **wine**: the dots run into the margin. The verdict turns with the split, so report many repeats and never one.
# - **iris**: no dot is in a margin. Every split says the same: not told apart.
# - **tic-tac-toe**: all dots are in the same margin. One partition would have been enough, but who knew that before?
#
# The cure is in :func:`foldwise.compare`, which adds repeats until the verdict stays the same (:doc:`/settled`). The
# groups into which such pictures fall are explained in :doc:`/replicability`, and the paper's own figures are made
# again in :doc:`/paper-bradford-brodley-2001`. Used here: :func:`foldwise.evaluate`,
# :func:`foldwise.replicability.partition_analysis`, :class:`foldwise.displays.SignificanceDisplay`.
