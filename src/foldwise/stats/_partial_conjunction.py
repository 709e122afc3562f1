"""On how many of several data sets a claim holds at least."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_choice, check_fraction
from foldwise.stats._batch import Counts, Floats, Integers, unwrapped
from foldwise.stats._family import Undefined, as_family
from foldwise.stats._stepwise import holm
from foldwise.stats._tails import chi_square_sf

Combination: TypeAlias = Literal["bonferroni", "fisher"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PartialConjunctionResult:
    """P-values of "the claim holds on at least u of n data sets", for every u.

    Attributes
    ----------
    pvalues : ndarray of shape (..., n)
        For u = 1, ..., n; never decreasing.
    method : {'bonferroni', 'fisher'}
        How p-values were combined.

    Examples
    --------
    >>> from foldwise.stats import partial_conjunction
    >>> result = partial_conjunction([0.168, 0.297, 0.357, 0.019, 0.218, 0.001], method="fisher")
    >>> result.pvalues.round(4)
    array([0.001 , 0.0399, 0.196 , 0.2742, 0.344 , 0.357 ])
    >>> result.count(0.05)
    2
    """

    pvalues: Floats
    method: Combination

    def count(self, alpha: float = 0.05) -> Counts:
        """Return the number of data sets on which the claim holds at least.

        Parameters
        ----------
        alpha : float, default 0.05
            One minus the confidence.

        Returns
        -------
        int or ndarray
            A lower confidence bound: larger than the true number with probability at most `alpha`.
        """
        counts: Integers = np.asarray((self.pvalues <= check_fraction(alpha, "alpha")).sum(axis=-1))
        return unwrapped(counts)


def partial_conjunction(
    pvalues: ArrayLike, *, method: Combination = "bonferroni", undefined: Undefined = "error"
) -> PartialConjunctionResult:
    r"""Test on how many of several data sets one learner is better, from one p-value for each data set.

    A test over data sets speaks about the mean of a population of them. This one speaks about the data sets at hand,
    and counts them: "`a` is better than `b` on at least 7 of 10" [1]_, [2]_.

    Parameters
    ----------
    pvalues : array_like of shape (..., n)
        One p-value for each data set, all one-sided for the same direction. Leading axes are independent experiments.
    method : {'bonferroni', 'fisher'}, default 'bonferroni'
        Bonferroni's combination is valid under any dependence, and also names the data sets; Fisher's needs independent
        p-values, and finds more where many are of middling size [2]_.
    undefined : {'error', 'count'}, default 'error'
        What to do with NaN p-values: refuse, or count their data sets among those on which nothing was shown.

    Returns
    -------
    PartialConjunctionResult
        With `pvalues` for u = 1, ..., n, and the method `count`.

    See Also
    --------
    holm : Its adjusted p-values, sorted, are those of ``method='bonferroni'``; those at most alpha are the data sets.
    fisher : The combination of all p-values, which is that of u = 1.

    Notes
    -----
    For ordered p-values ``p_(1) <= ... <= p_(n)``, from the ``n - u + 1`` largest of them,

    .. math:: p^{u/n} = (n - u + 1)\, p_{(u)} \quad\text{or}\quad
              p^{u/n} = P\Big(\chi^2_{2(n - u + 1)} \ge -2 \sum_{i=u}^{n} \ln p_{(i)}\Big),

    and at most 1. A claim about more data sets is never more certain than one about fewer, so that each is replaced by
    the largest up to it. The number of those at most alpha is a lower bound, with confidence ``1 - alpha``, on the
    number of data sets where the null hypothesis is false.

    The null hypothesis: on more than ``n - u`` of the data sets the null hypothesis of the test behind the p-values
    holds. On each of them it is about whatever that test speaks about.

    With Bonferroni's combination the number is that of the p-values that `holm` leaves at most alpha. Fisher's bound
    does not say which data sets they are. Two-sided p-values count data sets with a difference, whatever its sign.

    References
    ----------
    .. [1] Y. Benjamini and R. Heller (2008). Screening for partial conjunction hypotheses. Biometrics 64,
       1215-1222.
    .. [2] R. Dror, G. Baumer, M. Bogomolov and R. Reichart (2017). Replicability analysis for natural language
       processing: testing significance with multiple datasets. Transactions of the ACL 5, 471-486.

    Examples
    --------
    >>> from foldwise.stats import partial_conjunction
    >>> result = partial_conjunction([0.168, 0.297, 0.357, 0.019, 0.218, 0.001])
    >>> result.pvalues.round(3)
    array([0.006, 0.095, 0.672, 0.672, 0.672, 0.672])
    >>> result.count(0.05)
    1
    """
    check_choice(method, "method", ("bonferroni", "fisher"))
    p = as_family(pvalues, undefined=undefined)
    p[np.isnan(p)] = 1.0
    if p.shape[-1] == 0:
        raise ValueError("at least 1 p-value is needed, one for each data set, got 0.")
    if method == "bonferroni":
        return PartialConjunctionResult(pvalues=np.sort(holm(p), axis=-1), method=method)
    with np.errstate(divide="ignore"):
        # Adding 0.0 removes the minus sign of a sum of zeros.
        terms = -2 * np.log(np.sort(p, axis=-1)) + 0.0
    # From the largest p-value on, so that one of 0 makes only the sums infinite that contain it.
    sums = np.cumsum(terms[..., ::-1], axis=-1)
    df = 2 * np.arange(1, p.shape[-1] + 1)
    combined = chi_square_sf(sums, df)[..., ::-1]
    return PartialConjunctionResult(pvalues=np.maximum.accumulate(combined, axis=-1), method=method)
