"""Cases in which well-known software gives a wrong number, each with the right one.

The cases were found by running, or by reading, other packages; none of them is needed here.
"""

from itertools import product

import numpy as np
import pytest

from foldwise.stats import (
    bayesian_correlated_t,
    binomial,
    bonferroni,
    cochran_q,
    corrected_repeated_kfold_t,
    corrected_resampled_t,
    difference_of_proportions,
    five_by_two_f,
    five_by_two_t,
    holm,
    kfold_t,
    mcnemar,
    resampled_t,
    wilcoxon,
)

D = np.array([0.04, 0.02, -0.01, 0.03, 0.05, 0.0, 0.02, -0.02, 0.06, 0.01])


def test_no_disagreement_is_not_significant():
    """Seen: chi-square = inf, p = 0."""
    assert mcnemar(0, 0).pvalue == binomial(0, 0).pvalue == 1


def test_the_continuity_correction_stops_at_zero():
    """Seen: p = .82 for ten wins and ten losses."""
    assert mcnemar(10, 10).pvalue == 1


def test_a_p_value_is_a_tail_whichever_learner_comes_first():
    """Seen: .9999 for 80 % against 70 % of 500, .0001 the other way. z = .1 / sqrt(2 * .75 * .25 / 500) = 3.651."""
    one, other = (difference_of_proportions(*right, n_examples=500) for right in ((400, 350), (350, 400)))
    assert one.statistic == -other.statistic == pytest.approx(0.1 / np.sqrt(2 * 0.75 * 0.25 / 500), rel=1e-12)
    assert one.pvalue == other.pvalue == pytest.approx(2.607e-4, rel=1e-3)


@pytest.mark.parametrize("test", [kfold_t, resampled_t, lambda d: corrected_resampled_t(d, n_train=9, n_test=1)])
def test_identical_learners_are_no_nan(test):
    assert test(np.zeros(10)).pvalue == 1


@pytest.mark.parametrize("test", [five_by_two_t, five_by_two_f, corrected_repeated_kfold_t])
def test_identical_learners_are_no_nan_over_five_halvings_either(test):
    assert test(np.zeros((5, 2))).pvalue == 1


@pytest.mark.parametrize("value", [0.1, -0.3])
def test_constant_differences_are_not_proof(value):
    """Seen: p = 0, or t = inf taken for significance."""
    result = corrected_repeated_kfold_t(np.full((10, 10), value))
    assert np.isnan(result.pvalue)
    assert result.flags == {"zero_variance"}


def test_the_direction_is_not_chosen_by_the_data():
    """Seen: the better median first, then a one-sided Wilcoxon: level .11 for .05. Here all 2^10 signs occur."""
    signs = np.array(list(product((-1, 1), repeat=10)))
    assert (wilcoxon(signs * np.arange(1, 11)).pvalue <= 0.05).mean() <= 0.05


def test_adjusted_p_values_come_back_in_their_order():
    """Seen: [.06, 1, .004, .9]. By hand: .001 * 4, .02 * 3, .5 * 2, .9."""
    p = [0.5, 0.001, 0.02, 0.9]
    assert holm(p) == pytest.approx([1, 0.004, 0.06, 1])
    assert bonferroni(p) == pytest.approx([1, 0.004, 0.08, 1])


def test_holm_steps_down_and_stops():
    """Seen: every p against alpha / (k - 1), or on past the first failure. .02 fails against .05 / 3, so .03 does."""
    assert (holm([0.02, 0.03, 0.001, 0.04]) <= 0.05).tolist() == [False, False, True, False]


def test_the_variance_is_over_folds_not_over_examples():
    """Seen: the number of examples in variance and df. 10 folds: t = 1.6858544608470491, df 9 (60-digit reference)."""
    result = corrected_repeated_kfold_t(D[np.newaxis])
    assert (result.statistic, result.df) == (pytest.approx(1.6858544608470491, rel=1e-12), 9)


def test_the_correction_is_under_the_root():
    """Seen: the factor outside, which rejects 21 to 28 % of true nulls. t = mean / (s sqrt(1/n + n2/n1))."""
    result = corrected_resampled_t(D, n_train=200, n_test=100)
    assert result.statistic == pytest.approx(D.mean() / (D.std(ddof=1) * np.sqrt(1 / 10 + 1 / 2)), rel=1e-12)


def test_two_sided_is_twice_the_smaller_tail():
    """Seen: the upper tail of |t|, called right-tailed: half of the two-sided p whichever model is better."""
    two, greater, less = (kfold_t(D, alternative=side).pvalue for side in ("two-sided", "greater", "less"))
    assert two == pytest.approx(2 * greater, rel=1e-12)
    assert greater + less == pytest.approx(1, rel=1e-12)


def test_the_posterior_knows_the_sizes_of_the_split():
    """Seen: the ratio 1/(k - 1) for any split. With n2/n1 = 1/2 the scale is sqrt((1/10 + 1/2) / (1/10 + 1/9))."""
    narrow, wide = (bayesian_correlated_t(D[np.newaxis], rope=0, test_train_ratio=ratio) for ratio in (1 / 9, 1 / 2))
    assert wide.standard_error / narrow.standard_error == pytest.approx(np.sqrt(0.6 / (0.1 + 1 / 9)), rel=1e-12)
    assert (narrow.inside, narrow.left + narrow.right) == (0, pytest.approx(1, rel=1e-12))


def test_a_common_test_set_is_paired():
    """Seen: an unpaired z on paired items. 60 wins and 40 losses: z rejects (p = .0047), the paired tests do not."""
    assert difference_of_proportions(60, 40, n_examples=100).pvalue < 0.005
    assert mcnemar(60, 40).pvalue > 0.05
    assert binomial(60, 40).pvalue > 0.05


def test_cochrans_q_of_two_is_mcnemars_chi_square_without_correction():
    """Seen: degrees of freedom that do not belong together. (7 - 2)^2 / 9."""
    right = np.array([[1, 0]] * 7 + [[0, 1]] * 2 + [[1, 1]] * 5 + [[0, 0]] * 3)
    assert cochran_q(right).statistic == pytest.approx(25 / 9, rel=1e-12)
