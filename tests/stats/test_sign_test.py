from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest

from foldwise.stats import binomial, sign_test

quick = settings(max_examples=25, deadline=None)
values = st.lists(st.integers(-3, 3), min_size=2, max_size=40)


def test_a_difference_within_the_rounding_of_the_scores_is_a_tie():
    d = [0.1 + 0.2 - 0.3, 0.02, -0.01]
    known = sign_test(d, score_magnitude=0.3)
    assert (known.wins, known.losses, known.n_ties) == (1, 1, 1)
    assert sign_test(d, score_magnitude=[0, 1, 1]).wins == sign_test(d).wins == 2
    with pytest.raises(ValueError, match="score_magnitude must be finite and not negative"):
        sign_test(d, score_magnitude=-1)


def test_by_hand():
    """8 of 9: 2 (9 + 1) / 512."""
    result = sign_test([3, 1, -2, 5, 4, 6, 7, 2, 8])
    assert (result.pvalue, result.statistic, result.wins, result.losses, result.n_ties) == (20 / 512, 8, 8, 1, 0)
    assert (result.df, result.ties, result.alternative, result.estimate) == (None, "drop", "two-sided", 4)
    assert result.flags == set()


def test_ties_dropped_or_split():
    """Five wins, three ties: 2 / 32 without them; split, one left out: 6 of 7, 2 (7 + 1) / 128."""
    d = [1, 2, 3, 4, 5, 0, 0, 0]
    dropped, split = sign_test(d), sign_test(d, ties="split")
    assert (dropped.pvalue, dropped.statistic, dropped.n_ties) == (2 / 32, 5, 3)
    assert (split.pvalue, split.statistic, split.n_ties, split.wins) == (16 / 128, 6, 3, 5)


def test_every_pattern_of_up_to_eight_by_enumeration():
    for n in range(2, 9):
        signs = np.array(list(product((-1, 1), repeat=n)))
        sums = signs.sum(axis=-1)
        result = sign_test(signs, alternative="greater")
        assert result.pvalue == pytest.approx([(sums >= s).mean() for s in sums], rel=1e-14)
        two_sided = sign_test(signs).pvalue
        assert two_sided == pytest.approx([(abs(sums) >= abs(s)).mean() for s in sums], rel=1e-14)
        for alpha in (0.01, 0.05, 0.2):
            assert (two_sided <= alpha).mean() <= alpha


@quick
@given(d=values, alternative=st.sampled_from(["two-sided", "greater", "less"]))
def test_agrees_with_scipy_and_the_binomial_test(d, alternative):
    wins, losses = sum(x > 0 for x in d), sum(x < 0 for x in d)
    result = sign_test(d, alternative=alternative)
    assert result.pvalue == binomial(wins, losses, alternative=alternative).pvalue
    if wins + losses:
        expected = binomtest(wins, wins + losses, alternative=alternative).pvalue
        assert result.pvalue == pytest.approx(expected, rel=1e-12)


@quick
@given(d=values, ties=st.sampled_from(["drop", "split"]))
def test_invariances(d, ties):
    d = np.array(d, dtype=float)
    one, swapped = sign_test(d, ties=ties), sign_test(-d, ties=ties)
    assert (swapped.pvalue, swapped.wins, swapped.estimate) == (one.pvalue, one.losses, -one.estimate)
    low, high = one.confidence_interval()
    assert swapped.confidence_interval() == (-high, -low)
    for scale in (2.0**600, 2.0**-600):
        assert sign_test(d * scale, ties=ties).pvalue == one.pvalue
    assert sign_test(d[::-1], ties=ties).pvalue == one.pvalue


@quick
@given(d=values)
def test_splitting_ties_never_makes_the_case_stronger(d):
    assert sign_test(d, ties="split").pvalue >= sign_test(d).pvalue * (1 - 1e-14)


@quick
@given(d=st.lists(st.integers(-50, 50).filter(bool), min_size=2, max_size=40), level=st.floats(0.5, 0.999))
def test_the_interval_excludes_zero_exactly_when_the_test_rejects(d, level):
    result = sign_test(d)
    low, high = result.confidence_interval(level)
    assert low <= result.estimate <= high
    if abs(result.pvalue - (1 - level)) > 1e-12:
        assert (low > 0 or high < 0) == (result.pvalue <= 1 - level)


def test_the_interval_covers_as_promised_and_not_much_more():
    """Forty: 13 may be left out on each side, coverage 1 - 2 P(B <= 13) = .9615. A library covers .996 here."""
    low, high = sign_test(np.arange(1, 41)).confidence_interval(0.95)
    assert (low, high) == (14, 27)
    assert 1 - 2 * sum(comb(40, i) for i in range(14)) / 2**40 == pytest.approx(0.9615, abs=5e-5)


def test_too_few_for_the_level():
    assert sign_test([1, 2, 3, 4, 5]).confidence_interval() == (-np.inf, np.inf)
    assert sign_test([1, 2, 3, 4, 5, 6]).confidence_interval() == (1, 6)


def test_no_difference_at_all():
    for ties in ("drop", "split"):
        result = sign_test(np.zeros(4), ties=ties)
        assert (result.pvalue, result.estimate, result.n_ties) == (1, 0, 4)
        assert result.flags == {"identical_scores"}


def test_a_batch_is_many_single_tests_bit_by_bit():
    d = np.random.default_rng(0).integers(-2, 3, (3, 9, 8)).astype(float)
    d[0, 0] = 0
    for ties in ("drop", "split"):
        batch = sign_test(d, ties=ties)
        low, high = batch.confidence_interval(0.9)
        for i in np.ndindex(3, 9):
            one = sign_test(d[i], ties=ties)
            assert (one.pvalue, one.statistic, one.wins) == (batch.pvalue[i], batch.statistic[i], batch.wins[i])
            assert (one.estimate, one.confidence_interval(0.9)) == (batch.estimate[i], (low[i], high[i]))
            assert one.flags == batch.flags[i]
    assert isinstance(one.wins, int)
    low, high = sign_test(d[..., :2]).confidence_interval()
    assert (low == -np.inf).all()
    assert high.shape == (3, 9)


@pytest.mark.parametrize(
    ("d", "options", "message"),
    [
        ([1], {}, "at least 2 values along n_datasets, got 1"),
        ([1, np.nan], {}, "must be finite"),
        ([1, 2], {"ties": "half"}, "ties must be one of 'drop', 'split'"),
        ([1, 2], {"alternative": "larger"}, "alternative must be one of"),
    ],
)
def test_refusals(d, options, message):
    with pytest.raises(ValueError, match=message):
        sign_test(d, **options)
