"""
One class is rare. Which score should I compare?
================================================

Where nine of ten examples are of one kind, a model that always names that kind is right nine times in ten. Accuracy then
says little, and the answer to "which model is better" hangs on the score that you choose. Which one that is follows from
what the model is for, and has to be said before looking.
"""

# %%
# One patient in ten is ill
# -------------------------
# Two forests that differ in one setting: the second counts a rare example as much as nine others.
import numpy as np
from matplotlib import pyplot as plt
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression

import foldwise as fw

X, y = make_classification(
    600, 8, n_informative=4, weights=[0.9], flip_y=0.05, class_sep=0.8, random_state=1
)
models = {"as it is": LogisticRegression(), "balanced": LogisticRegression(class_weight="balanced")}
run = fw.evaluate(models, X, np.where(y == 1, "ill", "well"), scheme="10x10", seed=1, probabilities=True)

# %%
for metric in ("accuracy", "balanced_accuracy", "roc_auc", "neg_log_loss"):
    print(fw.judge(run, metric=metric).glance().headline)
axes = fw.plot([fw.judge(run, metric=metric) for metric in ("accuracy", "balanced_accuracy", "roc_auc")])
plt.show()
