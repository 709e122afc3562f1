from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foldwise.stats import running_twice_the_mean, twice_the_mean, twice_the_median

quick = settings(max_examples=25, deadline=None)
families = st.lists(st.floats(0, 1), min_size=1, max_size=15)
ALL = [twice_the_mean, twice_the_median, running_twice_the_mean]
each = pytest.mark.parametrize("merge", ALL, ids=lambda f: f.__name__)

# Midpoints of equal cells of the unit interval: averages over them stand for probabilities.
U = (np.arange(20_000) + 0.5) / 20_000


def test_by_hand():
    p = [0.03, 0.01, 0.02, 0.5]
    assert twice_the_mean(p).pvalue == pytest.approx(0.28, rel=1e-15)
    assert twice_the_median(p).pvalue == 2 * 0.02
    assert running_twice_the_mean(p).pvalue == pytest.approx(2 * 0.02, rel=1e-15)
    assert twice_the_mean(p).statistic == pytest.approx(0.14, rel=1e-15)
    assert (twice_the_median(p).statistic, twice_the_median(p).n_pvalues) == (0.02, 4)
    assert twice_the_median(p).df is None


@pytest.mark.parametrize(("m", "factor"), [(1, 1), (2, 2), (3, 3 / 2), (4, 2), (5, 5 / 3), (55, 55 / 28)])
def test_the_factor_of_the_median(m, factor):
    assert twice_the_median([0.01] * m).pvalue == pytest.approx(0.01 * factor, rel=1e-15)


def test_more_partitions_do_not_make_more_significant():
    """p = .25 again and again: Fisher's combination is below .05 from 21 on."""
    for m in (2, 20, 200, 2000):
        assert twice_the_mean([0.25] * m).pvalue == twice_the_median([0.25] * m).pvalue == 0.5


@each
def test_valid_when_all_are_the_same(merge):
    """The common coupling p_i = U: merged is at least U."""
    assert (merge(np.repeat(U[:, np.newaxis], 5, axis=1)).pvalue >= U).all()


@each
@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.2])
def test_valid_when_antithetic(merge, alpha):
    """Half are U, half 1 - U, in random order."""
    p = np.where(np.arange(6) % 2, U[:, np.newaxis], 1 - U[:, np.newaxis])
    p = np.random.default_rng(0).permuted(p, axis=1)
    assert (merge(p).pvalue <= alpha).mean() <= alpha


def hardest_for_the_mean(alpha):
    """Rueschendorf's coupling of two: below alpha they mirror each other, p_1 + p_2 = alpha; above, they are equal."""
    return np.stack([U, np.where(alpha > U, alpha - U, U)], axis=1)


def hardest_for_the_median(alpha, m, rng):
    """With probability alpha just k = ceil(m / 2) of m lie below alpha k / m, spread evenly; else none does."""
    k = (m + 1) // 2
    threshold = alpha * k / m
    low = (rng.permuted(np.tile(np.arange(m) < k, (len(U), 1)), axis=1)) & (alpha > U)[:, np.newaxis]
    uniform = rng.random((len(U), m))
    return np.where(low, uniform * threshold, threshold + uniform * (1 - threshold))


@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.2])
def test_twice_the_mean_is_as_sharp_as_can_be(alpha):
    """In the hardest coupling P(merged <= alpha) is alpha itself: no factor below 2 would do."""
    p = hardest_for_the_mean(alpha)
    for column in p.T:
        assert np.sort(column) == pytest.approx(U, abs=1e-4)
    assert (twice_the_mean(p).pvalue <= alpha * (1 + 1e-12)).mean() == pytest.approx(alpha, rel=1e-9)
    # With a factor of 1.98 the level 0.99 alpha would be exceeded.
    assert (1.98 * p.mean(axis=1) <= 0.99 * alpha * (1 + 1e-12)).mean() > 0.999 * alpha


