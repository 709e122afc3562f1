"""McNemar's test: with continuity correction, exact, or with the mid-p-value."""

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import erfc

from foldwise._core import check_choice
from foldwise.stats._batch import Alternative, Floats, Mask
from foldwise.stats._disagreements import DisagreementResult, Disagreements, Method, as_disagreements
from foldwise.stats._share import exact_pvalue, mid_pvalue

# Below this many disagreements the chi-square approximation is doubtful.
ENOUGH = 25


def mcnemar(
    a_only: ArrayLike,
    b_only: ArrayLike,
    *,
    n_examples: ArrayLike | None = None,
    method: Method = "continuity",
    alternative: Alternative = "two-sided",
) -> DisagreementResult:
    r"""Test whether two classifiers are equally accurate, from their disagreements on one test set.

    By default the chi-square approximation to the exact test, which is no harder to compute and
    should be preferred; the approximation is here because papers report it [1]_, [2]_.

    Parameters
    ----------
    a_only, b_only : array_like of int
        Examples that only `a`, only `b`, classifies rightly. Arrays are batches of experiments.
    n_examples : array_like of int, optional
        All examples tested, agreements included; needed for estimate, standard error and interval.
    method : {'continuity', 'exact', 'mid-p'}, default 'continuity'
        Chi-square with continuity correction, the exact test `binomial`, or its mid-p-value [3]_.
    alternative : {'two-sided', 'greater', 'less'}, default 'two-sided'
        ``'greater'`` asks whether `a` is the more accurate; the p-value is then one-sided, that of chi-square
        from its square root with the sign of ``a_only - b_only``.

    Returns
    -------
    DisagreementResult
        With ``df = 1``; exact and mid-p: ``statistic = a_only`` and no degrees of freedom. Flags: `small_sample`
        (chi-square from 1 to 24 disagreements), `no_disagreement` (statistic 0, two-sided p-value 1, one-sided 0.5,
        exact one-sided 1).

    See Also
    --------
    binomial : The exact test.

    Notes
    -----
    With ``b`` and ``c`` the examples that only one or only the other classifies rightly,

    .. math:: \chi^2 = \frac{\max(|b - c| - 1,\, 0)^2}{b + c}

    with one degree of freedom. Equal counts give 0: the correction never pushes past the null.

    The mid-p-value is the exact one with half the probability of the counts that were seen taken away:
    ``P(S > s) + P(S = s) / 2`` for ``S`` wins of ``b + c`` tosses of a fair coin, doubled if two-sided. On average
    it rejects a true null nearly as often as the level says. Unlike the exact test it may do so more often: at
    nominal .05 up to .077 of the time (16 disagreements; by enumeration of up to 100).

    The null hypothesis: on a random example of the population the two *trained classifiers* are equally often
    right. It says nothing about other training sets. Examples must be independent and each counted once: the pooled
    test examples of one cross-validation at most, never those of several.

    In a simulation where the null holds exactly (n = 200, two classes, one hold-out set, nominal .05) it rejected
    .038 of the time with 1-nearest neighbours and .032 with linear discriminants.

    References
    ----------
    .. [1] Q. McNemar (1947). Note on the sampling error of the difference between correlated
       proportions or percentages. Psychometrika 12, 153-157.
    .. [2] T. G. Dietterich (1998). Approximate statistical tests for comparing supervised
       classification learning algorithms. Neural Computation 10, 1895-1923.
    .. [3] M. W. Fagerland, S. Lydersen and P. Laake (2013). The McNemar test for binary matched-pairs
       data: mid-p and asymptotic are better than exact conditional. BMC Medical Research Methodology 13, 91.

    Examples
    --------
    >>> from foldwise.stats import mcnemar
    >>> result = mcnemar(35, 15)
    >>> result.statistic, round(result.pvalue, 4)
    (7.22, 0.0072)
    >>> round(mcnemar(35, 15, method="exact").pvalue, 4), round(mcnemar(35, 15, method="mid-p").pvalue, 4)
    (0.0066, 0.0046)
    """
    check_choice(method, "method", ("continuity", "exact", "mid-p"))
    counts = as_disagreements(a_only, b_only, n_examples, alternative)
    if method == "continuity":
        statistic, pvalue, small_sample = chi_square(counts)
        return counts.result(statistic=statistic, pvalue=pvalue, method=method, df=1, small_sample=small_sample)
    pvalue = (exact_pvalue if method == "exact" else mid_pvalue)(counts.a_only, counts.b_only, alternative)
    return counts.result(statistic=counts.a_only.astype(np.float64), pvalue=pvalue, method=method)


def chi_square(counts: Disagreements) -> tuple[Floats, Floats, Mask]:
    """Return chi-square with continuity correction, its p-value, and where it is doubtful."""
    lead = (counts.a_only - counts.b_only).astype(np.float64)
    corrected = np.maximum(np.abs(lead) - 1, 0.0)
    statistic = np.asarray(corrected * corrected / np.maximum(counts.total, 1))
    root = np.sqrt(statistic / 2)
    if counts.alternative == "two-sided":
        pvalue = erfc(root)
    else:
        pvalue = 0.5 * erfc(np.sign(lead if counts.alternative == "greater" else -lead) * root)
    return statistic, np.asarray(pvalue), np.asarray((counts.total > 0) & (counts.total < ENOUGH))
