"""The caveats of a document, each once."""

from collections.abc import Iterable, Iterator
from typing import Any

from foldwise._core import one_line
from foldwise.reports._plain import Document

Told = tuple[Document, str]


def gathered(told: Iterable[Told]) -> list[dict[str, Any]]:
    """Collect caveats, each once, with what it is about when that is not everything.

    >>> low = {"code": "low", "message": "Few examples."}
    >>> gathered([(low, "iris"), (low, "wine"), (low, "iris")])
    [{'code': 'low', 'message': 'Few examples.', 'about': ['iris', 'wine']}]
    """
    found: dict[tuple[str, str], list[str]] = {}
    for caveat, about in told:
        places = found.setdefault((caveat["code"], caveat["message"]), [])
        if about and about not in places:
            places.append(about)
    return [{"code": code, "message": message, "about": about} for (code, message), about in found.items()]


def of_comparisons(rows: list[Document]) -> Iterator[Told]:
    """Give the caveats of the rows of a verdict, with the pair or the dataset where there are several."""
    several_pairs = len({(row["a"], row["b"]) for row in rows}) > 1
    several_datasets = len({row["dataset"] for row in rows}) > 1
    for row in rows:
        pair = [f"{one_line(row['a'])} vs {one_line(row['b'])}"] if several_pairs else []
        place = [one_line(row["dataset"])] if several_datasets else []
        for caveat in row["caveats"]:
            yield caveat, " on ".join([*pair, *place])


def of_run(run: Document) -> Iterator[Told]:
    """Give the caveats of a run and of its learners."""
    for caveat in run["caveats"]:
        yield caveat, ""
    for learner in run["learners"]:
        for caveat in learner["caveats"]:
            yield caveat, one_line(learner["name"])
