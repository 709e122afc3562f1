"""The fixed columns of what known steps make of a table: numbers, gaps, and a column for each category."""

from math import prod
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from foldwise.sharing._coded_columns import Categories, Filled, OneHot
from foldwise.sharing._fold_sums import are_moderate
from foldwise.sharing._prepared_columns import Bools, NumberGaps, PreparedColumns, TextColumns
from foldwise.sharing._shared import Floats
from foldwise.sharing._table_parts import Imputed, Numbers, Part, Stacked, Transformed

_MOST_COLUMNS: Final = 400
# Of the table of fixed columns: 64 MB.
_MOST_VALUES: Final = 1 << 23


def may_fit(X: Any) -> bool:
    """Whether the fixed columns of a table, which are no fewer than its own, may be few enough to be kept."""
    return prod(getattr(X, "shape", ())) <= _MOST_VALUES


def prepared_columns(part: Part) -> PreparedColumns | None:
    """Return the fixed columns of what steps make of a table; None if they do not make it so, or these are many."""
    reader = _Reader()
    if not reader.read(part) or not reader.tables:
        return None
    return PreparedColumns(
        table=np.hstack(reader.tables),
        units=np.concatenate(reader.units),
        far=np.concatenate(reader.far),
        is_scaled=np.concatenate(reader.are_scaled),
        number_gaps=reader.number_gaps,
        texts=reader.texts,
        sparse_threshold=reader.sparse_threshold,
    )


class _Reader:
    """Reads part after part, until one is not known."""

    def __init__(self) -> None:
        self.tables: list[Floats] = []
        self.units: list[Floats] = []
        self.far: list[Floats] = []
        self.are_scaled: list[Bools] = []
        self.number_gaps: list[NumberGaps] = []
        self.texts: list[TextColumns] = []
        self.sparse_threshold = 0.0
        self._width = 0

    def read(self, part: Part, *, is_scaled: bool = False, may_be_sparse: bool = False) -> bool:
        """Add the columns of a part; whether that was possible."""
        if isinstance(part, Stacked):
            # Whether the table is sparse is seen by the whole of it, and inside of another one by that part.
            if self.sparse_threshold or self.tables:
                return False
            self.sparse_threshold = part.sparse_threshold
            return all(self.read(inner, is_scaled=is_scaled, may_be_sparse=not is_scaled) for inner in part.parts)
        if isinstance(part, Transformed):
            if type(part.transformer).__qualname__ != "StandardScaler":
                return False
            return self.read(part.part, is_scaled=is_scaled or bool(part.transformer.with_std))
        if isinstance(part, Imputed):
            return self._read_numbers(part.numbers.values, is_scaled, part.strategy)
        if isinstance(part, Numbers):
            return self._read_numbers(part.values, is_scaled, None)
        return isinstance(part, OneHot) and (may_be_sparse or not part.is_sparse) and self._read_texts(part, is_scaled)

    def _add(self, table: Floats, units: Floats, far: Floats, is_scaled: bool) -> bool:
        self.tables.append(table)
        self.units.append(units)
        self.far.append(far)
        self.are_scaled.append(np.full(len(units), is_scaled))
        self._width += len(units)
        return True

    def _fit_in(self, n_rows: int, n_more: int) -> bool:
        width = self._width + n_more
        return width <= _MOST_COLUMNS and n_rows * width <= _MOST_VALUES

    def _read_numbers(self, numbers: npt.NDArray[Any], is_scaled: bool, strategy: str | None) -> bool:
        values = np.array(numbers, dtype=np.float64, order="C")
        gaps = np.isnan(values)
        columns = np.flatnonzero(gaps.any(axis=0))
        if (len(columns) and strategy is None) or not self._fit_in(len(values), values.shape[1] + len(columns)):
            return False
        n_known = len(values) - gaps.sum(axis=0)
        values[gaps] = 0.0
        if not n_known.all() or not are_moderate(values):
            return False
        largest = np.abs(values).max(axis=0)
        centres = values.sum(axis=0) / n_known
        values -= centres
        values[gaps] = 0.0
        units = np.sqrt(np.square(values).sum(axis=0) / n_known)
        # Of a column that is constant but for rounding, nothing is left.
        constant = units <= 1e-12 * largest
        values[:, constant] = 0.0
        units[constant] = 1.0
        values /= units
        for place, column in enumerate(columns.tolist(), start=self._width + values.shape[1]):
            known = np.flatnonzero(~gaps[:, column])
            rows = known[np.argsort(values[known, column])]
            inside = values[rows, column]
            by_rank = rows if strategy == "median" else None
            self.number_gaps.append(NumberGaps(self._width + column, place, by_rank, inside))
        self._add(values, units, largest / units, is_scaled)
        return self._add(gaps[:, columns].astype(np.float64), np.ones(len(columns)), np.zeros(len(columns)), False)

    def _read_texts(self, part: OneHot, is_scaled: bool) -> bool:
        categories = part.source.source if isinstance(part.source, Filled) else part.source
        if not isinstance(categories, Categories):
            return False
        codes, starts, missing = categories.table, categories.starts, categories.missing
        n = int(starts[-1])
        if not self._fit_in(len(codes), n):
            return False
        table = np.zeros((len(codes), n))
        table[np.arange(len(codes))[:, np.newaxis], codes] = 1.0
        is_filled = isinstance(part.source, Filled)
        for start, end, gap in zip(starts[:-1].tolist(), starts[1:].tolist(), missing.tolist(), strict=True):
            self.texts.append(
                TextColumns(
                    start=self._width + start,
                    end=self._width + end,
                    gaps=self._width + gap if is_filled and gap >= 0 else None,
                    drop=part.drop,
                    ignores_unknown=part.ignores_unknown,
                    is_sparse=part.is_sparse,
                )
            )
        return self._add(table, np.ones(n), np.ones(n), is_scaled)
