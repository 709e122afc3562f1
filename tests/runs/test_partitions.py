"""Splitters of the user's own see the user's own table, target and groups, wherever a scheme may be given."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.neighbors import KNeighborsClassifier

from foldwise.data import Dataset
from foldwise.evaluation import evaluate
from foldwise.studies import Study, run_study
from foldwise.verdicts import compare, label_randomization

NN = KNeighborsClassifier(1)


class Blocks:
    """Five blocks of time, read from the column or the index that holds it."""

    def __init__(self, where):
        self.where = where

    def split(self, X, y=None, groups=None):
        if self.where == "index":
            time = X.index.day.to_numpy() + 31 * (X.index.month.to_numpy() - 1)
        else:
            time = X[:, [0]].toarray()[:, 0] if sparse.issparse(X) else np.asarray(X)[:, 0]
        block = np.argsort(np.argsort(time)) // 12
        for number in range(5):
            yield np.flatnonzero(block != number), np.flatnonzero(block == number)

    def get_n_splits(self, X=None, y=None, groups=None):
        return 5


@pytest.fixture
def drifting():
    """Days in random order; the class alternates from block to block, so that the nearest day is no help."""
    rng = np.random.default_rng(0)
    day = rng.permutation(60)
    X = pd.DataFrame(
        {"day": day, "noise": rng.normal(size=60)}, index=pd.Timestamp("2020-01-01") + pd.to_timedelta(day, "D")
    )
    return X, day // 12 % 2


@pytest.mark.parametrize(
    ("where", "as_user"),
    [("column", np.asarray), ("column", lambda X: sparse.csr_array(X.to_numpy(float))), ("index", lambda X: X)],
    ids=["array", "sparse", "index"],
)
def test_blocks_of_time_score_as_in_scikit_learn(drifting, where, as_user):
    X, y = as_user(drifting[0]), drifting[1]
    expected = cross_val_score(NN, X, y, cv=Blocks(where))
    assert evaluate({"nn": NN}, X, y, scheme=Blocks(where), seed=1).scores().ravel().tolist() == expected.tolist()
    assert expected.mean() < 0.2
    data = Dataset(X, y)
    assert evaluate({"nn": NN}, data, scheme=Blocks(where), seed=1).scores().ravel().tolist() == expected.tolist()


def test_every_verb_shows_the_table_to_the_splitter(drifting, tmp_path):
    X, y = drifting
    expected = cross_val_score(NN, X, y, cv=Blocks("index")).mean()
    learners = {"nn": NN, "seven": KNeighborsClassifier(7)}
    verdict = compare(learners, X, y, scheme=Blocks("index"), seed=1)
    assert verdict.comparisons[0].score_a == pytest.approx(expected)
    found = label_randomization(NN, X, y, scheme=Blocks("index"), n_permutations=2, seed=1)
    assert found.observed == pytest.approx(expected)
    study = Study(
        name="blocks",
        datasets={"drifting": Dataset(X, y)},
        learners=learners,
        scheme=Blocks("index"),
        seed=1,
        store=tmp_path / "blocks.db",
    )
    (run,) = run_study(study, progress=False).runs
    assert run.scores()[0].mean() == pytest.approx(expected)


@pytest.mark.parametrize(
    "as_user",
    [
        list,
        lambda y: pd.Series(y, index=range(100, 160), dtype="category"),
        lambda y: pd.Series(y == "a", dtype="boolean"),
        lambda y: pd.Series(y, dtype="string"),
        lambda y: pd.DataFrame({"y": y}),
        lambda y: iter(list(y)),
        lambda y: y.astype(object),
        lambda y: pd.array(np.where(y == "a", 1, 2), dtype="Int64"),
    ],
    ids=["list", "category", "boolean", "string", "column", "iterator", "objects", "Int64"],
)
def test_targets_of_all_kinds_can_be_stratified_by(drifting, as_user):
    X, y = drifting[0], np.where(drifting[1], "a", "b")
    run = evaluate({"nn": NN}, X, as_user(y), scheme=StratifiedKFold(4), seed=1)
    expected = [test.tolist() for _, test in StratifiedKFold(4).split(X, y)]
    assert [test.tolist() for *_, test in run.assignment.splits()] == expected


def test_splits_that_can_be_read_once_serve_all_datasets(drifting):
    X, y = drifting
    splits = iter([(np.arange(40), np.arange(40, 60))])
    one, two = evaluate({"nn": NN}, [Dataset(X, y, "one"), Dataset(X, 1 - y, "two")], scheme=splits, seed=1)
    assert one.assignment.folds.tolist() == two.assignment.folds.tolist()
