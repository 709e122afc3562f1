"""The seal of a document: a hash of its content, by which one that was edited is known."""

from typing import Any, Final

from foldwise._core import content_hash
from foldwise.reports._document import Document

HOW: Final = (
    "sha256 of this document without 'seal', and without 'timings' and 'environment' beside a 'schema', as JSON with "
    "sorted keys, no blanks, in ASCII"
)
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
    return content_hash(_content(document))


def _content(value: Any) -> Any:
    if isinstance(value, list):
        return [_content(item) for item in value]
    if not isinstance(value, dict):
        return value
    aside = _ASIDE if "schema" in value else ()
    return {key: _content(item) for key, item in value.items() if key not in aside}
