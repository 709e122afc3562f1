"""Learners, arrays and what else has parameters, as one would type them: complete, the same in every process."""

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from enum import Enum
from functools import partial
from inspect import getattr_static
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, Final

from foldwise._core._function_text import text_of_function
from foldwise._core._seeds import digest
from foldwise._core._words import one_line

_DEEPEST: Final = 50
_ADDRESS: Final = re.compile(r"\b0x[0-9A-Fa-f]{4,}")
Write = Callable[[Any], str]
# So many items are written in full; of more, their number and a digest tell enough.
MOST: Final = 1000


def written(value: Any) -> str:
    """Return a value on one line, as one would type it.

    Of objects with parameters those are written that are not as they are without being given, whatever the settings of
    scikit-learn, and nothing is cut. Functions are written by module and name, lambdas by their text; what cannot be
    typed stands in angle brackets. There are no addresses in memory.

    Parameters
    ----------
    value : any
        An estimator, a splitter, a function, a number: anything.

    Returns
    -------
    str

    Examples
    --------
    >>> from sklearn.preprocessing import FunctionTransformer
    >>> import numpy as np
    >>> written(FunctionTransformer(np.log1p, kw_args={"where": [True]}))
    "FunctionTransformer(func=numpy.log1p, kw_args={'where': [True]})"
    >>> written(np.arange(2.0)), written(np.zeros((5000, 2)))
    ('array([0.0, 1.0])', '<array of float64, shape (5000, 2), digest abc11966b9ce6c9f>')
    """
    return one_line(_write(value, ()))


def _write(value: Any, around: tuple[int, ...]) -> str:
    if id(value) in around or len(around) > _DEEPEST:
        return "<the same again>" if id(value) in around else "<more>"
    inside = (*around, id(value))
    try:
        write = _PLAIN.get(type(value))
        if write is not None:
            return write(value, inside)
        for kinds, write in _WRITERS:
            if isinstance(value, kinds):
                return write(value, inside)
        for find in (sparse_text, numpy_text, distribution_text):
            text = find(value, lambda item: _write(item, inside))
            if text is not None:
                return text
        for tell in (_scorer, _with_parameters):
            text = tell(value, inside)
            if text is not None:
                return text
        return _object(value, inside)
    except (Exception, SystemExit):
        # What an object says of itself is its own code, and may fail as fit may.
        return f"<{_path(type(value))}>"


def _text(value: str, _: tuple[int, ...]) -> str:
    # On one line runs of blanks become one.
    return re.sub(" (?= )", r"\\x20", repr(str(value)))


def _sequence(value: Any, inside: tuple[int, ...]) -> str:
    if len(value) > MOST:
        parts = [_write(item, inside) for item in value]
        return f"<{type(value).__name__} of {len(value)} items, digest {digest(*parts, size=8)}>"
    items = [_write(item, inside) for item in value]
    if isinstance(value, set | frozenset):
        items.sort()
    match value:
        case tuple():
            return f"({', '.join(items)}{',' if len(items) == 1 else ''})"
        case set():
            return f"{{{', '.join(items)}}}" if items else "set()"
        case frozenset():
            return f"frozenset({{{', '.join(items)}}})" if items else "frozenset()"
    return f"[{', '.join(items)}]"


def _mapping(value: dict[Any, Any], inside: tuple[int, ...]) -> str:
    items = [f"{_write(key, inside)}: {_write(item, inside)}" for key, item in value.items()]
    if len(items) > MOST:
        return f"<dict of {len(items)} items, digest {digest(*sorted(items), size=8)}>"
    return f"{{{', '.join(items)}}}"


def _function(value: FunctionType, inside: tuple[int, ...]) -> str:
    if _is_at(value):
        return _path(value)
    text = text_of_function(value)
    if text is None:
        return f"<function {_path(value)}>"
    names = value.__code__.co_freevars
    cells = zip(names, value.__closure__ or (), strict=True)
    caught = [f"{name}={_write(cell.cell_contents, inside)}" for name, cell in cells]
    if value.__name__ == "<lambda>" and not caught:
        return text
    return f"<{text}, with {', '.join(caught)}>" if caught else f"<{text}>"


