from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from foldwise.stats import binomial, sign_flip, wilcoxon

quick = settings(max_examples=30, deadline=None)
ALTERNATIVES = ("two-sided", "greater", "less")


def enumerated(d):
    """All 2^n signs in exact fractions of the decimals written."""
    d = [Fraction(str(x)) for x in d]
    sums = [sum(s * x for s, x in zip(signs, d, strict=True)) for signs in product((-1, 1), repeat=len(d))]
    observed = sum(d)
    two_sided = sum(abs(x) >= abs(observed) for x in sums)
    return [
        count / len(sums) for count in (two_sided, sum(x >= observed for x in sums), sum(x <= observed for x in sums))
    ]


def test_by_hand():
    """1 - 2 + 4 + 2 = 5, squares 25. Of the signs of 1, 2, 4 two reach 7 in size; 7, 5 and their mirrors reach 5."""
    result = sign_flip([1, -2, 4, 2])
    assert result.estimate == 1.25
    assert result.standard_error == 25**0.5 / 4
    assert result.statistic == 1
    assert (result.exact, result.df, result.alternative, result.flags) == (True, None, "two-sided", set())
    assert sign_flip([1, 2, 4]).pvalue == 2 / 8
    assert sign_flip([-1, 2, 4]).pvalue == 4 / 8


def test_every_way_by_enumeration():
    """Up to 12 decimals with ties and zeros: 0.1 + 0.2 must reach 0.3."""
    rng = np.random.default_rng(0)
    for n in range(2, 11):
        for _ in range(3):
            d = (rng.integers(-9, 10, n) / 10).tolist()
            assert [sign_flip(d, alternative=x).pvalue for x in ALTERNATIVES] == enumerated(d)
    d = (rng.integers(-99, 100, 12) / 100).tolist()
    assert [sign_flip(d, alternative=x).pvalue for x in ALTERNATIVES] == enumerated(d)


def test_rounding_does_not_decide():
    """0.1 + 0.2 - 0.3 is 5.6e-17 in floating point, and zero in truth: every flip reaches it."""
    assert sign_flip([0.1, 0.2, -0.3]).pvalue == 1
    assert sign_flip([0.1, 0.2, -0.3], alternative="greater").pvalue == 5 / 8
    assert sign_flip([0.1, 0.2, -0.3], alternative="less").pvalue == 5 / 8


@quick
@given(a=st.integers(0, 150), b=st.integers(0, 150), alternative=st.sampled_from(ALTERNATIVES))
def test_for_zero_one_loss_it_is_the_binomial_test(a, b, alternative):
    result = sign_flip([1] * a + [-1] * b + [0, 0], alternative=alternative)
    assert result.pvalue == pytest.approx(binomial(a, b, alternative=alternative).pvalue, rel=1e-13)
    assert result.exact


@quick
@given(d=st.lists(st.integers(-5, 5), min_size=2, max_size=40), alternative=st.sampled_from(ALTERNATIVES))
def test_on_signed_ranks_it_is_the_test_of_wilcoxon(d, alternative):
    ranks = np.sign(d) * scipy_stats.rankdata(np.abs(d))
    expected = wilcoxon(d, zeros="pratt", alternative=alternative).pvalue
    assert sign_flip(ranks, alternative=alternative).pvalue == pytest.approx(expected, rel=1e-13)


def test_the_rarest_outcome_keeps_its_digits():
    assert sign_flip(np.ones(990)).pvalue == 2.0**-989


def test_both_exact_ways_agree():
    """Whole numbers are convolved; a speck of rounding makes them enumerated."""
    rng = np.random.default_rng(1)
    d = rng.integers(-40, 60, (20, 28)).astype(float)
    speck = d * (1 + 1e-15 * rng.choice([-1, 1], d.shape))
    for alternative in ALTERNATIVES:
        whole, rough = (sign_flip(x, alternative=alternative) for x in (d, speck))
        assert whole.pvalue == pytest.approx(rough.pvalue, rel=1e-13)
        assert whole.exact.all()
        assert rough.exact.all()


