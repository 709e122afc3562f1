from fractions import Fraction
from math import comb

import mpmath
import numpy as np
import pytest
from scipy.stats import binom, boschloo_exact

from foldwise.stats import exact_proportions


def tail(x, y, m, n, *, above):
    """Fisher's one-sided p-value as a fraction of whole numbers."""
    k = x + y
    counts = range(x, min(m, k) + 1) if above else range(max(0, k - n), x + 1)
    return Fraction(sum(comb(m, i) * comb(n, k - i) for i in counts), comb(m + n, k))


def most_often(x, y, m, n, *, above):
    """Boschloo's one-sided p-value: the maximum of a polynomial, to 40 digits by golden section from a fine grid."""
    seen = tail(x, y, m, n, above=above)
    region = [(i, j) for i in range(m + 1) for j in range(n + 1) if tail(i, j, m, n, above=above) <= seen]
    weights = [0] * (m + n + 1)
    for i, j in region:
        weights[i + j] += comb(m, i) * comb(n, j)

    # In powers of the share alone: whole numbers, so nothing is lost.
    powers = [0] * (m + n + 1)
    for k, weight in enumerate(weights):
        for j in range(m + n - k + 1):
            powers[k + j] += (-1) ** j * comb(m + n - k, j) * weight

    def chance(share):
        return mpmath.polyval(powers, share, asc=True)

    share = np.linspace(0, 1, 4001)[:, np.newaxis]
    k = np.arange(m + n + 1)
    best = int((np.array(weights, float) * share**k * (1 - share) ** (m + n - k)).sum(axis=1).argmax())
    with mpmath.workdps(40):
        low, high = mpmath.mpf(max(best - 1, 0)) / 4000, mpmath.mpf(min(best + 1, 4000)) / 4000
        golden = (mpmath.sqrt(5) - 1) / 2
        for _ in range(40):
            left, right = high - golden * (high - low), low + golden * (high - low)
            lower = chance(left) < chance(right)
            low, high = (left, high) if lower else (low, right)
        return chance((low + high) / 2)


def test_by_hand():
    """3 of 3 against 0 of 3: one table of C(6, 3) = 20; three right and three wrong have probability 1/64 at most."""
    fisher = exact_proportions(3, 0, a_examples=3, b_examples=3, alternative="greater", method="fisher")
    assert (fisher.pvalue, fisher.estimate) == (pytest.approx(1 / 20, rel=1e-15), 1.0)
    assert fisher.common_accuracy == 0.5
    boschloo = exact_proportions(3, 0, a_examples=3, b_examples=3, alternative="greater")
    assert (boschloo.pvalue, boschloo.common_accuracy) == (pytest.approx(1 / 64, rel=1e-14), pytest.approx(0.5))
    assert exact_proportions(3, 0, a_examples=3, b_examples=3).pvalue == pytest.approx(1 / 32, rel=1e-14)


def test_the_lady_tasting_tea():
    """Fisher (1935): three of four cups rightly named, 17 of 70."""
    assert exact_proportions(3, 1, a_examples=4, b_examples=4, alternative="greater", method="fisher").pvalue == (
        pytest.approx(17 / 70, rel=1e-15)
    )


@pytest.mark.parametrize("sizes", [(7, 12), (40, 25), (300, 300), (1500, 400)])
def test_fisher_to_twelve_digits(sizes):
    m, n = sizes
    rng = np.random.default_rng(m)
    for _ in range(12):
        x, y = int(rng.integers(0, m + 1)), int(rng.integers(0, n + 1))
        counts = {"a_examples": m, "b_examples": n, "method": "fisher"}
        for alternative, above in (("greater", True), ("less", False)):
            exact = tail(x, y, m, n, above=above)
            got = exact_proportions(x, y, **counts, alternative=alternative).pvalue
            assert exact < Fraction(1, 10**300) or abs(Fraction(got) / exact - 1) < 1e-12
        both = min(tail(x, y, m, n, above=True), tail(x, y, m, n, above=False))
        assert exact_proportions(x, y, **counts).pvalue == pytest.approx(min(1.0, float(2 * both)), rel=1e-12, abs=0)


def test_boschloo_to_twelve_digits():
    rng = np.random.default_rng(3)
    for m, n in [(5, 9), (11, 11), (16, 7)]:
        for _ in range(3):
            x, y = int(rng.integers(0, m + 1)), int(rng.integers(0, n + 1))
            for alternative, above in (("greater", True), ("less", False)):
                got = exact_proportions(x, y, a_examples=m, b_examples=n, alternative=alternative).pvalue
                assert got == pytest.approx(float(most_often(x, y, m, n, above=above)), rel=1e-12)


@pytest.mark.parametrize("case", [(7, 12, 12, 12), (45, 50, 45, 60), (90, 100, 98, 100)])
def test_one_sided_as_scipy_has_it(case):
    a, m, b, n = case
    other = boschloo_exact([[a, b], [m - a, n - b]], alternative="less", n=256).pvalue
    assert exact_proportions(a, b, a_examples=m, b_examples=n, alternative="less").pvalue == (
        pytest.approx(other, rel=1e-9)
    )


