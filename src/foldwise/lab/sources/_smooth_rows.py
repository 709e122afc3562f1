"""New rows like those of a table: resampled, and moved by random steps towards neighbours or away from them."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pandas as pd
from sklearn.neighbors import NearestNeighbors

from foldwise._core import FoldwiseError
from foldwise.data import Dataset, column_kind

Floats = npt.NDArray[np.float64]

_NEIGHBOURS: Final = 5
# Standard deviation of the step along the line to each neighbour, in units of its distance. Together the steps are
# about as long as the distance to a neighbour: shorter ones would leave copies that know each other's neighbourhood.
_STEP: Final = 0.5
# How often a cell that is no number is taken from a neighbour.
_SWITCHED: Final = 0.25


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SmoothRows:
    """A smoothed bootstrap of the rows of a table, whose bandwidth is the distance to near neighbours.

    Parameters
    ----------
    X : array or DataFrame of shape (n_rows, n_attributes)
        The rows.
    coded : ndarray of shape (n_rows, n_attributes)
        The same as numbers: codes for what is no number, NaN where a cell is missing.
    moves : ndarray of bool, shape (n_attributes,)
        Which attributes are numbers, and moved; cells of others are taken as they are.
    whole : ndarray of bool, shape (n_attributes,)
        Which of them have whole values only.
    neighbours : ndarray of int, shape (n_rows, n_neighbours)
        The nearest rows of every row.
    shrinkage : ndarray of shape (n_attributes,)
        By what a moved column is narrowed to have its own spread again.
    """

    X: Any
    coded: Floats
    moves: npt.NDArray[np.bool_]
    whole: npt.NDArray[np.bool_]
    neighbours: npt.NDArray[np.intp]
    shrinkage: Floats

    @classmethod
    def of(cls, dataset: Dataset) -> "SmoothRows":
        """Code the rows of a dataset and find their neighbours."""
        X = dataset.X
        if hasattr(X, "tocsr"):
            raise FoldwiseError(
                "The generator needs a table, got a sparse matrix. Use null='subsamples', or X.toarray()."
            )
        columns = [X.iloc[:, place] if isinstance(X, pd.DataFrame) else X[:, place] for place in range(X.shape[1])]
        moves = np.array([_is_plain_number(column) for column in columns])
        coded = np.column_stack([_coded(column) for column in columns])
        with np.errstate(invalid="ignore"):
            whole = moves & np.array([bool(np.all(np.isnan(c) | (c == np.round(c)))) for c in coded.T])
        near = _neighbours(coded, moves)
        added = _STEP**2 * (np.nan_to_num(coded[near] - coded[:, np.newaxis]) ** 2).sum(axis=1).mean(axis=0)
        spread = np.nanvar(coded, axis=0)
        shrinkage = np.sqrt(np.divide(spread, spread + added, out=np.ones_like(spread), where=spread + added > 0))
        return cls(X=X, coded=coded, moves=moves, whole=whole, neighbours=near, shrinkage=shrinkage)

    def draw(self, n: int, rng: np.random.Generator) -> tuple[Any, Floats]:
        """Draw new rows, as the table has them and coded.

        Parameters
        ----------
        n : int
            How many.
        rng : numpy.random.Generator
            The only source of chance.
        """
        rows = rng.integers(len(self.coded), size=n)
        near = self.neighbours[rows]
        steps = rng.normal(scale=_STEP, size=near.shape)
        moved = self.coded[rows] + np.einsum("nk,nkd->nd", steps, self._gaps(rows))
        middle = np.nanmean(self.coded, axis=0)
        # Steps widen every column; it gets its spread back.
        moved = middle + (moved - middle) * self.shrinkage
        moved = np.where(self.whole, np.round(moved), moved)
        moved = np.clip(moved, np.nanmin(self.coded, axis=0), np.nanmax(self.coded, axis=0))
        other = near[np.arange(n), rng.integers(near.shape[1], size=n)]
        origin = np.where(rng.random(moved.shape) < _SWITCHED, other[:, np.newaxis], rows[:, np.newaxis])
        coded = np.where(self.moves, moved, np.take_along_axis(self.coded, origin, axis=0))
        return self._table(coded, origin), coded

    def _gaps(self, rows: npt.NDArray[np.intp]) -> Floats:
        """How far the neighbours of some rows are away; missing in either gives no direction."""
        return np.nan_to_num(self.coded[self.neighbours[rows]] - self.coded[rows][:, np.newaxis])

    def _table(self, coded: Floats, origin: npt.NDArray[np.intp]) -> Any:
        if not isinstance(self.X, pd.DataFrame):
            return coded.astype(self.X.dtype)
        columns: list[pd.Series[Any]] = []
        for place in range(coded.shape[1]):
            column: Any = self.X.iloc[:, place]
            if self.moves[place]:
                columns.append(pd.Series(coded[:, place].astype(column.dtype), name=column.name))
            else:
                columns.append(column.iloc[origin[:, place]].reset_index(drop=True))
        return pd.concat(columns, axis=1)


def _is_plain_number(column: Any) -> bool:
    if isinstance(column, pd.Series) and column_kind(column) != "numeric":
        return False
    return isinstance(column.dtype, np.dtype) and column.dtype.kind in "iuf"


def _coded(column: Any) -> Floats:
    if _is_plain_number(column):
        return np.asarray(column, dtype=np.float64)
    codes = pd.factorize(column)[0].astype(np.float64)
    return np.where(codes < 0, np.nan, codes)


def _neighbours(coded: Floats, moves: npt.NDArray[np.bool_]) -> npt.NDArray[np.intp]:
    """Find the nearest rows: numbers in units of their spread, 1 between different values of anything else."""
    parts = []
    for values, is_number in zip(coded.T, moves, strict=True):
        if is_number:
            spread = np.nanstd(values) or 1.0
            parts.append(np.nan_to_num((values - np.nanmedian(values)) / spread)[:, np.newaxis])
        else:
            parts.append((values[:, np.newaxis] == np.unique(values[~np.isnan(values)])) / np.sqrt(2))
    k = min(_NEIGHBOURS, len(coded) - 1)
    index = NearestNeighbors(n_neighbors=k).fit(np.hstack(parts))
    # Asked without points, every row's neighbours are others than itself.
    return np.asarray(index.kneighbors(return_distance=False))
