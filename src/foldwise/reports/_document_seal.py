"""The seal of a document: a hash of its content, by which one that was edited is known."""

from typing import Any, Final, Literal

from foldwise._core import content_hash
from foldwise.reports._document import Document

HOW: Final = (
    "sha256 of this document without 'seal', and without 'timings' and 'environment' beside a 'schema', as JSON with "
    "sorted keys, no blanks, in ASCII"
)
SealState = Literal["agrees", "does not agree", "none"]

# Where and how fast a result was computed; the seal of a registration covers these, too.
_ASIDE: Final = ("timings", "environment", "seal")


def sealed(document: Document) -> Document:
    """Return a document with its seal: equal results have equal seals, wherever and how fast they were computed.

    >>> first, second = ({"schema": "a/1", "p": 0.5, "timings": seconds} for seconds in ([1.0], [2.0]))
    >>> sealed(first)["seal"] == sealed(second)["seal"] != sealed({**first, "p": 0.05})["seal"]
    True
    """
    return {**document, "seal": {"how": HOW, "hash": hash_of_document(document)}}


def hash_of_document(document: Document) -> str:
    """Return the hash of what a document says, its seal or not."""
    if document.get("schema") == "foldwise.registration/1":
        return content_hash({key: value for key, value in document.items() if key != "seal"})
    return content_hash(_content(document))


def seal_state(document: Document) -> SealState:
    """Return whether the hash of a document is that of what stands in it."""
    if document.get("seal") is None:
        return "none"
    return "agrees" if document["seal"]["hash"] == hash_of_document(document) else "does not agree"


def _content(value: Any) -> Any:
    if isinstance(value, list):
        return [_content(item) for item in value]
    if not isinstance(value, dict):
        return value
    aside = _ASIDE if "schema" in value else ()
    return {key: _content(item) for key, item in value.items() if key not in aside}
