import numpy as np
import pytest


@pytest.fixture(scope="session")
def trees():
    """Two trees of different depth on sixty noisy examples: partitions matter."""
    from sklearn.tree import DecisionTreeClassifier

    return {"stump": DecisionTreeClassifier(max_depth=1), "tree": DecisionTreeClassifier(max_depth=3)}


@pytest.fixture(scope="session")
def noisy():
    from foldwise.data import Dataset

    def make(seed=0, name="noisy"):
        rng = np.random.default_rng(seed)
        X = rng.normal(size=(60, 3))
        return Dataset(X, (X[:, 0] + X[:, 1] * rng.normal(size=60) > 0).astype(int), name=name)

    return make


@pytest.fixture(scope="session")
def run_of():
    """Make a run of two or more learners from differences, of shape (n_repeats, n_folds), to the last of them."""
    import pandas as pd

    from foldwise.runs import Run

    def make(*differences, name="made up"):
        tables = [*map(np.asarray, differences), np.zeros_like(np.asarray(differences[0], dtype=float))]
        rows = [
            {"dataset": name, "learner": f"l{learner}", "repeat": repeat, "fold": fold, "score": 0.5 + value}
            for learner, table in enumerate(tables)
            for (repeat, fold), value in np.ndenumerate(table)
        ]
        return Run.from_scores(pd.DataFrame(rows).drop(columns="dataset"), metric="accuracy")

    return make
