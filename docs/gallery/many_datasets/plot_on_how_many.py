"""
On how many of these datasets is it better?
===========================================

"Significantly better on three of six datasets" is easy to write and hard to defend: six tests were made, and
some of the three may be luck. How many can be claimed, and on which?
"""

# %%
# Two learners on six datasets
# ----------------------------
# Ten times ten-fold cross-validation on each, with the same folds for both.
from matplotlib import pyplot as plt

import foldwise as fw

names = ["iris", "wine", "wdbc", "digits", "balance-scale", "monk3-full"]
models = {"bayes": fw.learners.NaiveBayes(), "neighbour": fw.learners.NearestNeighbor()}
runs = [fw.evaluate(models, fw.data.load(name), scheme="10x10", seed=1) for name in names]
verdict = fw.judge(runs)
print(verdict)

# %%
# Dataset by dataset
# ------------------
# The difference on each dataset with its interval; the last row is the typical difference.
ax = fw.plot(verdict, kind="forest")
plt.show()

# %%
# What to read from it
# --------------------
# - The first line answers for datasets *like these*: none of the two is better in general. (Six are few: even if one
#   were ahead on all of them, the test could just reach the level.)
# - The line *single datasets* answers for *these* six, with the error of all its claims controlled: the neighbour is
#   better on at least two of them, naive Bayes on at least one, each named.
# - Both are true. Which model to take is a question of the dataset here, and no mean over datasets would show that.
#
# How the bound is computed: :doc:`/many-datasets`; how often it is wrong: :doc:`/lab-datasets`. Used here:
# :func:`foldwise.judge`, :class:`foldwise.displays.DatasetForestDisplay`.
