import csv
import warnings
from itertools import product
from pathlib import Path

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from foldwise.stats import wilcoxon

quick = settings(max_examples=25, deadline=None)
tied_values = st.lists(st.integers(-4, 4), min_size=2, max_size=30)
ALTERNATIVES = ("two-sided", "greater", "less")

with Path(__file__).with_name("reference_vectors.csv").open(encoding="utf-8") as file:
    ROWS = {row["id"]: row for row in csv.DictReader(file)}


def enumerated(d, zeros):
    """Rank sums and p-values from all 2^n signs, ranks by SciPy."""
    d = np.asarray(d, dtype=float)
    if zeros == "wilcoxon":
        d = d[d != 0]
    ranks = scipy_stats.rankdata(np.abs(d)) * (d != 0) if len(d) else d
    signs = np.array(list(product((-1, 1), repeat=len(d)))).reshape(2 ** len(d), len(d))
    sums, observed = signs @ ranks, np.sign(d) @ ranks
    p = (np.abs(sums) >= abs(observed)).mean(), (sums >= observed).mean(), (sums <= observed).mean()
    return ranks[d > 0].sum(), ranks[d < 0].sum(), p


@pytest.mark.parametrize("zeros", ["wilcoxon", "pratt"])
def test_every_way_by_enumeration(zeros):
    """Samples of up to 12 differences, with ties and zeros: all 2^n signs."""
    rng = np.random.default_rng(0)
    for n in range(2, 13):
        for _ in range(4):
            d = rng.integers(-4, 5, n)
            a, b, expected = enumerated(d, zeros)
            results = [wilcoxon(d, zeros=zeros, alternative=x) for x in ALTERNATIVES]
            assert (results[0].rank_sum_a, results[0].rank_sum_b, results[0].statistic) == (a, b, min(a, b))
            assert [r.pvalue for r in results] == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("n", [5, 6, 7, 8])
def test_reference_vectors_of_one_sign(n):
    row = ROWS[f"wilcoxon_all_same_sign_{n}"]
    result = wilcoxon(np.arange(1, n + 1))
    assert (result.statistic, result.pvalue) == (float(row["statistic"]), float(row["p_value"]))


def test_by_hand():
    """Ranks 3, 1, -2, 5, 4: W_b = 2. Sums of at most 2: {}, 1, 2 of 32; doubled 6 / 32."""
    result = wilcoxon([0.3, 0.1, -0.2, 0.5, 0.4])
    assert (result.rank_sum_a, result.rank_sum_b, result.statistic, result.pvalue) == (13, 2, 2, 6 / 32)
    assert (result.df, result.method, result.alternative, result.flags) == (None, "exact", "two-sided", set())


def test_rounding_of_the_scores_breaks_no_tie():
    """Sizes 0, 0.01 three times, 0.02 and 0.03: ranks 2, 2, 2, 4, 5, the lone `b` has 2 of 15."""
    d = np.array([0.3, 0.91, 0.33, 0.05, 0.52, 0.73]) - np.array([0.1 + 0.2, 0.9, 0.32, 0.06, 0.5, 0.7])
    assert len(set(np.abs(d))) == 5
    for options in ({}, {"score_magnitude": 1.0}, {"score_magnitude": np.ones(6)}):
        result = wilcoxon(d, **options)
        assert (result.rank_sum_a, result.rank_sum_b) == (13, 2)
    exact = wilcoxon([0, 1, 1, -1, 2, 3])
    assert (wilcoxon(d).pvalue, wilcoxon(d, zeros="pratt").pvalue) == (
        exact.pvalue,
        wilcoxon([0, 1, 1, -1, 2, 3], zeros="pratt").pvalue,
    )


def test_each_data_set_has_its_own_rounding():
    """On the second the scores are near 1e6, where 1e-10 is rounding."""
    d = [1e-3, 1e-10, 2e-3]
    assert wilcoxon(d, score_magnitude=[1, 1, 1]).rank_sum_a == 6
    assert wilcoxon(d, score_magnitude=[1, 1e6, 1]).rank_sum_a == 3
    with pytest.raises(ValueError, match=r"one per difference, shape \(3,\), got shape \(2,\)"):
        wilcoxon(d, score_magnitude=[1, 1])


