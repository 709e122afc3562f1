"""
How good is my one model, and how sure is that?
===============================================

There is nothing to compare with, you only want to report an accuracy with an interval. What the interval is *about*
depends on how the data were used: about the one model that was trained, or about models trained on data like these.
"""

# %%
# One model, three designs
# ------------------------
# A test set set aside; ordinary repeated cross-validation; and nested cross-validation, which measures inside each
# training set how far cross-validation is off.
from matplotlib import pyplot as plt
from sklearn.naive_bayes import GaussianNB

import foldwise as fw

wine, model = fw.data.load("wine"), {"naive Bayes": GaussianNB()}
test_set = fw.judge(fw.evaluate(model, wine, scheme="holdout:0.33", seed=1))
repeated = fw.judge(fw.evaluate(model, wine, scheme="10x10", seed=1), interval="corrected_t")
nested = fw.judge(fw.evaluate(model, wine, scheme="nested:3:5", seed=1))
for estimates in (test_set, repeated, nested):
    print(estimates, end="\n\n")

# %%
# Three intervals
# ---------------
axes = fw.plot([test_set, repeated, nested])
plt.setp(axes, xlim=(0.8, 1.0))
plt.show()

# %%
# What to read from it
# --------------------
# - The test set (top) has 59 examples, so its interval is wide. It is an interval for *this* trained model.
# - Repeated cross-validation (middle) uses every example for testing. Its interval is about the way of learning, and
#   is somewhat too narrow: the folds have too much in common for it to be exact. Without ``interval=`` you get the
#   spread of the folds and no interval at all.
# - Nested cross-validation (bottom) pays 45 fits for a more honest width.
#
# How often each of these intervals holds the truth was measured on 17 populations: :doc:`/one-learner`. Used here:
# :func:`foldwise.evaluate`, :func:`foldwise.judge`, :class:`foldwise.displays.EstimatesDisplay`.
