"""Tables as CSV: the same bytes for the same content, and nothing that a spreadsheet would run."""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from foldwise.data import means_missing

_NUMBER: Final = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_FORMULA: Final = tuple("=+-@\uff1d\uff0b\uff0d\uff20")
_HIDDEN: Final = tuple("\t\r\n'")


def csv_lines(headings: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    r"""Write a table line by line.

    >>> list(csv_lines(["learner", "score"], [["=cmd()", -0.5], ["a,b", None]]))
    ['learner,score\n', "'=cmd(),-0.5\n", '"a,b",\n']
    """
    yield _line(headings)
    for row in rows:
        yield _line(row)


def csv_cell(value: Any) -> str:
    """Write one value; what is not known is empty, and a text that looks like a formula begins with a quote.

    >>> csv_cell("NA"), csv_cell("yes "), csv_cell("01")
    ('"NA"', '"yes "', '01')
    >>> csv_cell(-1.0), csv_cell("-1"), csv_cell("-a"), csv_cell("'a"), csv_cell(float("nan"))
    ('-1.0', '-1', "'-a", "''a", '')
    """
    value = value.item() if hasattr(value, "item") else value
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, int | float):
        return repr(value)
    text = str(value)
    # A label such as -1 stays what it is: a number is no formula.
    if text.startswith(_HIDDEN) or (text.lstrip().startswith(_FORMULA) and not _NUMBER.fullmatch(text)):
        text = f"'{text}"
    # By hand: not every version of the csv module puts a lone carriage return in quotes.
    # In quotes, a word for a missing value is a name that someone gave.
    if any(char in text for char in ',"\r\n') or text != text.strip() or means_missing(text):
        text = '"' + text.replace('"', '""') + '"'
    return text


def _line(row: Sequence[Any]) -> str:
    return ",".join(map(csv_cell, row)) + "\n"
