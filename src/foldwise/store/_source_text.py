"""The text of classes and functions, and what it refers to: for code that no file or version tells."""

import ast
import json
import symtable
from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from inspect import getattr_static, unwrap
from types import FunctionType, ModuleType
from typing import Any, Final, Literal, Protocol

from foldwise._core import digest, text_of_function

Describe = Callable[[Any], Any]
Follow = Literal["nothing", "constants", "all"]

_PLAIN: Final = (type(None), bool, int, float, complex, str, bytes)


class UnreadableError(TypeError):
    """The text of a function is nowhere to be found."""


class DescribeNamed(Protocol):
    """Canonical content of a value; messages call it by the global variable it stands in, if that is given."""

    def __call__(self, value: Any, variable: str = "", /) -> Any:
        """Describe it."""
        ...


def members(thing: Any, describe: DescribeNamed, *, follow: Follow, values: bool = True, readable: bool = True) -> str:
    """Digest of a class or function: the text of its functions, and what is in memory beside.

    Parameters
    ----------
    thing : class or function
        Of a class: its functions and the values it holds; of its bases nothing.
    describe : callable
        Canonical content of a value.
    follow : {'nothing', 'constants', 'all'}
        Which of the global variables that the text names are described as well: functions, classes, modules and
        constants, or all.
    values : bool, default True
        Whether the defaults of a function, and the variables it has caught, count.
    readable : bool, default True
        Whether a function without a text is refused. Decorators such as ``dataclass`` make some: where a file tells
        the class, it tells what they make of it.

    Raises
    ------
    UnreadableError
        If there is no text and there must be one.
    """
    content: Any
    if isinstance(thing, type):
        content = {
            name: _member(value, describe, follow, readable)
            for name, value in sorted(vars(thing).items())
            # What Python itself notes in a class: where it is, its documentation, its annotations.
            if not (name.startswith("__") and not _functions(value))
        }
    else:
        content = [_function(one, describe, follow, values, readable) for one in _functions(thing)]
    return digest(json.dumps(content, sort_keys=True))


def defaults(function: FunctionType, describe: Describe) -> Any:
    """Content of the default values of a function's arguments."""
    return describe([function.__defaults__, function.__kwdefaults__])


def cells(function: FunctionType, describe: Describe) -> dict[str, Any]:
    """Content of the variables that a function has caught from around it."""
    contents = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            value = cell.cell_contents
        except ValueError:
            contents[name] = {"empty": True}
        else:
            contents[name] = describe(value)
    return contents


def own_functions(thing: Any) -> list[FunctionType]:
    """Functions written in a class, or the one function that something is, or none; as they were before decorators."""
    values = list(vars(thing).values()) if isinstance(thing, type) else [thing]
    written = [unwrap(function) for value in values for function in _functions(value)]
    return [function for function in written if isinstance(function, FunctionType)]


def defines(text: bytes, name: str) -> bool:
    r"""Whether a text defines a class or function, or anything else, by the last part of a dotted name.

    >>> defines(b"class A:\n    def f(self): ...", "A.f"), defines(b"A = B", "A"), defines(b"x.A", "A")
    (True, True, False)
    """
    return name.rpartition(".")[2] in _names_given(text)


@lru_cache(maxsize=64)
def _names_given(text: bytes) -> frozenset[str]:
    try:
        nodes = list(ast.walk(ast.parse(text)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset()
    defined = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)}
    assigned = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return frozenset(defined | assigned)


def _functions(value: Any) -> list[FunctionType]:
    """Functions behind what stands in a class or module: itself, or what a descriptor or a wrapper holds."""
    if isinstance(value, property):
        parts = [value.fget, value.fset, value.fdel]
    elif isinstance(value, staticmethod | classmethod):
        parts = [value.__func__]
    elif isinstance(value, cached_property):
        parts = [value.func]
    else:
        # What a decorator made of a function: a cached one, a compiled one.
        wrapped = getattr_static(value, "__wrapped__", None)
        parts = [value if isinstance(value, FunctionType) or wrapped is None else wrapped]
    return [part for part in parts if isinstance(part, FunctionType)]


def _member(value: Any, describe: DescribeNamed, follow: Follow, readable: bool) -> Any:
    functions = _functions(value)
    if functions:
        return {
            "kind": type(value).__name__,
            "functions": [_function(one, describe, follow, True, readable) for one in functions],
        }
    try:
        return describe(value)
    except UnreadableError:
        raise
    except TypeError:
        # Python's own bookkeeping of a class (an ABC's registry, a slot): that it is there is all there is to say.
        return {"kind": type(value).__qualname__}


def _function(
    function: FunctionType, describe: DescribeNamed, follow: Follow, values: bool, readable: bool
) -> dict[str, Any]:
    text = text_of_function(function)
    if text is None and readable:
        raise UnreadableError(function.__qualname__)
    attributes = [describe(dict(vars(function)))] if follow == "all" else []
    return {
        "text": text,
        "globals": _globals(function, text or "", describe, follow) if follow != "nothing" else {},
        "values": [defaults(function, describe), cells(function, describe), *attributes] if values else [],
    }


def _globals(function: FunctionType, text: str, describe: DescribeNamed, follow: Follow) -> dict[str, Any]:
    """Global variables of its module that the text of a function names: functions, classes, constants, or all."""
    known = function.__globals__
    followed = (type, FunctionType, ModuleType, *_PLAIN)
    return {
        name: describe(known[name], name)
        for name in sorted(names_read(text))
        if name in known and (follow == "all" or isinstance(known[name], followed))
    }


def names_read(text: str) -> set[str]:
    """Names that the text of a function takes from around it.

    >>> sorted(names_read("def f(x, y=LEVEL): return [np.abs(z) for z in x]"))
    ['LEVEL', 'np']
    """
    for attempt in (text, f"({text})"):
        try:
            table = symtable.symtable(attempt, "text", "exec")
        except SyntaxError:
            continue
        return set(_read_in(table))
    # A text that is no statement by itself (it names a variable of the function around it as nonlocal): all names.
    return {word for word in _words(text) if word.isidentifier()}


def _read_in(table: symtable.SymbolTable) -> Iterator[str]:
    is_module = table.get_type() == "module"
    for symbol in table.get_symbols():
        if symbol.is_referenced() and (is_module or symbol.is_global()):
            yield symbol.get_name()
    for child in table.get_children():
        yield from _read_in(child)


def _words(text: str) -> list[str]:
    return "".join(letter if letter.isidentifier() or letter.isdigit() else " " for letter in text).split()
