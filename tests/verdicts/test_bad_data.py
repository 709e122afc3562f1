"""Bad data and bad learners: one line that says what to do."""

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import GroupKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.preprocessing import StandardScaler

from foldwise.data import as_dataset
from foldwise.verdicts import compare, judge

X = np.random.default_rng(0).normal(size=(24, 2))
Y = np.arange(24) % 2
PAIR = {"a": GaussianNB(), "b": GaussianNB(var_smoothing=0.1)}
LINES = {"a": LinearRegression(), "b": LinearRegression(fit_intercept=False)}


def with_nan(y, where=3):
    y = np.array(y, dtype=object)
    y[where] = None
    return y


CASES = {
    "one class": (PAIR, X, np.zeros(24, int), "y must have at least two classes, got only"),
    "small class": (PAIR, X, [0] * 20 + [1] * 4, "but class 1 has 4: use at most 4 folds"),
    "k > n": (LINES, X[:8], X[:8, 0], "needs at least 10 examples, got 8"),
    "n = 0": (PAIR, X[:0], Y[:0], "At least 3 examples are needed, got 0"),
    "n = 1": (PAIR, X[:1], Y[:1], "At least 3 examples are needed, got 1"),
    "n = 2": (PAIR, X[:2], Y[:2], "At least 3 examples are needed, got 2"),
    "NaN in y": (LINES, X, np.where(np.arange(24) == 5, np.nan, 1.0), r"y has a missing value, the first in row 5"),
    "None in y": (PAIR, X, with_nan(Y.astype(str)), "y has a missing value, the first in row 3"),
    "empty column": (PAIR, pd.DataFrame({"p": X[:, 0], "q": np.nan}), Y, "X has empty columns: 'q'; drop them"),
    "lengths": (PAIR, X, Y[:-1], "X has 24 rows and y has 23"),
    "real labels": (PAIR, X, X[:, 0], "Classifiers need class labels in y, got 24 distinct real numbers"),
    "text for regressors": (LINES, X, Y.astype(str), "Regressors need numbers in y"),
    "no learner": ({}, X, Y, "learners must hold at least one learner, got none"),
    "one learner": ({"a": GaussianNB()}, X, Y, "compare needs two or more learners"),
    "both kinds": ({"a": GaussianNB(), "b": LinearRegression()}, X, Y, "all be classifiers or all regressors"),
    "repeated names": ([("a", GaussianNB()), ("a", GaussianNB())], X, Y, "Names of learners must differ, got 'a'"),
    "unknown scheme": (PAIR, X, Y, "scheme must be one of"),
    "dates": (PAIR, pd.DataFrame({"t": pd.date_range("2020", periods=24)}), Y, "cannot use the dates in columns 't'"),
    "metric of no use": (
        PAIR,
        X,
        Y.astype(str),
        "Metric 'f1' is about one label, and it is not known which of '0', '1'",
    ),
    "groups missing": (PAIR, X, Y, r"GroupKFold\(n_splits=5.* cannot split these 24 examples: .*Pass groups"),
    "negative seed": (PAIR, X, Y, "seed must be a non-negative integer, got -1"),
    "jobs": (PAIR, X, Y, "n_jobs must be at least 1, got 0"),
}
OPTIONS = {
    "small class": {"scheme": "10:stratified"},
    "unknown scheme": {"scheme": "tenfold"},
    "metric of no use": {"metric": "f1"},
    "groups missing": {"scheme": GroupKFold(5)},
    "negative seed": {"seed": -1},
    "jobs": {"n_jobs": 0},
}


@pytest.mark.parametrize("case", CASES)
def test_values_are_refused_in_one_line(case):
    learners, data, y, message = CASES[case]
    with pytest.raises(ValueError, match=message) as caught:
        compare(learners, data, y, **OPTIONS.get(case, {}))
    assert "\n" not in str(caught.value)


def test_a_small_class_is_compared_by_default_with_a_caveat():
    """Four of 24 examples in ten folds: six folds test none of them, and every example is still tested."""
    verdict = compare(PAIR, X, [0] * 20 + [1] * 4, seed=1)
    assert "small_class" in [caveat.code for caveat in verdict.caveats]
    assert verdict.runs[0].assignment.stratified
    assert (verdict.runs[0].assignment.folds >= 0).all()


@pytest.mark.parametrize(
    ("learners", "message"),
    [
        ([GaussianNB, GaussianNB], r"the class GaussianNB, not a learner. Pass an instance: GaussianNB\(\)"),
        ({"a": GaussianNB(), "b": StandardScaler()}, "b must have fit and predict, got StandardScaler"),
        ({"a": GaussianNB(), 3: GaussianNB()}, "Names of learners must be non-empty strings, got 3"),
    ],
)
def test_things_that_are_no_learners_are_refused(learners, message):
    with pytest.raises(TypeError, match=message):
        compare(learners, X, Y)


def test_other_misunderstandings_are_named():
    with pytest.raises(TypeError, match="judge needs a Run, or several"):
        judge(3)
    with pytest.raises(TypeError, match=r"must hold \(train, test\) pairs of row numbers, got 1"):
        compare(PAIR, X, Y, scheme=[1, 2])
    with pytest.raises(TypeError, match="y must not be given with Datasets"):
        compare(PAIR, [as_dataset(X, Y)], Y)
    with pytest.raises(TypeError, match="y is missing: pass the target after X"):
        compare(PAIR, X)


def test_an_array_of_objects_becomes_columns_of_their_own_kind():
    mixed = np.array([[x, "odd" if y else "even"] for x, y in zip(X[:, 0], Y, strict=True)], dtype=object)
    verdict = compare(PAIR, mixed, Y, scheme="3", seed=1)
    assert verdict.comparisons[0].score_a == 1
    assert verdict.runs[0].learners[0].preparation == "1 nominal column one-hot encoded"


def test_a_path_has_its_own_target():
    with pytest.raises(TypeError, match=r"y must be the name of a column if X is read from 'iris\.csv', got ndarray"):
        compare(PAIR, "iris.csv", Y)
