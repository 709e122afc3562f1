"""What results come in: a file, a table of pandas or of another library, nested mappings; and whether it is a table."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from numbers import Integral
from os import PathLike
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd

from foldwise._core import DataFormatError, check_bool, counted, listed
from foldwise.data import read_table
from foldwise.results._columns import ALL, EACH, Columns
from foldwise.results._given_design import given_design
from foldwise.results._reading import ReadingOptions
from foldwise.results._sklearn_results import is_cross_validate, is_of_tests

# As a CSV file's column of row labels is called that has no name.
_NO_NAME: Final = "Unnamed: 0"


def opened(
    results: Any,
    *,
    metric: Any,
    scheme: Any,
    columns: Mapping[str, Any] | None,
    learners: Sequence[str] | None,
    allow_partial: bool,
    name: str = "data",
) -> tuple[Any, ReadingOptions]:
    """Return results as a DataFrame, if they are a table of any kind, and what the caller says about them."""
    if isinstance(results, str | PathLike):
        results, name = read_table(Path(results))
    elif hasattr(results, "to_pandas"):
        # Tables of Arrow, polars and others.
        results = results.to_pandas()
    options = ReadingOptions(
        metric=metric,
        design=given_design(scheme),
        columns=columns,
        learners=learners,
        name=name,
        allow_partial=check_bool(allow_partial, "allow_partial"),
    )
    if isinstance(results, Mapping) and _is_nested(results):
        return _nested_table(results, options)
    if isinstance(results, Mapping) and _is_table(results):
        results = _frame(results)
    if isinstance(results, pd.DataFrame):
        return results, _with_axis_name(results, options)
    return results, options


def _is_nested(results: Mapping[Any, Any]) -> bool:
    """Whether these are mappings of names to mappings of names to single values; refuse what is nearly so."""
    if not all(isinstance(cells, Mapping) for cells in results.values()) or any(map(is_of_tests, results.values())):
        return False
    for name, cells in results.items():
        wrong = [label for label, cell in cells.items() if isinstance(cell, Mapping) or np.ndim(cell) > 0]
        if wrong or not cells:
            came = f"{type(cells[wrong[0]]).__name__} for {wrong[0]!r}" if wrong else "nothing"
            raise DataFormatError(
                f"A mapping of learners to mappings of datasets to scores needs one number for each, got {came} of "
                f"{name!r}. Give scores of folds as a table with columns dataset, learner, fold and score."
            )
    return bool(results)


def _nested_table(results: Mapping[Any, Any], options: ReadingOptions) -> tuple[pd.DataFrame, ReadingOptions]:
    """Take the outer names for learners and the inner ones for datasets, unless the user says the reverse."""
    said = {role: name for role, name in (options.columns or {}).items() if role not in EACH or name != ALL}
    if said:
        raise ValueError(
            "Mappings of names to mappings have no columns to name: the outer names are learners, the inner ones "
            f"datasets; columns={{'dataset': '*'}} says the reverse. Got columns={said!r}."
        )
    each, rows = ("dataset", "learner") if "dataset" in (options.columns or {}) else ("learner", "dataset")
    labels = list(dict.fromkeys(label for cells in results.values() for label in cells))
    columns = {name: [cells.get(label) for label in labels] for name, cells in results.items()}
    frame = pd.DataFrame({_NO_NAME: labels, **columns}, dtype=object)
    return frame, replace(options, columns={rows: _NO_NAME, each: list(results)})


def _is_table(results: Mapping[Any, Any]) -> bool:
    """Whether a mapping holds columns, one of which names learners or datasets; 'model' may be a learner, too."""
    if is_cross_validate(results):
        return False
    columns = Columns.of(results, None)
    named = [results[key] for key in columns.likely(["learner"]) if isinstance(results[key], Iterable)]
    datasets = [results[key] for key in columns.likely(["dataset"]) if not isinstance(results[key], Mapping | str)]
    # A column of the datasets beside one for each learner.
    if any(isinstance(name, str) for values in datasets if isinstance(values, Iterable) for name in values):
        return True
    if any(isinstance(name, str) for values in named if not isinstance(values, Mapping) for name in values):
        return True
    # Numbers may name learners, if another column says how they were scored.
    whole = any(isinstance(name, Integral) for values in named for name in values)
    return whole and (columns.of_scores or columns.of_predictions)


def _frame(columns: Mapping[Any, Any]) -> pd.DataFrame:
    sizes = {name: len(column) for name, column in columns.items() if hasattr(column, "__len__")}
    if len(set(sizes.values())) > 1:
        each = listed([f"{name} {size}" for name, size in sizes.items()], quote=False)
        raise DataFormatError(f"The columns of the table must be of the same length, got {each}.")
    return pd.DataFrame(dict(columns))


def _with_axis_name(frame: pd.DataFrame, options: ReadingOptions) -> ReadingOptions:
    """Hear what the columns of a table are together called, as `pandas.DataFrame.pivot` calls them."""
    given = dict(options.columns or {})
    known = Columns.of([*frame.index.names, *frame.columns], None)
    together = Columns.of([frame.columns.name], None)
    role = next((role for role in EACH if together.likely([role]) and not known.likely([role])), None)
    if role is None or role in given or "score" in given or known.of_scores:
        return options
    return replace(options, columns={**given, role: ALL})


def checked_table(frame: pd.DataFrame, *, least: int = 2) -> pd.DataFrame:
    """Return the rows with the levels of their index that hold names as columns, if there are rows enough."""
    if frame.columns.nlevels > 1:
        raise DataFormatError("The columns of the table have several levels. Give them one name each.")
    names = [name for name in frame.index.names if name is not None and name not in frame]
    if not names and frame.index.nlevels == 1 and frame.index.inferred_type == "string" and _NO_NAME not in frame:
        frame = frame.rename_axis(index=_NO_NAME)
        names = [_NO_NAME]
    frame = (frame.reset_index(names) if names else frame).reset_index(drop=True)
    if len(frame) < least:
        rows = counted(len(frame), "row")
        raise DataFormatError(f"The table has {rows}. Results need one row for every learner and every split.")
    repeated = frame.columns[frame.columns.duplicated()]
    if len(repeated):
        raise DataFormatError(f"The table has two columns {repeated[0]!r}. Rename one.")
    return frame
