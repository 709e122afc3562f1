"""The exact binomial (sign) test on disagreements."""

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Alternative
from foldwise.stats._disagreements import DisagreementResult, as_disagreements
from foldwise.stats._share import exact_pvalue


def binomial(
    a_only: ArrayLike,
    b_only: ArrayLike,
    *,
    n_examples: ArrayLike | None = None,
    alternative: Alternative = "two-sided",
) -> DisagreementResult:
    r"""Test whether two classifiers are equally accurate, exactly, from their disagreements.

    Where both are right or both are wrong nothing is learnt about their difference. Of the other
    examples each should win half, if they are equally good [1]_.

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
        With ``statistic = a_only`` and no degrees of freedom. Flag: `no_disagreement` (p-value 1).

    See Also
    --------
    mcnemar : The chi-square approximation to this test.

    Notes
    -----
    With ``m`` disagreements, of which `a` wins ``s``,

    .. math:: P(S \ge s) = 2^{-m} \sum_{i=s}^{m} \binom{m}{i},

    and the two-sided p-value is twice the smaller tail, at most 1. It is exact: accurate to 1e-12
    for millions of examples.

    The null hypothesis: on a random example of the population the two *trained classifiers* are equally often
    right. It says nothing about other training sets. Examples must be independent and each counted once: the pooled
    test examples of one cross-validation at most, never those of several.

    Being discrete, the test rejects a true null less often than the level says. In the simulation of Dietterich's
    study (error .10 to .40, 100 test examples, nominal .05) it rejected .029 to .038 of the time. On the pooled answers
    of a cross-validation it is not exact: the classifiers share training examples, and with ten folds of 200 examples
    it rejected .111 of the time with 1-nearest neighbours and .044 with linear discriminants.

    References
    ----------
    .. [1] S. L. Salzberg (1997). On comparing classifiers: pitfalls to avoid and a recommended
       approach. Data Mining and Knowledge Discovery 1, 317-328.

    Examples
    --------
    >>> from foldwise.stats import binomial
    >>> result = binomial(35, 15)
    >>> round(result.pvalue, 4), round(binomial(35, 15, alternative="greater").pvalue, 4)
    (0.0066, 0.0033)
    """
    counts = as_disagreements(a_only, b_only, n_examples, alternative)
    pvalue = exact_pvalue(counts.a_only, counts.b_only, alternative)
    return counts.result(statistic=counts.a_only.astype(np.float64), pvalue=pvalue, method="exact")
