"""Labels that a reader would take for the same."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

_NUMBER: Final = re.compile(r"[+-]?(\d{1,15}\.?\d*|\.\d+)(e[+-]?\d{1,2})?", re.ASCII)


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
