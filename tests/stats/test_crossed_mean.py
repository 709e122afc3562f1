"""One learner, disjoint training sets, one test set: by hand, against the quasi-F test, by coverage."""

import numpy as np
import pytest
from scipy.special import ndtr
from scipy.stats import t as student

from foldwise.stats import crossed_mean, delve_quasi_f


def test_by_hand():
    """Rows average 2 and 4, columns 1, 3, 5 around 3: MS_T = 3 * 2 / 1 = 6, MS_E = 2 * 8 / 2 = 8."""
    result = crossed_mean([[0.0, 2.0, 4.0], [2.0, 4.0, 6.0]])
    assert result.estimate == 3
    assert result.standard_error == pytest.approx((14 / 6) ** 0.5, rel=1e-15)
    assert result.df == pytest.approx(14**2 / (6**2 / 1 + 8**2 / 2), rel=1e-15)
    half = student.ppf(0.95, result.df) * result.standard_error
    assert result.confidence_interval(0.9) == pytest.approx((3 - half, 3 + half), rel=1e-12)


def test_it_is_the_quasi_f_of_a_learner_against_one_that_never_errs():
    """Two algorithms with losses x and 0: differences are x, and the squared error of their difference is ours."""
    x = np.random.default_rng(1).random((4, 7))
    result, both = crossed_mean(x), delve_quasi_f([x, np.zeros_like(x)])
    assert both.standard_error[0, 1] == pytest.approx(result.standard_error, rel=1e-12)
    assert both.df[1] == pytest.approx(result.df, rel=1e-12)


def test_turning_losses_into_scores_mirrors_the_interval():
    right = np.random.default_rng(2).random((5, 30)) < 0.7
    low, high = crossed_mean(right).confidence_interval()
    assert crossed_mean(~right).confidence_interval() == pytest.approx((1 - high, 1 - low), rel=1e-12)


@pytest.mark.parametrize("values", [np.ones((3, 4)), np.full((3, 4), 0.1), [[1.0, 0.0], [0.0, 1.0]]])
def test_nothing_to_build_an_interval_from(values):
    result = crossed_mean(values)
    assert result.flags == {"zero_variance"}
    assert result.standard_error == 0
    assert np.isnan(result.confidence_interval()).all()


@pytest.mark.parametrize(
    ("values", "error", "message"),
    [
        ([0.0, 1.0], ValueError, r"shape \(n_training_sets, n_test\), at least 2 of each.*got \(2,\)"),
        ([[0.0, 1.0]], ValueError, r"got \(1, 2\)"),
        ([[0.0, np.nan], [1.0, 0.0]], ValueError, r"finite, got nan at index \(0, 1\)"),
        ([[0.0, 1.0], [1.0]], ValueError, "rectangular"),
        ([["a", "b"], ["c", "d"]], TypeError, "array of numbers"),
        (np.ma.masked_equal([[0.0, 1.0], [1.0, 0.0]], 0.0), ValueError, "masked"),
    ],
)
def test_refusals(values, error, message):
    with pytest.raises(error, match=message):
        crossed_mean(values)


@pytest.mark.parametrize(
    ("n_sets", "of_training", "covered"), [(5, 0.1, 0.951), (5, 0.5, 0.927), (10, 0.5, 0.940), (2, 0.5, 0.872)]
)
def test_coverage(n_sets, of_training, covered):
    """Right answers where a normal sum of effects is positive; the known shortfalls must not get worse unseen.

    `covered` is what a run of 100,000 experiments gave; the margin is four standard errors of 4,000.
    """
    rng = np.random.default_rng(n_sets)
    shape, n_test = (4000, n_sets), 50
    latent = 1 + of_training * rng.normal(size=(*shape, 1)) + rng.normal(size=(4000, 1, n_test))
    right = latent + 0.5 * rng.normal(size=(*shape, n_test)) > 0
    truth = ndtr(1 / np.sqrt(of_training**2 + 1 + 0.25))
    low, high = crossed_mean(right).confidence_interval()
    share = np.mean((low <= truth) & (truth <= high))
    assert share == pytest.approx(covered, abs=4 * np.sqrt(covered * (1 - covered) / 4000))
