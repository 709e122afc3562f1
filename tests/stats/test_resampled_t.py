import csv
from pathlib import Path

import mpmath
import numpy as np
import pytest

from foldwise.stats import resampled_t

with Path(__file__).with_name("reference_vectors.csv").open(encoding="utf-8") as file:
    ROWS = {row["id"]: row for row in csv.DictReader(file)}


def exact(d):
    """Statistic and two-sided p-value at 40 digits."""
    with mpmath.workdps(40):
        x = [mpmath.mpf(float(v)) for v in d]
        n = len(x)
        mean = sum(x) / n
        t = mean / mpmath.sqrt(sum((v - mean) ** 2 for v in x) / (n - 1) / n)
        p = mpmath.betainc(mpmath.mpf(n - 1) / 2, 0.5, 0, (n - 1) / (n - 1 + t * t), regularized=True)
        return float(t), float(p)


def test_by_hand():
    """Mean 2, s^2 = 2, n = 6: t = 2 / sqrt(1/3)."""
    result = resampled_t([3, 1, 2, 4, 0, 2])
    assert result.statistic == pytest.approx(12**0.5, rel=1e-15)
    assert (result.estimate, result.df) == (2, 5)
    assert result.standard_error == pytest.approx((1 / 3) ** 0.5, rel=1e-15)


def test_the_reference_vector():
    row = ROWS["paired_t_10"]
    result = resampled_t([float(x) for x in row["input"].removeprefix("differences=").split(";")])
    assert result.statistic == pytest.approx(float(row["statistic"]), rel=1e-12)
    assert result.pvalue == pytest.approx(float(row["p_value"]), rel=1e-12)
    assert result.df == 9


def worst_error(n_inputs, seed):
    rng = np.random.default_rng(seed)
    worst = 0.0
    for _ in range(n_inputs):
        d = rng.normal(10 ** rng.uniform(-3, 3), 1, rng.integers(2, 30)) * 10 ** rng.uniform(-9, 9)
        result = resampled_t(d)
        t, p = exact(d)
        # A mean that all but cancels has fewer digits than the numbers it comes from: t near 0 is exact to 1e-15.
        worst = max(worst, abs(result.statistic - t) / max(abs(t), 1e-3))
        if p > 1e-300:
            worst = max(worst, abs(result.pvalue / p - 1))
    return worst


def test_twelve_digits():
    assert worst_error(300, seed=0) < 1e-12


@pytest.mark.slow
def test_twelve_digits_on_ten_thousand_inputs():
    assert worst_error(10_000, seed=1) < 1e-12


def test_it_is_always_flagged():
    assert resampled_t([1, 2, 3]).flags == {"not_recommended"}
    assert resampled_t([[1, 2, 3], [0, 0, 0]]).flags.where("not_recommended").tolist() == [True, True]


def test_pvalues_of_independent_differences_are_uniform():
    """Massart's bound for 20,000 draws at 1e-6: the distribution functions differ by less than .0191 everywhere."""
    p = np.sort(resampled_t(np.random.default_rng(2).normal(size=(20_000, 5))).pvalue)
    steps = np.arange(len(p) + 1) / len(p)
    assert max((steps[1:] - p).max(), (p - steps[:-1]).max()) < np.sqrt(np.log(2e6) / 2 / 20_000)


def test_a_single_number_is_refused():
    with pytest.raises(ValueError, match=r"shape \(n_splits,\).*got \(\)"):
        resampled_t(0.5)
