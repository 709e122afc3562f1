"""Numbers as they were written: where a column holds labels, ``01`` is not ``1``."""

import re
from typing import Any, Final

import pandas as pd

_PLAIN: Final = re.compile(r"[+-]?(0|[1-9]\d*)([.,]0*)?", re.ASCII)


def as_written(parsed: "pd.Series[Any]", written: "pd.Series[Any]") -> "pd.Series[Any]":
    """Return a column of numbers, or of texts where numbers would lose what tells labels apart.

    They would if one number is written in two ways (``1`` and ``1.0``), or whole numbers with leading zeros or
    exponents (``01``, ``1e3``). A decimal comma is written as a point.

    >>> as_written(pd.Series([1, 1, 2]), pd.Series(["1", "01", "2"])).tolist()
    ['1', '01', '2']
    >>> as_written(pd.Series([0.5, 2.0]), pd.Series(["0.50", "2"])).tolist()
    [0.5, 2.0]
    """
    if spelled_twice(parsed, written) is None and not (is_whole(parsed) and _is_odd(parsed, written)):
        return parsed
    return written.str.replace(",", ".").astype(object).where(parsed.notna())


def is_whole(parsed: "pd.Series[Any]") -> bool:
    """Whether all numbers of a column are whole."""
    known = parsed.dropna()
    return bool((known % 1 == 0).all())


def spelled_twice(parsed: "pd.Series[Any]", written: "pd.Series[Any]") -> tuple[str, str] | None:
    """Return two texts of a column that mean the same number, if there are any."""
    distinct = pd.DataFrame({"number": parsed, "text": written})[parsed.notna()].drop_duplicates()
    twice = distinct[distinct["number"].duplicated(keep=False)]
    if twice.empty:
        return None
    one, two = twice["text"][twice["number"] == twice["number"].iloc[0]].tolist()[:2]
    return str(one), str(two)


def _is_odd(parsed: "pd.Series[Any]", written: "pd.Series[Any]") -> bool:
    return not all(map(_PLAIN.fullmatch, written[parsed.notna()].unique().tolist()))
