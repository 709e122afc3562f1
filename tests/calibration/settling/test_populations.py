"""Small versions of what `run_populations.py` does, and its arithmetic by hand."""

import os

import numpy as np
import pandas as pd
import pytest
from datalab.populations import (
    LEARNERS,
    POPULATIONS,
    Measured,
    Population,
    draw,
    fold_means,
    measure,
    measure_samples,
    summarise,
)
from run_populations import NUMBERS, with_rows
from sklearn.base import clone

from foldwise.data import Dataset
from foldwise.splits import RepeatedKFold

needs_data = pytest.mark.skipif("FOLDWISE_DATA" not in os.environ, reason="FOLDWISE_DATA names no folder of data sets")


@pytest.fixture(scope="module")
def table():
    """A thousand rows of two numbers and a colour; the class hangs on all three, and one class is rare."""
    rng = np.random.default_rng(1)
    X = pd.DataFrame(rng.normal(size=(1000, 2)), columns=["u", "v"])
    X["colour"] = pd.Categorical(rng.choice(["red", "green", "blue"], 1000))
    score = X["u"] + X["v"] * (X["colour"] == "red") + rng.normal(size=1000)
    return Dataset(X, np.where(score > 2.2, "top", np.where(score > 0, "high", "low")), "thousand")


def test_a_sample_is_the_same_every_time_and_has_no_row_twice(table):
    X, y = draw(table, 80, 5)
    again, _ = draw(table, 80, 5)
    other, _ = draw(table, 80, 6)
    assert X.equals(again)
    assert not X.equals(other)
    assert len(X.drop_duplicates()) == 80
    assert set(y.categories) == set(y)


def test_the_measures_are_those_of_fits_one_by_one(table):
    """Every learner fitted on every training set, and the formulas written out."""
    X, y = draw(table, 60, 3)
    measured = measure(X, y, seed=3)
    labels = np.asarray(y, dtype=str)
    tenths = RepeatedKFold(10, 30).assign(60, classes=labels, seed=3).folds
    right = {name: np.empty((10, 60)) for name in ("NB", "C4.5")}
    for name, answers in right.items():
        for repeat, fold in np.ndindex(10, 10):
            test = tenths[repeat] == fold
            fitted = clone(LEARNERS[name]).fit(X[~test], y[~test])
            answers[repeat, test] = fitted.predict(X[test]) == labels[test]
    ahead = right["NB"] - right["C4.5"]
    differences = np.array([ahead[r, tenths[r] == f].mean() for r, f in np.ndindex(10, 10)])
    assert measured.few[0] == pytest.approx(differences.mean(), abs=1e-12)
    assert measured.few_corrected[0] == pytest.approx(differences.var(ddof=1) * (1 / 100 + 1 / 9), rel=1e-10)
    # The third pair is what the other two leave.
    assert measured.two_fold[1] - measured.two_fold[0] == pytest.approx(measured.two_fold[2], abs=1e-12)
    assert (measured.jackknife >= measured.own).all()


def test_means_of_folds_by_hand():
    values, folds = np.array([[[1, 0, 1, 1]]]), np.array([[0, 1, 1, 0]])
    assert fold_means(values, folds, 2).tolist() == [[[1.0, 0.5]]]


def test_misses_and_rejections_are_counted_by_hand():
    """Four samples with estimates 0, 0, 0 and 4, mean 1; the critical value of 99 degrees of freedom is 1.984."""
    few = np.array([0.0, 0.0, 0.0, 4.0])[:, np.newaxis].repeat(3, axis=1)
    ones = np.ones((4, 3))
    measured = Measured(
        two_fold=few,
        jackknife=4 * ones,
        own=ones,
        carried=4 * ones,
        few=few,
        few_corrected=0.1 * ones,
        many=few,
        many_corrected=ones,
    )
    rows = summarise(Population("made up", 100, 4), measured)
    assert rows["pair"].tolist() == ["NB - C4.5", "NB - 1-NN", "C4.5 - 1-NN"]
    first = rows.iloc[0]
    # A standard deviation of .316 reaches .627 far: all four miss their mean. One of 1 reaches 1.98, one of 2 3.97.
    assert [first[f"miss_{name}"] for name in ("corrected_10", "corrected_30", "jackknife", "guard")] == [1, 0.25, 0, 0]
    assert [first[f"rejects_{name}"] for name in ("corrected_10", "corrected_30", "guard")] == [0.25, 0.25, 0.25]
    # The variance of 0, 0, 0, 4 is 4.
    assert [first[f"ratio_{name}"] for name in ("corrected_10", "corrected_30", "guard")] == [0.025, 0.25, 1]
    assert first["on_floor"] == 0


def test_new_rows_replace_the_old_ones_in_order():
    first, second = POPULATIONS[:2]
    old = pd.DataFrame({"population": [second.name], "n": [second.n], "samples": [1]})
    both = with_rows(old, first, old.assign(n=first.n, samples=2))
    assert both["n"].tolist() == [first.n, second.n]
    assert with_rows(both, first, both[:1].assign(samples=3))["samples"].tolist() == [3, 1]


@needs_data
@pytest.mark.slow
@pytest.mark.parametrize("name", ["adult", "kr-vs-kp"])
def test_the_numbers_of_the_docs_are_found_again(name):
    """The samples are the first of those behind the table: if they say something else, the code does."""
    population = next(one for one in POPULATIONS if one.name == name)
    written = pd.read_csv(NUMBERS).query("population == @name and n == @population.n").reset_index()
    n_samples = 120
    measured = measure_samples(Population(name, population.n, n_samples))
    found = summarise(population, measured)
    error = measured.two_fold.std(axis=0, ddof=1) / np.sqrt(n_samples)
    assert (np.abs(found["two_fold"] - written["two_fold"]) < 3 * error).all()
    for column in ("miss_jackknife", "miss_corrected_10", "miss_corrected_30", "miss_guard"):
        spread = np.sqrt(np.maximum(written[column] * (1 - written[column]), 0.01) / n_samples)
        assert (np.abs(found[column] - written[column]) < 4 * spread).all(), column
    assert np.allclose(found["ratio_jackknife"] / written["ratio_jackknife"], 1, atol=0.5)


@needs_data
@pytest.mark.slow
def test_the_jackknife_misses_least():
    """Over all rows of the table; the exact figures are in the docs."""
    rows = pd.read_csv(NUMBERS)
    assert len(rows) == 3 * len(POPULATIONS)
    assert rows["miss_jackknife"].mean() < 0.03 < rows["miss_guard"].mean() < rows["miss_corrected_30"].mean()
