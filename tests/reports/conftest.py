import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LinearRegression
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from foldwise.data import Dataset
from foldwise.verdicts import compare

HOSTILE = (
    "<script>alert('x')</script>",
    'a|b `c` "q"\n& $x_1^2$ %#~ \\end{tabular} {} \U0001f98a',
    '[x](javascript:1) *y* "><img src=x onerror=alert(1)>',
)


class Always(ClassifierMixin, BaseEstimator):
    """Predict one label whatever the example."""

    def __init__(self, label=0):
        self.label = label

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.label)


@pytest.fixture(scope="session")
def constant():
    """Twelve zeros and eight ones, four stratified folds of three and two: each accuracy is 0.6 or 0.4."""
    X = np.arange(40.0).reshape(20, 2)
    learners = {"zeros": Always(0), "ones": Always(1)}
    return compare(learners, Dataset(X, [0] * 12 + [1] * 8, name="twenty"), scheme="4", seed=1, progress=False)


@pytest.fixture(scope="session")
def make():
    """Make a verdict of trees of growing depth under the names given."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 3))
    y = (X[:, 0] + X[:, 1] * rng.normal(size=60) > 0).astype(int)

    def made(names=("stump", "tree"), *, datasets=("noise",), scheme="2x5", **options):
        learners = {name: DecisionTreeClassifier(max_depth=depth) for depth, name in enumerate(names, start=1)}
        data = [Dataset(X, y, name=name) for name in datasets]
        return compare(learners, data, scheme=scheme, seed=1, progress=False, **options)

    return made


@pytest.fixture(scope="session")
def pair(make):
    return make()


@pytest.fixture(scope="session")
def hostile(make):
    return make(HOSTILE, datasets=("</title><b>&amp;\u202e", "d_2 $ 100%"), rope=0.01)


@pytest.fixture(scope="session")
def hostile_names():
    return HOSTILE


@pytest.fixture(scope="session")
def regression():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 3))
    learners = {"line": LinearRegression(), "stump": DecisionTreeRegressor(max_depth=1)}
    return compare(learners, X, X[:, 0] + 0.1 * rng.normal(size=60), scheme="5", seed=1, progress=False)
