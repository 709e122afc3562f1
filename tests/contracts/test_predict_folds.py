"""Every learner predicts all folds at once as if it had been fitted fold by fold, to the last bit."""

import tracemalloc

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone

from foldwise import data, learners
from foldwise.learners import C45, MansourTree, NearestNeighbor

SETTINGS = [
    *(getattr(learners, name)() for name in learners.__all__ if name[0].isupper()),
    C45(pruned=False),
    C45(raising=False, min_leaf=1),
    C45(collapse=False, confidence=0.5),
    MansourTree(penalty=0.1),
    NearestNeighbor(n_neighbors=3),
    NearestNeighbor(widen_ranges=True),
]
every_setting = pytest.mark.parametrize("learner", SETTINGS, ids=str)


def rows_of(X, rows):
    return X.iloc[rows] if isinstance(X, pd.DataFrame) else X[rows]


def fold_by_fold(learner, X, y, folds):
    """Labels and probabilities of the tested examples by fitting a clone on every training part."""
    everything = learner.prepare_folds(X, y).classes_
    labels = np.full(folds.shape, everything[0], dtype=everything.dtype)
    chances = np.full((*folds.shape, len(everything)), np.nan)
    for repeat, row in enumerate(folds):
        for fold in range(row.max() + 1):
            train, test = np.flatnonzero((row >= -1) & (row != fold)), np.flatnonzero(row == fold)
            if len(test) == 0:
                continue
            fitted = clone(learner).fit(rows_of(X, train), y[train])
            labels[repeat, test] = fitted.predict(rows_of(X, test))
            chances[repeat, test] = 0.0
            places = np.searchsorted(everything, fitted.classes_)
            chances[repeat, test[:, np.newaxis], places] = fitted.predict_proba(rows_of(X, test))
    return labels, chances


def assert_same(learner, X, y, folds):
    labels, chances = fold_by_fold(learner, X, y, folds)
    np.testing.assert_array_equal(learner.predict_folds(X, y, folds), labels)
    np.testing.assert_array_equal(learner.predict_folds(X, y, folds, method="predict_proba"), chances)


def deal(rng, n_repeats, n, n_folds):
    return np.stack([rng.permutation(np.arange(n) % n_folds) for _ in range(n_repeats)])


