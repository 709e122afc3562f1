"""Arguments that a text or a file may not give a learner: those by which it would open files or run code."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from foldwise._core import one_line

_PICKLES: Final = "makes joblib load pickled objects from a folder, which can run code"
_COMPUTED: Final = "is computed by joblib as an expression"
_FILES: Final = "makes a learner open files that the data name"
# As joblib understands it, without arithmetic.
_DISPATCH: Final = re.compile(r"all|(\d{1,9}\s*\*\s*)?n_jobs|\d{1,9}")


def refuse_arguments(arguments: Mapping[str, Any], text: str) -> None:
    """Refuse arguments by which a learner would open files or run code, also inside of grids to be searched.

    Parameters
    ----------
    arguments : mapping of str to object
        By the names that the constructor gives them.
    text : str
        The learner as written, or its name, for the message.

    Raises
    ------
    ValueError
        If there is one.

    Examples
    --------
    >>> refuse_arguments({"param_grid": {"pca__n_components": [2], "memory": [None]}}, "grid")
    >>> refuse_arguments({"memory": "cache"}, "pipe")
    Traceback (most recent call last):
    ValueError: learner 'pipe': memory='cache' makes joblib load pickled objects from a folder, which can run code. ...
    """
    for argument, given in arguments.items():
        for name, value in _named(given, argument):
            reason = _reason(name.rpartition("__")[2], value)
            if reason:
                place = "" if name == argument else f" {argument}:"
                raise ValueError(
                    f"learner {text!r}:{place} {one_line(name)}={one_line(repr(value))} {reason}. "
                    "Leave it out, or make the learner in Python."
                )


def _named(values: Any, name: str) -> Iterator[tuple[str, Any]]:
    """Yield all plain values inside, each with the name that it would be set by."""
    if isinstance(values, Mapping):
        for key, value in values.items():
            yield from _named(value, key if isinstance(key, str) else name)
    elif isinstance(values, list | tuple | set | frozenset):
        for value in values:
            yield from _named(value, name)
    else:
        yield name, values


def _reason(name: str, value: Any) -> str:
    if not isinstance(value, str | bytes):
        return ""
    if name == "memory":
        return _PICKLES
    if name == "pre_dispatch" and not (isinstance(value, str) and _DISPATCH.fullmatch(value.strip())):
        return _COMPUTED
    return _FILES if name == "input" and value in {"file", "filename"} else ""
