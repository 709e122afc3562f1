"""Parts of tables as scikit-learn's transformers make them of the rows of a fold, to the last bit.

Each reads the whole table once and then knows, for any training fold, what its transformer would give for the rows of
that fold and for those that it tests. What needs no fold is done once; what does is done as scikit-learn does it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt
from scipy import sparse
from sklearn.base import clone
from sklearn.utils import check_array

Rows = npt.NDArray[np.intp]
Floats = npt.NDArray[np.float64]

_LARGEST: Final = 1e300


class UnforeseenError(Exception):
    """A fold in which a transformer fails, warns or does what is not done here: it has to do it itself."""


class Part(Protocol):
    """Some columns of what a learner gets."""

    def make(self, train: Rows, test: Rows) -> tuple[Any, Any]:
        """Return what a transformer that is fitted to `train` gives for `train`, and for `test`; nobody else's memory.

        Raises `UnforeseenError` where only the transformer itself knows.
        """
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """Columns of numbers as they are.

    Parameters
    ----------
    values : ndarray of shape (n_examples, n_columns)
        Laid out in memory as rows are that are taken out of the table: sums depend on it in the last digit.
    """

    values: npt.NDArray[Any]

    def make(self, train: Rows, test: Rows) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        return self._take(train), self._take(test)

    def _take(self, rows: Rows) -> npt.NDArray[Any]:
        if self.values.flags.c_contiguous:
            return self.values.take(rows, axis=0)
        return self.values.T.take(rows, axis=1).T


@dataclass(frozen=True, slots=True, eq=False)
class Imputed:
    """Columns of numbers, gaps filled by the mean or the median of the training rows.

    Parameters
    ----------
    numbers : Numbers
        Of double precision, NaN where one is missing.
    strategy : {'mean', 'median'}
    keeps_empty : bool
        Whether columns without any number become zeros.
    """

    numbers: Numbers
    strategy: str
    keeps_empty: bool

    def make(self, train: Rows, test: Rows) -> tuple[Floats, Floats]:
        A, B = self.numbers.make(train, test)
        gaps_A, gaps_B = np.isnan(A), np.isnan(B)
        columns = np.flatnonzero(gaps_A.any(axis=0) | gaps_B.any(axis=0))
        if not len(columns):
            return A, B
        n_known = len(A) - gaps_A.sum(axis=0)
        if not n_known.all() and not self.keeps_empty:
            raise UnforeseenError("a column without any number is left out, and warned of")
        if self.strategy == "mean":
            # Columns that are complete are summed, too: where rows lie one after the other they are added up in turn.
            filled = A.copy(order="K")
            filled[gaps_A] = 0.0
            with np.errstate(invalid="ignore"):
                fills = filled.sum(axis=0) / n_known
        else:
            fills = np.array([_median(A[:, column]) if column in columns else 0.0 for column in range(A.shape[1])])
        fills = np.where(n_known == 0, 0.0, fills)
        for column in columns:
            A[gaps_A[:, column], column] = fills[column]
            B[gaps_B[:, column], column] = fills[column]
        return A, B


def _median(values: Floats) -> float:
    """Median of the numbers among some values: the mean of the two in the middle, added and then halved."""
    known = np.sort(values)
    n = len(known) - int(np.isnan(known).sum())
    if not n:
        return 0.0
    return float((known[(n - 1) // 2] + known[n // 2]) / 2)


def are_small(values: Floats) -> bool:
    """Whether no sum of two of some numbers overflows; NaN counts for nothing."""
    sizes = np.abs(values)
    return bool((np.isnan(values) | (sizes < _LARGEST)).all())


@dataclass(frozen=True, slots=True, eq=False)
class Transformed:
    """What a transformer makes of another part: a clone of it is fitted in every fold, to arrays."""

    part: Part
    transformer: Any

    def make(self, train: Rows, test: Rows) -> tuple[Any, Any]:
        A, B = self.part.make(train, test)
        fitted = clone(self.transformer)
        return fitted.fit_transform(A), fitted.transform(B)


@dataclass(frozen=True, slots=True, eq=False)
class Stacked:
    """Parts side by side, as a ColumnTransformer stacks them: sparse if few enough entries are other than zero."""

    parts: Sequence[Part]
    sparse_threshold: float

    def make(self, train: Rows, test: Rows) -> tuple[Any, Any]:
        made = [part.make(train, test) for part in self.parts]
        As: list[Any] = [A for A, _ in made]
        Bs: list[Any] = [B for _, B in made]
        is_sparse = False
        if any(map(sparse.issparse, As)):
            entries = sum(A.nnz if hasattr(A, "nnz") else A.shape[0] * A.shape[1] for A in As)
            is_sparse = entries / sum(A.shape[0] * A.shape[1] for A in As) < self.sparse_threshold
        return _stacked(As, is_sparse), _stacked(Bs, is_sparse)


def _stacked(blocks: list[Any], is_sparse: bool) -> Any:
    if is_sparse:
        checked = [check_array(block, accept_sparse=True, ensure_all_finite=False) for block in blocks]
        return sparse.hstack(checked).tocsr()
    return np.hstack([block.toarray() if hasattr(block, "toarray") else block for block in blocks])
