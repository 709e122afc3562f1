"""The code in memory as content: what a class or function does, where no file tells it."""

import dis
import json
from collections.abc import Callable, Iterator
from functools import cached_property
from inspect import getattr_static, unwrap
from types import CodeType, FunctionType
from typing import Any, Final, Literal, Protocol

from foldwise._core import digest

Describe = Callable[[Any], Any]
Follow = Literal["nothing", "constants", "all"]

_PLAIN: Final = (type(None), bool, int, float, complex, str, bytes)


class DescribeNamed(Protocol):
    """Canonical content of a value; messages call it by the global variable it stands in, if that is given."""

    def __call__(self, value: Any, variable: str = "", /) -> Any:
        """Describe it."""
        ...


def members(thing: Any, describe: DescribeNamed, *, follow: Follow, values: bool = True) -> str:
    """Digest of a class or function as it is in memory.

    Parameters
    ----------
    thing : class or function
        Of a class: its functions and the values it holds; of its bases nothing.
    describe : callable
        Canonical content of a value.
    follow : {'nothing', 'constants', 'all'}
        Which of the global variables it reads are described as well: functions, classes and constants, or all.
    values : bool, default True
        Whether the defaults of a function, and the variables it has caught, count.
    """
    if isinstance(thing, type):
        content: Any = {
            name: _member(value, describe, follow)
            for name, value in sorted(vars(thing).items())
            # What Python itself notes in a class: where it is, its documentation, its annotations.
            if not (name.startswith("__") and not _functions(value))
        }
    else:
        content = [_function(one, describe, follow, values) for one in _functions(thing)]
    return digest(json.dumps(content, sort_keys=True))


def defaults(function: FunctionType, describe: Describe) -> Any:
    """Content of the default values of a function's arguments."""
    return describe([function.__defaults__, function.__kwdefaults__])


def cells(function: FunctionType, describe: Describe) -> dict[str, Any]:
    """Content of the variables that a function has caught from around it."""
    found = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            value = cell.cell_contents
        except ValueError:
            found[name] = {"empty": True}
        else:
            found[name] = describe(value)
    return found


def own_functions(thing: Any) -> list[FunctionType]:
    """Functions written in a class, or the one function that something is, or none; as they were before decorators."""
    values = list(vars(thing).values()) if isinstance(thing, type) else [thing]
    written = [unwrap(function) for value in values for function in _functions(value)]
    return [function for function in written if isinstance(function, FunctionType)]


def codes_within(code: CodeType) -> Iterator[CodeType]:
    """Yield a code object and all those nested in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes_within(constant)


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


def _member(value: Any, describe: DescribeNamed, follow: Follow) -> Any:
    functions = _functions(value)
    if functions:
        return {
            "kind": type(value).__name__,
            "functions": [_function(one, describe, follow, True) for one in functions],
        }
    try:
        return describe(value)
    except TypeError:
        # Python's own bookkeeping of a class (an ABC's registry, a slot): that it is there is all there is to say.
        return {"kind": type(value).__qualname__}


def _function(function: FunctionType, describe: DescribeNamed, follow: Follow, values: bool) -> dict[str, Any]:
    attributes = [describe(dict(vars(function)))] if follow == "all" else []
    return {
        "code": _code(function.__code__, describe),
        "globals": _globals(function, describe, follow) if follow != "nothing" else {},
        "values": [defaults(function, describe), cells(function, describe), *attributes] if values else [],
    }


def _code(code: CodeType, describe: Describe) -> list[Any]:
    constants = [
        {"code": _code(one, describe)} if isinstance(one, CodeType) else describe(one) for one in code.co_consts
    ]
    names = [list(part) for part in (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)]
    shape = [code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags]
    return [code.co_code.hex(), code.co_exceptiontable.hex(), constants, names, shape]


def _globals(function: FunctionType, describe: DescribeNamed, follow: Follow) -> dict[str, Any]:
    """Global variables of its module that a function reads: functions, classes and constants, or all."""
    names = {
        step.argval
        for code in codes_within(function.__code__)
        for step in dis.get_instructions(code)
        if step.opname in {"LOAD_GLOBAL", "LOAD_NAME"}
    }
    values = {name: function.__globals__[name] for name in names if name in function.__globals__}
    return {
        name: describe(value, name)
        for name, value in sorted(values.items())
        if follow == "all" or isinstance(value, (type, FunctionType, *_PLAIN))
    }
