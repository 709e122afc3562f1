"""Rows of a table as cells of a design: every learner once in every place, none missing unless allowed, none twice."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pandas as pd

from foldwise._core import DataFormatError, SchemeMismatchError, counted, listed, shortened
from foldwise.data._door import as_numbers
from foldwise.results._given_design import GivenDesign, how_instead
from foldwise.runs import Failure
from foldwise.runs._door import FAILED, plain
from foldwise.splits import Assignment, Layout
from foldwise.splits._door import design_words

Codes = npt.NDArray[np.intp]
OTHERWISE: Final = "judge what is left (allow_partial=True, --allow-partial)"
_SUMMARIES: Final = frozenset(
    (
        *("mean", "avg", "average", "median", "std", "sd", "stdev", "stddev", "all", "overall", "total", "sum"),
        *("summary", "rank", "ranks", "meanrank", "meanranks", "avgrank", "avgranks", "averagerank", "averageranks"),
    )
)


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
        """Return a column with its labels numbered: in natural order (fold 2 before fold 10), or as given."""
        empty = column.isna()
        if empty.any():
            raise DataFormatError(
                f"The column of the {role} has {counted(int(empty.sum()), 'empty cell')}, the first in row "
                f"{int(empty.to_numpy().argmax()) + 1}. Fill it in."
            )
        if labels is None:
            column = spelled_alike(column)
            labels = tuple(sorted(column.unique().tolist(), key=_natural))
        number_of = {label: number for number, label in enumerate(labels)}
        codes = [number_of[label] for label in column.tolist()]
        return cls(role, np.array(codes, dtype=np.intp), labels)

    @classmethod
    def single(cls, role: str, n_rows: int) -> "Coded":
        """Stand in for a column that is not there."""
        return cls(role, np.zeros(n_rows, dtype=np.intp), ("",))

    def words(self, code: int) -> str:
        """Return one label with its role; empty if the column is not there."""
        label = self.labels[code]
        return "" if label == "" and len(self.labels) == 1 else f"{self.role} {_shown(label)}".strip()


def _shown(label: Any) -> str:
    return f"{label:g}" if isinstance(label, float) else str(label)


# No more digits than Python reads whatever it is set to.
_WHOLE = re.compile(r"\s*(0|[1-9]\d{0,600})(\.0*)?\s*", re.ASCII)


def spelled_alike(column: "pd.Series[Any]") -> "pd.Series[Any]":
    """Take 1, '1' and '1.0' for the same number, as they are where tables were put together.

    >>> spelled_alike(pd.Series([1, "1", "2.0", "2", "01"])).tolist()
    [1, 1, 2, 2, '01']
    """
    if pd.api.types.is_integer_dtype(column):
        return column
    labels = column.unique().tolist()
    numbers = {label: int(match[1]) for label in labels if isinstance(label, str) if (match := _WHOLE.fullmatch(label))}
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
    """Return the labels of a row's cell."""
    return _cell(axes, [axis.codes[row] for axis in axes])


def no_result(axes: list[Coded], place: Any) -> str:
    """Return what a table lacks, in words."""
    return f"no result of {_cell(axes, place)}"


def arrange(repeat: Coded, fold: Coded, design: GivenDesign | None) -> tuple[Codes, Codes, int, int]:
    """Codes of repeat and fold with their numbers, as the labels say or, for a single count, as the user says."""
    n_repeats, n_folds = len(repeat.labels), len(fold.labels)
    if design is None or design.describes(n_repeats, n_folds):
        return repeat.codes, fold.codes, n_repeats, n_folds
    if 1 in (n_repeats, n_folds) and n_repeats * n_folds == design.n_repeats * design.n_folds:
        # Splits counted through are in the order of the repeats, as scikit-learn makes them.
        flat = repeat.codes * n_folds + fold.codes
        return flat // design.n_folds, flat % design.n_folds, design.n_repeats, design.n_folds
    raise SchemeMismatchError(
        f"The results are those of {design_words(n_repeats, n_folds)}, but scheme {design.shown} means {design.words}. "
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


def fail_folds(
    predictions: npt.NDArray[Any], lacking: npt.NDArray[np.bool_], assignment: Assignment | Layout, axes: list[Coded]
) -> tuple[Failure, ...]:
    """Mark folds in which a prediction is lacking, and name what is."""
    failures: list[Failure] = []
    nothing = np.nan if predictions.dtype.kind == "f" else FAILED
    for learner, repeat in np.argwhere(lacking.any(axis=2)).tolist():
        here = lacking[learner, repeat]
        folds = assignment.folds[repeat] if isinstance(assignment, Assignment) else np.zeros(len(here), dtype=np.int32)
        for fold in np.unique(folds[here]).tolist():
            first = int(np.flatnonzero(here & (folds == fold))[0])
            n_lacking = int((here & (folds == fold)).sum())
            more = f" and {n_lacking - 1} more" if n_lacking > 1 else ""
            error = no_result(axes, (learner, repeat, first)) + more
            failures.append(Failure(learner=axes[0].labels[learner], repeat=repeat, fold=fold, error=error))
            predictions[learner, repeat, folds == fold] = nothing
    return tuple(failures)


def check_places(role: str, labels: Sequence[Any]) -> None:
    """Refuse averages, and ranks, that stand among the folds, repeats or datasets of a table."""
    averages = [label for label in labels if plain(label) in _SUMMARIES]
    if averages and len(labels) > len(averages):
        raise DataFormatError(
            f"The column of the {role} holds {listed(averages)} among others: rows of averages, or of ranks, are no "
            "results. Remove them."
        )


def check_numbering(where: str, learner: Coded, axis: Coded) -> None:
    """Refuse splits that learners number from different starts: nobody knows which belong together."""
    # Numbers too large to tell from the next are names.
    if not all(isinstance(label, int | float) and abs(label) < 2**53 for label in axis.labels):
        return
    has = np.zeros((len(learner.labels), len(axis.labels)), dtype=bool)
    has[learner.codes, axis.codes] = True
    if has.all():
        return
    # As they are: whole numbers of hundreds of digits are no floats.
    numbers = np.array(axis.labels, dtype=object)
    own = {name: np.unique(numbers[axis.codes[learner.codes == code]]) for code, name in enumerate(learner.labels)}
    starts = {each[0]: name for name, each in own.items() if len(each)}
    runs_through = all(len(each) > 1 and (np.diff(each) == 1).all() for each in own.values())
    if len(starts) > 1 and runs_through and len({len(each) for each in own.values()}) == 1:
        numbering = [f"those of {name} from {shortened(f'{start}')}" for start, name in starts.items()]
        raise DataFormatError(
            f"{where}: the {axis.role}s are numbered differently, {listed(numbering, most=3, quote=False)}: which "
            "belong together is not known. Number them alike."
        )


def numbers(column: "pd.Series[Any]", name: object) -> "pd.Series[float]":
    """Return a column as numbers, or name the first cell that is none; empty cells are NaN."""
    if isinstance(column.dtype, np.dtype) and column.dtype.kind in "iuf":
        return column.astype(np.float64)
    converted = as_numbers(column.astype(object).where(column.notna(), np.nan)).astype(np.float64)
    wrong = (converted.isna() & column.notna()).to_numpy()
    if wrong.any():
        row = int(wrong.argmax())
        raise DataFormatError(f"The column {str(name)!r} must hold numbers, got {column.iloc[row]!r} in row {row + 1}.")
    return converted
