"""What stands in a study file, in the words of its messages."""

from collections.abc import Iterable
from typing import Any

from foldwise._core import close_names, listed
from foldwise.studies._placed_error import PlacedError


def text_of(value: Any, key: str) -> str:
    """Return a text, else raise."""
    if not isinstance(value, str):
        raise TypeError(f"{key} must be a text in quotes, got {kind_of(value)}.")
    return value


def texts_of(value: Any, key: str) -> list[str]:
    """Return an array of texts, else raise."""
    if not isinstance(value, list):
        raise TypeError(f'{key} must be an array of texts such as ["one", "two"], got {kind_of(value)}.')
    for number, item in enumerate(value):
        if not isinstance(item, str):
            raise PlacedError(f"{key} must be an array of texts, got {kind_of(item)} in it.", (number,))
    return value


def kind_of(value: Any) -> str:
    """Say what a value is.

    >>> kind_of(True), kind_of({})
    ('true or false', 'a table')
    """
    words = {bool: "true or false", str: "a text", list: "an array", dict: "a table"}
    return words.get(type(value), repr(value) if isinstance(value, int | float) else "a date or time")


def unknown_key(key: str, known: Iterable[str]) -> str:
    """Say that a key is not known, and which was meant.

    >>> unknown_key("traget", ["source", "target"])
    "unknown key 'traget'. Did you mean target? There are: source, target."
    """
    names = list(known)
    close = close_names(key, names, most=1)
    hint = f" Did you mean {close[0]}?" if close else ""
    return f"unknown key {key!r}.{hint} There are: {listed(names, most=40, quote=False)}."