@pytest.mark.parametrize("m", [2, 3, 8])
@pytest.mark.parametrize("alpha", [0.05, 0.2])
def test_twice_the_median_is_as_sharp_as_can_be(alpha, m):
    rng = np.random.default_rng(1)
    p = hardest_for_the_median(alpha, m, rng)
    # Uniform margins, by the bound of Dvoretzky, Kiefer and Wolfowitz at 1e-6.
    assert np.abs(np.sort(p[:, 0]) - U).max() < 0.0195
    assert (twice_the_median(p).pvalue <= alpha).mean() == pytest.approx(alpha, rel=1e-9)


@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.2])
def test_the_running_mean_is_valid_for_exchangeable_pvalues(alpha):
    """Hardest couplings in random order, and independent p-values: at most alpha + 4 standard errors."""
    rng = np.random.default_rng(2)
    most = alpha + 4 * (alpha * (1 - alpha) / len(U)) ** 0.5
    couplings = [
        hardest_for_the_mean(alpha),
        hardest_for_the_median(alpha, 6, rng),
        rng.random((len(U), 40)),
    ]
    for p in couplings:
        assert (running_twice_the_mean(rng.permuted(p, axis=1)).pvalue <= alpha).mean() <= most


def test_the_running_mean_of_sorted_pvalues_is_not_valid():
    """The smallest of ten first: why the order must be that of drawing."""
    p = np.sort(np.random.default_rng(3).random((4000, 10)), axis=1)
    assert (running_twice_the_mean(p).pvalue <= 0.05).mean() > 0.2


@quick
@given(p=families)
def test_bounds(p):
    mean, median, running = (merge(p).pvalue for merge in ALL)
    assert running <= mean * (1 + 1e-14)
    assert running <= min(1, 2 * p[0]) * (1 + 1e-15)
    assert min(p) <= median <= 1
    assert min(1, min(p)) <= mean <= 1


@quick
@given(p=st.lists(st.floats(0, 1), min_size=2, max_size=4))
def test_order_matters_to_the_running_mean_only(p):
    for merge in (twice_the_mean, twice_the_median):
        values = {round(merge(order).pvalue, 12) for order in permutations(p)}
        assert max(values) - min(values) <= 1e-12
    smallest = min(running_twice_the_mean(order).pvalue for order in permutations(p))
    assert smallest == pytest.approx(min(1, 2 * min(p)), rel=1e-14)


@quick
@given(p=families)
def test_stopping_early_is_allowed(p):
    """More partitions can only lower the running value."""
    values = [running_twice_the_mean(p[: m + 1]).pvalue for m in range(len(p))]
    assert all(later <= earlier for earlier, later in pairwise(values))


@each
def test_undefined_pvalues_count_as_one(merge):
    p = [[0.01, np.nan, 0.02], [0.01, 0.03, 0.02]]
    with pytest.raises(ValueError, match="1 of 6 p-values are undefined"):
        merge(p)
    result = merge(p, undefined="count")
    assert result.pvalue[0] == merge([0.01, 1, 0.02]).pvalue
    assert result.flags.where("undefined_pvalue").tolist() == [True, False]


@each
def test_a_batch_is_many_single_merges_bit_by_bit(merge):
    p = np.random.default_rng(4).random((3, 4, 9)) ** 3
    batch = merge(p)
    for i in np.ndindex(3, 4):
        one = merge(p[i])
        assert (one.pvalue, one.statistic) == (batch.pvalue[i], batch.statistic[i])
    assert isinstance(one.pvalue, float)


@each
def test_refusals(merge):
    with pytest.raises(ValueError, match="at least 1 p-value is needed to merge, got 0"):
        merge([])
    with pytest.raises(ValueError, match=r"between 0 and 1, got 1\.5"):
        merge([1.5])
    with pytest.raises(ValueError, match="undefined must be one of"):
        merge([0.5], undefined="drop")
