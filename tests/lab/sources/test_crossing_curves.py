"""Two learners whose curves cross: the law of the attributes, and that they do."""

import numpy as np
import pytest

from foldwise.lab import learning_curves
from foldwise.lab.sources import CrossingCurves


def test_the_law_of_a_pair_of_attributes():
    """Means of the first are +-.2 by class, of the second 0; variances 1; correlation .52 within a class."""
    source = CrossingCurves(n_examples=100_000, n_attributes=4)
    X, y = source.draw(np.random.default_rng(1))
    sign = (2 * y - 1)[:, np.newaxis]
    error = 4 / np.sqrt(100_000)
    assert (X * sign).mean(axis=0) == pytest.approx([0.2, 0.2, 0, 0], abs=error)
    within = np.corrcoef((X - [0.2, 0.2, 0, 0] * sign).T)
    expected = np.eye(4)
    expected[[0, 1, 2, 3], [2, 3, 0, 1]] = 0.52
    assert within == pytest.approx(expected, abs=error)
    assert (X - X.mean(axis=0)).var(axis=0) == pytest.approx([1.04, 1.04, 1, 1], abs=0.03)
    assert y.mean() == pytest.approx(0.5, abs=error)


def test_curves_cross_before_all_examples():
    curves = learning_curves(CrossingCurves(), sizes=[150], n_sets=60, seed=1)
    at_half, at_all = curves.errors[0] - curves.errors[1]
    assert at_half.mean() < -0.08
    assert abs(at_all.mean()) < 0.015


def test_more_correlation_reverses_the_order():
    curves = learning_curves(CrossingCurves(0.7), sizes=[150], n_sets=40, seed=1)
    at_half, at_all = (curves.errors[0] - curves.errors[1]).mean(axis=-1)
    assert at_half < -0.03
    assert at_all > 0.03


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"n_attributes": 3}, "even"),
        ({"correlation": 1.0}, "between -1 and 1"),
        ({"shift": float("nan")}, "shift must be a number"),
        ({"n_examples": 5}, "n_examples"),
    ],
)
def test_refusals(wrong, said):
    with pytest.raises(ValueError, match=said):
        CrossingCurves(**wrong)
