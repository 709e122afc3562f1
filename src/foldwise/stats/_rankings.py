"""Three ways of ranking learners over data sets: within each, weighted, and all scores together."""

from typing import NamedTuple

import numpy as np

from foldwise.stats._batch import Floats, Integers
from foldwise.stats._score_table import all_aligned_ranks, centred_ranks, range_ranks


class Ranks(NamedTuple):
    """Ranks of learners on data sets, less their mean on each, in whole numbers, and mean ranks.

    Rows of `centred` have the sum 0, and under the null hypothesis any order within a row is as likely. A difference
    between mean ranks is one between sums of columns, over `unit`.
    """

    centred: Integers
    mean_ranks: Floats
    unit: Integers


def within_datasets(x: Floats) -> Ranks:
    """Rank the learners on each data set.

    >>> within_datasets(np.array([[0.9, 0.8, 0.7], [0.6, 0.7, 0.5]])).mean_ranks
    array([1.5, 1.5, 3. ])
    """
    centred = centred_ranks(x)
    n, k = centred.shape[-2:]
    return Ranks(centred, np.asarray((centred.sum(axis=-2) / n + k + 1) / 2), np.asarray(2 * n))


def weighted_by_range(x: Floats) -> Ranks:
    """Rank the learners on each data set, and weight these ranks by the rank of the range of its scores.

    >>> weighted_by_range(np.array([[0.9, 0.8, 0.6], [0.6, 0.7, 0.5]])).mean_ranks.round(3)
    array([1.333, 1.667, 3.   ])
    """
    weight, centred = range_ranks(x)[..., np.newaxis], centred_ranks(x)
    weighted, unit = weight * centred, weight.sum(axis=-2)
    return Ranks(weighted, np.asarray((weighted.sum(axis=-2) / unit + x.shape[-1] + 1) / 2), 2 * unit[..., 0])


def aligned(x: Floats) -> Ranks:
    """Rank all scores together, less the mean of their data sets.

    >>> aligned(np.array([[0.9, 0.7], [0.3, 0.2]])).mean_ranks
    array([1.5, 3.5])
    """
    ranks = all_aligned_ranks(x)
    n, k = ranks.shape[-2:]
    centred = k * ranks - ranks.sum(axis=-1, keepdims=True)
    return Ranks(centred, np.asarray(ranks.sum(axis=-2) / (2 * n)), np.asarray(2 * k * n))