def _method(value: MethodType, inside: tuple[int, ...]) -> str:
    return f"{_write(value.__self__, inside)}.{value.__name__}"


def _built_in(value: BuiltinFunctionType, inside: tuple[int, ...]) -> str:
    owner = value.__self__
    return (
        _path(value) if owner is None or isinstance(owner, ModuleType) else f"{_write(owner, inside)}.{value.__name__}"
    )


def _partial(value: "partial[Any]", inside: tuple[int, ...]) -> str:
    arguments = [_write(item, inside) for item in (value.func, *value.args)]
    return f"functools.partial({', '.join([*arguments, *_keywords(value.keywords, inside)])})"


def _scorer(value: Any, inside: tuple[int, ...]) -> str | None:
    if not all(hasattr(value, name) for name in ("_score_func", "_sign", "_kwargs")):
        return None
    options: dict[str, Any] = {} if value._sign > 0 else {"greater_is_better": False}
    response = getattr(value, "_response_method", "predict")
    if response != "predict":
        options["response_method"] = response
    arguments = [_write(value._score_func, inside), *_keywords({**options, **value._kwargs}, inside)]
    return f"make_scorer({', '.join(arguments)})"


def _with_parameters(value: Any, inside: tuple[int, ...]) -> str | None:
    """Return an estimator, or what else tells its parameters, with those that are not as usual."""
    if isinstance(value, type) or not callable(getattr(value, "get_params", None)):
        return None
    try:
        parameters = value.get_params(deep=False)
    except TypeError:
        parameters = value.get_params()
    output = getattr(value, "_sklearn_output_config", None)
    after = f".set_output({', '.join(_keywords(output, inside))})" if isinstance(output, dict) and output else ""
    return f"{type(value).__name__}({', '.join(_changed(type(value), parameters, inside))}){after}"


def _object(value: Any, inside: tuple[int, ...]) -> str:
    """Return any object as text: as it writes itself, if that is no address, else by what it was made of."""
    kind = type(value)
    if isinstance(getattr(value, "__qualname__", None), str) and _is_at(value):
        return _path(value)
    if getattr_static(kind, "__repr__") is not vars(object)["__repr__"]:
        with suppress(Exception, SystemExit):
            text = repr(value)
            if not _ADDRESS.search(text):
                return text
    slots = [name for name in getattr(kind, "__slots__", ()) if hasattr(value, name)]
    state = {**{name: getattr(value, name) for name in slots}, **getattr(value, "__dict__", {})}
    names = [name for name in _usual(kind) if name in state]
    # Nothing but arguments of its constructor is in it, as far as that can be seen.
    if len(names) == len(_usual(kind)) and (names or (hasattr(value, "__dict__") and not state)):
        return f"{kind.__name__}({', '.join(_changed(kind, {name: state[name] for name in names}, inside))})"
    keywords = _keywords({name: state[name] for name in sorted(state)}, inside)
    return f"<{_path(kind)}{' with ' if keywords else ''}{', '.join(keywords)}>"


def _changed(kind: type, parameters: Mapping[str, Any], inside: tuple[int, ...]) -> Iterator[str]:
    usual = _usual(kind)
    for name in sorted(parameters):
        text = _write(parameters[name], inside)
        if name not in usual or usual[name] is inspect.Parameter.empty or text != _write(usual[name], inside):
            yield f"{name}={text}"


def _usual(kind: type) -> dict[str, Any]:
    """Defaults of the arguments that a constructor names."""
    many = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    try:
        parameters = inspect.signature(kind).parameters
    except (TypeError, ValueError):
        return {}
    return {name: parameter.default for name, parameter in parameters.items() if parameter.kind not in many}


def _keywords(values: Mapping[str, Any], inside: tuple[int, ...]) -> Iterable[str]:
    return [f"{name}={_write(value, inside)}" for name, value in values.items()]


def _path(thing: Any) -> str:
    module, name = getattr(thing, "__module__", None), getattr(thing, "__qualname__", type(thing).__name__)
    if module is None and isinstance(getattr(thing, "__self__", None), ModuleType):
        module = thing.__self__.__name__
    return name if module in {None, "builtins"} else f"{module}.{name}"


