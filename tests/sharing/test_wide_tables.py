"""Linear models with more columns than a fold has examples: one equation for each of these."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, Ridge, RidgeClassifier

ESTIMATORS = [Ridge(), Ridge(1e-3), Ridge(100.0, fit_intercept=False), LinearRegression()]


@pytest.mark.parametrize("estimator", ESTIMATORS)
@pytest.mark.parametrize("n", [60, 300])
def test_real_numbers(estimator, n, deal, compare):
    """Both ways to solve the equations, the inverse and the factors."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, 50)) * 10.0 ** rng.integers(-1, 1, 50) + 3
    y = X[:, 0] + rng.normal(size=n)
    unsure = compare(estimator, X, y, deal(3, n), n_classes=0)
    assert unsure == 0 or unsure is None or n == 60


def test_classes_of_a_table_with_examples_that_are_never_tested(deal, compare):
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(90, 40)), rng.integers(0, 3, 90)
    folds = deal(3, 90)
    folds[:, :20] = -1
    for method in ("predict", "decision_function"):
        assert compare(RidgeClassifier(), X, y, folds, n_classes=3, method=method) == 0


def test_examples_that_are_left_out(deal, compare):
    """Their repeats have equations of their own."""
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(90, 40)), rng.normal(size=90)
    folds = deal(3, 90)
    folds[1, :30] = -2
    y[:30] *= 1e3
    assert compare(Ridge(), X, y, folds, n_classes=0, tolerance=1e-8) == 0


def test_a_fold_that_tests_everything_is_unsure(share, Examples):
    X, y = np.random.default_rng(0).normal(size=(5, 9)), np.arange(5.0)
    answers = share(Ridge(fit_intercept=False), Examples(X=X, y=y, n_classes=0)).answers(
        np.zeros((1, 5), dtype=np.int32), "predict"
    )
    assert answers.unsure.all()


def test_folds_of_very_different_sizes(compare):
    rng = np.random.default_rng(2)
    X, y = rng.normal(size=(80, 30)), rng.normal(size=80)
    folds = np.repeat(np.arange(4, dtype=np.int32), [1, 29, 2, 48])[np.newaxis]
    assert compare(Ridge(), X, y, np.vstack([folds, np.sort(folds % 2, axis=1)]), n_classes=0) == 0
