"""
Which regression model predicts better?
=======================================
"""

# %%
# Two models of diabetes
from matplotlib import pyplot as plt
from sklearn.datasets import load_diabetes
from sklearn.linear_model import LassoCV, RidgeCV
from sklearn.neighbors import KNeighborsRegressor
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.pipeline import make_pipeline
from sklearn.ensemble import RandomForestRegressor
from sklearn.tree import DecisionTreeRegressor

import foldwise as fw

X, y = load_diabetes(return_X_y=True, as_frame=True)
models = {"linear": LinearRegression(), "neighbours": KNeighborsRegressor(15), "tree": DecisionTreeRegressor(max_depth=3)}
verdict = fw.compare(models, X, y, seed=1)
print(verdict)
ax = fw.plot(verdict)
plt.show()
