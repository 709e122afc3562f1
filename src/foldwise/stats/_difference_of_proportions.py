"""The test for the difference of two proportions, plain and corrected."""

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_choice
from foldwise.stats._batch import ALTERNATIVES, Alternative, unwrapped
from foldwise.stats._disagreements import DisagreementResult, as_disagreements
from foldwise.stats._inputs import as_counts
from foldwise.stats._mcnemar import chi_square
from foldwise.stats._results import NormalResult, normal_fields


def difference_of_proportions(
    a_right: ArrayLike, b_right: ArrayLike, *, n_examples: ArrayLike, alternative: Alternative = "two-sided"
) -> NormalResult:
    r"""Test whether two classifiers are equally accurate, as if each had its own test set.

    They have one and the same, so their counts are not independent and the standard error is wrong in either
    direction [1]_. Here for comparison only: every result carries the flag `not_recommended`.

    Parameters
    ----------
    a_right, b_right : array_like of int
        Examples that `a`, that `b`, classifies rightly. Arrays are batches of experiments.
    n_examples : array_like of int
        Examples tested.
    alternative : {'two-sided', 'greater', 'less'}, default 'two-sided'
        ``'greater'`` asks whether `a` is the more accurate; the p-value is then one-sided.

    Returns
    -------
    NormalResult
        Flags: `not_recommended` always, `identical_scores` (both always right or both always wrong: statistic 0,
        two-sided p-value 1, one-sided 0.5).

    See Also
    --------
    binomial : The exact test that uses the pairing.
    corrected_difference_of_proportions : The same idea with the pairing.

    Notes
    -----
    With ``p_a`` and ``p_b`` the shares of the ``n`` examples and ``p = (p_a + p_b) / 2``,

    .. math:: z = (p_a - p_b) \Big/ \sqrt{2 p (1 - p) / n},

    referred to the normal distribution.

    The null hypothesis: on a random example of the population the two *trained classifiers* are equally often
    right. It says nothing about other training sets.

    Classifiers that are right on the same examples are tested too timidly, others too boldly. In the simulation of
    Dietterich's study (error .10 to .50, 100 test examples, nominal .05) it rejected .054 to .088 of the time. Do not
    use it where it is known which examples each classifier gets right.

    References
    ----------
    .. [1] T. G. Dietterich (1998). Approximate statistical tests for comparing supervised
       classification learning algorithms. Neural Computation 10, 1895-1923.

    Examples
    --------
    >>> from foldwise.stats import difference_of_proportions
    >>> result = difference_of_proportions(60, 40, n_examples=100)
    >>> round(result.statistic, 3), round(result.pvalue, 4)
    (2.828, 0.0047)
    >>> result.flags
    Flags({'not_recommended'})
    """
    check_choice(alternative, "alternative", ALTERNATIVES)
    a, b, n = as_counts({"a_right": a_right, "b_right": b_right, "n_examples": n_examples})
    if (np.maximum(a, b) > n).any():
        first = tuple(np.argwhere(np.maximum(a, b) > n)[0])
        raise ValueError(
            f"a_right and b_right must not exceed n_examples, got {a[first]} and {b[first]} of {n[first]}."
        )
    right, wrong = (a + b).astype(np.float64), (2 * n - a - b).astype(np.float64)
    estimate = np.asarray((a - b) / n)
    standard_error = np.asarray(np.sqrt(right * wrong / (2 * n)) / n)
    flags = {"not_recommended": True, "identical_scores": (right == 0) | (wrong == 0)}
    statistic, pvalue, named = normal_fields(estimate, standard_error, alternative, flags)
    return NormalResult(
        statistic=unwrapped(statistic),
        pvalue=unwrapped(pvalue),
        df=None,
        estimate=unwrapped(estimate),
        standard_error=unwrapped(standard_error),
        alternative=alternative,
        flags=named,
    )


def corrected_difference_of_proportions(
    a_only: ArrayLike,
    b_only: ArrayLike,
    *,
    n_examples: ArrayLike | None = None,
    alternative: Alternative = "two-sided",
) -> DisagreementResult:
    r"""Test whether two classifiers are equally accurate, allowing for their common test set.

    With the right standard error the difference of two proportions is the signed root of McNemar's chi-square [1]_,
    so the p-values are McNemar's.

    Parameters
    ----------
    a_only, b_only : array_like of int
        Examples that only `a`, only `b`, classifies rightly. Arrays are batches of experiments.
    n_examples : array_like of int, optional
        All examples tested, agreements included; needed for estimate, standard error and interval.
    alternative : {'two-sided', 'greater', 'less'}, default 'two-sided'
        ``'greater'`` asks whether `a` is the more accurate; the p-value is then one-sided.

    Returns
    -------
    DisagreementResult
        With the sign of ``a_only - b_only`` on the statistic and no degrees of freedom. Flags: `small_sample` (1 to 24
        disagreements), `no_disagreement` (statistic 0, two-sided p-value 1, one-sided 0.5).

    See Also
    --------
    mcnemar : The same test as chi-square.
    binomial : The exact test, to be preferred.

    Notes
    -----
    With ``b`` and ``c`` the examples that only `a` or only `b` classifies rightly,

    .. math:: z = \operatorname{sign}(b - c)\, \frac{\max(|b - c| - 1,\, 0)}{\sqrt{b + c}},

    referred to the normal distribution.

    The null hypothesis: on a random example of the population the two *trained classifiers* are equally often
    right. It says nothing about other training sets. Examples must be independent and each counted once. It rejects
    exactly when `mcnemar` does: in the simulation of Dietterich's study .025 to .038 of the time at nominal .05.

    References
    ----------
    .. [1] T. G. Dietterich (1998). Approximate statistical tests for comparing supervised
       classification learning algorithms. Neural Computation 10, 1895-1923.

    Examples
    --------
    >>> from foldwise.stats import corrected_difference_of_proportions
    >>> result = corrected_difference_of_proportions(35, 15)
    >>> round(result.statistic, 3), round(result.pvalue, 4)
    (2.687, 0.0072)
    """
    counts = as_disagreements(a_only, b_only, n_examples, alternative)
    squared, pvalue, small_sample = chi_square(counts)
    statistic = np.asarray(np.sign(counts.a_only - counts.b_only) * np.sqrt(squared))
    return counts.result(statistic=statistic, pvalue=pvalue, method="continuity", small_sample=small_sample)
