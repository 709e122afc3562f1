"""
Ten colleagues run the same comparison. Do they agree?
======================================================

Each of them takes the same data, the same two models and the same test, and lets the computer draw the random split.
If the answers differ, then what you found hangs on your seed.
"""

# %%
# Two procedures, ten executions of each
# --------------------------------------
# Dietterich's five times two-fold test needs ten fits of each model. Ten times ten-fold cross-validation with the
# corrected test needs a hundred. The data are chemical analyses of wines from three growers.
from matplotlib import pyplot as plt

import foldwise as fw

models = {"bayes": fw.learners.NaiveBayes(), "tree": fw.learners.C45()}
wine = fw.data.load("wine")
cheap = fw.replicate(models, wine, procedure=fw.Procedure("5x2", "five_by_two_t"), n=10, seed=1)
thorough = fw.replicate(models, wine, procedure=fw.Procedure("10x10"), n=10, seed=1)
for found in (cheap, thorough):
    print(found, end="\n\n")

# %%
# Each dot is one colleague
# -------------------------
# The p-value that each of the ten would print. Above: five times two folds. Below: ten times ten folds.
axes = fw.plot([cheap, thorough])
plt.show()

# %%
# What to read from it
# --------------------
# - Dots on both sides of the level 0.05 mean that some would publish a difference and some would not.
# - With more folds the dots move together, from 0.02 to 0.9 above, from 0.025 to 0.08 below. Here they do so at the
#   level itself, which is the hardest place: the honest answer is the interval of the difference.
# - Agreement is not truth. The plain t test over a hundred folds agrees with itself nearly always, because it nearly
#   always finds something.
#
# Every verdict of five repeats and more estimates this probability by itself, in the line *another split*:
# :doc:`/forecast`. The measures, for many datasets and any test: :doc:`/replicability`. Used here:
# :func:`foldwise.replicate`, :class:`foldwise.Procedure`, :class:`foldwise.displays.SeedDisplay`.
