"""Partitions that keep the examples of a group together."""

import numpy as np
import numpy.typing as npt

from foldwise._kernels import fold_codes

Int32 = npt.NDArray[np.int32]
Table = npt.NDArray[np.int64]


def group_table(groups: npt.NDArray[np.generic], classes: npt.NDArray[np.generic] | None) -> tuple[Int32, Table]:
    """Return the group code of each example, and how many examples of each class every group has."""
    names, codes = np.unique(groups, return_inverse=True)
    strata = np.zeros(len(groups), dtype=np.intp) if classes is None else np.unique(classes, return_inverse=True)[1]
    table = np.zeros((len(names), int(strata.max()) + 1), dtype=np.int64)
    np.add.at(table, (codes, strata), 1)
    return codes.astype(np.int32), table


def _orders(key: int, n_repeats: int, n_items: int) -> Int32:
    orders = np.empty((n_repeats, n_items), dtype=np.int32)
    fold_codes.permutations(key, 0, orders)
    return orders


def deal_groups(table: Table, n_folds: int, key: int, label_key: int, n_repeats: int) -> Int32:
    """Fold of each group in each repeat, shape (n_repeats, n_groups).

    Groups come in random order and each goes to the fold in which its classes are scarcest. (Taking the largest
    first would balance better, but groups of distinct sizes would then fall the same way in every repeat.)
    """
    folds = np.empty((n_repeats, len(table)), dtype=np.int32)
    fold_codes.deal_groups(
        np.ascontiguousarray(table / table.sum(axis=0)),
        _orders(key, n_repeats, len(table)),
        _orders(label_key, n_repeats, n_folds),
        np.empty((n_folds, table.shape[1])),
        folds,
    )
    return folds


def draw_groups(table: Table, counts: tuple[int, ...], key: int, n_repeats: int) -> Int32:
    """Part of each group in each repeat: 0, 1, ... for parts of about `counts` examples, ``len(counts)`` for the rest.

    Each part takes groups, in random order, until adding one more would leave its size further from the wanted one;
    every part gets at least one group.
    """
    sizes = table.sum(axis=1)
    parts = np.full((n_repeats, len(table)), len(counts), dtype=np.int32)
    for repeat, order in enumerate(_orders(key, n_repeats, len(table))):
        at = 0
        for part, wanted in enumerate(counts):
            size = 0
            while at < len(order) and (size == 0 or abs(size + sizes[order[at]] - wanted) <= abs(size - wanted)):
                size += int(sizes[order[at]])
                parts[repeat, order[at]] = part
                at += 1
    return parts
