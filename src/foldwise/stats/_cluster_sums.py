"""Sums over examples that belong together: what takes the place of single examples in a variance."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from foldwise.stats._batch import Floats

Codes = NDArray[np.intp]


def as_clusters(clusters: ArrayLike | None, n: int, what: str = "examples") -> Codes | None:
    """Check one whole number for each example, and number the clusters from 0; None if there are none.

    >>> as_clusters([7, 7, 3], 3)
    array([1, 1, 0])
    """
    if clusters is None:
        return None
    array = np.asarray(clusters)
    if array.dtype.kind not in "iu" or array.shape != (n,):
        raise ValueError(
            f"clusters must be one whole number for each of {n} {what}, got {array.dtype} of shape {array.shape}."
        )
    codes = np.unique(array, return_inverse=True)[1].astype(np.intp)
    if codes.max(initial=0) < 1:
        raise ValueError("clusters must be at least 2 for a variance between them, got 1. Leave them out.")
    return codes


def cluster_sums(values: Floats, codes: Codes | None) -> Floats:
    """Sum the last axis over the examples of each cluster; as it is where every example stands alone.

    >>> cluster_sums(np.array([[1.0, 2.0, 3.0]]), np.array([1, 1, 0]))
    array([[3., 3.]])
    """
    if codes is None:
        return values
    n_clusters = int(codes.max()) + 1
    rows = values.reshape(-1, values.shape[-1])
    sums = np.empty((len(rows), n_clusters))
    for row, out in zip(rows, sums, strict=True):
        out[:] = np.bincount(codes, weights=row, minlength=n_clusters)
    return sums.reshape(*values.shape[:-1], n_clusters)


def count_clusters(tested: NDArray[np.bool_], codes: Codes | None) -> Floats:
    """Count, along the last axis, the clusters of which some example is tested.

    >>> count_clusters(np.array([True, True, False]), np.array([0, 0, 1]))
    array(1.)
    """
    return np.asarray((cluster_sums(tested.astype(np.float64), codes) > 0).sum(axis=-1), dtype=np.float64)
