"""Clopper and Pearson's and Wilson's interval for the accuracy of one classifier."""

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import bdtr
from scipy.stats import binom, binomtest

from foldwise.stats import clopper_pearson, wilson

both = pytest.mark.parametrize("interval", [clopper_pearson, wilson], ids=lambda f: f.__name__)


def counts(size, rng):
    n = np.floor(10 ** rng.uniform(0, 7, size)).astype(int)
    few = np.minimum(n, np.floor(10 ** rng.uniform(-1, 7, size)).astype(int))
    return np.where(rng.random(size) < 0.5, few, n - few), n


def test_the_example_of_clopper_and_pearson():
    """None of ten: upper limit 1 - .025^(1/10)."""
    result = clopper_pearson(0, 10)
    assert (result.low, result.estimate, result.level) == (0, 0, 0.95)
    assert result.high == pytest.approx(1 - 0.025**0.1, rel=1e-14)
    assert clopper_pearson(10, 10).low == pytest.approx(0.025**0.1, rel=1e-14)
    assert clopper_pearson(10, 10).high == 1


def test_wilson_by_hand():
    """None of n: 0 to z^2 / (n + z^2); z = 1.95996398454..."""
    z2 = 3.841458820694124
    result = wilson(0, 10)
    assert (result.low, result.n_right, result.n_examples) == (0, 0, 10)
    assert result.high == pytest.approx(z2 / (10 + z2), rel=1e-14)
    assert wilson(10, 10).low == pytest.approx(10 / (10 + z2), rel=1e-14)
    assert wilson(10, 10).high == 1


@pytest.mark.parametrize(
    ("interval", "s", "n", "low", "high"),
    [
        (wilson, 81, 263, 0.2553, 0.3662),
        (wilson, 15, 148, 0.0624, 0.1605),
        (wilson, 0, 20, 0, 0.1611),
        (wilson, 1, 29, 0.0061, 0.1718),
        (clopper_pearson, 81, 263, 0.2527, 0.3676),
        (clopper_pearson, 15, 148, 0.0578, 0.1617),
        (clopper_pearson, 0, 20, 0, 0.1684),
        (clopper_pearson, 1, 29, 0.0009, 0.1776),
    ],
)
def test_published_intervals(interval, s, n, low, high):
    """Newcombe (1998), Statistics in Medicine 17, 857-872, table I, methods 3 and 5."""
    result = interval(s, n)
    assert (result.low, result.high) == pytest.approx((low, high), abs=5.1e-5)


def test_wilson_to_twelve_digits():
    rng = np.random.default_rng(0)
    s, n = counts(600, rng)
    for level in (0.5, 0.95, 0.999):
        result = wilson(s, n, level=level)
        with mpmath.workdps(60):
            z = mpmath.sqrt(2) * mpmath.erfinv(mpmath.mpf(level))
            for i in range(600):
                si, ni = int(s[i]), int(n[i])
                half = z * mpmath.sqrt(mpmath.mpf(si) * (ni - si) / ni + z * z / 4)
                low, high = ((si + z * z / 2 + sign * half) / (ni + z * z) for sign in (-1, 1))
                if si > 0:
                    assert abs(result.low[i] / low - 1) < 1e-12
                assert abs(result.high[i] / high - 1) < 1e-12


def at_least(s, n, p):
    """Probability of s or more successes, term by term in 40 digits."""
    term = total = mpmath.binomial(n, s) * p**s * (1 - p) ** (n - s)
    for i in range(s, n):
        term *= (n - i) * p / ((i + 1) * (1 - p))
        total += term
    return total


def test_clopper_pearson_to_twelve_digits():
    """The tails pass .025 within one part in 10^12 of either limit."""
    rng = np.random.default_rng(1)
    s, n = counts(100, rng)
    n = np.minimum(n, 700)
    s = np.minimum(s, n)
    result = clopper_pearson(s, n)
    with mpmath.workdps(40):
        target = (1 - mpmath.mpf(0.95)) / 2
        for i in range(100):
            si, ni = int(s[i]), int(n[i])
            if si > 0:
                below, above = (at_least(si, ni, result.low[i] * (1 + sign * mpmath.mpf("1e-12"))) for sign in (-1, 1))
                assert below < target < above
            if si < ni:
                # So many or fewer right are so many or more wrong.
                below, above = (
                    at_least(ni - si, ni, 1 - result.high[i] * (1 + sign * mpmath.mpf("1e-12"))) for sign in (-1, 1)
                )
                assert above < target < below


