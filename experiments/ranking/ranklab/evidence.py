"""What procedures read of a run: differences in loss, by kind of partition, and the numbers of ten-fold repeats."""

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr, stdtr

from foldwise.splits import LEFT_OUT, TRAIN_ONLY

# Dataclasses here have no __repr__: the one that Python makes is in no file, so that a store could not tell it from
# another.
N_FOLDS = 10
# The corrected test counts ten repeats, however many take away the noise of random partitions.
N_COUNTED = 10
DF = N_COUNTED * N_FOLDS - 1


def losses_of(run):
    """Loss of b less loss of a of every example in every row, 0 where it is not tested, and the fold codes."""
    right = run.correct()
    return right[0].astype(np.float64) - right[1], run.assignment.folds


@dataclass(frozen=True, slots=True, repr=False)
class Parts:
    """Differences and fold codes, each of shape (n_repeats, n_examples), of the kinds of partitions in one design.

    Attributes
    ----------
    ten, halves, two : pair of ndarray
        Ten folds of all examples; ten folds of halves, the other half left out; two folds of all examples.
    """

    ten: tuple
    halves: tuple
    two: tuple

    @classmethod
    def of(cls, run):
        """Sort the rows by their codes; put partitions that stand in rows of two folds together again."""
        d, folds = losses_of(run)
        halved = (folds == LEFT_OUT).any(axis=1)
        if run.assignment.n_folds == N_FOLDS:
            nothing = np.zeros(len(d), dtype=bool)
            return cls(*((d[rows], folds[rows]) for rows in (~halved, halved, nothing)))
        piece = (folds == TRAIN_ONLY).any(axis=1)
        ten, halves = (_whole(d[rows], folds[rows]) for rows in (piece & ~halved, halved))
        return cls(ten, halves, (d[~piece], folds[~piece]))


def _whole(d, folds, n_at_once=2):
    """Gather the rows of each partition in one."""
    shape = -1, N_FOLDS // n_at_once, d.shape[1]
    first = np.arange(0, N_FOLDS, n_at_once)[:, np.newaxis]
    rows = folds.reshape(shape)
    codes = np.where(rows >= 0, rows + first, LEFT_OUT).max(axis=1)
    # Zero in all rows but the one that tests it.
    return d.reshape(shape).sum(axis=1), codes


def fold_means(d, folds):
    """Mean difference of every fold, of shape (n_repeats, N_FOLDS)."""
    n_repeats = len(d)
    tested = folds >= 0
    place = (folds + N_FOLDS * np.arange(n_repeats)[:, np.newaxis])[tested]
    count = np.bincount(place, minlength=n_repeats * N_FOLDS)
    total = np.bincount(place, weights=d[tested], minlength=n_repeats * N_FOLDS)
    return (total / count).reshape(n_repeats, N_FOLDS)


def own_variance(d):
    r"""Variance of the mean that single losses explain, without the noise of finitely many repeats.

    .. math:: \frac{1}{n(n-1)} \Big(\sum_i (l_i - \bar l)^2 - \frac{1}{r} \sum_i \mathrm{var}_q(d_{qi})\Big)

    where l is the mean of an example over the r repeats. Of independent noise it takes off one part in n too much.
    """
    n_repeats, n = d.shape
    means = d.mean(axis=0)
    noise = d.var(axis=0, ddof=1).sum() / n_repeats
    return float((np.square(means - means.mean()).sum() - noise) / (n * (n - 1)))


@dataclass(frozen=True, slots=True, repr=False)
class TenFold:
    """Mean of ten-fold repeats, its corrected variance, and the variance of one repeat over partitions."""

    mean: float
    corrected: float
    partition: float

    @classmethod
    def of(cls, d, folds):
        """The variance is that of Nadeau and Bengio, with ten repeats counted: s^2 (1/100 + 1/9)."""
        x = fold_means(d, folds)
        factor = 1 / (N_COUNTED * N_FOLDS) + 1 / (N_FOLDS - 1)
        return cls(float(x.mean()), float(x.var(ddof=1) * factor), float(x.mean(axis=1).var(ddof=1)))


def refer(mean, variance, df=None):
    """Return statistic and two-sided p-value by Student's t, or the normal distribution if there is no `df`."""
    if variance <= 0:
        return (0.0, 1.0) if mean == 0 else (np.copysign(np.inf, mean), np.nan)
    statistic = mean / np.sqrt(variance)
    return float(statistic), float(2 * (ndtr(-abs(statistic)) if df is None else stdtr(df, -abs(statistic))))
