"""
May the new model be released?
==============================

A new model is cheaper or faster, and you want to release it unless it is worse by more than a margin that you can
live with. "The difference is not significant" is no answer: with few examples nothing ever is. A gate has three
answers, *not worse*, *worse* and *undecided*, and only the first opens it.
"""

# %%
# One old model and three smaller ones
# ------------------------------------
# Half of scikit-learn's handwritten digits train the models, the other half test them. The old model sees all 64
# pixels, the candidates 16, 10 and 8 principal components of them.
import numpy as np
import pandas as pd
from matplotlib import pyplot as plt
from sklearn.decomposition import PCA
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.svm import SVC

import foldwise as fw

digits = fw.data.load("digits")
X_train, X_test, y_train, y_test = train_test_split(
    digits.X.to_numpy(), np.asarray(digits.y), test_size=0.5, random_state=0, stratify=digits.y
)
models = {"pixels": SVC()} | {f"{n} components": make_pipeline(PCA(n, random_state=0), SVC()) for n in (16, 10, 8)}
right = pd.DataFrame({name: model.fit(X_train, y_train).predict(X_test) == y_test for name, model in models.items()})
print(right.mean().round(3))

# %%
# Three gates
# -----------
# We accept a loss of one percentage point. Each candidate is compared with the old model example by example.
scores = right.astype(int).rename_axis("item").reset_index()
long = scores.melt("item", var_name="model", value_name="accuracy").assign(dataset="digits")
gates = [
    fw.gate(long, baseline_name="pixels", candidate_name=name, worse_by=0.01) for name in models if name != "pixels"
]
for each in gates:
    print(each.headline())

# %%
# All three as a picture
# ----------------------
ax = fw.displays.GateDisplay.from_gates(gates).plot()
plt.show()

# %%
# What to read from it
# --------------------
# - A candidate passes if its whole bar lies to the right of the dashed line, where losses begin that we do not
#   accept.
# - It is worse if its whole bar lies in the shaded part.
# - Where the dashed line crosses the bar nothing is decided. The words at the right say about how many examples would
#   decide it, if the difference stayed what it is.
#
# In a pipeline the same gate is one line, whose exit code says which it was: ``foldwise gate before.csv after.csv
# --worse-by 0.01``. How to use it there and in pytest, and how often gates like this are wrong, is on :doc:`/gate`.
# Used here: :func:`foldwise.gate`, :class:`foldwise.verdicts.Gate`, :class:`foldwise.displays.GateDisplay`.
