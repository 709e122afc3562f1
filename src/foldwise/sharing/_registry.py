"""Which learners of scikit-learn share work among folds, and where that is written."""

from importlib import import_module
from typing import Any, Final

from foldwise.sharing._shared import Examples, Shared


def are_valid(estimator: Any) -> bool:
    """Ask an estimator of scikit-learn to look at its parameters, as it does at the beginning of every fit."""
    try:
        estimator._validate_params()
        if hasattr(estimator, "steps"):
            estimator._validate_steps()
    except (AttributeError, TypeError, ValueError):
        return False
    return True


# By exact class: a subclass may do anything. Modules are imported when needed, as scikit-learn's own are.
_WHERE: Final = {
    "sklearn.naive_bayes.GaussianNB": "_gaussian_nb",
    "sklearn.naive_bayes.CategoricalNB": "_count_nb",
    "sklearn.naive_bayes.BernoulliNB": "_count_nb",
    "sklearn.naive_bayes.MultinomialNB": "_count_nb",
    "sklearn.dummy.DummyClassifier": "_dummy",
    "sklearn.dummy.DummyRegressor": "_dummy",
    "sklearn.neighbors._classification.KNeighborsClassifier": "_neighbors",
    "sklearn.neighbors._regression.KNeighborsRegressor": "_neighbors",
    "sklearn.linear_model._base.LinearRegression": "_linear",
    "sklearn.linear_model._ridge.Ridge": "_linear",
    "sklearn.linear_model._ridge.RidgeClassifier": "_linear",
    "sklearn.discriminant_analysis.LinearDiscriminantAnalysis": "_linear_discriminant",
    "sklearn.discriminant_analysis.QuadraticDiscriminantAnalysis": "_quadratic_discriminant",
    "sklearn.pipeline.Pipeline": "_pipeline",
}


def share(estimator: Any, examples: Examples) -> Shared | None:
    """Prepare an estimator for all folds of a table; None if the class, its parameters or the table are not shared."""
    kind = type(estimator)
    where = _WHERE.get(f"{kind.__module__}.{kind.__qualname__}")
    # What it refuses is for it to say, in every fold.
    if where is None or not are_valid(estimator):
        return None
    shared: Shared | None = import_module(f"foldwise.sharing.{where}").share(estimator, examples)
    return shared
