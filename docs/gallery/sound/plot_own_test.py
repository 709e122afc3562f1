"""
Is my own test any good?
========================

You have a function that takes differences of scores and returns a p-value: a bootstrap, a permutation test, something
from a paper. Does it keep its level where there is nothing to be found?
"""

# %%
# A test from the drawer
# ----------------------
# A bootstrap of the differences of all folds: draw them again with replacement, and look how often the mean falls on
# the other side of zero.
import numpy as np
from matplotlib import pyplot as plt

import foldwise as fw
from foldwise.lab import OwnProcedure, sources


def bootstrap(differences):
    """Return a two-sided p-value, as if folds were independent."""
    values = np.ravel(differences)
    drawn = np.random.default_rng(0).choice(values, (500, values.size)).mean(axis=1)
    below = ((drawn <= 0).sum() + 1) / 501
    return min(1.0, 2 * min(below, 1 - below + 1 / 501))


# %%
# First, does it behave?
# ----------------------
# Fed with independent differences, as its author imagined them.
print(fw.lab.check_procedure(OwnProcedure("10", bootstrap), n_nulls=2000))

# %%
# Then, does it keep its level on folds?
# --------------------------------------
# Two learners that are equally good by construction; all else is as in real data. A test at level 0.05 should call one
# of them better in 5 of 100 datasets.
tests = {
    "bootstrap, 10 folds": OwnProcedure("10", bootstrap),
    "bootstrap, 5 x 10 folds": OwnProcedure("5x10", bootstrap),
    "corrected t, 5 x 10 folds": "5x10",
}
alarms = fw.lab.type_one_error(tests, sources.ExchangeableBlocks(n_examples=100), n_trials=100, seed=1)
ax = fw.plot(alarms)
plt.show()

# %%
# What to read from it
# --------------------
# - The check finds an error in the function at once: where two models never differ, p should be 1 and is 0.004.
# - It also finds that ten numbers are too few for a bootstrap: it rejects too often even if they are independent.
# - On folds it gets worse, and worse with every repeat, because folds share examples and the bootstrap does not know.
#   The corrected t test does, though with nearest neighbours, as here, it is above its level, too.
#
# Every number of such a study, and how to store and resume it: :doc:`/own-test`; the tests of this package, measured in
# the same way: :doc:`/ranking`. Used here: :func:`foldwise.lab.check_procedure`,
# :func:`foldwise.lab.type_one_error`, :class:`foldwise.lab.OwnProcedure`, :class:`foldwise.displays.RatesDisplay`.
