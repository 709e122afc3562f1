"""Ranks with ties, along the last axis of a batch, in whole numbers."""

import numpy as np

from foldwise.stats._batch import Floats, Integers


def tied(ordered: Floats) -> tuple[Integers, Integers]:
    """Give the first and the last index of the group of equal values that each value of sorted rows belongs to.

    >>> tied(np.array([1.0, 2.0, 2.0, 5.0]))
    (array([0, 1, 1, 3]), array([0, 2, 2, 3]))
    """
    index = np.broadcast_to(np.arange(ordered.shape[-1]), ordered.shape)
    new = np.ones(ordered.shape, dtype=bool)
    new[..., 1:] = ordered[..., 1:] != ordered[..., :-1]
    first = np.maximum.accumulate(np.where(new, index, 0), axis=-1)
    ends = np.ones(ordered.shape, dtype=bool)
    ends[..., :-1] = new[..., 1:]
    last = np.where(ends, index, ordered.shape[-1])[..., ::-1]
    return first, np.minimum.accumulate(last, axis=-1)[..., ::-1]


def levelled(values: Floats, rounding: Floats) -> Floats:
    """Make values equal, along the last axis, whose neighbours in size are no further away than rounding explains.

    >>> levelled(np.array([0.3, 0.1 + 0.2, 0.4]), np.array(1e-15)).tolist()
    [0.3, 0.3, 0.4]
    """
    order = np.argsort(values, axis=-1, kind="stable")
    ordered = np.take_along_axis(values, order, axis=-1)
    allowed = np.take_along_axis(np.broadcast_to(rounding, values.shape), order, axis=-1)
    new = np.ones(ordered.shape, dtype=bool)
    new[..., 1:] = np.diff(ordered, axis=-1) > np.maximum(allowed[..., 1:], allowed[..., :-1])
    first = np.maximum.accumulate(np.where(new, np.arange(ordered.shape[-1]), 0), axis=-1)
    level = np.empty(values.shape)
    np.put_along_axis(level, order, np.take_along_axis(ordered, first, axis=-1), axis=-1)
    return level


def doubled_midranks(values: Floats) -> Integers:
    """Twice the average rank of each value, rank 1 being the smallest: a whole number even for ties.

    >>> doubled_midranks(np.array([5.0, 2.0, 1.0, 2.0]))
    array([8, 5, 2, 5])
    """
    order = np.argsort(values, axis=-1, kind="stable")
    first, last = tied(np.take_along_axis(values, order, axis=-1))
    ranks = np.empty(values.shape, dtype=np.int64)
    np.put_along_axis(ranks, order, first + last + 2, axis=-1)
    return ranks
