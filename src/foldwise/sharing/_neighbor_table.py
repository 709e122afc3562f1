"""Tables of the nearest rows of each row, from which the neighbours in any training fold are picked."""

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from scipy.spatial import KDTree
from scipy.spatial.distance import cdist

from foldwise._kernels import neighbor_pick
from foldwise.sharing._shared import Codes, Floats

EPS: Final = float(np.finfo(np.float64).eps)

# Pieces of work that stay in the cache of the processor.
_BLOCK: Final = 1 << 17
_LEAST_ROWS: Final = 32
_TREE_BLOCK: Final = 128
# As scikit-learn has it: with more columns than this, or fewer rows, a tree is slower than looking at all pairs.
TREE_COLUMNS: Final = 15
_TREE_ROWS: Final = 1000

_NORMS: Final = {neighbor_pick.SQUARES: 2.0, neighbor_pick.SUM: 1.0, neighbor_pick.GREATEST: np.inf}
_NAMES: Final[dict[int, Literal["cityblock", "chebyshev"]]] = {
    neighbor_pick.SUM: "cityblock",
    neighbor_pick.GREATEST: "chebyshev",
}


@dataclass(frozen=True, slots=True, eq=False)
class NeighborTable:
    """Rows near each query in order of distance, squared if Euclidean; none that is not listed is below the horizon."""

    queries: Codes
    neighbors: Codes
    distances: Floats
    horizon: Floats


class Neighborhood:
    """A table of numbers whose rows have distances.

    Parameters
    ----------
    X : ndarray of shape (n_examples, n_columns)
        Two rows or more.
    kind : int
        Of distance, as `neighbor_pick.measure` takes it.
    """

    def __init__(self, X: Floats, kind: int) -> None:
        self.X = X
        self.kind = kind
        self.exact = is_exact(X)
        mean = X.mean(axis=0)
        # Away from the origin the squares would drown the differences. Integers stay integers.
        centred = X - (np.rint(mean) if self.exact else mean)
        self._squares = np.einsum("ij,ij->i", centred, centred)
        # One product of matrices gives |y|^2 - 2 x'y, from which |x|^2 is missing that is the same for all y.
        self._left = np.column_stack([-2 * centred, np.ones(len(X))])
        self._right = np.column_stack([centred, self._squares])
        self._error = np.zeros(len(X)) if self.exact else slack_of(spread(centred), X.shape[1], neighbor_pick.SQUARES)

    def nearest(self, m: int) -> NeighborTable:
        """List the m nearest rows of every row, all others if there are no more."""
        n, p = self.X.shape
        queries = np.arange(n, dtype=np.int32)
        if m < n - 1 and p <= TREE_COLUMNS and n > _TREE_ROWS:
            return self._by_tree(queries, m)
        return self._by_pairs(queries, min(m, n - 1))

    def complete(self, queries: Codes) -> NeighborTable:
        """List all rows for some queries."""
        return self._by_pairs(queries, len(self.X) - 1)

    def _by_pairs(self, queries: Codes, m: int) -> NeighborTable:
        n = len(self.X)
        table = _empty(queries, m)
        step = min(max(_BLOCK // n, _LEAST_ROWS), max(len(queries), 1))
        room = np.empty((step, n))
        for start in range(0, len(queries), step):
            part = slice(start, start + step)
            block = room[: len(queries[part])]
            if self.kind == neighbor_pick.SQUARES:
                np.matmul(self._left[queries[part]], self._right.T, out=block)
            else:
                cdist(self.X[queries[part]], self.X, metric=_NAMES[self.kind], out=block)
            neighbor_pick.select(block, queries[part], table.neighbors[part], table.distances[part])
        if self.kind == neighbor_pick.SQUARES:
            table.distances[:] += self._squares[queries, np.newaxis]
        if m == n - 1:
            table.horizon[:] = np.inf
        elif self.exact:
            table.horizon[:] = table.distances[:, -1]
        elif self.kind == neighbor_pick.SQUARES:
            table.horizon[:] = table.distances[:, -1] - self._error[queries]
        else:
            table.horizon[:] = table.distances[:, -1] * (1 - relative_slack(self.X.shape[1]))
        if self.kind == neighbor_pick.SQUARES and not self.exact:
            self.measure(table, np.zeros_like(queries), np.ones((1, self.X.shape[1])))
        return table

    def _by_tree(self, queries: Codes, m: int) -> NeighborTable:
        table = _empty(queries, m)
        tree = KDTree(self.X)
        for start in range(0, len(queries), _TREE_BLOCK):
            part = slice(start, start + _TREE_BLOCK)
            near, rows = map(np.asarray, tree.query(self.X[queries[part]], k=m + 1, p=_NORMS[self.kind]))
            # The row itself is among them, or more rows than asked for are equal to it.
            itself = rows == queries[part, np.newaxis]
            itself[~itself.any(axis=1), -1] = True
            table.neighbors[part] = rows[~itself].reshape(-1, m)
            last = near[:, -1] * (1 - relative_slack(self.X.shape[1]))
            table.horizon[part] = last**2 if self.kind == neighbor_pick.SQUARES else last
        self.measure(table, np.zeros_like(queries), np.ones((1, self.X.shape[1])))
        return table

    def measure(self, table: NeighborTable, groups: Codes, weights: Floats) -> None:
        """Compute the distances of a table anew, columns weighted by the group of the query, and order it again."""
        step = max(_BLOCK // table.neighbors.shape[1], 1)
        for start in range(0, len(table.queries), step):
            part = slice(start, start + step)
            neighbor_pick.measure(
                self.X,
                table.queries[part],
                groups[part],
                weights,
                self.kind,
                table.neighbors[part],
                table.distances[part],
            )


def is_exact(X: Floats) -> bool:
    """Whether all sums of squared differences are integers that floating-point numbers hold exactly."""
    return bool((np.rint(X) == X).all() and X.shape[1] * (4 * np.abs(X).max(initial=0)) ** 2 < 2**53)


def relative_slack(n_columns: int) -> float:
    """Bound, generously, the relative error of a sum of that many terms of one sign, each rounded a few times."""
    return 4 * (n_columns + 8) * EPS


def spread(X: Floats) -> Floats:
    """Bound the norms of each row and any other, together."""
    norms = np.sqrt(np.einsum("ij,ij->i", X, X))
    both: Floats = norms + norms.max(initial=0)
    return both


def slack_of(spreads: Floats, n_columns: int, kind: int) -> Floats:
    """Bound the error of distances whose terms do not cancel before they are rounded, only after.

    So it is if a squared distance is made of two squared norms and a scalar product: each sum has at most (p + 2)
    roundings of terms that add up to no more than (|x| + |y|)^2. A sum of differences of rounded numbers errs by no
    more than as many roundings of sqrt(p) (|x| + |y|).
    """
    size = spreads**2 if kind == neighbor_pick.SQUARES else spreads * np.sqrt(n_columns)
    slack: Floats = relative_slack(n_columns) * size
    return slack


def _empty(queries: Codes, m: int) -> NeighborTable:
    shape = (len(queries), m)
    return NeighborTable(
        queries, np.empty(shape, dtype=np.int32), np.empty(shape), np.empty(len(queries), dtype=np.float64)
    )