def test_agrees_with_scipy_without_ties():
    rng = np.random.default_rng(1)
    for _ in range(170):
        d = rng.normal(0.3, 1, rng.integers(2, 51))
        for alternative in ALTERNATIVES:
            expected = scipy_stats.wilcoxon(d, method="exact", alternative=alternative)
            assert wilcoxon(d, alternative=alternative).pvalue == pytest.approx(expected.pvalue, rel=1e-11)


@pytest.mark.parametrize(("zeros", "theirs"), [("wilcoxon", "wilcox"), ("pratt", "pratt"), ("split", "zsplit")])
def test_agrees_with_scipy_in_the_normal_approximation(zeros, theirs):
    """With SciPy's corrections for ties and zeros, which our variance contains."""
    rng = np.random.default_rng(2)
    for _ in range(170):
        d = rng.integers(-8, 10, rng.integers(12, 200)).astype(float)
        for alternative in ALTERNATIVES:
            expected = scipy_stats.wilcoxon(d, zero_method=theirs, method="asymptotic", alternative=alternative)
            result = wilcoxon(d, zeros=zeros, method="normal", alternative=alternative)
            assert result.pvalue == pytest.approx(expected.pvalue, rel=1e-10)
            assert result.method == "normal"


def test_normal_tails_to_twelve_digits():
    """All of one sign: z^2 = (sum r)^2 / sum r^2 = 3 n (n + 1) / (2 (2 n + 1))."""
    for n in (51, 100, 400, 900):
        with mpmath.workdps(40):
            exact = mpmath.erfc(mpmath.sqrt(mpmath.mpf(3 * n * (n + 1)) / (4 * (2 * n + 1))))
        assert abs(wilcoxon(np.arange(1, n + 1), method="normal").pvalue / exact - 1) < 1e-12


def test_exact_for_more_than_fifty_when_asked():
    result = wilcoxon(np.arange(1, 901), method="exact")
    assert result.pvalue == 2.0**-899
    assert wilcoxon(np.arange(1, 52)).method == "normal"
    assert wilcoxon(np.arange(1, 51)).method == "exact"


def test_the_level_is_held_and_picking_the_direction_breaks_it():
    """Over all 2^10 signs of ten ranks. A library that tests one-sided in the better direction errs twice as often."""
    d = np.array(list(product((-1, 1), repeat=10))) * np.arange(1, 11)
    two_sided, greater, less = (wilcoxon(d, alternative=x).pvalue for x in ALTERNATIVES)
    for alpha in (0.01, 0.05, 0.1, 0.3):
        assert (two_sided <= alpha).mean() <= alpha
        assert (greater <= alpha).mean() <= alpha
    assert (two_sided <= 0.05).mean() == pytest.approx(50 / 1024)
    assert (np.minimum(greater, less) <= 0.05).mean() == pytest.approx(86 / 1024)


@quick
@given(d=tied_values, zeros=st.sampled_from(["wilcoxon", "pratt", "split"]), seed=st.integers(0, 99))
def test_invariances(d, zeros, seed):
    d = np.array(d, dtype=float)
    one = wilcoxon(d, zeros=zeros)
    swapped = wilcoxon(-d, zeros=zeros)
    assert (swapped.pvalue, swapped.rank_sum_a, swapped.rank_sum_b) == (one.pvalue, one.rank_sum_b, one.rank_sum_a)
    for scale in (2.0**600, 2.0**-600, 3.0):
        assert wilcoxon(d * scale, zeros=zeros).pvalue == one.pvalue
    assert wilcoxon(np.random.default_rng(seed).permutation(d), zeros=zeros).pvalue == one.pvalue
    greater, less = (wilcoxon(x, zeros=zeros, alternative="greater").pvalue for x in (d, -d))
    assert wilcoxon(d, zeros=zeros, alternative="less").pvalue == less
    assert one.pvalue == min(1, 2 * min(greater, less))


