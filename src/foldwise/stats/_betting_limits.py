"""Limits of a mean that hold after every new example at once: a confidence sequence by betting."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_fraction
from foldwise.stats._batch import Floats
from foldwise.stats._betting_e_process import as_differences
from foldwise.stats._capital import Capital, log_growth, log_mean_exp

# How far the next limit to be tried is from the present one, as a share of the way to the mean.
_STEP = 0.02
# So many examples are looked at together; what comes out does not depend on it.
_BLOCK = 256


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ConfidenceSequence:
    """Limits of a mean after each example; the last axis is that of the examples.

    Attributes
    ----------
    low, high : ndarray
        Means at or below `low`, and at or above `high`, are rejected. Limits never widen. They cross if the mean
        changed on the way, or in the few streams in which they are wrong.
    alpha : float
        As it was given.

    Examples
    --------
    >>> from foldwise.stats import betting_confidence_sequence
    >>> limits = betting_confidence_sequence([1, 0, 1, 1, 0, 1, 1, 1])
    >>> limits.low.round(2)
    array([-1.  , -0.9 , -0.75, -0.58, -0.51, -0.4 , -0.27, -0.19])
    """

    low: Floats
    high: Floats
    alpha: float


def betting_confidence_sequence(differences: ArrayLike, *, alpha: float = 0.05) -> ConfidenceSequence:
    r"""Give limits of a mean difference that hold after every one of the examples at once.

    Parameters
    ----------
    differences : array_like of shape (..., n_examples)
        ``score(a) - score(b)`` on each example, from -1 to 1, in the order in which they arrived. Leading axes are
        independent streams.
    alpha : float, default 0.05
        In how many streams the mean may be outside the limits, at any time.

    Returns
    -------
    ConfidenceSequence
        With limits for each example.

    See Also
    --------
    betting_e_process : The test behind it.

    Notes
    -----
    With :math:`E_t(m)` the e-value of `betting_e_process` against the mean ``m``, the limits enclose

    .. math:: \{ m : E_s(m) < 1 / \alpha \text{ for all } s \le t \},

    rounded outwards by about 2% of the way from a limit to the mean so far [1]_. Each :math:`E_s` is convex in ``m``
    and at most 1 at the mean so far, so that this is an interval; 0 is outside it just if the e-value against 0 has
    reached ``1 / alpha``.

    They hold if each difference has the same mean given all that came before. They are for new examples, not for folds
    or repeats of a cross-validation.

    References
    ----------
    .. [1] I. Waudby-Smith and A. Ramdas (2024). Estimating means of bounded random variables by betting. Journal of the
       Royal Statistical Society B 86, 1-27.

    Examples
    --------
    >>> from foldwise.stats import betting_confidence_sequence
    >>> limits = betting_confidence_sequence([0.2, 0.3, 0.1] * 40)
    >>> round(float(limits.low[-1]), 3), round(float(limits.high[-1]), 3)
    (0.139, 0.243)
    """
    d = as_differences(differences)
    check_fraction(alpha, "alpha")
    flat = d.reshape(-1, d.shape[-1])
    low, high = np.empty(flat.shape), np.empty(flat.shape)
    for stream, one in enumerate(flat):
        low[stream], high[stream] = LowerLimit(alpha).add(one), -LowerLimit(alpha).add(-one)
    return ConfidenceSequence(low=low.reshape(d.shape), high=high.reshape(d.shape), alpha=float(alpha))


class LowerLimit:
    """The lower limit of a mean; grows by any number of examples at a time. The upper one is that of ``-d``, negated.

    Only one mean is bet against at a time, the next limit to be tried. Once the capital has reached ``1 / alpha``, that
    mean is the limit, and the next one is tried on all examples so far.

    Parameters
    ----------
    alpha : float
        Probability that the mean is ever outside the two limits.

    Examples
    --------
    >>> limit = LowerLimit(0.05)
    >>> limit.add(np.array([1.0, 1.0])).round(3)
    array([-1.   , -0.882])
    """

    def __init__(self, alpha: float) -> None:
        self.limit = -1.0
        self._enough = -math.log(alpha)
        self._next: Capital | None = None
        self._values, self._counts = np.empty(0), np.empty(0)
        self._recent: list[Floats] = []
        self._n, self._sum = 0, 0.0

    def add(self, differences: Floats) -> Floats:
        """Take in examples and return the limit after each."""
        limits = np.empty(len(differences))
        start = 0
        while start < len(differences):
            # Without a mean to try there is nothing to look ahead for.
            block = differences[start : start + (_BLOCK if self._next else 1)]
            taken = self._take_until_reached(block)
            limits[start : start + taken] = self.limit
            self._aim()
            start += taken
            limits[start - 1] = self.limit
        return limits

    def _take_until_reached(self, block: Floats) -> int:
        """Take in examples up to the first that rejects the mean that is tried, and return how many."""
        sums = np.cumsum(np.concatenate([[self._sum], block]))[1:]
        n_taken = len(block)
        if self._next is not None:
            path = self._next.path(block)
            means = sums / (self._n + 1 + np.arange(len(block)))
            reached = (log_mean_exp(path) >= self._enough) & (means > self._next.mean)
            n_taken = int(reached.argmax()) + 1 if reached.any() else len(block)
            self._next.logs = path[n_taken - 1]
        self._n, self._sum = self._n + n_taken, float(sums[n_taken - 1])
        self._recent.append(block[:n_taken])
        return n_taken

    def _logs(self, mean: float) -> Floats:
        """Return the logarithms of bets against a mean on all examples so far, each value counted once."""
        if self._recent:
            recent = np.concatenate(self._recent)
            self._recent = []
            self._values, places = np.unique(np.concatenate([self._values, recent]), return_inverse=True)
            counts = np.concatenate([self._counts, np.ones(len(recent))])
            self._counts = np.bincount(places, weights=counts).astype(np.float64)
        return np.asarray(self._counts @ log_growth(self._values, mean))

    def _aim(self) -> None:
        """Move the limit past all means that are rejected by now, and choose the next one to try."""
        mean = self._sum / self._n
        while True:
            if self._next is not None:
                if self._next.log < self._enough or mean <= self._next.mean:
                    return
                self.limit = self._next.mean
            tried = self.limit + _STEP * (mean - self.limit)
            # Zero is tried itself, so that the limits and the test of no difference agree.
            tried = 0.0 if self.limit < 0 < tried else tried
            if not self.limit < tried < mean:
                self._next = None
                return
            self._next = Capital(tried, self._logs(tried))