@st.composite
def tables(draw):
    """Small tables full of ties, gaps, constant and rare values; sometimes classes that a training fold lacks."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, k = draw(st.integers(4, 40)), draw(st.integers(2, 4))
    kinds = draw(
        st.lists(st.sampled_from(["nominal", "binary", "coarse", "fine", "constant", "far"]), min_size=1, max_size=5)
    )
    gaps = draw(st.sampled_from([0.0, 0.0, 0.15, 0.6]))
    columns = {}
    for number, kind in enumerate(kinds):
        if kind in ("nominal", "binary"):
            values = [f"v{value}" for value in range(2 if kind == "binary" else draw(st.integers(1, 5)))]
            codes = rng.integers(0, len(values), n)
            codes[rng.random(n) < gaps] = -1
            columns[f"x{number}"] = pd.Categorical.from_codes(codes, categories=values)
            continue
        column = {
            "coarse": rng.integers(-2, 3, n).astype(float),
            "fine": rng.normal(size=n),
            "constant": np.full(n, 7.5),
            "far": 1e6 + rng.integers(0, 3, n) * 1e-6,
        }[kind]
        if kind == "constant" and draw(st.booleans()):
            column[rng.integers(n)] = -3.0
        column[rng.random(n) < gaps] = np.nan
        columns[f"x{number}"] = column
    X = pd.DataFrame(columns)
    y = rng.integers(0, k, n)
    first = (
        X["x0"].cat.codes.to_numpy()
        if X["x0"].dtype == "category"
        else X["x0"].fillna(0).rank(method="dense").to_numpy()
    )
    y = np.where(rng.random(n) < 0.6, first.astype(int) % k, y)
    labels = np.array(["b", "a", "d", "c"])[y]
    n_folds = draw(st.integers(2, min(n, 6)))
    folds = deal(rng, draw(st.integers(1, 3)), n, n_folds)
    if draw(st.booleans()):
        folds[rng.random(folds.shape) < 0.2] = -1
        folds[rng.random(folds.shape) < 0.1] = -2
    for row in folds:
        # Every training part has something in it.
        row[0], row[1], row[2] = -1, 0, 1
    declared = pd.Categorical(labels, categories=["c", "a", "b", "d"])
    return X, declared if draw(st.booleans()) else labels, folds


@every_setting
@given(case=tables())
@settings(deadline=None, max_examples=20)
def test_made_up_tables(learner, case):
    assert_same(learner, *case)


@pytest.mark.slow
@every_setting
@given(case=tables())
@settings(deadline=None, max_examples=100)
def test_many_made_up_tables(learner, case):
    assert_same(learner, *case)


@every_setting
@pytest.mark.parametrize("name", ["iris", "balance-scale", "tic-tac-toe", "wine"])
def test_real_tables(learner, name):
    dataset = data.load(name)
    n_repeats = 1 if isinstance(learner, MansourTree) or name == "tic-tac-toe" else 3
    folds = deal(np.random.default_rng(5), n_repeats, dataset.n_examples, 10)
    assert_same(learner, dataset.X, pd.Categorical(dataset.y), folds)


@every_setting
def test_values_that_only_one_fold_knows(learner):
    # Texts declare nothing: "rare" exists for a fold only if it was trained on. So with the class "odd".
    n = 30
    rng = np.random.default_rng(1)
    X = pd.DataFrame({"word": rng.choice(["ja", "nein"], n).astype(object), "size": rng.normal(size=n).round(1)})
    X.loc[3, "word"] = "rare"
    y = np.where(rng.random(n) < 0.5, "left", "right").astype(object)
    y[7] = "odd"
    assert_same(learner, X, y.astype(str), deal(rng, 2, n, 5))


@every_setting
def test_values_that_one_fold_holds_or_nobody_sees(learner):
    """Of six examples each: in fold 0, left out, all but one of either kind, and one of both kinds elsewhere."""
    n = 36
    rng = np.random.default_rng(2)
    X = pd.DataFrame({"word": np.repeat([f"w{i}" for i in range(6)], 6).astype(object), "size": rng.normal(size=n)})
    y = np.where(np.arange(n) % 6 < 2, "left", "right")
    folds = np.array([[0] * 6, [-2] * 6, [0] * 5 + [-2], [-2] * 5 + [0], [0] * 5 + [-1], [1, -2, 0, -1, 1, 1]])
    assert_same(learner, X, y, np.stack([folds.ravel(), rng.permuted(folds, axis=1).ravel()]))


@every_setting
def test_the_learner_stays_as_it_is(learner):
    X, y = np.arange(20.0).reshape(10, 2), np.arange(10) % 2
    before = vars(learner).copy()
    learner.predict_folds(X, y, deal(np.random.default_rng(0), 1, 10, 2))
    assert vars(learner) == before


@every_setting
def test_any_numbers_of_folds(learner):
    # 2**32 would be fold 0 in 32 bits, and room for a billion folds would not do either.
    rng = np.random.default_rng(2)
    X, y = rng.normal(size=(40, 2)), pd.Categorical(rng.integers(0, 2, 40))
    folds = deal(rng, 3, 40, 4)
    folds[1, :5], folds[2, :5] = -1, -2
    far = np.choose(folds + 2, [-2, -1, 7, 30, 10**9, 2**32])
    before = far.copy()
    for method in ("predict", "predict_proba"):
        expected = learner.predict_folds(X, y, folds, method=method)
        np.testing.assert_array_equal(learner.predict_folds(X, y, far, method=method), expected)
    np.testing.assert_array_equal(far, before)


def test_memory_does_not_grow_with_folds_times_values():
    # As many folds and as many texts as examples: a table of both would take 3 GB.
    n = 20_000
    X, y = pd.DataFrame({"name": np.arange(n).astype(str)}), pd.Categorical(np.arange(n) % 2)
    predictor = learners.NaiveBayes().prepare_folds(X, y)
    tracemalloc.start()
    lacking = predictor._lacking(np.arange(n, dtype=np.int32)[np.newaxis])
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert lacking == [(0, fold) for fold in range(n)]
    assert most < 20e6


@pytest.mark.parametrize(
    ("folds", "words"),
    [
        (np.zeros(10, dtype=int), "shape (n_repeats, 10)"),
        (np.zeros((2, 9), dtype=int), "shape (n_repeats, 10)"),
        (np.full((1, 10), 0.5), "whole numbers"),
        (np.full((1, 10), -3), "got -3"),
        (np.zeros((1, 10), dtype=int), "nothing to train on in repeat 0"),
        (np.full((1, 10), 50), "nothing to train on in repeat 0: all are in fold 50"),
        (np.repeat([[-2], [0]], 10, axis=1), "nothing to train on in repeat 1: all are in fold 0"),
    ],
)
def test_folds_that_make_no_sense(folds, words):
    X, y = np.arange(20.0).reshape(10, 2), np.arange(10) % 2
    with pytest.raises(ValueError, match=words.replace("(", r"\(").replace(")", r"\)")):
        learners.NaiveBayes().predict_folds(X, y, folds)


def test_other_methods_are_refused():
    with pytest.raises(ValueError, match="method must be"):
        learners.NaiveBayes().predict_folds([[1.0], [2.0]], [0, 1], [[0, 1]], method="transform")
