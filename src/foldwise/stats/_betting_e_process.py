"""Evidence that may be looked at after every new example: a betting e-process."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_choice
from foldwise.stats._batch import ALTERNATIVES, Alternative, Floats
from foldwise.stats._capital import SHARES, log_growth, log_mean_exp
from foldwise.stats._inputs import as_finite

# So many numbers at a time are held of a batch.
_MOST = 2**22


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EProcessResult:
    """Evidence after each example; the last axis is that of the examples.

    Attributes
    ----------
    e_values : ndarray
        Capital after each example, from a start of 1. Its expectation is 1, or less, if the null hypothesis holds.
    pvalues : ndarray
        The smallest ``1 / e`` so far, at most 1: a p-value that holds whenever one stops.
    mean : float
        The mean under the null hypothesis.
    alternative : {'two-sided', 'greater', 'less'}
        As it was given.

    Examples
    --------
    >>> from foldwise.stats import betting_e_process
    >>> betting_e_process([1, 1, 1, 1, 0, 1, 1, 1]).pvalues.round(3)
    array([1.   , 0.834, 0.626, 0.434, 0.434, 0.282, 0.175, 0.105])
    """

    e_values: Floats
    pvalues: Floats
    mean: float
    alternative: Alternative


def betting_e_process(
    differences: ArrayLike, *, mean: float = 0.0, alternative: Alternative = "two-sided"
) -> EProcessResult:
    r"""Test a mean difference on examples that arrive one by one, and look after each of them.

    One may stop as soon as the p-value is small enough, or go on as long as one likes: however the moment to stop is
    chosen, a true null hypothesis is rejected with at most the probability of the level [1]_, [2]_. With an ordinary
    test that is looked at again and again it is more.

    Parameters
    ----------
    differences : array_like of shape (..., n_examples)
        ``score(a) - score(b)`` on each example, from -1 to 1, in the order in which they arrived. Leading axes are
        independent streams.
    mean : float, default 0.0
        The mean difference under the null hypothesis, between -1 and 1.
    alternative : {'two-sided', 'greater', 'less'}, default 'two-sided'
        ``'greater'`` asks whether the mean is higher.

    Returns
    -------
    EProcessResult
        With a value for each example.

    See Also
    --------
    betting_confidence_sequence : Limits of the mean that hold at all times at once.

    Notes
    -----
    A gambler starts with a capital of 1, puts the share ``f`` of it on each example and keeps the rest. If the mean is
    ``m``, the price is fair. The e-value is the mean capital of 16 such gamblers, and of 16 who bet on the other
    direction,

    .. math:: E_t = \frac{1}{32} \sum_f \Big[ \prod_{i \le t} \Big(1 + f \frac{d_i - m}{1 + m}\Big)
        + \prod_{i \le t} \Big(1 - f \frac{d_i - m}{1 - m}\Big) \Big],

    with :math:`f = ((k + 1/2) / 16)^2` for ``k`` from 0 to 15; one-sided, only the first or the second products count.
    Nothing is tuned to a level, and the order of the examples does not matter to the last e-value.

    The null hypothesis: given all that came before, each difference has mean ``m`` (one-sided: at most, or at least,
    ``m``). Then the probability that the e-value ever reaches ``1 / alpha`` is at most ``alpha`` (Ville's inequality).
    It is for new examples: each must be drawn anew, from the population that is asked about. Folds and repeats of a
    cross-validation use the same examples again, and examples in clusters tell of each other; on both it rejects too
    often.

    It is the price of looking at any time that at a fixed number of examples it finds less than a test made for that
    number.

    References
    ----------
    .. [1] I. Waudby-Smith and A. Ramdas (2024). Estimating means of bounded random variables by betting. Journal of the
       Royal Statistical Society B 86, 1-27.
    .. [2] G. Shafer (2021). Testing by betting: a strategy for statistical and scientific communication. Journal of the
       Royal Statistical Society A 184, 407-431.

    Examples
    --------
    >>> from foldwise.stats import betting_e_process
    >>> result = betting_e_process([1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1])
    >>> round(float(result.e_values[-1]), 2), round(float(result.pvalues[-1]), 4)
    (92.63, 0.0108)
    """
    check_choice(alternative, "alternative", ALTERNATIVES)
    d, null = as_differences(differences), check_mean(mean)
    flat = d.reshape(-1, d.shape[-1])
    logs = np.empty(flat.shape)
    width = max(1, _MOST // (2 * len(SHARES) * d.shape[-1]))
    used = {"greater": slice(len(SHARES)), "less": slice(len(SHARES), None)}.get(alternative, slice(None))
    for start in range(0, len(flat), width):
        part = slice(start, start + width)
        logs[part] = log_mean_exp(np.cumsum(log_growth(flat[part], null)[..., used], axis=-2))
    e_values = np.exp(np.minimum(logs, 709.0)).reshape(d.shape)
    pvalues = 1 / np.maximum(np.maximum.accumulate(e_values, axis=-1), 1)
    return EProcessResult(e_values=e_values, pvalues=pvalues, mean=null, alternative=alternative)


def as_differences(values: ArrayLike) -> Floats:
    """Check that `values` are numbers from -1 to 1, at least one along the last axis.

    >>> as_differences([0.5, -1])
    array([ 0.5, -1. ])
    """
    d = as_finite(values, "differences", "n_examples", least=1)
    outside = np.abs(d) > 1
    if outside.any():
        raise ValueError(
            f"differences must be from -1 to 1, got {d[outside].flat[0]:g}. Divide them by the range of the scores."
        )
    return d


def check_mean(mean: Any) -> float:
    """Check that a mean is between -1 and 1.

    >>> check_mean(0)
    0.0
    """
    if isinstance(mean, bool) or not isinstance(mean, int | float | np.floating | np.integer) or not -1 < mean < 1:
        raise ValueError(f"mean must be a number between -1 and 1, got {mean!r}.")
    return float(mean)
