"""
Which model forecasts better, if rows are in the order of time?
===============================================================

In a series a model may be trained only on what came before. And a model that was lucky this week will often be lucky
next week: its scores go together from one period to the next, so that a test which takes periods for independent is
too sure.
"""

# %%
# Two weather stations
# --------------------
# Demand is predicted from the reports of one station or of the other. Both report it with errors that are large in
# some weeks and small in others, and in the long run **both are equally good**. Sixty days, an hour in each row, made
# up.
import numpy as np
import pandas as pd
from matplotlib import pyplot as plt
from sklearn.compose import make_column_transformer
from sklearn.linear_model import LinearRegression
from sklearn.pipeline import make_pipeline

import foldwise as fw

rng = np.random.default_rng(1)
n_days, hour = 60, np.arange(60 * 24)


def size_of_errors():
    """Return how large the errors of a station are in each hour: about as large as on the day before."""
    level = np.zeros(n_days)
    for today in range(1, n_days):
        level[today] = 0.8 * level[today - 1] + rng.normal(0.0, 0.4)
    return np.repeat(np.exp(0.5 * level), 24)


demand = 10 + 3 * np.sin(2 * np.pi * hour / 24) + rng.normal(size=len(hour))
reports = pd.DataFrame({name: demand + size_of_errors() * rng.normal(size=len(hour)) for name in ("north", "south")})

# %%
# Roll through the series
# -----------------------
# Fifty times: train on all days so far, predict the 24 hours of the next.
models = {name: make_pipeline(make_column_transformer(("passthrough", [name])), LinearRegression()) for name in reports}
run = fw.evaluate(models, reports, demand, scheme="rolling:50:24", seed=1)
verdict = fw.judge(run)
print(verdict)

# %%
# As if days were independent
# ---------------------------
# The test of Diebold and Mariano, one step ahead, is Student's t test of the fifty differences.
naive = fw.judge(run, test="diebold_mariano")
print(naive.glance().headline)

# %%
# Side by side
# ------------
axes = fw.plot([verdict, naive])
plt.show()

# %%
# What to read from it
# --------------------
# - Both tests see the same fifty days. The lower one takes them for fifty pieces of news, and announces a winner
#   where there is none.
# - The upper one, which foldwise takes by itself for splits in the order of time, allows for weeks that are alike.
#   They leave few independent pieces of news, so its interval is wide: longer series are the remedy.
# - No other random split could be drawn, so nothing is said about one.
#
# How often these tests are wrong with more and with less correlation is on :doc:`/time`. Used here:
# :func:`foldwise.evaluate`, :func:`foldwise.judge`, :class:`foldwise.splits.RollingOrigin`.
