"""Decision trees of two classes, for all folds of all repeats."""

import numpy as np
from bedlab.compiled import library, pointer


def tree_answers(X, y, folds, n_folds, *, max_depth=-1, min_leaf=1):
    """Return what a tree grown on the other folds says about each example, of the shape of `folds`."""
    columns = np.ascontiguousarray(X.T, dtype=np.float64)
    order = np.argsort(columns, axis=1, kind="stable").astype(np.int32)
    labels, folds = y.astype(np.int32), np.ascontiguousarray(folds, dtype=np.int8)
    answers = np.empty(folds.shape, dtype=np.int8)
    failed = library("cart").predict_folds(
        *map(pointer, (columns, order, labels, folds)),
        *(*X.shape, len(folds), n_folds, max_depth, min_leaf),
        pointer(answers),
    )
    if failed:
        raise MemoryError(f"No room for trees on a table of shape {X.shape}, or more than 64 columns.")
    return answers
