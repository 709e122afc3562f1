"""Grades of single answers, right or wrong: as numbers, and beside predictions that may say something else."""

from typing import Final

import pandas as pd

from foldwise._core import DataFormatError
from foldwise.results._columns import Columns
from foldwise.results._how import how_columns
from foldwise.results._item_rows import SHARES
from foldwise.results._quantity import is_generic, known_scale

_TRUTHS: Final = {"true": 1.0, "false": 0.0}


def with_truths(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the table with true and false as 1 and 0.

    >>> with_truths(pd.DataFrame({"right": [True, False], "name": ["a", "b"]}))["right"].tolist()
    [1.0, 0.0]
    """
    changed = frame.copy()
    for name in frame:
        column = frame[name]
        if pd.api.types.is_numeric_dtype(column) and not pd.api.types.is_bool_dtype(column):
            continue
        first = column.first_valid_index()
        # The first cell tells of nearly all other columns, however long they are.
        if first is None or str(column[first]).strip().lower() not in _TRUTHS:
            continue
        words = column.dropna().astype(str).str.strip().str.lower()
        if words.isin(list(_TRUTHS)).all():
            changed[name] = words.map(_TRUTHS).reindex(column.index)
    return changed


def check_grades(frame: pd.DataFrame, known: Columns) -> None:
    """Refuse predictions of one test set beside grades, right or wrong, that say something else, unless told which."""
    roles = known.find(("actual", "predicted"), ()) if not {"actual", "predicted"} & set(known.given) else {}
    free = [name for name in frame if name not in known.likely(("instance", "actual", "predicted", "learner"))]
    grades = [name for name in free if is_generic(name) or known_scale(name) or str(name).lower() in SHARES]
    if not roles or len(grades) != 1 or any(frame[name].nunique() > 1 for name in known.likely(["fold", "repeat"])):
        return
    cells = pd.to_numeric(frame[grades[0]], errors="coerce")
    right = frame[roles["actual"]].astype(str).str.strip() == frame[roles["predicted"]].astype(str).str.strip()
    if cells.isin([0, 1]).all() and (cells != right).any():
        row = int((cells != right).to_numpy().argmax()) + 1
        raise DataFormatError(
            f"The column {str(grades[0])!r} says right or wrong, but not the same as whether "
            f"{str(roles['predicted'])!r} is {str(roles['actual'])!r} (row {row}). For the "
            f"scores: {how_columns({'score': grades[0]})}; for the predictions: "
            f"{how_columns({'predicted': roles['predicted']})}."
        )
