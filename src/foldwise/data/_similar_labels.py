"""Labels that a reader would take for the same."""

import unicodedata
from collections.abc import Iterable


def similar_labels(labels: Iterable[object]) -> list[tuple[str, ...]]:
    """Find texts that differ only by blanks, case or the form of their letters.

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
    """
    groups: dict[str, list[str]] = {}
    for label in labels:
        if isinstance(label, str):
            alike = "".join(unicodedata.normalize("NFKC", label).casefold().split())
            groups.setdefault(alike, []).append(str(label))
    return [tuple(group) for group in groups.values() if len(group) > 1]