@quick
@given(d=tied_values)
def test_dropping_zeros_is_what_it_says(d):
    rest = [x for x in d if x != 0]
    if len(rest) >= 2:
        assert wilcoxon(d).pvalue == wilcoxon(rest).pvalue


@quick
@given(d=tied_values)
def test_split_zeros_leave_the_lead_of_pratt(d):
    """All ranks are given to one side or the other; the halves cancel, so exact p-values are those of Pratt."""
    n = len(d)
    for alternative in ALTERNATIVES:
        split, pratt = (wilcoxon(d, zeros=zeros, alternative=alternative) for zeros in ("split", "pratt"))
        assert split.rank_sum_a + split.rank_sum_b == n * (n + 1) / 2
        assert split.rank_sum_a - split.rank_sum_b == pratt.rank_sum_a - pratt.rank_sum_b
        assert split.pvalue == pratt.pvalue
    normal = [wilcoxon(d, zeros=zeros, method="normal").pvalue for zeros in ("split", "pratt")]
    assert normal[0] >= normal[1]


def test_split_zeros_by_hand():
    """0, 0, 0, 2, -1: zeros share ranks 1 to 3, either side gets 3; 5 for `a`, 4 for `b`. Signs: +-1 of 5, 4."""
    result = wilcoxon([0, 2, 0, -1, 0], zeros="split")
    assert (result.rank_sum_a, result.rank_sum_b, result.statistic, result.pvalue) == (8, 7, 7, 1)
    assert wilcoxon([0, 2, 0, 1, 0], zeros="split").pvalue == 0.5


def test_rank_sums_of_demsar():
    """Table 2 of Demsar 2006: R+ = 93, R- = 12, z = -2.54 (n = 14; the two zeros are split)."""
    plain = [763, 599, 954, 628, 882, 936, 661, 583, 775, 1000, 940, 619, 972, 957]
    tuned = [768, 591, 971, 661, 888, 931, 668, 583, 838, 1000, 962, 666, 981, 978]
    d = np.subtract(tuned, plain) / 1000
    result = wilcoxon(d, zeros="split", method="normal")
    assert (result.rank_sum_a, result.rank_sum_b, result.statistic) == (93, 12, 12)
    assert result.pvalue == pytest.approx(
        scipy_stats.wilcoxon(d.round(3), zero_method="zsplit", method="asymptotic")[1]
    )
    assert -scipy_stats.norm.isf(result.pvalue / 2) == pytest.approx(-2.54, abs=0.005)


def test_no_difference_at_all():
    everything = wilcoxon(np.zeros(6), zeros="split")
    assert (everything.rank_sum_a, everything.rank_sum_b, everything.pvalue) == (10.5, 10.5, 1)
    for zeros in ("wilcoxon", "pratt"):
        result = wilcoxon(np.zeros(6), zeros=zeros)
        assert (result.statistic, result.pvalue, result.estimate) == (0, 1, 0)
        assert result.flags == {"identical_scores"}
        assert wilcoxon(np.zeros(6), zeros=zeros, alternative="greater").pvalue == 1
        assert wilcoxon(np.zeros(6), zeros=zeros, method="normal").pvalue == 1
        assert wilcoxon(np.zeros(6), zeros=zeros, method="normal", alternative="less").pvalue == 0.5


@pytest.mark.parametrize("method", ["exact", "normal"])
@pytest.mark.parametrize("zeros", ["wilcoxon", "pratt", "split"])
def test_a_batch_is_many_single_tests_bit_by_bit(method, zeros):
    rng = np.random.default_rng(3)
    d = np.concatenate([rng.integers(-3, 4, (20, 9)).astype(float), rng.normal(size=(20, 9)), np.zeros((2, 9))])
    d = d.reshape(2, 21, 9)
    batch = wilcoxon(d, zeros=zeros, method=method)
    low, high = batch.confidence_interval(0.9)
    for i in np.ndindex(2, 21):
        one = wilcoxon(d[i], zeros=zeros, method=method)
        assert (one.statistic, one.pvalue, one.estimate) == (batch.statistic[i], batch.pvalue[i], batch.estimate[i])
        assert one.confidence_interval(0.9) == (low[i], high[i])
        assert one.flags == batch.flags[i]
    assert isinstance(one.pvalue, float)