def test_small_limits_keep_their_digits():
    """None of 10^12: 1 - .025^(1/n), which loses four digits if formed by subtraction from one."""
    with mpmath.workdps(40):
        exact = -mpmath.expm1(mpmath.log((1 - mpmath.mpf(0.95)) / 2) / 10**12)
    assert abs(clopper_pearson(0, 10**12).high / exact - 1) < 1e-12


@pytest.mark.parametrize(("interval", "method"), [(clopper_pearson, "exact"), (wilson, "wilson")])
def test_agrees_with_scipy(interval, method):
    rng = np.random.default_rng(2)
    for s, n in zip(*counts(50, rng), strict=True):
        expected = binomtest(s, n).proportion_ci(0.9, method=method)
        result = interval(s, n, level=0.9)
        assert (result.low, result.high) == pytest.approx((expected.low, expected.high), rel=1e-8, abs=1e-12)


def coverage(interval, n, p):
    s = np.arange(n + 1)
    result = interval(s, n)
    return binom.pmf(s, n, p)[(result.low <= p) & (p <= result.high)].sum()


def test_clopper_and_pearson_always_cover():
    for n in (1, 5, 12, 40):
        for p in np.linspace(0.001, 0.999, 199):
            assert coverage(clopper_pearson, n, p) >= 0.95 - 1e-12


def test_wilson_covers_on_average_and_sometimes_less():
    """As the docstring says: down to .83 very near 0, about .95 on average."""
    grid = np.linspace(0.0005, 0.9995, 300)
    covered = [coverage(wilson, 50, p) for p in grid]
    assert np.mean(covered) == pytest.approx(0.95, abs=0.005)
    near_zero = min(coverage(wilson, 1000, p) for p in np.linspace(0.0001, 0.0005, 401))
    assert near_zero == pytest.approx(0.835, abs=0.005)


@both
@settings(max_examples=25, deadline=None)
@given(n=st.integers(1, 10**6), share=st.floats(0, 1), level=st.floats(0.01, 0.9999))
def test_properties(interval, n, share, level):
    s = round(share * n)
    one, other = interval(s, n, level=level), interval(n - s, n, level=level)
    assert 0 <= one.low <= one.estimate <= one.high <= 1
    assert one.low == pytest.approx(1 - other.high, rel=1e-8, abs=1e-14)
    wider = interval(s, n, level=(1 + level) / 2)
    assert wider.low <= one.low
    assert wider.high >= one.high


@both
def test_limits_are_where_a_test_just_rejects(interval):
    """At the limits of Clopper and Pearson either tail is .025; at Wilson's, |z| is 1.96."""
    result = interval(30, 80)
    if interval is clopper_pearson:
        assert (1 - bdtr(29, 80, result.low), bdtr(30, 80, result.high)) == pytest.approx((0.025, 0.025), rel=1e-10)
    else:
        for p in (result.low, result.high):
            assert abs(30 / 80 - p) / (p * (1 - p) / 80) ** 0.5 == pytest.approx(1.959963984540054, rel=1e-12)


@both
def test_a_batch_is_many_single_intervals_bit_by_bit(interval):
    s = np.arange(0, 21).reshape(3, 7)
    batch = interval(s, 20)
    for i in np.ndindex(3, 7):
        one = interval(s[i], 20)
        assert (one.low, one.high, one.estimate) == (batch.low[i], batch.high[i], batch.estimate[i])
    assert isinstance(one.low, float)


@both
def test_refusals(interval):
    with pytest.raises(ValueError, match="n_right must not exceed n_examples, got 11 of 10"):
        interval([3, 11], 10)
    with pytest.raises(ValueError, match="n_examples must hold whole numbers from 1"):
        interval(0, 0)
    with pytest.raises(ValueError, match="level must be strictly between 0 and 1"):
        interval(3, 5, level=1)
    with pytest.raises(TypeError, match="n_right must be a count"):
        interval("3", 5)
