"""How often each decision was reached when a test was executed again and again on the same data."""

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Integers

COLUMNS = {2: "(none, different)", 3: "(b better, none, a better)"}


def count_outcomes(decisions: ArrayLike) -> Integers:
    """Count the decisions of repeated executions of a test.

    Parameters
    ----------
    decisions : array_like of int, shape (..., n_executions)
        -1 where `b` was declared better, 1 where `a` was, 0 where neither.

    Returns
    -------
    ndarray of int, shape (..., 3)
        How many executions declared `b` better, neither, `a` better: what `consistency`, `replicability`,
        `partition_groups` and `tally` take.

    Examples
    --------
    >>> from foldwise.stats import count_outcomes
    >>> count_outcomes([[0, 0, 1, 1, 1], [0, 0, 0, 0, -1]])
    array([[0, 2, 3],
           [1, 4, 0]])
    """
    array = np.asarray(decisions)
    if array.ndim == 0:
        raise ValueError(f"decisions must have shape (..., n_executions), got the single value {array}.")
    codes = (-1, 0, 1)
    known = np.isin(array, codes)
    if not known.all():
        raise ValueError(f"decisions must be -1 (b better), 0 (neither) or 1 (a better), got {array[~known][0]}.")
    return np.stack([(array == code).sum(axis=-1) for code in codes], axis=-1).astype(np.int64)


def as_outcomes(values: ArrayLike, *, columns: tuple[int, ...], least_executions: int = 1) -> Integers:
    """Check counts of outcomes of shape ``(..., n_outcomes)``."""
    array = np.asarray(values)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"outcomes must be an array of counts, got dtype {array.dtype}.")
    if array.ndim == 0 or array.shape[-1] not in columns:
        expected = " or ".join(f"{n} counts {COLUMNS[n]}" for n in columns)
        raise ValueError(f"outcomes must hold {expected} in the last axis, got shape {array.shape}.")
    good = (array >= 0) & (array <= 2**31) & (array == np.floor(array))
    if not good.all():
        raise ValueError(f"outcomes must hold whole numbers from 0 to 2**31, got {array[~good][0]}.")
    counts = array.astype(np.int64)
    if (counts.sum(axis=-1) < least_executions).any():
        fewest = counts.sum(axis=-1).min()
        raise ValueError(f"at least {least_executions} executions are needed on every dataset, got {fewest}.")
    return counts


def as_outcomes_over_datasets(values: ArrayLike, *, columns: tuple[int, ...], least_executions: int) -> Integers:
    """Check counts of outcomes of shape ``(..., n_datasets, n_outcomes)``."""
    counts = as_outcomes(values, columns=columns, least_executions=least_executions)
    if counts.ndim < 2 or counts.shape[-2] == 0:
        raise ValueError(
            f"outcomes must have shape (..., n_datasets, n_outcomes) with a dataset at least, got {counts.shape}. "
            "For one dataset pass [outcomes]."
        )
    return counts