def test_an_empty_batch():
    assert wilcoxon(np.zeros((0, 5))).pvalue.shape == (0,)


def test_the_estimate_is_that_of_hodges_and_lehmann():
    """Means of pairs of 1, 2, 6: 1, 1.5, 2, 3.5, 4, 6; median 2.75."""
    assert wilcoxon([1, 6, 2]).estimate == 2.75
    assert wilcoxon([1.7e308, 1.6e308]).estimate == pytest.approx(1.65e308)


def test_the_interval_by_hand():
    """Ranks up to 7: sums of at most 3 have probability 5 / 128, of at most 4 have 7 / 128 > .05: fourth from each end.

    The largest means of pairs are 70, 38, 37.5, 37; the smallest 1, 1.5, 2, 2.
    """
    low, high = wilcoxon([1, 2, 3, 4, 5, 6, 70]).confidence_interval(0.9)
    assert (low, high) == (2.0, 37.0)
    assert wilcoxon([1, 2, 3, 4]).confidence_interval(0.95) == (-np.inf, np.inf)


def test_darwins_maize():
    """Fifteen pairs of plants, the example of textbooks: W = 24, p = 0.04126."""
    d = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    result = wilcoxon(d)
    assert (result.rank_sum_b, result.pvalue) == (24, pytest.approx(0.04125977, abs=5e-9))
    assert result.pvalue == scipy_stats.wilcoxon(d, method="exact").pvalue


@quick
@given(d=st.lists(st.floats(-10, 10).filter(lambda x: abs(x) > 1e-9), min_size=2, max_size=20, unique_by=abs))
def test_the_interval_excludes_zero_exactly_when_the_test_rejects(d):
    result = wilcoxon(d)
    low, high = result.confidence_interval(0.9)
    assert low <= result.estimate <= high
    means = np.add.outer(d, d)
    if (means != 0).all():
        assert (low > 0 or high < 0) == (result.pvalue <= 1 - 0.9)


@pytest.mark.parametrize(
    ("values", "weights"), [((-1, 0, 1), (1, 1, 1)), ((-1, 0, 1), (1, 6, 1)), ((-3, -1, 1, 3), (1, 3, 3, 1))]
)
def test_the_interval_covers_the_centre_of_tied_differences(values, weights):
    """All samples of seven from a symmetric law of few values, ties and zeros abounding, each with its probability."""
    chance = np.array(weights) / sum(weights)
    d = np.array(list(product(values, repeat=7)), dtype=float)
    p = np.array(list(product(chance, repeat=7))).prod(axis=1)
    for level in (0.8, 0.9, 0.95):
        low, high = wilcoxon(d).confidence_interval(level)
        assert p[(low <= 0) & (high >= 0)].sum() >= level
        assert np.isfinite(low).all()


def test_rounding_of_the_scores_moves_no_limit_away_from_zero():
    """Sizes .01 and .02 on either side: the estimate is 0, and so are limits that fall on it."""
    d = np.array([0.91, 0.05, 0.72, 0.33]) - np.array([0.9, 0.06, 0.7, 0.35])
    assert len(set(np.abs(d))) == 4
    result = wilcoxon(d, score_magnitude=1.0)
    assert result.estimate == 0
    assert (result.rank_sum_a, result.rank_sum_b, len(set(np.abs(result.differences)))) == (5, 5, 2)
    twice = wilcoxon(np.concatenate([d, d]), score_magnitude=1.0)
    assert twice.confidence_interval(0.1)[0] <= 0 <= twice.confidence_interval(0.1)[1]
    assert wilcoxon([0.1 + 0.2 - 0.3, 0.0, 0.0], score_magnitude=1.0).estimate == 0


