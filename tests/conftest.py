"""What several folders of tests share."""

import importlib.util
import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings

# The same examples in every run, and no time limit for one: whether the tests pass must not depend on luck or load.
# HYPOTHESIS_PROFILE=explore draws new examples.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

ORACLES = Path(__file__).parent / "oracles"


@pytest.fixture(scope="session")
def load_oracle():
    """Import an oracle by name: it stands beside the tests and imports nothing from foldwise."""

    def load(name):
        spec = importlib.util.spec_from_file_location(f"oracle_{name}", ORACLES / f"{name}.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return load


@pytest.fixture(scope="session")
def constant():
    """Twelve zeros and eight ones, four stratified folds of three and two: each accuracy is 0.6 or 0.4."""
    from sklearn.dummy import DummyClassifier

    from foldwise.data import Dataset
    from foldwise.verdicts import compare

    data = Dataset(np.arange(40.0).reshape(20, 2), [0] * 12 + [1] * 8, name="twenty")
    learners = {name: DummyClassifier(strategy="constant", constant=k) for k, name in enumerate(("zeros", "ones"))}
    return compare(learners, data, scheme="4", seed=1, progress=False)


@pytest.fixture(scope="session")
def make():
    """Make a verdict of trees of growing depth under the names given."""
    from sklearn.tree import DecisionTreeClassifier

    from foldwise.data import Dataset
    from foldwise.verdicts import compare

    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 3))
    y = (X[:, 0] + X[:, 1] * rng.normal(size=60) > 0).astype(int)

    def made(names=("stump", "tree"), *, datasets=("noise",), scheme="3x4", **options):
        learners = {name: DecisionTreeClassifier(max_depth=depth) for depth, name in enumerate(names, start=1)}
        data = [Dataset(X, y, name=name) for name in datasets]
        return compare(learners, data, scheme=scheme, seed=1, progress=False, **options)

    return made


@pytest.fixture(scope="session")
def pair(make):
    return make()


@pytest.fixture(scope="session")
def regression():
    from sklearn.linear_model import LinearRegression
    from sklearn.tree import DecisionTreeRegressor

    from foldwise.verdicts import compare

    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 3))
    learners = {"line": LinearRegression(), "stump": DecisionTreeRegressor(max_depth=1)}
    return compare(learners, X, X[:, 0] + 0.1 * rng.normal(size=60), scheme="5", seed=1, progress=False)


@pytest.fixture(scope="session")
def panel(pair):
    """Tests that disagree: at this generous level those that take folds for independent see a difference."""
    from foldwise.verdicts import judge

    return judge(pair.runs[0], test="all", alpha=0.3, rope=0.01)


@pytest.fixture(scope="session")
def estimates():
    """One learner on one test set of twenty: seven of its answers are right."""
    from sklearn.dummy import DummyClassifier

    from foldwise import splits
    from foldwise.data import Dataset
    from foldwise.runs import evaluate
    from foldwise.verdicts import judge

    data = Dataset(np.arange(40.0)[:, np.newaxis], [1] * 14 + [0] * 26, name="forty")
    learner = {"ones": DummyClassifier(strategy="constant", constant=1)}
    scheme = splits.Holdout(0.5, stratified=True)
    return judge(evaluate(learner, data, scheme=scheme, seed=1, progress=False))


@pytest.fixture(scope="session")
def spread():
    """One learner, cross-validated: a spread, and no interval."""
    from sklearn.linear_model import LinearRegression

    from foldwise.runs import evaluate
    from foldwise.verdicts import judge

    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 3))
    y = X[:, 0] + 0.1 * rng.normal(size=60)
    return judge(evaluate({"line": LinearRegression()}, X, y, scheme="2x5", seed=1, progress=False))


@pytest.fixture(scope="session")
def randomization():
    """Nineteen made-up scores on permuted labels: mean 0.5, the observed one higher than all of them."""
    from foldwise._core import Caveat
    from foldwise.verdicts import LabelRandomization

    return LabelRandomization(
        name="tuned tree",
        dataset="noise",
        metric_label="accuracy",
        observed=0.9,
        reference=np.repeat([0.45, 0.5, 0.55], [5, 9, 5]),
        chance=0.4,
        bias=0.1,
        bias_low=0.08,
        bias_high=0.12,
        pvalue=0.05,
        n_permutations=19,
        seed=7,
        caveats=(Caveat(code="leak", message="Scores beyond chance."),),
    )
