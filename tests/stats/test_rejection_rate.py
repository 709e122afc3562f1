import numpy as np
import pytest
from scipy.stats import binomtest

from foldwise.stats import rejection_rate


def test_by_hand():
    """Two of four at most .05, equality included: sqrt(1/2 * 1/2 / 4) = 1/4."""
    result = rejection_rate([0.05, 0.01, 0.0500001, 0.9])
    assert (result.estimate, result.standard_error, result.n_rejections, result.n_trials) == (0.5, 0.25, 2, 4)
    assert (result.alpha, result.n_undefined, result.flags) == (0.05, 0, set())
    assert type(result.n_rejections) is int


def test_limits_in_closed_form():
    """No rejection in n: 0 to 1 - (alpha / 2)^(1 / n); all: the mirror image."""
    none, every = rejection_rate(np.ones(1000)), rejection_rate(np.zeros(1000))
    high = 1 - 0.025**0.001
    assert none.confidence_interval() == (0, pytest.approx(high, rel=1e-12))
    assert every.confidence_interval() == (pytest.approx(1 - high, rel=1e-12), 1)


@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
def test_agrees_with_scipy(level):
    for n in (1, 7, 40, 1000):
        for k in {0, 1, n // 3, n}:
            ours = rejection_rate(np.where(np.arange(n) < k, 0.001, 0.5)).confidence_interval(level)
            theirs = binomtest(k, n).proportion_ci(level, method="exact")
            assert ours == pytest.approx((theirs.low, theirs.high), rel=1e-7)


def test_undefined_pvalues_are_trials_and_no_rejections():
    result = rejection_rate([[0.01, np.nan, 0.9, np.nan], [0.01, 0.5, 0.9, 0.01], [np.nan, 0.5, 0.9, 0.01]])
    assert result.estimate.tolist() == [0.25, 0.5, 0.25]
    assert result.n_undefined.tolist() == [2, 0, 1]
    assert result.flags.where("undefined_pvalues").tolist() == [True, False, True]


def test_another_level():
    assert rejection_rate([0.05, 0.005, 0.02, 0.9], alpha=0.01).n_rejections == 1
    assert rejection_rate([0.05, 0.005, 0.02, 0.9], alpha=0.5).n_rejections == 3


def test_a_batch_is_many_single_rates():
    p = np.random.default_rng(0).random((2, 3, 50))
    batch = rejection_rate(p, alpha=0.1)
    low, high = batch.confidence_interval()
    for i in np.ndindex(2, 3):
        one = rejection_rate(p[i], alpha=0.1)
        assert (one.estimate, one.standard_error) == (batch.estimate[i], batch.standard_error[i])
        assert one.confidence_interval() == (low[i], high[i])


@pytest.mark.parametrize(
    ("pvalues", "options", "message"),
    [
        (0.5, {}, r"\(\.\.\., n_trials\) with a trial at least, got \(\)"),
        ([], {}, r"got \(0,\)"),
        ([0.0, 1.0, 1.5], {}, "between 0 and 1, got 1.5"),
        ([0.0, 1.0, -0.5], {}, "between 0 and 1, got -0.5"),
        ([0.5], {"alpha": 0}, "alpha must be strictly between 0 and 1"),
    ],
)
def test_refusals(pvalues, options, message):
    with pytest.raises(ValueError, match=message):
        rejection_rate(pvalues, **options)


def test_the_level_of_the_interval_is_checked():
    with pytest.raises(ValueError, match=r"^level must"):
        rejection_rate([0.5]).confidence_interval(95)