def test_estimates_and_intervals_of_many_pairs_at_once():
    """190 pairs of 20 learners on 100 data sets, by one pair after the other."""
    x = np.random.default_rng(8).normal(0.8, 0.05, (100, 20)).round(2)
    i, j = np.triu_indices(20, 1)
    d = (x[:, i] - x[:, j]).T
    result = wilcoxon(d, zeros="pratt", method="exact", score_magnitude=1.0)
    low, high = result.confidence_interval(0.95)
    for pair in (0, 57, 189):
        own = d[pair].round(2)
        means = np.sort(np.add.outer(own, own)[np.triu_indices(100)]) / 2
        assert result.estimate[pair] == pytest.approx(np.median(means), abs=1e-15)
        # Of the rank sums up to 5050, those below 1955 have probability at most .025 (R: qsignrank(.025, 100) = 1955).
        assert (low[pair], high[pair]) == pytest.approx((means[1954], means[-1955]), abs=1e-15)
        assert result.pvalue[pair] == wilcoxon(own, zeros="pratt", method="exact").pvalue


@pytest.mark.parametrize("method", ["exact", "normal"])
def test_limits_are_where_the_test_begins_to_reject(method):
    """Ten differences without ties: shifted past a limit they are rejected at .1, just short of it they are not."""
    d = np.array([0.3, -0.8, 1.1, 2.4, 3.9, -1.7, 4.6, 5.2, 0.95, 2.05])
    limits = wilcoxon(d, method=method).confidence_interval(0.9)
    for limit, outside in zip(limits, (-1, 1), strict=True):
        assert wilcoxon(d - limit - outside * 1e-6, method=method).pvalue <= 0.1
        assert wilcoxon(d - limit + outside * 1e-6, method=method).pvalue > 0.1


def test_the_normal_interval_excludes_zero_when_the_test_rejects():
    rng = np.random.default_rng(4)
    for shift in np.linspace(0, 0.5, 60):
        result = wilcoxon(rng.normal(shift, 1, 80), method="normal")
        low, high = result.confidence_interval()
        if abs(result.pvalue - 0.05) > 0.002:
            assert (low > 0 or high < 0) == (result.pvalue <= 0.05)
    assert wilcoxon([1, 2, 3], method="normal").confidence_interval(0.9999) == (-np.inf, np.inf)


@pytest.mark.parametrize(
    ("d", "options", "message"),
    [
        ([0.1], {}, "at least 2 values along n_datasets, got 1"),
        (0.1, {}, "got a single number"),
        ([[1, 2], [3]], {}, "rectangular array"),
        ([0.1, np.nan], {}, r"must be finite, got nan at index 1\."),
        ([[0.1, 2], [np.inf, 1]], {}, r"must be finite, got inf at index \(1, 0\)"),
        (np.ma.masked_equal([1, 2, 3], 2), {}, "must not be masked"),
        ([1, 2], {"zeros": "zsplit"}, "zeros must be one of 'wilcoxon', 'pratt', 'split'"),
        ([1, 2], {"method": "asymptotic"}, "method must be one of"),
        ([1, 2], {"alternative": "larger"}, "alternative must be one of"),
        (np.ones(1001), {"method": "exact"}, "at most 1000 values, got 1001"),
    ],
)
def test_refusals(d, options, message):
    with pytest.raises(ValueError, match=message):
        wilcoxon(d, **options)


def test_numbers_only():
    with pytest.raises(TypeError, match="differences must be an array of numbers"):
        wilcoxon(["a", "b"])


@pytest.mark.slow
def test_ten_thousand_random_samples_against_scipy():
    rng = np.random.default_rng(6)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(10_000):
            d = rng.normal(0.2, 1, rng.integers(2, 51))
            assert wilcoxon(d).pvalue == pytest.approx(scipy_stats.wilcoxon(d, method="exact").pvalue, rel=1e-11)
