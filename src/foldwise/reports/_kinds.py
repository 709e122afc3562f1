"""The kinds of results that can be reported, each loaded when a result of it is: a new one is added here."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

from foldwise.reports._document import Document
from foldwise.reports._sections import Page


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """How results of a class are reported.

    Parameters
    ----------
    document : callable
        Makes the dictionary of `summary` from a result.
    page : callable
        Makes the page from that document, and from the result, which is only to be drawn.
    """

    document: Callable[[Any], Document]
    page: Callable[[Document, Any], Page]


# The room and the name of a class of results, and the module that has its `KIND`.
KINDS: Final[dict[tuple[str, str], str]] = {
    ("foldwise.verdicts", "Verdict"): "foldwise.reports._verdict",
    ("foldwise.verdicts", "Overall"): "foldwise.reports._overall",
    ("foldwise.runs", "Run"): "foldwise.reports._run",
    ("foldwise.verdicts", "Panel"): "foldwise.reports._panel",
    ("foldwise.verdicts", "ItemVerdict"): "foldwise.reports._items",
    ("foldwise.verdicts", "Estimates"): "foldwise.reports._estimates",
    ("foldwise.verdicts", "LabelRandomization"): "foldwise.reports._randomization",
    ("foldwise.studies", "StudyResults"): "foldwise.reports._study",
    ("foldwise.replicability", "Replicability"): "foldwise.reports._replicability",
    ("foldwise.replicability", "PartitionAnalysis"): "foldwise.reports._partitions",
    ("foldwise.lab", "LabResult"): "foldwise.reports._lab",
    ("foldwise.lab", "Certificate"): "foldwise.reports._certificate",
    ("foldwise.planning", "Plan"): "foldwise.reports._plan",
    ("foldwise.auditing", "Audit"): "foldwise.reports._audit",
    ("foldwise.reports", "Exhibit"): "foldwise.reports._exhibit_page",
}


def kind_of(obj: Any, verb: str) -> Kind:
    """Find the kind of a result, or raise with what `verb` (the beginning of a sentence) takes."""
    for (room, name), module in KINDS.items():
        if is_a(obj, room, name):
            kind: Kind = import_module(module).KIND
            return kind
    names = ", ".join(name for _, name in KINDS)
    raise TypeError(f"{verb} one of {names}, or a list of them, got {type(obj).__name__}.")


def is_a(obj: Any, room: str, name: str) -> bool:
    """Whether something is a result of this class; of a room that nobody has imported there is none."""
    return room in sys.modules and isinstance(obj, getattr(sys.modules[room], name, ()))


def page_of(obj: Any) -> Page:
    """Make the page of a result."""
    kind = kind_of(obj, "report takes")
    return kind.page(kind.document(obj), obj)