def test_agrees_with_scipy():
    rng = np.random.default_rng(2)
    for _ in range(25):
        d = rng.normal(0.4, 1, rng.integers(2, 12))
        for alternative in ALTERNATIVES:
            expected = scipy_stats.permutation_test(
                (d,), np.mean, permutation_type="samples", n_resamples=np.inf, alternative=alternative
            )
            # SciPy doubles the smaller tail, which counts the observed sum itself: the same by symmetry.
            assert sign_flip(d, alternative=alternative).pvalue == pytest.approx(expected.pvalue, rel=1e-12)


def test_monte_carlo_is_near_the_exact_value():
    """4 standard errors of 9999 draws."""
    d = np.random.default_rng(3).normal(0.35, 1, (12, 30))
    for alternative in ALTERNATIVES:
        exact = sign_flip(d, alternative=alternative)
        drawn = sign_flip(d, alternative=alternative, method="monte-carlo", seed=5)
        error = np.sqrt(exact.pvalue * (1 - exact.pvalue) / 9999)
        assert (np.abs(drawn.pvalue - exact.pvalue) <= 4 * error + 2e-4).all()
        assert exact.exact.all()
        assert not drawn.exact.any()


def test_monte_carlo_counts_the_observed_sum():
    """Never zero: (1 + 0) / (1 + B). Seeds and sizes are kept."""
    d = np.random.default_rng(4).normal(2, 1, 100)
    result = sign_flip(d, n_flips=499, seed=7)
    assert (result.pvalue, result.exact, result.n_flips, result.seed) == (1 / 500, False, 499, 7)


def test_monte_carlo_pvalues_by_the_published_generator():
    """The first flips of PCG64(3), bit by bit, by hand in numpy."""
    d = np.array([3.0, -1.0, 2.0, 5.0])
    words = np.random.PCG64(3).random_raw(50)
    sizes = np.array([5, 3, 2, 1])
    sums = [sum(-x if word >> i & 1 else x for i, x in enumerate(sizes)) for word in words.tolist()]
    expected = (1 + sum(abs(x) >= 9 for x in sums)) / 51
    assert sign_flip(d, method="monte-carlo", n_flips=50, seed=3).pvalue == expected


def test_seeds():
    d = np.random.default_rng(5).normal(0.1, 1, 200)
    assert sign_flip(d, seed=1).pvalue == sign_flip(d, seed=1).pvalue
    assert len({sign_flip(d, seed=seed).pvalue for seed in range(5)}) > 1


@quick
@given(
    d=st.lists(st.floats(-1, 1).map(lambda x: round(x, 3)), min_size=2, max_size=14),
    method=st.sampled_from(["auto", "monte-carlo"]),
    seed=st.integers(0, 99),
)
def test_invariances(d, method, seed):
    d = np.array(d)
    options = {"method": method, "n_flips": 200}
    one, swapped = sign_flip(d, **options), sign_flip(-d, **options)
    assert (swapped.pvalue, swapped.statistic, swapped.estimate) == (one.pvalue, -one.statistic, -one.estimate)
    less = sign_flip(d, alternative="less", **options).pvalue
    assert less == sign_flip(-d, alternative="greater", **options).pvalue
    assert sign_flip(np.random.default_rng(seed).permutation(d), **options).pvalue == one.pvalue
    for power in (600, -600):
        scaled = sign_flip(d * 2.0**power, **options)
        assert (scaled.pvalue, scaled.statistic) == (one.pvalue, one.statistic)
        assert scaled.estimate == one.estimate * 2.0**power


def test_the_level_is_held_by_enumeration():
    """All 2^9 signs of nine sizes, exact and drawn."""
    d = np.array(list(product((-1, 1), repeat=9))) * np.array([1, 2, 2, 3, 5, 7, 7.5, 9, 20])
    for alternative in ALTERNATIVES:
        p = sign_flip(d, alternative=alternative).pvalue
        for alpha in (0.01, 0.05, 0.1, 0.5):
            assert (p <= alpha).mean() <= alpha


