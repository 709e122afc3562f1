"""Rows of a table as cells of a design: every learner once in every place, none missing, none twice."""

import re
from dataclasses import dataclass
from math import prod
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pandas as pd

from foldwise._core import DataFormatError, SchemeMismatchError, counted, listed
from foldwise.results._given_design import GivenDesign, how_instead
from foldwise.splits._door import design_words

Codes = npt.NDArray[np.intp]


OTHERWISE: Final = "judge what is left (allow_partial=True, --allow-partial)"


class RepeatedCellsError(DataFormatError):
    """Rows that no column tells apart."""


@dataclass(frozen=True, slots=True, eq=False)
class Coded:
    """A column as codes into its distinct labels."""

    role: str
    codes: Codes
    labels: tuple[Any, ...]

    @classmethod
    def of(cls, column: "pd.Series[Any]", role: str, labels: tuple[Any, ...] | None = None) -> "Coded":
        """Give labels their numbers: in natural order (fold 2 before fold 10), or as given."""
        empty = column.isna()
        if empty.any():
            raise DataFormatError(
                f"The column of the {role} has {counted(int(empty.sum()), 'empty cell')}, the first in row "
                f"{int(empty.to_numpy().argmax()) + 1}. Fill it in."
            )
        if labels is None:
            column = _spelled_alike(column)
            labels = tuple(sorted(column.unique().tolist(), key=_natural))
        index = pd.Index(labels).get_indexer(pd.Index(column.tolist()))
        return cls(role, np.asarray(index, dtype=np.intp), labels)

    @classmethod
    def single(cls, role: str, n_rows: int) -> "Coded":
        """Stand in for a column that is not there."""
        return cls(role, np.zeros(n_rows, dtype=np.intp), ("",))

    def words(self, code: int) -> str:
        """Name one label with its role; empty if the column is not there."""
        label = self.labels[code]
        return "" if label == "" and len(self.labels) == 1 else f"{self.role} {_shown(label)}".strip()


def _shown(label: Any) -> str:
    return f"{label:g}" if isinstance(label, float) else str(label)


# No more digits than Python reads whatever it is set to.
_WHOLE = re.compile(r"\s*(0|[1-9]\d{0,600})(\.0*)?\s*", re.ASCII)


def _spelled_alike(column: "pd.Series[Any]") -> "pd.Series[Any]":
    """Take 1, '1' and '1.0' for the same number, as they are where tables were put together.

    >>> _spelled_alike(pd.Series([1, "1", "2.0", "2", "01"])).tolist()
    [1, 1, 2, 2, '01']
    """
    labels = column.unique().tolist()
    numbers = {label: int(found[1]) for label in labels if isinstance(label, str) if (found := _WHOLE.fullmatch(label))}
    if len({numbers.get(label, label) for label in labels}) == len(labels):
        return column
    return pd.Series([numbers.get(label, label) for label in column.tolist()], dtype=object)


def _natural(label: Any) -> tuple[Any, ...]:
    if isinstance(label, int | float):
        # As they are: not every integer is a float.
        return (0, label, "")
    parts = re.split(r"(\d{1,600})", str(label))
    return (1, 0, [(int(part), "") if part.isdecimal() else (-1, part) for part in parts])


def check_cells(where: str, axes: list[Coded], *, allow_partial: bool) -> None:
    """Refuse a table in which a combination of labels occurs twice or, unless that is allowed, not at all."""
    shape = tuple(len(axis.labels) for axis in axes)
    there, counts = np.unique(np.ravel_multi_index([axis.codes for axis in axes], shape), return_counts=True)
    twice, n_cells = there[counts > 1], prod(shape)
    # A cell for each would not fit into memory where labels never meet; the first three are among the first places.
    missing = np.setdiff1d(np.arange(min(n_cells, len(there) + 3)), there)
    for n_wrong, places in ((len(twice), twice), (n_cells - len(there), missing)):
        if n_wrong == 0 or (places is missing and allow_partial):
            continue
        cells = [_cell(axes, np.unravel_index(place, shape)) for place in places[:3]]
        more = f" and {n_wrong - 3} more" if n_wrong > 3 else ""
        if places is missing:
            raise DataFormatError(
                f"{where}: {n_wrong} of {n_cells} results are missing: {'; '.join(cells)}{more}. Tests are "
                f"paired: every learner needs a result in every repeat and fold. Add them, or {OTHERWISE}."
            )
        raise RepeatedCellsError(
            f"{where}: {counted(n_wrong, 'result')} there {'is' if n_wrong == 1 else 'are'} twice or more: "
            f"{'; '.join(cells)}{more}. Remove the duplicates, or add a column that tells them apart (fold, repeat)."
        )


def _cell(axes: list[Coded], place: Any) -> str:
    words = [axis.words(int(code)) for axis, code in zip(axes, place, strict=True)]
    return ", ".join(word for word in words if word) or "the only one"


def first_cell(axes: list[Coded], row: int) -> str:
    """Name the cell of a row."""
    return _cell(axes, [axis.codes[row] for axis in axes])


def no_result(axes: list[Coded], place: Any) -> str:
    """Name what a table lacks."""
    return f"no result of {_cell(axes, place)}"


def arrange(repeat: Coded, fold: Coded, given: GivenDesign | None) -> tuple[Codes, Codes, int, int]:
    """Codes of repeat and fold with their numbers, as the labels say or, for a single count, as the user says."""
    n_repeats, n_folds = len(repeat.labels), len(fold.labels)
    if given is None or given.describes(n_repeats, n_folds):
        return repeat.codes, fold.codes, n_repeats, n_folds
    if 1 in (n_repeats, n_folds) and n_repeats * n_folds == given.n_repeats * given.n_folds:
        # Splits counted through are in the order of the repeats, as scikit-learn makes them.
        flat = repeat.codes * n_folds + fold.codes
        return flat // given.n_folds, flat % given.n_folds, given.n_repeats, given.n_folds
    raise SchemeMismatchError(
        f"The results are those of {design_words(n_repeats, n_folds)}, but scheme {given.shown} means {given.words}. "
        f"Correct the scheme{how_instead(n_repeats, n_folds)}."
    )


def check_same_design(designs: dict[str, tuple[int, int]]) -> None:
    """Refuse datasets of different designs."""
    examples = {shape: name for name, shape in designs.items()}
    if len(examples) > 1:
        different = [f"{name} has {design_words(*shape)}" for shape, name in examples.items()]
        raise DataFormatError(
            f"The datasets have different designs: {listed(different, most=3, quote=False)}. Judge them separately."
        )
