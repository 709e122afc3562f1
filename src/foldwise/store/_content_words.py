"""What has changed between the parameters of two learners, in words."""

from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np

from foldwise._core import one_line
from foldwise.store._canonical import text_of

_LONGEST: Final = 80


def changes(old: dict[str, Any], new: dict[str, Any], prefix: str = "") -> Iterator[str]:
    """Say what has changed, parameter by parameter; those of nested estimators by their full names.

    >>> list(changes({"C": 1.0, "tol": 0.1}, {"C": 10.0, "gamma": "auto"}))
    ['C was 1.0, is 10.0', 'parameter gamma is new', 'parameter tol is gone']
    """
    for name in sorted(old.keys() | new.keys()):
        shown = _cut(one_line(prefix + name))
        if name not in old or name not in new:
            yield f"parameter {shown} is {'new' if name in new else 'gone'}"
        elif text_of(old[name]) != text_of(new[name]):
            yield from _inside(old[name], new[name], prefix, name) or [_change(shown, old[name], new[name])]


def _inside(old: Any, new: Any, prefix: str, name: str) -> list[str]:
    """Say what has changed in the parts of a value; nothing if it has no parts with names, or is another altogether."""
    was, now = _named_items(old), _named_items(new)
    if was and list(was) == list(now):
        # scikit-learn, too, calls what is in a step of a pipeline by the name of the step alone.
        return list(changes(was, now, prefix))
    if not isinstance(old, dict) or not isinstance(new, dict) or old.keys() != new.keys():
        return []
    held = "closure" if "closure" in old else "parameters"
    rest = [text_of({key: part for key, part in value.items() if key != held}) for value in (old, new)]
    if held not in old or rest[0] != rest[1]:
        return []
    return list(changes(old[held], new[held], f"{prefix}{name}__"))


def _named_items(content: Any) -> dict[str, Any]:
    """Items of a list of (name, value) pairs by their names; none if the list is of another kind."""
    items = [item.get("tuple") if isinstance(item, dict) else None for item in _items(content)]
    named = {item[0]: item[1] for item in items if item and len(item) == 2 and isinstance(item[0], str)}
    return named if len(named) == len(items) else {}


def _items(content: Any) -> list[Any]:
    found = content.get("tuple") if isinstance(content, dict) else content
    return found if isinstance(found, list) else []


def _change(shown: str, old: Any, new: Any) -> str:
    was, now = _cut(words(old)), _cut(words(new))
    return f"{shown} was {was}, is {now}" if was != now else f"{shown} has changed"


def words(content: Any) -> str:
    """Write the content of a value about as one would type it.

    >>> words([1, {"tuple": [True, {"float": "nan"}]}, {"dict": [["a", None]]}])
    "[1, (True, nan), {'a': None}]"
    """
    if isinstance(content, list):
        return f"[{', '.join(map(words, content))}]"
    if not isinstance(content, dict):
        return one_line(repr(content))
    for key, write in _WORDS.items():
        if key in content:
            return one_line(write(content))
    return "another value"


def _array(content: dict[str, Any]) -> str:
    return f"an array of {content['array']} of shape {tuple(content['shape'])}"


def _scalar(content: dict[str, Any]) -> str:
    if "value" not in content:
        return f"a value of {content['scalar']['array']}"
    return f"{np.dtype(content['scalar']).name}({words(content['value'])})"


_WORDS: Final[dict[str, Callable[[dict[str, Any]], str]]] = {
    "tuple": lambda content: f"({', '.join(map(words, content['tuple']))})",
    "dict": lambda content: f"{{{', '.join(f'{words(key)}: {words(value)}' for key, value in content['dict'])}}}",
    "set": lambda content: f"{{{', '.join(map(words, content['set']))}}}",
    "int": lambda content: content["int"],
    "float": lambda content: content["float"],
    "str": lambda content: repr(bytes.fromhex(content["str"]).decode(errors="surrogatepass")),
    "bytes": lambda content: f"bytes {content['bytes']}",
    "array": _array,
    "scalar": _scalar,
    "table": lambda content: f"a {content['table']} of shape {tuple(content['shape'])}",
    "sparse": lambda content: f"a sparse matrix of shape {tuple(content['shape'])}",
    "function": lambda content: content["function"],
    "method": lambda content: words(content["method"]),
    "partial": lambda content: f"partial({words(content['partial'])})",
    "module": lambda content: content["module"],
    "member": lambda content: f"{content['class']}.{content['member']}",
    "class": lambda content: content["class"],
}


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
