"""Nearest neighbours in the training part of every fold of every repeat, from one table of distances."""

import numpy as np
from bedlab.compiled import library, pointer

# In a fold that trains on half of the examples, none of the 64 nearest is trained on once in 2**64 times.
DEPTH = 64


def nearest(X):
    """Return the other examples by ascending distance, of shape (n, depth); of equally near ones the first in front."""
    centred = X - X.mean(axis=0)
    squares = (centred**2).sum(axis=1)
    distances = squares[:, None] + squares - 2 * centred @ centred.T
    np.fill_diagonal(distances, np.inf)
    depth = min(DEPTH, len(X) - 1)
    chosen = np.sort(np.argpartition(distances, depth - 1, axis=1)[:, :depth], axis=1)
    order = np.argsort(np.take_along_axis(distances, chosen, axis=1).round(9), axis=1, kind="stable")
    return np.take_along_axis(chosen, order, axis=1)


def neighbor_means(near, values, folds, n_neighbors):
    """Return the mean of `values` over the nearest examples of other folds, of the shape of `folds`."""
    near, values = near.astype(np.int32), values.astype(np.float64)
    folds = np.ascontiguousarray(folds, dtype=np.int8)
    means = np.empty(folds.shape)
    sizes = (*near.shape, len(folds), n_neighbors)
    n_short = library("neighbors").neighbor_means(*map(pointer, (near, values, folds)), *sizes, pointer(means))
    if n_short:
        raise ValueError(f"Fewer than {n_neighbors} training examples among the {near.shape[1]} nearest.")
    return means
