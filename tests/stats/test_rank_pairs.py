"""Nemenyi's and Conover's tests, and normal tests of mean ranks."""

from itertools import permutations, product

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from foldwise.stats import aligned_ranks, conover, friedman, mean_rank_z, nemenyi, quade

quick = settings(max_examples=25, deadline=None)


def a_table(seed, n=8, k=4):
    return np.random.default_rng(seed).integers(0, 8, (n, k)) / 10


def range_tail(q, k):
    """Probability that the range of k normal variables exceeds q, in 30 digits."""
    with mpmath.workdps(30):
        inside = mpmath.quad(
            lambda z: mpmath.npdf(z) * (mpmath.ncdf(z) - mpmath.ncdf(z - q)) ** (k - 1),
            [-12, -6, -3, 0, q / 2, q, q + 4, q + 12],
        )
        return float(1 - k * inside)


@pytest.mark.parametrize("k", [2, 3, 5, 10, 50])
def test_the_range_of_normal_variables_to_twelve_digits(k):
    """Tables that agree on 1 to 6 of 12 data sets more than they contradict: any range from small to large."""
    for agree in (7, 9, 12):
        x = np.tile(np.arange(k), (12, 1))
        x[agree:] = x[agree:, ::-1]
        result = nemenyi(x)
        z = abs(result.estimate[k - 2]) / np.sqrt(k * (k + 1) / 72)
        assert result.pvalue[k - 2] == pytest.approx(range_tail(np.sqrt(2) * z, k), rel=1e-11)


def test_two_learners_are_a_normal_test():
    """The range of two normal variables is sqrt(2) times the size of one; the tail must keep its digits."""
    for n in (5, 50, 500):
        x = np.tile([1, 0], (n, 1))
        assert nemenyi(x).pvalue == pytest.approx([2 * scipy_stats.norm.sf(np.sqrt(n))], rel=1e-11)
        assert mean_rank_z(x).pvalue == pytest.approx(nemenyi(x).pvalue, rel=1e-11)


@quick
@given(seed=st.integers(0, 999))
def test_nemenyi_agrees_with_scipys_studentized_range(seed):
    result = nemenyi(a_table(seed))
    q = np.sqrt(2) * np.abs(result.statistic)
    assert result.pvalue == pytest.approx(scipy_stats.studentized_range.sf(q, 4, np.inf), abs=1e-9)


def test_the_quantiles_that_demsar_prints():
    """Table 5(a) of Demsar 2006: q at .05 for 2 to 10 classifiers, and at .10."""
    printed = {
        0.05: [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164],
        0.10: [1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920],
    }
    for alpha, row in printed.items():
        for k, q in enumerate(row, start=2):
            x = np.random.default_rng(k).random((10, k))
            ours = nemenyi(x).critical_difference(alpha) / np.sqrt(k * (k + 1) / 60)
            assert ours == pytest.approx(q, abs=0.001)


@pytest.mark.parametrize("test", [nemenyi, conover, mean_rank_z])
def test_the_critical_difference_is_where_the_test_begins_to_reject(test):
    """At a p-value as level the critical difference is the difference of that pair."""
    result = test(a_table(5))
    for lead, p in zip(result.estimate, result.pvalue, strict=True):
        if 1e-6 < p < 0.999:
            assert result.critical_difference(float(p)) == pytest.approx(abs(lead), rel=1e-9)


def test_conover_by_definition():
    """The least significant difference of Conover's book, in sums of ranks."""
    for seed in range(20):
        x = a_table(seed)
        n, k = x.shape
        r = scipy_stats.rankdata(-x, axis=1)
        sums = r.sum(axis=0)
        error = np.sqrt(2 * (n * (r**2).sum() - (sums**2).sum()) / ((n - 1) * (k - 1)))
        result = conover(x)
        for (i, j), t, p in zip(result.pairs, result.statistic, result.pvalue, strict=True):
            assert t == pytest.approx((sums[j] - sums[i]) / error, rel=1e-12, abs=1e-12)
            assert p == pytest.approx(2 * scipy_stats.t.sf(abs(t), (n - 1) * (k - 1)), rel=1e-11)
        assert result.standard_error == pytest.approx(error / n, rel=1e-12)


def test_conover_where_all_data_sets_agree():
    """3! orders on three data sets: 1 in 36. Learners that always tie are not told apart."""
    result = conover(np.tile([3, 2, 1], (3, 1)))
    assert result.statistic.tolist() == [np.inf] * 3
    assert result.pvalue == pytest.approx([1 / 36] * 3, rel=1e-13)
    assert (result.flags, result.standard_error) == ({"perfect_agreement"}, 0)
    tied = conover(np.tile([3, 1, 1], (3, 1)))
    assert tied.pvalue == pytest.approx([1 / 9, 1 / 9, 1], rel=1e-13)


