"""
Which of three regression models predicts best?
===============================================

Nothing changes with regression but the score: without another wish it is the root mean squared error, and less is
better. Three models make three comparisons, and p-values are adjusted for that.
"""

# %%
# How diabetes goes on after a year
# ---------------------------------
# The data of scikit-learn, ten measurements of 442 patients. Any estimator with ``fit`` and ``predict`` will do.
from matplotlib import pyplot as plt
from sklearn.datasets import load_diabetes
from sklearn.linear_model import LinearRegression
from sklearn.neighbors import KNeighborsRegressor
from sklearn.tree import DecisionTreeRegressor

import foldwise as fw

X, y = load_diabetes(return_X_y=True, as_frame=True)
models = {
    "linear": LinearRegression(),
    "neighbours": KNeighborsRegressor(15),
    "tree": DecisionTreeRegressor(max_depth=3),
}
verdict = fw.compare(models, X, y, seed=1)
print(verdict)

# %%
# Every pair
# ----------
# To the right the first of the two is better, in units of what is predicted.
ax = fw.plot(verdict)
plt.show()

# %%
# What to read from it
# --------------------
# - The tree is the worst of the three, and other splits would say so again.
# - Whether the linear model is better than the neighbours is *open*. Its p-value lies so near to the level that even
#   after two hundred repeats other splits would fall on both sides. A test that is run once would have said yes or
#   no, by chance.
# - An open answer is an answer: these 442 patients do not decide it.
#
# Other scores have names: ``metric="neg_mean_absolute_error"``, ``metric="r2"``. How settled answers come about is on
# :doc:`/settled`; what is adjusted, on :doc:`/judging`. Used here: :func:`foldwise.compare`,
# :class:`foldwise.displays.DifferenceDisplay`.
