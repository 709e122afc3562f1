"""Columns of categories: read once as codes, from which every fold is filled and encoded as scikit-learn does it."""

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from scipy import sparse
from sklearn import get_config

from foldwise.sharing._table_parts import Floats, Rows, UnforeseenError

Codes = npt.NDArray[np.intp]


class Coded(Protocol):
    """Columns of codes: those of a column begin where those of the column before end."""

    @property
    def starts(self) -> Codes:
        """The first code of each column, and how many there are in all."""
        ...

    @property
    def missing(self) -> Codes:
        """The code of what is missing, of each column; -1 if nothing is."""
        ...

    def codes(self, train: Rows, test: Rows) -> tuple[Codes, Codes]:
        """Return the codes of the rows of a fold, and of those that it tests, of shape (n_rows, n_columns)."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Categories:
    """Columns of categories, coded in the order in which scikit-learn sorts them: what is missing comes last."""

    table: Codes
    starts: Codes
    missing: Codes
    are_texts: bool

    def codes(self, train: Rows, test: Rows) -> tuple[Codes, Codes]:
        return self.table[train], self.table[test]


def categories(columns: list[npt.NDArray[Any]]) -> Categories | None:
    """Code some columns; None if they cannot be sorted, or what is missing is told apart by how it is missing."""
    tables, starts, missing, are_texts = [], [0], [], True
    for values in columns:
        coded = _coded(values)
        if coded is None:
            return None
        codes, n_codes, has_gaps = coded
        tables.append(codes + starts[-1])
        starts.append(starts[-1] + n_codes)
        missing.append(starts[-1] - 1 if has_gaps else -1)
        are_texts = are_texts and values.dtype == object
    return Categories(np.column_stack(tables), np.array(starts), np.array(missing), are_texts)


def _coded(values: npt.NDArray[Any]) -> tuple[Codes, int, bool] | None:
    """Codes, how many there are, and whether the last one means that a value is missing."""
    if values.dtype.kind in "biu":
        uniques, codes = np.unique(values, return_inverse=True)
        return codes, len(uniques), False
    if values.dtype.kind == "f":
        uniques, codes = np.unique(values, return_inverse=True)
        return codes, len(uniques), bool(np.isnan(values).any())
    if values.dtype != object:
        return None
    kinds = set(map(type, values.tolist()))
    gaps = np.array([value != value for value in values.tolist()], dtype=np.bool_) if float in kinds else None
    if not kinds <= {str, float} or (gaps is not None and gaps.sum() != sum(type(v) is float for v in values.tolist())):
        return None
    texts = values if gaps is None else values[~gaps]
    places = {text: place for place, text in enumerate(sorted(set(texts.tolist())))}
    if gaps is None:
        return np.array([places[text] for text in values.tolist()], dtype=np.intp), len(places), False
    codes = np.full(len(values), len(places), dtype=np.intp)
    codes[~gaps] = [places[text] for text in texts.tolist()]
    return codes, len(places) + 1, True


@dataclass(frozen=True, slots=True, eq=False)
class Filled:
    """Columns of texts, gaps filled by the most frequent text of the training rows, the first of several."""

    source: Categories

    @property
    def starts(self) -> Codes:
        return self.source.starts

    @property
    def missing(self) -> Codes:
        return np.full_like(self.source.missing, -1)

    def codes(self, train: Rows, test: Rows) -> tuple[Codes, Codes]:
        A, B = self.source.codes(train, test)
        gaps = self.source.missing
        counts = np.bincount(A.ravel(), minlength=self.starts[-1])
        for column in np.flatnonzero(gaps >= 0):
            of_column = counts[self.starts[column] : gaps[column]]
            if not of_column.any():
                raise UnforeseenError("a column without any text is left out, and warned of")
            fill = self.starts[column] + of_column.argmax()
            for codes in (A, B):
                codes[codes[:, column] == gaps[column], column] = fill
        return A, B


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OneHot:
    """A column of zeros and ones for each category that occurs in training.

    Parameters
    ----------
    source : Coded
    drop : {None, 'first', 'if_binary'}
        Of which columns the first category gets none.
    ignores_unknown : bool
        Whether other categories become zeros, or an error.
    is_sparse : bool
    """

    source: Coded
    drop: str | None
    ignores_unknown: bool
    is_sparse: bool

    def make(self, train: Rows, test: Rows) -> tuple[Any, Any]:
        A, B = self.source.codes(train, test)
        starts = self.source.starts
        occurs = np.bincount(A.ravel(), minlength=starts[-1]) > 0
        if (self.drop or not self.ignores_unknown) and not occurs[B].all():
            raise UnforeseenError("an unknown category is an error, or warned of")
        if self.drop:
            occurs = occurs.copy()
            known = np.add.reduceat(occurs, starts[:-1], dtype=np.intp)
            for column, n_known in enumerate(known):
                if self.drop == "first" or n_known == 2:
                    occurs[starts[column] + occurs[starts[column] :].argmax()] = False
        return self._encoded(A, occurs), self._encoded(B, occurs)

    def _encoded(self, codes: Codes, kept: npt.NDArray[np.bool_]) -> Any:
        places = np.cumsum(kept) - 1
        n_columns = int(places[-1]) + 1
        chosen = kept[codes]
        if self.is_sparse:
            ends = np.zeros(len(codes) + 1, dtype=np.int32)
            np.cumsum(chosen.sum(axis=1), out=ends[1:])
            entries = np.ones(ends[-1]), places[codes[chosen]].astype(np.int32), ends
            form = sparse.csr_array if get_config().get("sparse_interface") == "sparray" else sparse.csr_matrix
            return form(entries, shape=(len(codes), n_columns))
        encoded: Floats = np.zeros((len(codes), n_columns))
        at = places[codes] + np.arange(len(codes))[:, np.newaxis] * n_columns
        encoded.ravel()[at.ravel() if chosen.all() else at[chosen]] = 1.0
        return encoded


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ordinal:
    """The place of each category among those of its column that occur in training.

    Parameters
    ----------
    source : Coded
    unknown : float, optional
        What others become; None if they are an error.
    """

    source: Coded
    unknown: float | None

    def make(self, train: Rows, test: Rows) -> tuple[Floats, Floats]:
        A, B = self.source.codes(train, test)
        starts, missing = self.source.starts, self.source.missing
        occurs = np.bincount(A.ravel(), minlength=starts[-1]) > 0
        if self.unknown is None and not occurs[B].all():
            raise UnforeseenError("an unknown category is an error")
        before = np.concatenate([[0], np.cumsum(occurs)])
        places = (before[:-1] - np.repeat(before[starts[:-1]], np.diff(starts))).astype(np.float64)
        places[missing[missing >= 0]] = np.nan
        if self.unknown is not None:
            places[~occurs] = self.unknown
        return places[A], places[B]
