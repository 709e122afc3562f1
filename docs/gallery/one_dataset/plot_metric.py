"""
One class is rare. Which score should I compare?
================================================

Where nine of ten examples are of one kind (imbalanced data), a model that always names that kind is right nine times
in ten. Accuracy then says little, and the answer to "which model is better" hangs on the score. Which score counts
follows from what the model is for, and has to be said before looking.
"""

# %%
# One patient in ten is ill
# -------------------------
# Two logistic regressions. The second counts an ill patient as much as nine others.
import numpy as np
from matplotlib import pyplot as plt
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression

import foldwise as fw

X, y = make_classification(600, 8, n_informative=4, weights=[0.9], flip_y=0.05, class_sep=0.8, random_state=1)
models = {"plain": LogisticRegression(), "balanced": LogisticRegression(class_weight="balanced")}
run = fw.evaluate(models, X, np.where(y == 1, "ill", "well"), scheme="10x10", seed=1, probabilities=True)

# %%
# One run, three scores
# ---------------------
# A run keeps predictions and probabilities, so it can be judged by any score without fitting again: the name of a
# scorer of scikit-learn, or a function of your own.


def sensitivity(y_true, y_pred):
    """Share of the ill that are found."""
    return np.mean(y_pred[y_true == "ill"] == "ill")


verdicts = [fw.judge(run, metric=metric) for metric in ("accuracy", sensitivity, "roc_auc")]
for verdict in verdicts:
    print(verdict.glance().headline)

# %%
# Three answers
# -------------
axes = fw.plot(verdicts)
plt.show()

# %%
# What to read from it
# --------------------
# - By accuracy the plain model is better: it seldom calls anybody ill.
# - By the share of the ill that are found the balanced one is, by far.
# - By the area under the ROC curve the two cannot be told apart. They order patients alike and only draw the line
#   elsewhere.
#
# None of the three is wrong. But whoever looks at all of them and reports the one that pleases has made three tries:
# :doc:`/ledger` counts them. More on scores: :doc:`/guide`. Used here: :func:`foldwise.evaluate`,
# :func:`foldwise.judge`.
