"""
May I look at the results every day, and stop when I have seen enough?
======================================================================

Two models answer users' questions as they come in, and you look at the score board every morning. With an ordinary
test that is a trap: looked at often enough, it finds a winner between two equally good models sooner or later.

:class:`foldwise.Stream` has an answer after every example, and may be asked as often as you like.
"""

# %%
# What looking does to an ordinary test
# -------------------------------------
# Sixty experiments in which **both models are equally good**. After every fifty of 1,000 answers somebody runs a t
# test, and stops as soon as p is below 0.05.
import numpy as np
from matplotlib import pyplot as plt
from scipy import stats

import foldwise as fw

rng = np.random.default_rng(1)
n_answers, n_experiments = 1000, 60
stopped_by_t = stopped_by_stream = 0
for _ in range(n_experiments):
    new, old = (rng.random((2, n_answers)) < 0.8).astype(int)
    looks = range(50, n_answers + 1, 50)
    stopped_by_t += any(stats.ttest_rel(new[:n], old[:n]).pvalue < 0.05 for n in looks)
    stream = fw.Stream("new", "old")
    stream.update(new, old)
    stopped_by_stream += stream.decision != "undecided"
print(f"t test, looked at 20 times:     a winner in {stopped_by_t / n_experiments:.0%} of the experiments")
print(f"stream, looked at 1,000 times:  a winner in {stopped_by_stream / n_experiments:.0%} of the experiments")

# %%
# A model that is better
# ----------------------
# Now one that is right four points more often. Answers are added as they come.
stream = fw.Stream("new", "old")
while stream.decision == "undecided" and stream.n < 20_000:
    new, old = rng.random((2, 50)) < np.array([[0.84], [0.80]])
    stream.update(new.astype(int), old.astype(int))
print(stream)

# %%
# The evidence as it came in
# --------------------------
ax = fw.plot(stream)
plt.show()

# %%
# What to read from it
# --------------------
# - The band holds the true difference *at all times at once*, in 95 of 100 streams. So one may stop at any time, also
#   because of what one saw.
# - It is wider than an ordinary interval at any single moment. That is the price of looking, and on :doc:`/streams`
#   it is measured: mostly few more examples than a test takes that is planned beforehand and looked at once.
# - A stream is for *new* examples, each scored once. Folds of a cross-validation use the same examples again and
#   again; for them there is :func:`foldwise.compare`.
#
# Used here: :class:`foldwise.Stream`, :class:`foldwise.displays.StreamDisplay`.
