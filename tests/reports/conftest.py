import pytest

HOSTILE = (
    "<script>alert('x')</script>",
    'a|b `c` "q"\n& $x_1^2$ %#~ \\end{tabular} {} \U0001f98a',
    '[x](javascript:1) *y* "><img src=x onerror=alert(1)>',
)


@pytest.fixture(scope="session")
def hostile(make):
    return make(HOSTILE, datasets=("</title><b>&amp;\u202e", "d_2 $ 100%"), rope=0.01)


@pytest.fixture(scope="session")
def hostile_names():
    return HOSTILE


@pytest.fixture(scope="session")
def tuned():
    """A learner that chooses between two depths, beside one that does not."""
    import numpy as np
    from sklearn.dummy import DummyClassifier
    from sklearn.tree import DecisionTreeClassifier

    from foldwise.tuning import Tuned
    from foldwise.verdicts import compare

    X = np.random.default_rng(0).normal(size=(60, 2))
    y = (X[:, 0] * X[:, 1] > 0).astype(int)
    learners = {"tuned": Tuned(DecisionTreeClassifier(), {"max_depth": [1, 4]}), "guess": DummyClassifier()}
    return compare(learners, X, y, scheme="4", seed=1, progress=False)


@pytest.fixture(scope="session")
def both_hostile(hostile_names):
    """Executions of a procedure and partitions one by one: three pairs on each of two datasets."""
    import numpy as np
    from sklearn.tree import DecisionTreeClassifier

    from foldwise.data import Dataset
    from foldwise.replicability import partition_analysis, replicate
    from foldwise.verdicts import Procedure

    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 2))
    y = (X[:, 0] + 0.5 * rng.normal(size=40) > 0).astype(int)
    learners = {name: DecisionTreeClassifier(max_depth=k + 1) for k, name in enumerate(hostile_names)}
    data = [Dataset(X, y, name=name) for name in ("</title><b>&amp;\u202e", "d_2 $ 100%")]
    result = replicate(learners, data, procedure=Procedure("2x3"), n=3, seed=1, progress=False)
    return result, partition_analysis(result.runs)
