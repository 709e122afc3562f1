"""
How much data do I need to see the difference?
==============================================

A first comparison came out as "cannot be told apart". Would it help to repeat the cross-validation more often, or does
it take more examples? And would the order of the models be the same with more of them?
"""

# %%
# A pilot on the data at hand
# ---------------------------
# What counts as a difference worth finding is for you to say: here two points of accuracy. The plan runs a small
# comparison, measures how much the differences vary, and computes what it takes to find them with power 0.8, that is,
# in four of five cases in which they are there.
from matplotlib import pyplot as plt

import foldwise as fw

models = {"bayes": fw.learners.NaiveBayes(), "tree": fw.learners.C45()}
plan = fw.plan(models, fw.data.load("wine"), difference=0.02, seed=1)
print(plan)

# %%
# Power, repeats, and twice the data
# ----------------------------------
# First the power against the number of examples, then against the number of repeats, last the learning curves of both
# models, drawn out to twice the training examples.
ax = fw.plot(plan)
plt.show()

# %%
# What to read from it
# --------------------
# - More repeats hardly help: they take away the luck of the split, and that is only a small part of the variation.
#   What is left is the luck of these 178 wines.
# - The band of the plan is wide, because the pilot knows the variation only within limits. Plan for its upper end.
# - The band of the learning curves is above zero at twice the training examples, so the order holds that far. Further
#   out it crosses zero: there this pilot cannot say.
#
# Whether such plans come true was measured: :doc:`/planning`. Datasets, and items of a benchmark, can be planned in the
# same way. Used here: :func:`foldwise.plan`, :class:`foldwise.displays.PlanDisplay`,
# :class:`foldwise.displays.ExtrapolationDisplay`.
