"""
I tried twenty settings. What is the best p-value worth?
========================================================

Every new setting is compared with the old model, and at last one of them is significant. If none of twenty is any
better, the smallest of twenty independent p-values is below 0.05 with probability 0.64. So the number of tries has to
be known. A store counts them.
"""

# %%
# Twenty settings, one after the other
# ------------------------------------
# The "settings" are twenty trees that differ only in their random numbers, so none of them is better than another. Each
# is compared with the old one on the same test set, and the store counts along.
import tempfile

from matplotlib import pyplot as plt
from sklearn.tree import DecisionTreeClassifier

import foldwise as fw

wine = fw.data.load("wine")
old = DecisionTreeClassifier(max_features=2, random_state=0)
with tempfile.TemporaryDirectory() as folder:
    store = f"{folder}/wine.db"
    for number in range(1, 21):
        new = DecisionTreeClassifier(max_features=2, random_state=number)
        verdict = fw.compare({"old": old, "new": new}, wine, scheme="holdout:0.33", seed=2, store=store)
    counted = fw.verdicts.recount(store)
print(counted)

# %%
# Found, and left over
# --------------------
# Dashed: how many p-values were at most 0.05 so far. Solid: how many of them are left when all tries so far are
# counted.
ax = fw.plot(counted)
plt.show()

# %%
# What to read from it
# --------------------
# - One of twenty nothings is "significant", as was to be expected; here it was the first. Two more tries, and it is
#   gone: three p-values of which one is 0.02 are nothing special. (The split was picked to show it.)
# - What was tried and not shown counts as well. The store knows what went through it; what you tried in a notebook, you
#   have to declare.
# - If all settings go into one model that chooses among them inside its training folds, there is one try and nothing to
#   pay: :doc:`/guide-tuned`.
#
# What is counted and what cannot be: :doc:`/ledger`. Used here: :func:`foldwise.compare`,
# :func:`foldwise.verdicts.recount`, :class:`foldwise.displays.TriesDisplay`.
