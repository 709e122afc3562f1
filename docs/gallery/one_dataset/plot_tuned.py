"""
Is it better, or was it only tuned longer?
==========================================

Try enough settings on the same folds, and the best of them looks good even where there is nothing to learn. A
comparison is fair if choosing the setting is *part of the model*: made again on every training fold, without a look
at the test fold.
"""

# %%
# Nothing to learn
# ----------------
# Sixty examples, thirty columns of noise, and labels that are tosses of a coin: nobody can be right more often than
# half of the time. The setting to be tuned is which of the columns the model looks at.
import numpy as np
from matplotlib import pyplot as plt
from sklearn.compose import ColumnTransformer
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline

import foldwise as fw
from foldwise.tuning import Tuned

rng = np.random.default_rng(3)
X, y = rng.normal(size=(60, 30)), rng.permutation(np.repeat(["heads", "tails"], 30))


def looks_at(column):
    """Return a naive Bayes classifier of one column."""
    return make_pipeline(ColumnTransformer([("only", "passthrough", [column])]), GaussianNB())


# %%
# Tuned on the test folds
# -----------------------
# All thirty are cross-validated, and the best one is reported.
folds = {"scheme": "10", "seed": 1}
scores = fw.evaluate({str(column): looks_at(column) for column in range(30)}, X, y, **folds).scores().mean(axis=(1, 2))
best = int(scores.argmax())
print(f"column {best} is right on {scores[best]:.0%} of the examples")

# %%
# Tuned inside the training folds
# -------------------------------
# ``Tuned`` divides each training fold once more, tries all thirty columns there, and fits the best on all of it.
columns = [[("only", "passthrough", [column])] for column in range(30)]
models = {
    "tuned on test folds": looks_at(best),
    "tuned inside": Tuned(looks_at(0), {"columntransformer__transformers": columns}),
    "guessing": DummyClassifier(strategy="uniform"),
}
run = fw.evaluate(models, X, y, **folds)
print(fw.judge(run))

# %%
# Scores of the folds
# -------------------
ax = fw.plot(run)
plt.show()

# %%
# What to read from it
# --------------------
# - The column that was chosen on the test folds seems to be worth something. It is noise like the others: it won a
#   lottery among thirty.
# - Tuned inside, noise is noise again. What is tested there is not one column but the whole way of choosing one,
#   which is what you will apply to new data.
# - The verdict counts what was tried inside the folds. What was tried beforehand nobody can see: :doc:`/ledger`.
#
# Searches of scikit-learn and Optuna may stand in the place of ``Tuned``: :doc:`/tuning`. Used here:
# :class:`foldwise.tuning.Tuned`, :func:`foldwise.evaluate`, :func:`foldwise.judge`,
# :class:`foldwise.displays.ScoresDisplay`.