def _is_at(value: Any) -> bool:
    thing: Any = sys.modules.get(getattr(value, "__module__", None) or "")
    for name in value.__qualname__.split("."):
        thing = getattr(thing, "__dict__", {}).get(name)
    return thing is value


_PLAIN: Final[dict[type, Callable[[Any, tuple[int, ...]], str]]] = {
    **dict.fromkeys((type(None), bool, float, complex, bytes, type(...)), lambda value, _: repr(value)),
    # Long numbers are not written in decimal.
    int: lambda value, _: repr(value) if abs(value) < 2**1000 else hex(value),
    **dict.fromkeys((list, tuple, set, frozenset), _sequence),
    dict: _mapping,
}


_WRITERS: Final[tuple[tuple[Any, Callable[[Any, tuple[int, ...]], str]], ...]] = (
    (Enum, lambda value, _: f"{_path(type(value))}.{value._name_}"),
    (str, _text),
    (type, lambda value, _: _path(value)),
    (ModuleType, lambda value, _: value.__name__),
    (FunctionType, _function),
    (MethodType, _method),
    (BuiltinFunctionType, _built_in),
    (partial, _partial),
)


def numpy_text(value: Any, write: Write) -> str | None:
    """Return a number, function, generator or array of NumPy, or a table; None for what is nothing of these."""
    import numpy as np

    if isinstance(value, np.generic):
        item = value.item()
        return None if isinstance(item, np.generic) else f"np.{value.dtype.name}({write(item)})"
    if isinstance(value, np.ufunc):
        rooms = {"numpy": np, "scipy.special": sys.modules.get("scipy.special")}
        home = next((name for name, room in rooms.items() if getattr(room, value.__name__, None) is value), None)
        return f"<ufunc {value.__name__}>" if home is None else f"{home}.{value.__name__}"
    if isinstance(value, np.random.RandomState | np.random.Generator):
        state = value.get_state(legacy=False) if hasattr(value, "get_state") else value.bit_generator.state
        return f"<{type(value).__name__} with the state {write(state)}>"
    if type(value) is not np.ndarray:
        return _table(value, write) if hasattr(value, "shape") and hasattr(type(value), "__array__") else None
    usual = value.dtype in (np.float64, np.int64, np.bool_) or value.dtype.kind == "U"
    if value.size > MOST or value.dtype.names or (value.size == 0 and value.ndim != 1):
        return _table(value, write)
    kind = "" if usual and value.size else f", dtype={str(value.dtype)!r}"
    return f"array({write(value.tolist())}{kind})"


def _table(value: Any, write: Write) -> str:
    """Return what kind of table or array it is, and a digest of what is in it."""
    import numpy as np

    content: list[Any]
    if hasattr(value, "to_csv"):
        content = [value.to_csv(), str(value.dtypes)]
    else:
        arrays = [np.asarray(value), *([np.ma.getmaskarray(value)] if isinstance(value, np.ma.MaskedArray) else [])]
        content = [write(each.ravel().tolist()) if each.dtype.hasobject else each.tobytes() for each in arrays]
    kind = f"array of {value.dtype}" if type(value) is np.ndarray else type(value).__name__
    return f"<{kind}, shape {tuple(value.shape)}, digest {digest(*content, size=8)}>"


def sparse_text(value: Any, write: Write) -> str | None:
    """Return a sparse matrix, whatever the order of its entries; None for what is none."""
    if not (hasattr(value, "tocoo") and hasattr(value, "nnz")):
        return None
    entries = value.tocoo(copy=True)
    entries.sum_duplicates()
    content = [write([place.tolist() for place in (*entries.coords, entries.data)])]
    return f"<{type(value).__name__}, shape {tuple(value.shape)}, digest {digest(*content, size=8)}>"


def distribution_text(value: Any, write: Write) -> str | None:
    """Return a distribution with its parameters, which is what a random search draws from; None for what is none."""
    stats = sys.modules.get("scipy.stats")
    dist = getattr(value, "dist", None)
    name = getattr(dist, "name", None)
    if stats is None or not isinstance(name, str) or type(getattr(stats, name, None)) is not type(dist):
        return None
    arguments = [*map(write, value.args), *(f"{name}={write(item)}" for name, item in value.kwds.items())]
    return f"scipy.stats.{name}({', '.join(arguments)})"
