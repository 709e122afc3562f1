"""Tails of the hypergeometric distribution, and how often they are small where two proportions are equal."""

import numpy as np

from foldwise.stats._batch import Floats, Integers

# Tails that differ by less are the same one, computed in another way.
_SAME = 1e-10
# Points looked at for each unit of the arcsine of the root of the accuracy, in which all binomials are equally wide.
_POINTS_PER_SD = 8
_ROUNDS, _ROUND = 8, 17


def hypergeometric_tails(m: int, n: int, k: int) -> tuple[int, Floats, Floats]:
    """Return the least count of `m`, where `k` of ``m + n`` are drawn, and both tails of it and of all that follow.

    >>> hypergeometric_tails(3, 3, 3)
    (0, array([1.  , 0.95, 0.5 , 0.05]), array([0.05, 0.5 , 0.95, 1.  ]))
    """
    low, high = max(0, k - n), min(m, k)
    i = np.arange(low, high, dtype=np.float64)
    ratios = (m - i) * (k - i) / ((i + 1) * (n - k + i + 1))
    # From the most probable count outwards: all are at most 1, and what underflows is below 1e-300 of it.
    top = int((ratios > 1).sum())
    with np.errstate(under="ignore"):
        weights = np.concatenate([np.cumprod(1 / ratios[:top][::-1])[::-1], [1.0], np.cumprod(ratios[top:])])
        # From the small ones to the large ones.
        above, below = np.cumsum(weights[::-1])[::-1], np.cumsum(weights)
        return low, _shares(above, below), _shares(below, above)


def _shares(tail: Floats, other: Floats) -> Floats:
    """Divide by the total, which is the whole of the longer sum."""
    return np.asarray(np.minimum(1.0, tail / max(tail.max(), other.max())))


def rejected_at_most(values: Floats, m: int, n: int, *, two_sided: bool) -> tuple[Floats, Floats]:
    """Return how often a tail of that size or a smaller one is seen, where it is seen most often, and where that is.

    >>> pvalue, common = rejected_at_most(np.array([0.05]), 3, 3, two_sided=False)
    >>> pvalue.round(6), common.round(6)
    (array([0.015625]), array([0.5]))
    """
    above, below = _all_tails(m, n)
    angles = np.linspace(0, np.pi / 2, 2 + int(_POINTS_PER_SD * np.pi * np.sqrt(m + n)))
    grid = _Binomials(angles, m, n)
    found = np.empty((2, len(values)))
    for place, value in enumerate(values):
        limit = value * (1 + _SAME)
        few = (above <= limit).sum(axis=1)
        # Where both tails are that small, a table counts once.
        many = np.minimum((below <= limit).sum(axis=1) * int(two_sided), n + 1 - few)
        if bool((few + many > n).all()):
            found[:, place] = 1.0, 0.5
            continue
        found[:, place] = _highest(grid, few, many, m, n)
    return found[0], found[1]


def _all_tails(m: int, n: int) -> tuple[Floats, Floats]:
    """Return both tails of every table, by the counts of the two."""
    above, below = np.empty((m + 1, n + 1)), np.empty((m + 1, n + 1))
    for k in range(m + n + 1):
        lowest, upper, lower = hypergeometric_tails(m, n, k)
        i = np.arange(lowest, lowest + len(upper))
        above[i, k - i], below[i, k - i] = upper, lower
    return above, below


class _Binomials:
    """Probabilities of counts of `m` and tails of counts of `n`, at some accuracies."""

    def __init__(self, angles: Floats, m: int, n: int) -> None:
        self.angles = angles
        self.counts = _binomial(angles, m)
        other = _binomial(angles, n)
        none = np.zeros((len(angles), 1))
        # Of fewer than j, and of the last j: sums of positive terms, so that nothing is lost.
        self.fewer = np.hstack([none, np.cumsum(other, axis=1)])
        self.last = np.hstack([none, np.cumsum(other[:, ::-1], axis=1)])

    def rejected(self, few: Integers, many: Integers) -> Floats:
        """Return the probability of the `few` lowest and the `many` highest counts of `n`, over those of `m`."""
        return np.asarray((self.counts * (self.fewer[:, few] + self.last[:, many])).sum(axis=1))


def _binomial(angles: Floats, n: int) -> Floats:
    """Return probabilities of 0 to `n`, at accuracies ``sin(angle)^2``."""
    # From the side of which the power of n does not underflow, for n up to 1,000.
    right, wrong = np.square(np.sin(angles)), np.square(np.cos(angles))
    flip = right > wrong
    odds = np.where(flip, wrong, right) / np.where(flip, right, wrong)
    i = np.arange(n)
    with np.errstate(under="ignore"):
        none = np.exp(n * np.log1p(-np.minimum(right, wrong)))
        steps = np.hstack([none[:, np.newaxis], odds[:, np.newaxis] * ((n - i) / (i + 1))])
        weights = np.cumprod(steps, axis=1)
        weights /= weights.sum(axis=1, keepdims=True)
    return np.where(flip[:, np.newaxis], weights[:, ::-1], weights)


def _highest(grid: _Binomials, few: Integers, many: Integers, m: int, n: int) -> tuple[float, float]:
    """Return the largest probability, and the accuracy where it is: on a grid, then closer around its three tops."""
    heights = grid.rejected(few, many)
    padded = np.concatenate([[-1.0], heights, [-1.0]])
    tops = np.flatnonzero((heights >= padded[:-2]) & (heights >= padded[2:]))
    tops = tops[np.argsort(-heights[tops], kind="stable")[:3]]
    best = (float(heights[tops[0]]), float(grid.angles[tops[0]]))
    step = grid.angles[1]
    for top in tops:
        middle, half = float(grid.angles[top]), step
        for _ in range(_ROUNDS):
            angles = np.clip(np.linspace(middle - half, middle + half, _ROUND), 0, np.pi / 2)
            close = _Binomials(angles, m, n).rejected(few, many)
            middle, half = float(angles[close.argmax()]), half * 2 / (_ROUND - 1)
            best = max(best, (float(close.max()), middle))
    return best[0], float(np.sin(best[1]) ** 2)
