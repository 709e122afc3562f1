"""Values of a study file, and errors that know their place in it."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from foldwise._core import FoldwiseError, close_names, listed


class PlacedError(ValueError):
    """What is wrong, and where: the path of keys and numbers that leads to it.

    Whoever reads a file turns the path into a line.
    """

    def __init__(self, message: object, path: tuple[str | int, ...]) -> None:
        super().__init__(str(message))
        self.path = path


@contextmanager
def placed(*path: str | int) -> Iterator[None]:
    """Add a place to the errors of a block, or put it before the place that they have."""
    try:
        yield
    except (FoldwiseError, ValueError, TypeError) as error:
        raise PlacedError(error, (*path, *getattr(error, "path", ()))) from error


# All of these are floats, too: 2**1024 is not.
_BITS: Final = 1000


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
    """Return what a value is.

    >>> kind_of(True), kind_of({})
    ('true or false', 'a table')
    """
    words = {bool: "true or false", str: "a text", list: "an array", dict: "a table"}
    return words.get(type(value), repr(value) if isinstance(value, int | float) else "a date or time")


def unknown_key(key: str, known: Iterable[str]) -> str:
    """Return that a key is not known, and which was meant.

    >>> unknown_key("traget", ["source", "target"])
    "unknown key 'traget'. Did you mean target? There are: source, target."
    """
    names = list(known)
    close = close_names(key, names, most=1)
    hint = f" Did you mean {close[0]}?" if close else ""
    return f"unknown key {key!r}.{hint} There are: {listed(names, most=40, quote=False)}."


def check_integers(value: Any) -> None:
    """Refuse an integer that is no float and may not even be written, wherever it is in what tomllib has read."""
    if isinstance(value, int) and value.bit_length() > _BITS:
        raise ValueError("an integer has more than 300 digits. Give a smaller one.")
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            if isinstance(item, dict | list | int):
                with placed(key):
                    check_integers(item)
