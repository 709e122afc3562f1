"""Limits against a margin: by hand, against SciPy and a published example, by independent likelihoods, at the edges."""

import numpy as np
import pytest
from scipy import stats as of_scipy
from scipy.optimize import brentq, minimize_scalar

from foldwise.stats import non_inferiority, tango_non_inferiority


def score_z(b, c, n, x):
    """The score statistic with probabilities that maximise the likelihood numerically, given their difference x."""

    def minus_log_likelihood(lost):
        gained = lost + x
        rest = 1 - gained - lost
        terms = [(b, gained), (c, lost), (n - b - c, rest)]
        return -sum(count * np.log(max(share, 1e-300)) for count, share in terms if count)

    least, most = max(0.0, -x), (1 - x) / 2
    lost = minimize_scalar(minus_log_likelihood, bounds=(least, most), options={"xatol": 1e-13}).x
    return (b - c - n * x) / np.sqrt(n * (2 * lost + x - x**2))


@pytest.mark.parametrize(("b", "c", "n"), [(12, 14, 1000), (1, 7, 21), (30, 10, 100), (3, 40, 200)])
def test_tango_by_roots_of_another_likelihood(b, c, n):
    result = tango_non_inferiority(b, c, n, margin=0.01, alpha=0.05)
    z = of_scipy.norm.isf(0.05)
    assert result.low == pytest.approx(brentq(lambda x: score_z(b, c, n, x) - z, -0.9, (b - c) / n), abs=1e-6)
    assert result.high == pytest.approx(brentq(lambda x: score_z(b, c, n, x) + z, (b - c) / n, 0.9), abs=1e-6)


def test_tango_on_a_published_example():
    """Airway hyper-responsiveness, 1 and 7 of 21 changed: -0.517 to -0.026 (Fagerland, Lydersen and Laake 2014)."""
    result = tango_non_inferiority(1, 7, 21, margin=0.0, alpha=0.025)
    assert (round(result.low, 3), round(result.high, 3)) == (-0.517, -0.026)


def test_tango_without_disagreements_by_hand():
    """With b = c = 0 the statistic at x < 0 is sqrt(-n x / (1 + x)): the limit is -z**2 / (n + z**2)."""
    z2 = of_scipy.norm.isf(0.05) ** 2
    result = tango_non_inferiority(0, 0, 100, margin=0.03)
    assert result.low == pytest.approx(-z2 / (100 + z2), rel=1e-9)
    assert result.high == pytest.approx(-result.low)
    assert result.outcome == "not worse"


def test_tango_at_no_margin_is_mcnemar():
    """z at 0 is (b - c) / sqrt(b + c), McNemar's without a correction: significant on one side, and so decided."""
    for b, c in [(20, 8), (18, 10), (8, 20), (10, 18)]:
        one_sided = of_scipy.norm.sf(abs(b - c) / np.sqrt(b + c))
        result = tango_non_inferiority(b, c, 300, margin=0.0)
        assert (result.outcome == "undecided") == (one_sided > 0.05)


def test_swapping_the_learners_turns_the_limits_round():
    one, other = (tango_non_inferiority(*counts, 80, margin=0.0) for counts in ((9, 4), (4, 9)))
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low))


def test_a_batch_is_many_single_gates():
    b, c = np.array([3, 10, 0]), np.array([9, 1, 0])
    batch = tango_non_inferiority(b, c, 60, margin=0.05)
    singles = [tango_non_inferiority(int(one), int(two), 60, margin=0.05) for one, two in zip(b, c, strict=True)]
    assert batch.low == pytest.approx([single.low for single in singles])
    assert batch.outcome.tolist() == [single.outcome for single in singles]


def test_t_limits_are_those_of_scipy():
    d = np.random.default_rng(4).normal(0.01, 0.1, 40)
    result = non_inferiority(d.mean(), of_scipy.sem(d), df=39, margin=0.02, alpha=0.05)
    assert (result.low, result.high) == pytest.approx(of_scipy.ttest_1samp(d, 0).confidence_interval(0.9))
    is_significant = of_scipy.ttest_1samp(d, -0.02, alternative="greater").pvalue < 0.05
    assert (result.outcome == "not worse") == is_significant


def test_three_outcomes_and_the_ratio_by_hand():
    """Limits d -+ 1.6604 e with 99 df."""
    t = of_scipy.t.isf(0.05, 99)
    results = [non_inferiority(d, 0.004, df=99, margin=0.01) for d in (0.002, -0.008, -0.02)]
    assert [result.outcome for result in results] == ["not worse", "undecided", "worse"]
    assert results[1].ratio == pytest.approx((t * 0.004 / 0.002) ** 2)


def test_the_ratio_of_tango_just_decides():
    """Shares stay what they are: 40 times as many of each."""
    few = tango_non_inferiority(2, 3, 100, margin=0.02)
    n = few.ratio
    assert few.outcome == "undecided"
    more, fewer = int(np.ceil(n)), int(np.floor(n)) - 1
    assert tango_non_inferiority(2 * more, 3 * more, 100 * more, margin=0.02).outcome == "not worse"
    assert tango_non_inferiority(2 * fewer, 3 * fewer, 100 * fewer, margin=0.02).outcome == "undecided"


def test_no_variance_is_undecided():
    result = non_inferiority(0.5, 0.0, df=9, margin=0.1)
    assert result.outcome == "undecided"
    assert np.isnan(result.low)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: tango_non_inferiority(60, 60, 100, margin=0.1), "must not exceed n_examples"),
        (lambda: tango_non_inferiority(1, 1, 100, margin=1.0), "below 1"),
        (lambda: tango_non_inferiority(1, 1, 100, margin=-0.1), "not below 0"),
        (lambda: non_inferiority(0.0, 1.0, df=3, margin=float("nan")), "not below 0"),
        (lambda: non_inferiority(0.0, 1.0, df=3, margin=0.1, alpha=0.5), "below 0.5"),
    ],
)
def test_what_makes_no_sense_is_refused(call, words):
    with pytest.raises(ValueError, match=words):
        call()