def test_no_difference_at_all():
    for method in ("auto", "monte-carlo"):
        for alternative in ALTERNATIVES:
            result = sign_flip(np.zeros(5), method=method, alternative=alternative)
            assert (result.pvalue, result.statistic, result.estimate, result.standard_error) == (1, 0, 0, 0)
            assert result.flags == {"identical_scores"}


def test_a_batch_is_many_single_tests_bit_by_bit():
    """Members that are convolved, enumerated, drawn and degenerate, side by side."""
    rng = np.random.default_rng(6)
    d = rng.normal(0.1, 1, (3, 4, 70))
    d[0] = rng.integers(-2, 3, (4, 70))
    d[1, :, 20:] = 0
    d[2, 0] = 0
    batch = sign_flip(d, n_flips=300)
    for i in np.ndindex(3, 4):
        one = sign_flip(d[i], n_flips=300)
        assert (one.pvalue, one.statistic, one.exact) == (batch.pvalue[i], batch.statistic[i], batch.exact[i])
        assert (one.estimate, one.standard_error, one.flags) == (
            batch.estimate[i],
            batch.standard_error[i],
            batch.flags[i],
        )
    assert batch.exact.tolist() == [[True] * 4, [True] * 4, [True, False, False, False]]
    assert isinstance(one.exact, bool)
    assert sign_flip(np.zeros((0, 5))).pvalue.shape == (0,)


def test_draws_in_several_portions_are_one_sample(monkeypatch):
    d = np.random.default_rng(7).normal(0.1, 1, 100)
    whole = sign_flip(d, n_flips=500).pvalue
    monkeypatch.setattr("foldwise.stats._sign_flip.WORDS_AT_ONCE", 7)
    assert sign_flip(d, n_flips=500).pvalue == whole


@pytest.mark.parametrize(
    ("d", "options", "message"),
    [
        ([0.1], {}, "at least 2 values along n_examples, got 1"),
        ([0.1, np.inf], {}, "must be finite, got inf at index 1"),
        ([1, 2], {"method": "enumerate"}, "method must be one of 'auto', 'exact', 'monte-carlo'"),
        ([1, 2], {"alternative": "larger"}, "alternative must be one of"),
        ([1, 2], {"n_flips": 0}, "n_flips must be at least 1"),
        ([1, 2], {"seed": -1}, "seed must be a non-negative integer"),
        (np.linspace(0.1, 1, 33) ** 2, {"method": "exact"}, "at most 32 differences other than zero.*got 33"),
    ],
)
def test_refusals(d, options, message):
    with pytest.raises(ValueError, match=message):
        sign_flip(d, **options)


@pytest.mark.slow
def test_ten_thousand_random_samples_against_numpy():
    rng = np.random.default_rng(8)
    signs = np.array(list(product((-1, 1), repeat=8)))
    d = rng.normal(0.3, 1, (10_000, 8))
    sums = d @ signs.T
    expected = (np.abs(sums) >= np.abs(d.sum(axis=-1, keepdims=True)) - 1e-9).mean(axis=-1)
    assert sign_flip(d).pvalue.tolist() == expected.tolist()


@pytest.mark.parametrize("n", [77, 81, 85, 91, 93, 99])
def test_no_pvalue_is_above_one(n):
    """An odd number of equal sizes: every sum is at least one of them away from zero, as is the observed one."""
    d = np.where(np.arange(n) % 2, -1.0, 1.0)
    assert sign_flip(d).pvalue == pytest.approx(1, abs=1e-15)
    assert max(sign_flip(d, alternative=side).pvalue for side in ("two-sided", "less", "greater")) <= 1


def test_differences_within_the_rounding_of_the_losses_are_zero():
    """Forty losses that are one bit apart: 2^-39 if the bits counted."""
    losses = np.linspace(0.1, 0.9, 40)
    d = np.nextafter(losses, 1) - losses
    assert sign_flip(d).pvalue == 2**-39
    known = sign_flip(d, score_magnitude=losses)
    assert (known.pvalue, known.estimate, known.flags) == (1, 0, {"identical_scores"})
    assert sign_flip([*d, 1], score_magnitude=[*losses, 1]).estimate == 1 / 41
