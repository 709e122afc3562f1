"""
All I have is a table of scores. Which method is best?
======================================================

One score for each method on each dataset, from a paper or a colleague: no folds, no predictions. That is enough to
ask which method is best on datasets like these, and how sure the ranking is.
"""

# %%
# A table from a paper
# --------------------
# Accuracies of five methods on 30 datasets: Table 2 of Garcia and Herrera (2008). A file would do as well:
# ``fw.judge("scores.csv")``, or ``foldwise judge scores.csv`` in a shell.
from io import StringIO

import pandas as pd
from matplotlib import pyplot as plt

import foldwise as fw

TABLE = """
dataset,C4.5,k-NN,NaiveBayes,Kernel,CN2
Abalone*,0.219,0.202,0.249,0.165,0.261
Adult*,0.803,0.75,0.813,0.692,0.798
Australian,0.859,0.814,0.845,0.542,0.816
Autos,0.809,0.774,0.673,0.275,0.785
Balance,0.768,0.79,0.727,0.872,0.706
Breast,0.759,0.654,0.734,0.703,0.714
Bupa,0.693,0.611,0.572,0.689,0.572
Cleveland,0.544,0.531,0.558,0.439,0.541
Dermatology,0.945,0.954,0.978,0.541,0.858
German,0.725,0.705,0.739,0.625,0.717
Glass,0.674,0.736,0.721,0.356,0.704
Hayes-Roth,0.801,0.357,0.52,0.309,0.52
Heart,0.785,0.77,0.841,0.659,0.759
Led7Digit,0.71,0.402,0.728,0.12,0.674
Letter*,0.691,0.827,0.667,0.527,0.638
Lymphography,0.743,0.739,0.83,0.549,0.746
Mushrooms*,0.99,0.482,0.941,0.857,0.99
OptDigits*,0.867,0.098,0.915,0.986,0.784
Satimage*,0.821,0.872,0.815,0.885,0.778
SpamBase*,0.893,0.824,0.902,0.739,0.885
Splice*,0.799,0.655,0.925,0.517,0.755
Tic-tac-toe,0.845,0.731,0.693,0.653,0.704
Vehicle,0.741,0.701,0.591,0.663,0.619
Vowel,0.799,0.994,0.603,0.269,0.621
Wine,0.949,0.955,0.989,0.77,0.954
Yeast,0.555,0.505,0.569,0.312,0.556
Zoo,0.928,0.928,0.945,0.419,0.897
Car,0.915,0.857,0.86,0.7,0.777
Crx,0.855,0.796,0.857,0.607,0.809
Ion,0.906,0.359,0.895,0.641,0.918
"""
overall = fw.judge(pd.read_csv(StringIO(TABLE)), metric="accuracy")
print(overall)

# %%
# Between which ranks does each method lie?
# -----------------------------------------
# The dot is the mean rank over the datasets (1 is best). The bar is the interval for the rank in the long run: all
# bars hold together with 95% probability.
ax = fw.plot(overall)

# %%
# C4.5 may be first or second, naive Bayes first to third, and the kernel method is last for certain. A single list
# from first to fifth would hide that.
#
# The critical difference diagram
# -------------------------------
# Many papers show this picture, so here it is. A bar joins methods that cannot be told apart. It is drawn from tests
# of every pair, and not from mean ranks alone, because the distance of two mean ranks changes with which other
# methods are in the table.
ax = fw.plot(overall, kind="cd")

# %%
# Every pair
# ----------
# Wins and losses, the typical difference and its p-value, for every two methods.
ax = fw.plot(overall, kind="matrix")
plt.show()

# %%
# What to read from it
# --------------------
# - If you need one method, take one whose interval begins at rank 1.
# - If a method's bar reaches from 1 to the last rank, the table cannot say anything about it: more datasets would.
# - The 30 datasets stand for all datasets to which you want to apply the answer. If they were picked because a method
#   does well on them, no test can repair that.
#
# How all this is computed is on :doc:`/many-datasets`; how often it is wrong where the truth is known, on
# :doc:`/lab-datasets`; the same table in other packages, on :doc:`/coming-from`. Used here: :func:`foldwise.judge`,
# :class:`foldwise.verdicts.Overall`, :class:`foldwise.displays.RankIntervalsDisplay`,
# :class:`foldwise.displays.CriticalDifferenceDisplay`, :class:`foldwise.displays.PairMatrixDisplay`.
