"""
Is my network better, or did it have the better seeds?
======================================================

Train a neural network twice, and it scores differently, for its weights start at random. People train each network
with a few seeds, score all of them on the same test set, and compare. What do these scores tell, and what not?
"""

# %%
# Two networks, eight seeds each
# ------------------------------
# One network has 64 hidden units and one has 16. Both are trained on 1,497 digits and tested on the same 300.
import warnings

import numpy as np
import pandas as pd
from matplotlib import pyplot as plt
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import train_test_split
from sklearn.neural_network import MLPClassifier

import foldwise as fw

digits = fw.data.load("digits")
X_train, X_test, y_train, y_test = train_test_split(
    digits.X.to_numpy() / 16, np.asarray(digits.y), test_size=300, random_state=0, stratify=digits.y
)
rows = []
for units in (64, 16):
    for seed in range(8):
        network = MLPClassifier(units, max_iter=30, learning_rate_init=0.01, random_state=seed)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)  # thirty epochs are all it gets
            right = network.fit(X_train, y_train).predict(X_test) == y_test
        rows += [
            {"dataset": "digits", "model": f"{units} units", "seed": seed, "item": item, "accuracy": int(each)}
            for item, each in enumerate(right)
        ]
answers = pd.DataFrame(rows)
by_seed = answers.groupby(["dataset", "model", "seed"], as_index=False)["accuracy"].mean()
print(by_seed.pivot(index="seed", columns="model", values="accuracy").round(3))

# %%
# The score of each seed alone
# ----------------------------
# One accuracy for each seed is what most tables hold. ``scheme="seeds"`` says that there was one test set.
models = ["64 units", "16 units"]
seeds = fw.judge(by_seed, scheme="seeds", learners=models)
print(seeds)

# %%
# The answer to each image, too
# -----------------------------
# The larger network is better, says this verdict, and warns: *one test set*. With a score for every seed *and* image
# the verdict is about other images as well.
both = fw.judge(answers, learners=models)
print(both)

# %%
# Side by side
# ------------
# Above other seeds on the same 300 images, below other seeds and other images.
axes = fw.plot([seeds, both])
plt.setp(axes, xlim=(-0.005, 0.02))
plt.show()

# %%
# What to read from it
# --------------------
# - Seeds tell how much *trainings* differ, and no number of seeds tells what other images would say. On these 300
#   images the larger network is better; on others like them it may not be.
# - The line *uncertainty* says how much of it comes from trainings and how much from images, so what to get more of.
# - If every seed also drew a new random split, that is another design, with another test:
#   ``scheme="resampled:8:0.2"``.
#
# More on seeds and examples: :doc:`/items`. Used here: :func:`foldwise.judge`,
# :class:`foldwise.verdicts.ItemVerdict`.
