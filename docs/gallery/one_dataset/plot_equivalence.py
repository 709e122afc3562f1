"""
Is the smaller model just as good?
==================================

"No significant difference" does not mean "equally good": with little data nothing is ever significant. To replace a
model by a smaller one you want the opposite claim, that the difference is *too small to matter*.

For that you have to say, before you look, how large a difference would matter to you. This size is called the region
of practical equivalence, ``rope=`` in foldwise.
"""

# %%
# Thirty measurements, or ten components of them
# ----------------------------------------------
# A discriminant of tumours sees all 30 measurements; the smaller one sees ten principal components.
from matplotlib import pyplot as plt
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import foldwise as fw

models = {
    "all": LinearDiscriminantAnalysis(),
    "ten": make_pipeline(StandardScaler(), PCA(10), LinearDiscriminantAnalysis()),
}
run = fw.evaluate(models, fw.data.load("wdbc"), scheme="10x10", seed=1)

# %%
# Three readers, three limits
# ---------------------------
# A run keeps all predictions, so it can be judged several times without fitting again. One reader has no limit in
# mind, the second cares about half a percentage point of accuracy, the third about three. In earnest there is one
# limit, and it is set before looking.
verdicts = [fw.judge(run, rope=rope) for rope in (None, 0.005, 0.03)]
for verdict in verdicts:
    print(verdict.glance().headline)

# %%
# The same as a picture
# ---------------------
axes = fw.plot(verdicts)
plt.show()

# %%
# What to read from it
# --------------------
# - At the top there is no limit, and all one can say is that the two cannot be told apart. The interval says what is
#   still possible.
# - In the middle the interval sticks out of the shaded region: a difference that matters is not ruled out. That is
#   *not* equivalence, and more data would be needed.
# - At the bottom the region holds the interval, and the answer is *practically equivalent*: take the smaller model.
#
# The decision is made by the 90% interval, which belongs to two one-sided tests at level 0.05; the bar shows the 95%
# interval. More on this in :doc:`/judging`; whether a *new* model is bad enough to stop a release is asked the other
# way round by a gate, :doc:`/gate`. Used here: :func:`foldwise.evaluate`, :func:`foldwise.judge`,
# :class:`foldwise.displays.DifferenceDisplay`.
