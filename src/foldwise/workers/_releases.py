"""Which learners let other threads work while they fit."""

from typing import Any, Final

from sklearn.pipeline import Pipeline

# Measured: during fit and predict on 2,000 x 20 numbers the interpreter was held for less than a third of the time.
# Linear models, naive Bayes, boosting by AdaBoost and the histogram-based boosters hold it longer.
_RELEASING: Final = frozenset(
    {
        "sklearn.ensemble._forest.ExtraTreesClassifier",
        "sklearn.ensemble._forest.ExtraTreesRegressor",
        "sklearn.ensemble._forest.RandomForestClassifier",
        "sklearn.ensemble._forest.RandomForestRegressor",
        "sklearn.ensemble._gb.GradientBoostingClassifier",
        "sklearn.ensemble._gb.GradientBoostingRegressor",
        "sklearn.neighbors._classification.KNeighborsClassifier",
        "sklearn.neighbors._regression.KNeighborsRegressor",
        "sklearn.svm._classes.SVC",
        "sklearn.svm._classes.SVR",
        "sklearn.tree._classes.DecisionTreeClassifier",
        "sklearn.tree._classes.DecisionTreeRegressor",
        "sklearn.tree._classes.ExtraTreeClassifier",
        "sklearn.tree._classes.ExtraTreeRegressor",
    }
)
# On smaller tables every learner spends most of its time on checks in Python.
_FROM_CELLS: Final = 20_000


def releases(estimator: Any, X: Any) -> bool:
    """Say whether threads can fit this learner side by side; by exact class, since a subclass may do anything."""
    if type(estimator) is Pipeline:
        estimator = estimator.steps[-1][1]
    kind = type(estimator)
    return f"{kind.__module__}.{kind.__qualname__}" in _RELEASING and X.shape[0] * X.shape[1] >= _FROM_CELLS
