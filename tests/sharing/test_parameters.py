"""What scikit-learn refuses in every fit is not shared: it would have come out right."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import MaxAbsScaler, MinMaxScaler, StandardScaler

REFUSED = [
    LinearDiscriminantAnalysis(n_components=0),
    QuadraticDiscriminantAnalysis(store_covariance="yes"),
    LinearRegression(tol=-1e-9),
    LinearRegression(fit_intercept="yes"),
    Ridge(max_iter=-1),
    KNeighborsClassifier(leaf_size=0),
    KNeighborsClassifier(n_jobs=0),
    KNeighborsClassifier(n_neighbors=True),
    make_pipeline(StandardScaler(with_mean="yes"), GaussianNB()),
    make_pipeline(MinMaxScaler(copy=1), GaussianNB()),
    make_pipeline(MaxAbsScaler(copy=None), GaussianNB()),
    make_pipeline(StandardScaler(), KNeighborsClassifier(leaf_size=0)),
    Pipeline([("scaler", StandardScaler()), ("learner", GaussianNB())], verbose=0),
    Pipeline([("same", StandardScaler()), ("same", GaussianNB())]),
    Pipeline([("two__parts", StandardScaler()), ("learner", GaussianNB())]),
]


@pytest.mark.parametrize("estimator", REFUSED, ids=str)
def test_what_is_refused_is_not_shared(estimator, share, Examples):
    X, y = np.random.default_rng(0).normal(size=(40, 3)), np.arange(40) % 2
    with pytest.raises((TypeError, ValueError)):
        clone(estimator).fit(X, y).predict(X)
    n_classes = 0 if isinstance(estimator, LinearRegression | Ridge) else 2
    assert share(estimator, Examples(X=X, y=y if n_classes else X[:, 0], n_classes=n_classes)) is None
