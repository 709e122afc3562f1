"""Names of periods from which their order in time can be told."""

import re
from collections.abc import Iterable
from typing import Any, Final

from foldwise._core import DataFormatError, listed

# With day or month first, and a year of two digits or four.
_YEAR_LAST: Final = re.compile(r"\d{1,2}([/.-])\d{1,2}\1\d{2}(\d{2})?(?!\d).*", re.ASCII | re.DOTALL)


def check_period_order(periods: Iterable[Any]) -> None:
    """Refuse texts whose order by letters and numbers may not be that of time.

    It is for numbers, and for texts that differ in their numbers only and have the year first if they have one.

    >>> check_period_order(["2023-12", "2024-01"])
    >>> check_period_order(["week 9", "week 10"])
    >>> check_period_order(["Jan", "Feb"])
    Traceback (most recent call last):
    foldwise._core._errors.DataFormatError: the order of the periods is not known: they are called 'Jan', 'Feb'. ...
    """
    names = list(dict.fromkeys(periods))
    texts = [name.strip() for name in names if isinstance(name, str)]
    parts = [re.split(r"(\d+)", text) for text in texts]
    alike = len({tuple(each[::2]) for each in parts}) <= 1 and len(texts) in (0, len(names))
    if not alike or any(map(_has_year_last, texts)):
        raise DataFormatError(
            f"the order of the periods is not known: they are called {listed(names, most=3)}. Write them as "
            "2024-03-31, or number them; if they are no periods, give the scheme."
        )


def _has_year_last(text: str) -> bool:
    """Whether a year stands after the day, the month or the quarter.

    >>> _has_year_last("Q1 2024"), _has_year_last("31.12.2024"), _has_year_last("2024Q1"), _has_year_last("week 12")
    (True, True, False, False)
    """
    numbers = re.findall(r"\d+", text)
    late_year = len(numbers) > 1 and len(numbers[0]) < 4 and any(len(each) == 4 for each in numbers[1:])
    return late_year or _YEAR_LAST.fullmatch(text) is not None
