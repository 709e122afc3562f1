"""What every document holds whatever it is about: values as JSON knows them, versions, and caveats, each once."""

import math
import platform
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from typing import Any, Final

import numpy as np

from foldwise._core import Caveat, counted, one_line
from foldwise.reports._sections import PAGES, FoldedSection, ListSection, Span

PACKAGES: Final = ("foldwise", "numpy", "scipy", "scikit-learn")

Document = dict[str, Any]
# A caveat, and what it is about if that is not everything.
Mention = tuple[Document, str]


def plain(value: Any) -> Any:
    """Turn nested results into what JSON knows; a number that is not finite becomes None.

    >>> plain({"low": float("nan"), "n_train": (1, 2)})
    {'low': None, 'n_train': [1, 2]}
    """
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, np.generic):
        return plain(value.item())
    return None if isinstance(value, float) and not math.isfinite(value) else value


def environment_document() -> Document:
    """Return the versions of Python and of the packages that computed the result."""
    return {"python": platform.python_version(), **{name: version(name) for name in PACKAGES}}


def caveat_documents(caveats: Iterable[Caveat]) -> list[Document]:
    """Return caveats as dictionaries of code and message."""
    return [{"code": caveat.code, "message": caveat.message} for caveat in caveats]


def gathered(mentions: Iterable[Mention]) -> list[Document]:
    """Return caveats, each once, with what it is about when that is not everything.

    >>> low = {"code": "low", "message": "Few examples."}
    >>> gathered([(low, "iris"), (low, "wine"), (low, "iris")])
    [{'code': 'low', 'message': 'Few examples.', 'about': ['iris', 'wine']}]
    """
    abouts: dict[tuple[str, str], list[str]] = {}
    for caveat, about in mentions:
        places = abouts.setdefault((caveat["code"], caveat["message"]), [])
        if about and about not in places:
            places.append(about)
    return [{"code": code, "message": message, "about": about} for (code, message), about in abouts.items()]


def of_comparisons(rows: list[Document]) -> Iterator[Mention]:
    """Return the caveats of the rows of a verdict, with the pair or the dataset where there are several."""
    several_pairs = len({(row["a"], row["b"]) for row in rows}) > 1
    several_datasets = len({row["dataset"] for row in rows}) > 1
    for row in rows:
        pair = [f"{one_line(row['a'])} vs {one_line(row['b'])}"] if several_pairs else []
        place = [one_line(row["dataset"])] if several_datasets else []
        for caveat in row["caveats"]:
            yield caveat, " on ".join([*pair, *place])


def caveat_sections(caveats: Iterable[Document], more: Iterable[Mention] = ()) -> Iterator[FoldedSection]:
    """Return all that there is to beware of, on the whole and in some places; nothing if there is nothing."""
    items = []
    for caveat in gathered([*((each, "") for each in caveats), *more]):
        code = [caveat["code"], *(["; ".join(caveat["about"])] if caveat["about"] else [])]
        items.append([caveat["message"], " ", Span(": ".join(code), "aside")])
    if items:
        yield FoldedSection(
            title="To beware of",
            opening=counted(len(items), "point"),
            sections=[ListSection(items=items)],
            only=PAGES,
        )
