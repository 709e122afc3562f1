"""The examples in strata or in groups, as the kernels that deal them want them."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from foldwise._kernels import fold_codes

Int32 = npt.NDArray[np.int32]
Table = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Strata:
    """Examples listed stratum by stratum; stratum s is ``members[starts[s]:starts[s + 1]]``."""

    members: Int32
    starts: Int32

    @classmethod
    def single(cls, n_examples: int) -> "Strata":
        """All examples in one stratum."""
        return cls(np.arange(n_examples, dtype=np.int32), np.array([0, n_examples], dtype=np.int32))

    @classmethod
    def by_class(cls, classes: npt.NDArray[np.generic]) -> "Strata":
        """One stratum per class, in the order of the sorted labels."""
        _, codes = np.unique(classes, return_inverse=True)
        starts = np.concatenate([[0], np.cumsum(np.bincount(codes))])
        return cls(np.argsort(codes, kind="stable").astype(np.int32), starts.astype(np.int32))

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """Number of examples of each stratum."""
        return np.diff(self.starts).astype(np.int64)


def shares(sizes: Table, count: int) -> Table:
    """Split `count` among strata in proportion to `sizes`, by largest remainders."""
    exact = sizes * (count / sizes.sum())
    whole: Table = np.floor(exact).astype(np.int64)
    short = count - int(whole.sum())
    # A stable sort, so that equal remainders go to the first stratum on every machine.
    whole[np.argsort(whole - exact, kind="stable")[:short]] += 1
    return whole


def shares_of_parts(sizes: Table, count: int, n_parts: int) -> Table:
    """Examples of each stratum, shape (strata, parts), in parts of `count` examples each.

    Every part rounded by itself would favour the same strata in all: parts of one example would all be of one class.
    So the examples of all parts are shared out at once, those of each stratum at even distances, and each part takes
    the next `count` of them.
    """
    totals = shares(sizes, count * n_parts)
    stratum = np.repeat(np.arange(len(totals)), totals)
    nth = np.arange(len(stratum)) - np.repeat(np.cumsum(totals) - totals, totals)
    order = np.lexsort((stratum, (nth + 0.5) / totals[stratum]))
    table = np.zeros((len(totals), n_parts), dtype=np.int64)
    np.add.at(table, (stratum[order], np.arange(len(stratum)) // count), 1)
    return table


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


def halve_groups(table: Table, n_folds: int, key: int, label_key: int, n_halvings: int) -> Int32:
    """Fold of each group in each halving, shape (n_halvings, n_groups): ``n_folds`` and more in the second half.

    Groups are dealt to the folds of both halves at once, so that each gets one at least. The folds are then taken two
    by two, the largest first, and the larger of two goes to the half that has fewer examples so far.
    """
    sizes = table.sum(axis=1)
    parts = deal_groups(table, 2 * n_folds, key, label_key, n_halvings)
    for row in parts:
        filled = np.bincount(row, weights=sizes, minlength=2 * n_folds)
        halves, load = np.empty(2 * n_folds, dtype=np.int32), np.zeros(2)
        for two in np.argsort(-filled, kind="stable").reshape(n_folds, 2):
            # Parts were numbered at random, so that of equal halves either may be the first.
            half = two[0] % 2 if load[0] == load[1] else load.argmin()
            halves[two] = half, 1 - half
            load += filled[two] if half == 0 else filled[two[::-1]]
        renamed = np.empty(2 * n_folds, dtype=np.int32)
        renamed[np.argsort(halves, kind="stable")] = np.arange(2 * n_folds)
        row[:] = renamed[row]
    return parts


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
