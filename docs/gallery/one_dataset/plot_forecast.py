"""
How soon does the answer stop changing?
=======================================

Ten folds say one thing, the next ten another. How does a verdict move as repeats of the cross-validation come in, and
when may you stop?
"""

# %%
# One comparison, judged after every repeat
# -----------------------------------------
# Naive Bayes and C4.5 on the wine data, a close case: after one repeat, after two, and so on to thirty.
from matplotlib import pyplot as plt

import foldwise as fw

models = {"bayes": fw.learners.NaiveBayes(), "tree": fw.learners.C45()}
run = fw.evaluate(models, fw.data.load("wine"), scheme="30x10", seed=3)
steps = fw.replicability.by_repeats(run)
print(steps)

# %%
# The p-value, repeat by repeat
# -----------------------------
# Every point is what you would have reported, had you stopped there.
ax = fw.plot(steps)
plt.show()

# %%
# And what the verdict itself expects
# -----------------------------------
# The line *another split* says how probably another thirty repeats of these data would lead to the same answer.
print(fw.judge(run))

# %%
# What to read from it
# --------------------
# - Whoever looks after every repeat and stops when the answer is pleasant will find a pleasant answer. Fix the number
#   beforehand, or let :func:`foldwise.compare` add repeats by its own rule (:doc:`/settled`).
# - Early values jump about, later ones creep. That is the luck of the split going away; the luck of the sample stays,
#   however many repeats are made.
# - A p-value near 0.05 after many repeats is near 0.05. Then report the interval, and how probably another split
#   would agree.
#
# How often such forecasts were right, on data of many kinds: :doc:`/forecast`. Used here: :func:`foldwise.evaluate`,
# :func:`foldwise.replicability.by_repeats`, :class:`foldwise.displays.RepeatsDisplay`.
