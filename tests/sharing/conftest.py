"""Every sharer is compared with what it replaces: a clone fitted on every training part."""

import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_diabetes, load_digits, load_iris, load_wine

from foldwise.sharing import _fold_tables, _registry, _share_job


def deal(seed, n, n_repeats=2, n_folds=10):
    rng = np.random.default_rng(seed)
    return np.stack([rng.permutation(n) % n_folds for _ in range(n_repeats)]).astype(np.int32)


def ordinary(estimator, X, y, train, test, method, n_classes):
    """Answers for one fold, None if scikit-learn fails or warns."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            fitted = clone(estimator).fit(X[train], y[train])
            answers = getattr(fitted, method)(X[test])
    except (ValueError, IndexError, TypeError, ArithmeticError, Warning):
        return None
    if method == "decision_function" and len(fitted.classes_) < n_classes:
        # Decision values among fewer classes are others.
        return None
    if method == "decision_function" and n_classes == 2:
        # Of the second class; the opposite stands for the first.
        answers = np.column_stack([-answers, answers])
    if method != "predict":
        full = np.zeros((len(answers), n_classes))
        full[:, fitted.classes_] = answers
        return full
    return answers


def compare(estimator, X, y, folds, *, n_classes, method="predict", tolerance=1e-9):
    """Assert that the shared answers are the ordinary ones; give the share of unsure examples, None if not shared."""
    shared = _registry.share(estimator, _registry.Examples(X=X, y=y, n_classes=n_classes))
    if shared is None:
        return None
    answers = shared.answers(folds, method)
    assert answers.values.shape[:2] == answers.unsure.shape == folds.shape
    for row, values, unsure in zip(folds, answers.values, answers.unsure, strict=True):
        for fold in range(row.max() + 1):
            train, test = np.flatnonzero((row >= -1) & (row != fold)), np.flatnonzero(row == fold)
            if len(test) == 0:
                continue
            expected = ordinary(estimator, X, y, train, test, method, n_classes)
            if expected is None:
                # One of them suffices to have the fold fitted by itself.
                assert unsure[test].any()
                continue
            sure = ~unsure[test]
            if method == "predict" and n_classes:
                np.testing.assert_array_equal(values[test][sure], expected[sure])
            else:
                np.testing.assert_allclose(values[test][sure], expected[sure], rtol=tolerance, atol=tolerance)
    tested = folds >= 0
    return float(answers.unsure[tested].mean()) if tested.any() else 0.0


def hostile_table(seed):
    """A small table with ties, constant columns, rare classes, and folds that leave examples out or have none."""
    rng = np.random.default_rng(seed)
    n, p, n_classes = rng.integers(2, 30), rng.integers(1, 5), rng.integers(1, 5)
    y = rng.integers(0, n_classes, n) if rng.random() < 0.7 else np.minimum(rng.integers(0, 9, n), n_classes - 1)
    columns = [
        rng.integers(0, 3, n).astype(float),
        rng.integers(0, 2, n) * 0.1,
        np.full(n, rng.choice([0.0, 0.1, 7.0])),
        rng.normal(size=n) + rng.choice([0.0, 1e4, 1e9]),
        y * 0.3,
        np.where(rng.random(n) < 0.9, 2.0, rng.normal(size=n)),
    ]
    X = np.column_stack([columns[i] for i in rng.integers(0, len(columns), p)])
    lowest, n_folds = rng.choice([-2, -1, 0]), rng.integers(1, 5)
    folds = rng.integers(lowest, n_folds, (rng.integers(1, 4), n)).astype(np.int32)
    return X, y, folds, int(n_classes)


def balance():
    """All 625 states of a scale with two arms: whole numbers, symmetric, two large classes and a rare one."""
    arms = np.array(np.meshgrid(*[range(1, 6)] * 4)).reshape(4, -1).T.astype(float)
    return arms, np.sign(arms[:, 0] * arms[:, 1] - arms[:, 2] * arms[:, 3]).astype(int) + 1


def mixed_table(seed, n=90, gaps=0.1):
    """Numbers, counts, texts and categories with gaps, ties and categories that some training folds lack."""
    rng = np.random.default_rng(seed)
    X = pd.DataFrame(
        {
            "real": rng.normal(size=n) * 10.0 ** rng.integers(-3, 4),
            "count": rng.integers(0, 4, n),
            "tenths": rng.integers(0, 30, n) / 10,
            "text": rng.choice(["a", "b", "zz", "Z"], n, p=[0.5, 0.3, 0.19, 0.01]),
            "level": pd.Categorical(
                rng.choice(["low", "high", "none"], n), categories=["low", "none", "high", "never"]
            ),
            "rare": np.where(np.arange(n) == 3, "once", np.where(rng.random(n) < 0.5, "x", "y")),
        }
    )
    for name in ("real", "tenths", "text", "level"):
        X.loc[rng.random(n) < gaps, name] = np.nan
    return X, rng.integers(0, 2, n)


@pytest.fixture(scope="session")
def builtin():
    """Tables of scikit-learn in C order, by name, and one made up."""
    found = {
        "iris": load_iris(return_X_y=True),
        "wine": load_wine(return_X_y=True),
        "wdbc": load_breast_cancer(return_X_y=True),
        "balance": balance(),
        "digits": load_digits(return_X_y=True),
        "diabetes": load_diabetes(return_X_y=True),
    }
    return {name: (np.ascontiguousarray(X, dtype=float), y) for name, (X, y) in found.items()}


@pytest.fixture(scope="session", name="deal")
def deal_fixture():
    return deal


@pytest.fixture(scope="session", name="compare")
def compare_fixture():
    return compare


@pytest.fixture(scope="session", name="hostile_table")
def hostile_table_fixture():
    return hostile_table


@pytest.fixture(scope="session", name="mixed_table")
def mixed_table_fixture():
    return mixed_table


@pytest.fixture(scope="session")
def make_job(runs_door):
    """What makes the job of one learner on a table."""
    return lambda learner, X, y: runs_door.make_plans({"learner": learner}, X, y, scheme="2x3", seed=1)[0][0].jobs[0]


@pytest.fixture(scope="session")
def share_job():
    """What prepares the learner of a job for all folds."""
    return _share_job.share_job


@pytest.fixture(scope="session")
def as_numbers():
    """What reads a table as numbers, if it is one of them."""
    return _share_job.as_numbers


@pytest.fixture(scope="session")
def share():
    """What prepares a learner for all folds of a table."""
    return _registry.share


@pytest.fixture(scope="session", name="Examples")
def examples():
    """The class of such tables."""
    return _registry.Examples


@pytest.fixture(scope="session")
def fold_tables():
    """What reads a table once for the first steps of a pipeline."""
    return _fold_tables.fold_tables
