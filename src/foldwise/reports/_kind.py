"""What this room must know about a kind of result to report it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from foldwise.reports._plain import Document


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of result: how it becomes a document, and what its pages need beside that.

    Parameters
    ----------
    name : str
        Names the schema, ``foldwise.NAME/1``, and the templates, ``html/NAME.html``, ``md/NAME.md``, ``tex/NAME.tex``.
    heading : str
        What a page calls such a result.
    of : type
        The class of the results.
    document : callable
        Makes the dictionary of `summary` from a result.
    page : callable
        Makes, from the document, what the templates need beside it: ``title``, ``code`` (the call that makes it again;
        may be empty), ``figure_words`` (the figure for those who cannot see it), and whatever the templates of this
        kind ask for.
    parts : str, default ''
        Where a result holds other results, and its document their documents, in the same order: the name of both. They
        become the pages ``parts`` of its page.
    """

    name: str
    heading: str
    of: type
    document: Callable[[Any], Document]
    page: Callable[[Document], dict[str, Any]]
    parts: str = ""