@pytest.mark.parametrize("ranks", ["friedman", "aligned", "quade"])
@pytest.mark.parametrize("x", [[[3, 1, 2], [5, 5, 1]], [[7, 3, 3], [1, 2, 9], [2, 4, 5]]])
def test_the_variance_is_that_of_all_orders(ranks, x):
    """By enumeration of all orders of the scores on each data set."""
    every = np.array(list(product(*(permutations(row) for row in x))))
    result = mean_rank_z(every, ranks=ranks)
    assert (result.estimate**2).mean(axis=0) == pytest.approx(result.standard_error[0] ** 2, rel=1e-12)
    assert np.ptp(result.standard_error) == pytest.approx(0, abs=1e-12)


def test_what_is_printed():
    """Without ties; Friedman's agrees with the variance of all orders, Quade's does so for three learners only."""
    x = np.random.default_rng(0).random((9, 5)) * np.arange(1, 10)[:, np.newaxis]
    for ranks, variance in (("friedman", 30 / 54), ("aligned", 5 * 46 / 6), ("quade", 30 * 19 * 4 / (18 * 90))):
        result = mean_rank_z(x, ranks=ranks, variance="as_printed")
        assert result.standard_error == pytest.approx(np.sqrt(variance), rel=1e-14)
        assert result.statistic == pytest.approx(result.estimate / np.sqrt(variance), rel=1e-13)
        assert result.pvalue == pytest.approx(2 * scipy_stats.norm.sf(np.abs(result.statistic)), rel=1e-12)
    plain, printed = (mean_rank_z(x, variance=v).standard_error for v in ("permutation", "as_printed"))
    assert plain == pytest.approx(printed, rel=1e-14)
    three = [mean_rank_z(x[:, :3], ranks="quade", variance=v).standard_error for v in ("permutation", "as_printed")]
    assert three[0] == pytest.approx(three[1], rel=1e-14)
    five = [mean_rank_z(x, ranks="quade", variance=v).standard_error for v in ("permutation", "as_printed")]
    assert five[1] == pytest.approx(five[0] * np.sqrt(2), rel=1e-14)


def test_levels_of_what_is_printed():
    """Equal learners: as printed, aligned ranks reject too often; Quade's do for two, and almost never for five."""
    rng = np.random.default_rng(1)
    for k, aligned, quades in ((2, (0.12, 0.22), (0.12, 0.22)), (5, (0.06, 0.09), (0, 0.01))):
        x = rng.normal(size=(3000, 20, k))
        for ranks, (low, high) in (("aligned", aligned), ("quade", quades)):
            rate, printed = (
                (mean_rank_z(x, ranks=ranks, variance=v).pvalue <= 0.05).mean() for v in ("permutation", "as_printed")
            )
            assert 0.04 < rate < 0.06
            assert low <= printed < high


def test_mean_ranks_are_those_of_the_tests():
    x = a_table(7)
    for ranks, test in (("friedman", friedman), ("aligned", aligned_ranks), ("quade", quade)):
        assert mean_rank_z(x, ranks=ranks).mean_ranks.tolist() == test(x).mean_ranks.tolist()


@pytest.mark.parametrize("test", [conover, mean_rank_z])
def test_with_a_control(test):
    """The same numbers as among all pairs; positive where the control is ahead."""
    x = a_table(3)
    every = test(x)
    known = {
        tuple(pair): (t, p) for pair, t, p in zip(every.pairs.tolist(), every.statistic, every.pvalue, strict=True)
    }
    for control in range(4):
        result = test(x, control=control)
        assert result.pairs[:, 0].tolist() == [control] * 3
        for (_, j), t, p in zip(result.pairs.tolist(), result.statistic, result.pvalue, strict=True):
            sign, pair = (1, (control, j)) if control < j else (-1, (j, control))
            assert (sign * t, p) == pytest.approx(known[pair])
            assert (t > 0) == (result.mean_ranks[control] < result.mean_ranks[j])


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"control": 4}, ValueError, "from 0 to 3, got 4"),
        ({"control": -1}, ValueError, "from 0 to 3, got -1"),
        ({"control": "svm"}, TypeError, "control must be the number of a learner, got 'svm' of type str"),
        ({"control": True}, TypeError, "of type bool"),
        ({"ranks": "friedmann"}, ValueError, "ranks must be one of 'friedman', 'aligned', 'quade'"),
        ({"variance": "exact"}, ValueError, "variance must be one of 'permutation', 'as_printed'"),
    ],
)
def test_refusals(options, error, message):
    with pytest.raises(error, match=message):
        mean_rank_z(a_table(0), **options)


@pytest.mark.parametrize("alpha", [0, 1, 1.5])
def test_the_level_is_a_fraction(alpha):
    with pytest.raises(ValueError, match="alpha"):
        nemenyi(a_table(0)).critical_difference(alpha)


def test_critical_differences_of_a_batch():
    x = np.stack([a_table(seed) for seed in range(3)])
    assert conover(x).critical_difference(0.05).shape == (3,)
    assert isinstance(nemenyi(x[0]).critical_difference(0.05), float)
    assert nemenyi(x).critical_difference(0.05).tolist() == [nemenyi(x[0]).critical_difference(0.05)] * 3
