"""
What is wrong with a t test over folds?
=======================================

Everybody has done it: cross-validate two models, take the ten differences, run a paired t test. The test takes the
folds for independent. They are not: any two of them share most of their training examples.

How wrong does it get? On real data nobody can say, because the truth is unknown. In the lab it is known, because the
data are drawn from a population where it is.
"""

# %%
# Five ways to test
# -----------------
# Three are plain t tests. The fourth is corrected for what folds have in common, and is what foldwise does by
# default; the last is the one that Dietterich advised in 1998.
from matplotlib import pyplot as plt

import foldwise as fw
from foldwise.lab import sources

tests = {
    "30 random splits, plain t": "resampled:30:0.333/resampled_t",
    "ten folds, plain t": "10:plain/kfold_t",
    "10 x 10 folds, plain t": "10x10:plain/uncorrected_repeated_kfold_t",
    "10 x 10 folds, corrected": "10x10:plain",
    "5 x 2 folds, Dietterich": "5x2/five_by_two_t",
}

# %%
# Nothing to be found
# -------------------
# Labels are tosses of a coin, so that naive Bayes and C4.5 are equally good. A test at level 0.05 should call one of
# them better in 5 of 100 datasets. Here are 200 datasets.
networks = list(sources.table_five_sources())
alarms = fw.lab.type_one_error(tests, networks[0], n_trials=200, seed=1)
print(alarms)

ax = fw.plot(alarms)

# %%
# With thirty random splits the plain t test finds something in more than a third of the datasets in which there is
# nothing. More splits make it worse: they make the test surer of the accidents of one sample.
#
# Something to be found
# ---------------------
# A test that never says anything raises no false alarms. So the other question is: what if there is a difference? The
# four populations have none, a small, a middling and a large one.
power = fw.lab.power(tests, networks, n_trials=60, seed=1)
ax = fw.plot(power)
plt.show()

# %%
# What to read from it
# --------------------
# - The plain tests are high on the right because they are high everywhere, also on the left, where there is nothing.
# - Dietterich's test keeps its level and pays with power: it sees ten folds only, and models trained on half of the
#   data.
# - The corrected test keeps its level here, and finds more than Dietterich's. It is not perfect with every model, and
#   :doc:`/lab-type1` shows where it is not.
#
# How to ask the lab about your own models and your own test: :doc:`/lab`, :doc:`/own-test`. Used here:
# :func:`foldwise.lab.type_one_error`, :func:`foldwise.lab.power`, :class:`foldwise.displays.RatesDisplay`,
# :class:`foldwise.displays.PowerDisplay`.
