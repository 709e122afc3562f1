"""What formats with a score for every example share: which of several metrics is meant, and what is one example."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import pandas as pd

from foldwise._core import DataFormatError, close_names, counted, listed
from foldwise.results._how import how_metric

_LARGEST: Final = 2**62


def chosen_metric(there: Sequence[str], wanted: str | None, where: str) -> str:
    """Return the metric that is meant: the one named, or the only one."""
    names = list(dict.fromkeys(there))
    if not names:
        raise DataFormatError(f"{where} holds no scores. Score the results first.")
    if wanted is None:
        if len(names) == 1:
            return names[0]
        raise DataFormatError(
            f"{where} has scores by several metrics: {listed(names, most=8)}. Choose: {how_metric(names[0])}."
        )
    if wanted in names:
        return wanted
    close = close_names(wanted, names)
    hint = f"Did you mean {listed(close)}?" if close else f"There are: {listed(names, most=8)}."
    raise DataFormatError(f"{where} has no scores by {wanted!r}. {hint}")


def check_hashes(table: pd.DataFrame, name: str) -> None:
    """Refuse items of one name whose contents differ, by a column ``hash``; where it is empty nothing is known."""
    known = table.dropna(subset=["hash"])
    counts = known.groupby(["dataset", "item"], sort=False, observed=True)["hash"].nunique()
    several = counts[counts > 1]
    if len(several):
        dataset, item = several.index[0]
        raise DataFormatError(
            f"{dataset}: item {item} is not the same example in all files, by its {name} "
            f"({counted(len(several), 'such item')}). Compare learners on the same version of the examples."
        )


def number(value: Any) -> float | None:
    """Return a score as a number, true as 1; None if it is no number."""
    if isinstance(value, bool | int | float | np.number):
        try:
            return float(value)
        except OverflowError:
            return float("inf")
    return None


def label(value: Any, what: str, where: str) -> Any:
    """Return what names something, which must be a text or a number.

    >>> label("q1", "item", "a.jsonl")
    'q1'
    """
    if isinstance(value, str | int | float):
        return str(value) if isinstance(value, int) and abs(value) > _LARGEST else value
    raise DataFormatError(f"{where}: {what} must be a text or a number, got {str(value)[:40]}. Write the file again.")
