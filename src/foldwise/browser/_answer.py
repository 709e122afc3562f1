"""What a page is asked, and what it answers."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What a browser asks of a page.

    Parameters
    ----------
    method : str
        ``GET`` or ``POST``.
    path : str
        What follows the secret part of the address, without a slash before it.
    query : mapping of str to str
        What follows the question mark; the last of several of a name.
    headers : mapping of str to str
        By their names in small letters.
    body : bytes
        What was sent along.

    Examples
    --------
    >>> from foldwise.browser import Request
    >>> request = Request(method="GET", path="/", query={}, headers={}, body=b"")
    >>> request.method, request.path
    ('GET', '/')
    """

    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a page answers.

    Parameters
    ----------
    body : bytes
        What is sent.
    kind : str
        Its media type.
    status : int
        200 if it is what was asked for.
    name : str
        Of the file as which it is to be kept; empty if it is to be shown.
    is_ours : bool
        Whether every script of it is; else it is shown without an origin, so that it can ask for nothing.

    Examples
    --------
    >>> from foldwise.browser import Answer
    >>> answer = Answer(body=b"not here", kind="text/plain", status=404)
    >>> answer.status, answer.body
    (404, b'not here')
    """

    body: bytes
    kind: str = "text/html; charset=utf-8"
    status: int = 200
    name: str = ""
    is_ours: bool = True


def page(text: str, *, status: int = 200) -> Answer:
    """Answer with a page."""
    return Answer(text.encode(), status=status)


def document(what: Mapping[str, Any], *, status: int = 200) -> Answer:
    """Answer with JSON."""
    return Answer(json.dumps(what).encode(), "application/json", status)
