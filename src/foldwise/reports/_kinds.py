"""The kinds of results that can be reported: a new one is added here."""

from typing import Any, Final

from foldwise.reports._certificate import CERTIFICATE
from foldwise.reports._estimates import ESTIMATES
from foldwise.reports._exhibit_kind import EXHIBIT
from foldwise.reports._kind import Kind
from foldwise.reports._lab import LAB
from foldwise.reports._panel import PANEL
from foldwise.reports._partitions import PARTITIONS
from foldwise.reports._randomization import RANDOMIZATION
from foldwise.reports._replicability import REPLICABILITY
from foldwise.reports._run import RUN
from foldwise.reports._study import STUDY
from foldwise.reports._verdict import VERDICT

KINDS: Final[tuple[Kind, ...]] = (
    VERDICT,
    RUN,
    PANEL,
    ESTIMATES,
    RANDOMIZATION,
    STUDY,
    REPLICABILITY,
    PARTITIONS,
    LAB,
    CERTIFICATE,
    EXHIBIT,
)


def kind_of(obj: Any, asked: str) -> Kind:
    """Find the kind of a result, or say what `asked` (the beginning of a sentence) takes."""
    for kind in KINDS:
        if isinstance(obj, kind.of):
            return kind
    names = ", ".join(kind.of.__name__ for kind in KINDS)
    raise TypeError(f"{asked} one of {names}, or a list of them, got {type(obj).__name__}.")
