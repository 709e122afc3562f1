"""Sign flips against all of them, counted by whole numbers: p-values to 1e-12, from 1e-300 to 1."""

import numpy as np
import pytest
from scipy import stats

from foldwise.stats import sign_flip

ALTERNATIVES = ("two-sided", "greater", "less")


def assert_agree(d, whole, exact, **options):
    """`whole` are the differences in units that make them whole numbers."""
    tails = np.array([(exact.flips(np.abs(row), row.sum()), exact.flips(np.abs(row), -row.sum())) for row in whole])
    up, down = tails.T
    expected = {"two-sided": np.minimum(1.0, 2 * np.minimum(up, down)), "greater": up, "less": down}
    for alternative in ALTERNATIVES:
        result = sign_flip(d, alternative=alternative, **options)
        assert np.asarray(result.exact).all()
        np.testing.assert_allclose(result.pvalue, expected[alternative], rtol=1e-12)
    length = np.sqrt(np.square(whole.astype(np.float64)).sum(axis=1))
    np.testing.assert_allclose(result.statistic, whole.sum(axis=1) / np.maximum(length, 1), rtol=1e-13, atol=1e-14)
    np.testing.assert_allclose(result.estimate, d.mean(axis=1), rtol=1e-13, atol=1e-15)
    return expected["two-sided"]


@pytest.mark.parametrize("k", [2, 5, 12])
def test_small_whole_numbers(k, n_inputs, exact):
    """All the ties that zero-one losses make."""
    rng = np.random.default_rng(k)
    whole = rng.integers(-3, 4, (n_inputs, k))
    assert_agree(whole / 8, whole, exact)


@pytest.mark.parametrize("k", [5, 12, 20])
def test_large_whole_numbers(k, n_inputs, exact):
    """Too large to convolve, so all flips are counted; a few values, so that sums tie."""
    rng = np.random.default_rng(k)
    whole = rng.integers(1, 4, (n_inputs, k)) * 4001 + rng.integers(0, 2, (n_inputs, k))
    whole *= rng.choice([-1, 1], (n_inputs, k), p=[0.3, 0.7])
    if k == 20:
        whole = whole[: n_inputs // 10]
    few = np.minimum(np.abs(whole) // 4001, 3) * np.sign(whole)
    assert_agree(few * 2.0**-7, few, exact)
    d = whole * 2.0**-20
    result = sign_flip(d)
    # By all patterns of signs at once.
    if k <= 12:
        signs = 1 - 2 * (np.arange(2**k)[:, None] >> np.arange(k) & 1)
        for start in range(0, len(whole), 1000):
            part = whole[start : start + 1000]
            sums = np.abs(part) @ signs.T
            share = (np.abs(sums) >= np.abs(part.sum(axis=1))[:, None]).mean(axis=1)
            np.testing.assert_allclose(np.asarray(result.pvalue)[start : start + 1000], share, rtol=1e-13)


def test_real_numbers(n_inputs):
    """SciPy goes through all flips of a few differences; those of no two flips are tied."""
    k = 9
    d = np.random.default_rng(k).normal(0.3, 1, (n_inputs, k))
    signs = 1 - 2 * (np.arange(2**k)[:, None] >> np.arange(k) & 1)
    sums = np.abs(d) @ signs.T
    total = d.sum(axis=1)[:, None]
    for alternative, beyond in (
        ("two-sided", np.abs(sums) >= np.abs(total) - 1e-12),
        ("greater", sums >= total - 1e-12),
        ("less", sums <= total + 1e-12),
    ):
        np.testing.assert_allclose(sign_flip(d, alternative=alternative).pvalue, beyond.mean(axis=1), rtol=1e-13)
    one = stats.permutation_test((d[0],), np.mean, permutation_type="samples", n_resamples=np.inf)
    assert sign_flip(d[0]).pvalue == pytest.approx(one.pvalue, rel=1e-12)


def test_many_disagreements(n_inputs, exact):
    """With differences of one size the test is the binomial one: p-values down to 1e-300."""
    k = 1000
    rng = np.random.default_rng(k)
    n = n_inputs // 20
    wins = (rng.beta(0.3, 0.3, n) * k).astype(int)
    whole = np.where(np.arange(k) < wins[:, None], 1, -1)
    tails = exact.fair_coin(k)
    for alternative, heads in (("greater", wins), ("less", k - wins)):
        expected = np.array([tails[h] / 2**k for h in heads.tolist()])
        np.testing.assert_allclose(sign_flip(whole, alternative=alternative).pvalue, expected, rtol=1e-12)
    assert expected.min() < 1e-290


def test_drawn_flips(n_inputs):
    """Drawn p-values scatter around the exact ones as a binomial share does."""
    n_flips = 4999
    d = np.random.default_rng(0).normal(0.3, 1, (n_inputs, 12))
    expected = np.asarray(sign_flip(d).pvalue)
    drawn = np.asarray(sign_flip(d, method="monte-carlo", n_flips=n_flips, seed=1).pvalue)
    counted = np.rint(drawn * (n_flips + 1)).astype(int) - 1
    rare = np.minimum(stats.binom.cdf(counted, n_flips, expected), stats.binom.sf(counted - 1, n_flips, expected))
    assert rare.min() > 1e-9