@pytest.mark.parametrize("case", [(3, 8, 6, 24), (3, 23, 4, 48), (0, 21, 4, 50), (4, 12, 20, 44), (7, 12, 12, 12)])
def test_two_sided_between_the_one_sided_p_and_twice_it(case):
    """SciPy's two-sided p-value is twice the smaller one-sided one; exact and smaller is possible."""
    a, b, m, n = case
    table = [[a, b], [m - a, n - b]]
    ours = exact_proportions(a, b, a_examples=m, b_examples=n).pvalue
    one_sided = min(boschloo_exact(table, alternative=side, n=128).pvalue for side in ("less", "greater"))
    assert one_sided - 1e-9 <= ours <= boschloo_exact(table, n=128).pvalue + 1e-9


def test_never_rejects_too_often_and_boschloo_never_less_than_fisher():
    """All tables of 12 and 17 examples: rates below the level at every accuracy, and Boschloo's p at most Fisher's."""
    a, b = np.mgrid[0:13, 0:18]
    p = {
        method: exact_proportions(a, b, a_examples=12, b_examples=17, method=method).pvalue
        for method in ("boschloo", "fisher")
    }
    assert (p["boschloo"] <= p["fisher"] * (1 + 1e-12)).all()
    share = np.linspace(0.005, 0.995, 199)[:, np.newaxis]
    one, other = binom.pmf(np.arange(13), 12, share), binom.pmf(np.arange(18), 17, share)
    for level in (0.01, 0.05, 0.1):
        rate = {method: np.einsum("gi,ij,gj->g", one, p[method] <= level, other) for method in p}
        assert rate["fisher"].max() <= rate["boschloo"].max() <= level + 1e-12


def test_swapping_the_classifiers_mirrors_everything():
    for sizes in [(9, 9), (9, 14)]:
        for x in range(0, 10, 3):
            for y in range(0, 10, 3):
                for method in ("boschloo", "fisher"):
                    there = {"a_examples": sizes[0], "b_examples": sizes[1], "method": method}
                    back = {"a_examples": sizes[1], "b_examples": sizes[0], "method": method}
                    one, other = exact_proportions(x, y, **there), exact_proportions(y, x, **back)
                    assert (one.pvalue, one.estimate) == (other.pvalue, -other.estimate)
                    assert exact_proportions(x, y, **there, alternative="greater").pvalue == (
                        exact_proportions(y, x, **back, alternative="less").pvalue
                    )


def test_counting_the_errors_instead_changes_nothing():
    one = exact_proportions(4, 9, a_examples=10, b_examples=13)
    assert exact_proportions(6, 4, a_examples=10, b_examples=13).pvalue == pytest.approx(one.pvalue, rel=1e-12)


def test_a_batch_is_many_single_tests_bit_by_bit():
    a, b, n = np.array([[3, 8], [8, 3]]), np.array([[8, 8], [3, 0]]), np.array([9, 12])
    for method in ("boschloo", "fisher"):
        batch = exact_proportions(a, b, a_examples=9, b_examples=n, method=method)
        for i in np.ndindex(a.shape):
            one = exact_proportions(a[i], b[i], a_examples=9, b_examples=int(n[i[1]]), method=method)
            assert (one.pvalue, one.statistic) == (batch.pvalue[i], batch.statistic[i])


@pytest.mark.parametrize("right", [0, 20])
def test_always_right_or_always_wrong(right):
    result = exact_proportions(right, right, a_examples=20, b_examples=20)
    assert (result.pvalue, result.estimate, result.flags) == (1, 0, {"identical_scores"})


def test_none_at_all():
    assert exact_proportions([], [], a_examples=[], b_examples=[]).pvalue.shape == (0,)


def test_refusals():
    with pytest.raises(ValueError, match="b_right must not exceed b_examples, got 11 of 10"):
        exact_proportions(1, 11, a_examples=10, b_examples=10)
    with pytest.raises(ValueError, match="a_examples must hold whole numbers from 1, got 0"):
        exact_proportions(0, 1, a_examples=0, b_examples=10)
    with pytest.raises(ValueError, match=r"up to 1,000 examples.*Use method='fisher'"):
        exact_proportions(1, 1, a_examples=1001, b_examples=10)
    with pytest.raises(ValueError, match="counts up to 10,000,000 examples"):
        exact_proportions(1, 1, a_examples=10**8, b_examples=10, method="fisher")
    with pytest.raises(ValueError, match="method must be one of"):
        exact_proportions(1, 1, a_examples=10, b_examples=10, method="barnard")
    with pytest.raises(ValueError, match="alternative must be one of"):
        exact_proportions(1, 1, a_examples=10, b_examples=10, alternative="larger")
