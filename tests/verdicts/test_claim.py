"""Claims in one line: read into numbers, checked by the corrected test, or refused."""

import math

import numpy as np
import pytest
from scipy import stats as of_scipy

from foldwise import DataFormatError
from foldwise.verdicts import check_claim

TEN_FOLD = "10-fold, n=500, 0.912 vs 0.905, p=0.03"


def test_the_corrected_p_by_hand():
    """t of p = .03 with 9 df, over sqrt(1 + 10/9)."""
    check = check_claim(TEN_FOLD)
    t = of_scipy.t.isf(0.015, 9)
    assert check.statistic == pytest.approx(t, rel=1e-12)
    assert check.corrected_statistic == pytest.approx(t / math.sqrt(19 / 9), rel=1e-12)
    assert check.corrected_pvalue == pytest.approx(2 * of_scipy.t.sf(t / math.sqrt(19 / 9), 9), rel=1e-10)
    assert check.standing == "falls"
    assert check.n_ahead == pytest.approx(3.5)


def test_what_it_would_take_makes_it_stand():
    check = check_claim(TEN_FOLD)
    enough = check_claim(TEN_FOLD.replace("0.03", f"{check.needed_pvalue * 0.999:.10f}"))
    too_little = check_claim(TEN_FOLD.replace("0.03", f"{check.needed_pvalue * 1.001:.10f}"))
    assert (enough.standing, too_little.standing) == ("stands", "falls")
    wider = check_claim(f"10-fold, diff {check.smallest_difference * 1.0001:.12f}, sd {sd_of(check):.12f}")
    assert wider.standing == "stands"


def sd_of(check):
    return abs(check.claim.difference) * math.sqrt(10) / check.statistic


@pytest.mark.parametrize(("n_repeats", "n_folds"), [(1, 10), (10, 10), (3, 5)])
def test_mean_and_sd_give_what_the_test_gives_on_differences(n_repeats, n_folds):
    from foldwise.stats import corrected_repeated_kfold_t

    d = np.random.default_rng(5).normal(0.01, 0.02, (n_repeats, n_folds))
    claim = f"{n_repeats}x{n_folds}, mean diff {d.mean():.15f}, sd {d.std(ddof=1):.15f}"
    result = corrected_repeated_kfold_t(d)
    assert check_claim(claim).corrected_pvalue == pytest.approx(result.pvalue, rel=1e-9)
    assert check_claim(claim).df == result.df


def test_a_bound_on_p_leaves_it_open():
    assert check_claim("10-fold, 0.91 vs 0.90, p < 0.05").standing == "open"
    assert check_claim("10-fold, 0.91 vs 0.90, p < 0.001").standing == "stands"
    # The spread tells more than the bound.
    assert check_claim("10-fold, diff 0.01, sd 0.012, p < 0.05").standing == "falls"


def test_one_test_set_by_enumeration():
    """Seven examples ahead: 8 against 1 is the last that is significant, 2 * 10 / 2**9 = .039; 9 against 2 has .065."""
    check = check_claim("test set, n=1000, 91.2% vs 90.5%")
    assert check.most_disagreements == 9
    assert check.least_pvalue == pytest.approx(2 / 2**7, rel=1e-12)
    assert check.standing == "open"
    assert check_claim("hold-out, n=20, 0.9 vs 0.8").standing == "falls"


def test_scores_that_no_count_gives_are_told():
    assert check_claim("test set, n=1000, 91.2% vs 90.5%").is_possible
    assert not check_claim("test set, n=1000, 91.25% vs 90.5%").is_possible
    assert check_claim("test set, n=3, 66.7% vs 33.3%").is_possible
    assert "no whole number of them out of 1000" in str(check_claim("test set, n=1000, 91.25% vs 90.5%"))


@pytest.mark.parametrize(
    "text",
    [
        TEN_FOLD,
        "k=10, N=500, accuracy 91.2% vs. 90.5%, p = 0.03",
        "10 folds; 500 examples; 0.912 against 0.905; p-value of .03",
        "1x10 cross-validation, n=500, 91.2 vs 90.5, p=3e-2",
    ],
)
def test_the_same_claim_in_other_words(text):
    claim = check_claim(text).claim
    assert (claim.n_repeats, claim.n_folds, claim.n) == (1, 10, 500)
    assert claim.scores == pytest.approx((0.912, 0.905), abs=1e-15)
    assert claim.pvalue == 0.03


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("10-fold, 0.9 vs 0.8", "nothing of how the scores vary"),
        ("1-fold, p=.01", "One fold is no cross-validation"),
        ("0.9 vs 0.8, p=.01", "does not say how the scores were obtained"),
        ("10-fold, p=2", "p must be above 0 and at most 1, got 2"),
        ("10-fold, diff .1, sd -0.2", "sd must be positive"),
        ("5x2, p=0.01", "needs no correction"),
        ("3 seeds, 0.9 vs .8", "'3' in the claim is not understood"),
        ("10-fold, t=2.4, p=0.5", "not of one t test"),
        ("10-fold, diff 0.01, sd 0.2, p<0.05", "not of one t test"),
        ("10-fold, 0.90 vs 0.80, diff 0.2, p=.01", "scores differ by 0.1"),
        ("10-fold, 0.9 vs 0.8, 0.7 vs 0.6, p=.01", "two things of one kind"),
        ("10-fold on a test set, p=.01", "folds and of one test set"),
        ("test set, 0.9 vs 0.8", "needs n"),
        ("test set, n=100, 0.92 vs 0.90, p=0.001", "no exact test on 100 examples has p below 0.5"),
        ("10-fold, n=5, p=.01", "10 folds need as many examples"),
        ("10-fold, n=0, p=.01", "n must be 1 or more"),
        ("10-fold, diff 0, p=1", "nothing to check"),
        ("", "does not say how the scores were obtained"),
    ],
)
def test_what_cannot_be_said_is_refused_in_one_line(text, words):
    with pytest.raises(DataFormatError, match=words) as refused:
        check_claim(text)
    assert "\n" not in str(refused.value)


def test_words_and_document():
    check = check_claim(TEN_FOLD)
    assert str(check).startswith("The claim does not stand at 0.05: by the corrected test p = 0.11")
    assert "Nadeau and Bengio" in check.details()
    document = check.document()
    assert document["schema"] == "foldwise.claim/1"
    assert document["claim"]["text"] == TEN_FOLD
    assert document["most_disagreements"] is None
    assert "<p" in check._repr_html_()


def test_t_keeps_its_sign():
    up, down = (check_claim(f"10-fold, t={t}") for t in (2.4, -2.4))
    assert (down.statistic, down.corrected_statistic) == (-up.statistic, -up.corrected_statistic)
    assert down.statistic == pytest.approx(-2.4, rel=1e-12)
    assert (down.pvalue, down.corrected_pvalue, down.standing) == (up.pvalue, up.corrected_pvalue, up.standing)


def test_scores_that_are_the_same_are_remarked():
    assert "the scores are the same" in str(check_claim("10-fold, n=500, 0.9 vs 0.9, p=0.03"))
    assert "the scores are the same" not in str(check_claim("10-fold, n=500, 0.9 vs 0.91, p=0.03"))
