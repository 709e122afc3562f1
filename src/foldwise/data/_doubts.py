"""What in a dataset may be a mistake: texts that are no categories, and labels that may be one label."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Any, Final, Literal

import pandas as pd

from foldwise._core import listed
from foldwise.data._column_kind import column_kind
from foldwise.data._dataset import Dataset

Doubt = Literal["identifier", "dates", "day-first dates", "month-first dates", "dates, day or month first"]
# In a few rows all values of an honest category may differ.
_FEWEST = 10
_DATE = r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}.*)?"
# The year in full: 1.2.10 may be a version.
_WITH_YEAR_LAST: Final = r"(\d{1,2})([/.-])(\d{1,2})\2\d{4}(?:[T ,]+\d{1,2}:\d{2}.*)?"
_NUMBER: Final = re.compile(r"[+-]?(\d{1,15}\.?\d*|\.\d+)(e[+-]?\d{1,2})?", re.ASCII)


def doubtful_columns(dataset: Dataset) -> dict[str, Doubt]:
    """Find nominal columns that differ in every row, or hold dates: as ISO 8601 writes them, or with the year last.

    Whether the day or the month is first shows where one of them is greater than 12.

    Nothing is changed: whether such a column is of use is for its owner to say.

    Parameters
    ----------
    dataset : Dataset
        The target is not looked at.

    Returns
    -------
    dict of str to {'identifier', 'dates', 'day-first dates', 'month-first dates', 'dates, day or month first'}
        What each such column looks like, by its name. No column of fewer than ten values is called an identifier.

    Examples
    --------
    >>> import pandas as pd
    >>> from foldwise.data import Dataset, doubtful_columns
    >>> X = pd.DataFrame({"patient": [f"p{i}" for i in range(12)], "day": ["2024-02-29", "2024-03-01"] * 6})
    >>> doubtful_columns(Dataset(X, range(12)))
    {'patient': 'identifier', 'day': 'dates'}
    """
    doubts: dict[str, Doubt] = {}
    if isinstance(dataset.X, pd.DataFrame):
        for position, name in enumerate(dataset.feature_names):
            doubt = _doubt(dataset.X.iloc[:, position])
            if doubt is not None:
                doubts[name] = doubt
    return doubts


def doubts_in_words(dataset: Dataset) -> str:
    """Return in one line which columns are taken as categories and perhaps should not be; empty if none.

    Examples
    --------
    >>> import pandas as pd
    >>> from foldwise.data import Dataset, doubts_in_words
    >>> doubts_in_words(Dataset(pd.DataFrame({"day": ["2024-02-29", "2024-03-01"] * 6}), range(12), name="visits"))
    "visits: taken as categories: 'day' (dates?). Drop identifiers, and turn dates into numbers."
    """
    doubts = [f"{name!r} ({look}?)" for name, look in doubtful_columns(dataset).items()]
    if not doubts:
        return ""
    how = ""
    if any("first" in look for look in doubtful_columns(dataset).values()):
        how = " (say which comes first: pandas.to_datetime(column, dayfirst=True), or False)"
    return (
        f"{dataset.name}: taken as categories: {listed(doubts, quote=False)}. "
        f"Drop identifiers, and turn dates into numbers{how}."
    )


def _doubt(column: "pd.Series[Any]") -> Doubt | None:
    if column_kind(column) != "nominal":
        return None
    present = column.dropna()
    distinct = pd.Series(present.unique()).astype(str)
    if len(distinct) and distinct.str.fullmatch(_DATE).all():
        return "dates"
    if len(distinct) and distinct.str.fullmatch(_WITH_YEAR_LAST).all():
        order = _order(distinct)
        if order is not None:
            return order
    return "identifier" if len(distinct) == len(present) >= _FEWEST else None


def _order(dates: "pd.Series[Any]") -> Doubt | None:
    """Return whether day or month comes first in dates with the year last; None if they are no dates.

    >>> _order(pd.Series(["03/04/2021", "25/04/2021"])), _order(pd.Series(["03/04/2021"]))
    ('day-first dates', 'dates, day or month first')
    """
    parts = dates.str.extract(_WITH_YEAR_LAST)[[0, 2]].astype(int)
    first, second = parts.max().tolist()
    if int(parts.min().min()) < 1 or max(first, second) > 31 or min(first, second) > 12:
        return None
    if max(first, second) <= 12:
        return "dates, day or month first"
    return "day-first dates" if first > 12 else "month-first dates"


def similar_labels(labels: Iterable[object]) -> list[tuple[str, ...]]:
    """Find texts that differ only by blanks, case, the form of their letters or the way a number is written.

    Parameters
    ----------
    labels : iterable
        Class labels; numbers and bools are similar to nothing.

    Returns
    -------
    list of tuple of str
        Groups of two and more, in the order of their first members.

    Examples
    --------
    >>> from foldwise.data import similar_labels
    >>> similar_labels(["no", "yes", "yes ", "Yes"])
    [('yes', 'yes ', 'Yes')]
    >>> similar_labels(["1", "01", "2"])
    [('1', '01')]
    """
    groups: dict[str, list[str]] = {}
    for label in labels:
        if isinstance(label, str):
            alike = "".join(unicodedata.normalize("NFKC", label).casefold().split())
            alike = str(float(alike)) if _NUMBER.fullmatch(alike) else alike
            groups.setdefault(alike, []).append(str(label))
    return [tuple(group) for group in groups.values() if len(group) > 1]
