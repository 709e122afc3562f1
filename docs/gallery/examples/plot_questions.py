"""
How many questions does a benchmark need?
=========================================

Two language models differ by two points, or so you think. How many questions must they answer before anybody can see
that? And is it better to ask more questions, or to ask the same ones more often?
"""

# %%
# What has to be assumed
# ----------------------
# Scores of a question differ between the models by 0.4 (standard deviation), and answers of one model to the same
# question by 0.3. Five questions belong to one text, and questions on the same text are somewhat alike (``icc``).
# From a pilot, ``fw.plan(scores, difference=0.02)`` measures all of this.
from matplotlib import pyplot as plt

import foldwise as fw

once = fw.plan(of="items", sd=0.4, noise=0.3, n_answers=1, cluster_size=5, icc=0.3, difference=0.02)
often = fw.plan(of="items", sd=0.4, noise=0.3, n_answers=4, cluster_size=5, icc=0.3, difference=0.02)
for plan in (once, often):
    print(plan, end="\n\n")

# %%
# Power against the number of questions
# -------------------------------------
# Above with one answer to each question, below with four.
axes = fw.plot([once, often])
plt.setp(axes, xlim=(2_000, 20_000))
plt.show()

# %%
# What to read from it
# --------------------
# - Two points are a small difference: it takes thousands of questions. A hundred times fewer see a
#   difference that is ten times as large.
# - Four answers to each question cost four times as much and save a quarter of the questions. With any number of
#   answers it would still take 7,000.
# - Questions on the same text count for less than questions on different ones. More texts help more than more questions
#   on each.
#
# The formulas, and whether plans come true: :doc:`/planning`. With the answers at hand: :doc:`/guide-llm`. Used here:
# :func:`foldwise.plan`, :class:`foldwise.displays.PlanDisplay`.
