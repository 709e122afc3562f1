"""
Does my method find something where there is nothing?
=====================================================

Genes are selected, a model is trained, and at the end stands an accuracy of 70%. Was there a leak? Run the whole method
again on labels that were shuffled: there is nothing to be found any more, and a sound method finds nothing.
"""

# %%
# A method with a leak
# --------------------
# Forty patients, a hundred genes, all of them noise. The five genes that go best with the labels are chosen first, with
# *all* labels in sight, and only then come the folds.
import numpy as np
from matplotlib import pyplot as plt
from sklearn.feature_selection import SelectKBest
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline

import foldwise as fw

X, y = np.random.default_rng(0).normal(size=(40, 100)), np.tile(["ill", "well"], 20)


def leaky(X, y):
    """Choose genes, then cross-validate."""
    best = SelectKBest(k=5).fit_transform(X, y)
    return cross_val_score(GaussianNB(), best, y, cv=5).mean()


found = fw.label_randomization(leaky, X, y, n_permutations=199, seed=1)
print(found)

# %%
# The same, put right
# -------------------
# The choice is a part of the model, so that it is made anew in each training fold.
sound = make_pipeline(SelectKBest(k=5), GaussianNB())
clean = fw.label_randomization(sound, X, y, n_permutations=49, scheme="5", seed=1)
print(clean)

# %%
# Scores on shuffled labels
# -------------------------
# Above the leaky method, below the sound one. The bars are its scores on shuffled labels, where chance gives one half.
axes = fw.plot([found, clean])
plt.setp(axes, xlim=(0.1, 1.0))
plt.show()

# %%
# What to read from it
# --------------------
# - The leaky method scores far above one half on labels that mean nothing. So its score on the real labels means
#   nothing, either.
# - The sound method scatters around one half. That shows no leak, and proves none: what was done to the table before
#   it came here cannot be seen.
# - Anything that was chosen by looking at the labels belongs into the pipeline: genes, settings, thresholds.
#
# More about it: :doc:`/label-randomization`; for tuning, :doc:`/guide-tuned`. Used here:
# :func:`foldwise.label_randomization`, :class:`foldwise.displays.ReferenceDisplay`.
