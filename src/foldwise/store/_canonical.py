"""Values as content that can be written down: the same in every process, different for different values."""

import copyreg
import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import Enum
from functools import partial
from inspect import getattr_static
from types import BuiltinFunctionType, FunctionType, GetSetDescriptorType, MethodType, ModuleType
from typing import Any, Final, NoReturn

import numpy as np
import pandas as pd
import scipy.sparse
import scipy.special
from sklearn.base import BaseEstimator

from foldwise._core import canonical_json, digest, one_line
from foldwise.store._canonical_table import array_content, sparse_content, table_content
from foldwise.store._code_version import CodeVersions, is_at_its_path, module_of, path_of
from foldwise.store._source_text import cells, defaults

_DEPTH: Final = 100
_SIZE: Final = 100_000
_LONG: Final = 64
# What clone hands on beside the parameters.
_KEPT: Final = ("_metadata_request", "_sklearn_output_config")
_WITHOUT: Final = "or evaluate without a store"


class Content:
    """Turns a learner into content that JSON can hold, and collects the versions of the code it is made of.

    Numbers, texts, None and lists stand for themselves; all else is an object whose keys say what it is. Comparisons
    and representations that a value defines for itself are never asked.

    Parameters
    ----------
    name : str
        How messages call the learner.
    live : bool, default False
        Whether of the user's own code all global variables that it reads count as well, as they are in memory, also
        where a file tells it.
    """

    def __init__(self, name: str, *, live: bool = False) -> None:
        self.code = CodeVersions(self._aside, self._refuse, live=live)
        self._name = name
        self._open: dict[int, int] = {}
        self._path: list[str] = []
        self._variable = False
        self._count = 0

    def of(self, value: Any, whole: bool = True) -> Any:
        """Content of a value; unless it is taken whole, of an estimator only what a clone of it keeps."""
        kind = type(value)
        if value is None or kind is bool:
            return value
        if kind is str:
            return _text(value)
        if kind is int:
            # Beyond that, readers of JSON, and of long decimal numbers, have limits.
            return value if -(2**63) <= value < 2**63 else {"int": hex(value)}
        if kind is float:
            return value if math.isfinite(value) else {"float": repr(value)}
        if kind is bytes:
            return {"bytes": value.hex()} if len(value) <= _LONG else {"bytes": digest(value), "length": len(value)}
        with self._inside(value) as reference:
            return self._composite(value, kind, whole) if reference is None else reference

    def _aside(self, value: Any, variable: str = "", /) -> Any:
        """Content of what code refers to: it does not depend on where in the learner the code is met."""
        before = self._open, self._path, self._variable
        self._open = {}
        if variable:
            self._path, self._variable = [variable], True
        try:
            return self.of(value)
        finally:
            self._open, self._path, self._variable = before

    @contextmanager
    def _inside(self, value: Any) -> Iterator[dict[str, int] | None]:
        """Keep track of what is being described; a value inside itself is told by how far up it is."""
        if id(value) in self._open:
            yield {"levels up": len(self._open) - self._open[id(value)]}
            return
        self._count += 1
        if len(self._open) >= _DEPTH:
            self._refuse(f"it is nested more than {_DEPTH} levels deep. Flatten it")
        if self._count > _SIZE:
            self._refuse(f"it holds more than {_SIZE:,} lists and objects. Make it an array")
        self._open[id(value)] = len(self._open)
        try:
            yield None
        finally:
            del self._open[id(value)]

    def _composite(self, value: Any, kind: type, whole: bool) -> Any:
        if kind in (list, tuple):
            items = [self.of(item, whole) for item in value]
            return items if kind is list else {"tuple": items}
        if kind is dict:
            return {"dict": self._entries(value.items())}
        if not whole and callable(getattr(kind, "get_params", None)):
            return self._estimator(value, kind)
        for types, describe in _KINDS:
            if issubclass(kind, types):
                return describe(self, value, whole)
        if _has_a_path(value):
            return {"function": self.code.label(value)}
        return self._object(value, kind)

    def _entries(self, entries: Iterable[tuple[Any, Any]]) -> list[list[Any]]:
        described = []
        for key, value in entries:
            with self._at(key if type(key) is str else ""):
                described.append([self.of(key), self.of(value)])
        return sorted(described, key=canonical_json)

    def _set(self, value: Any, whole: bool) -> Any:
        items = sorted((self.of(item, whole) for item in value), key=canonical_json)
        return {"set": items, "class": self.code.label(type(value))}

    def _scalar(self, value: Any, _: bool) -> Any:
        if value.dtype.kind in "biuSU" or value.dtype.char in "efdFD":
            return {"scalar": value.dtype.str, "value": self.of(value.item())}
        return {"scalar": array_content(np.asarray(value), self.of)}

    def _array(self, value: Any, _: bool) -> Any:
        content = array_content(np.asarray(value), self.of)
        if type(value) in (np.ndarray, np.memmap):
            return content
        masked = isinstance(value, np.ma.MaskedArray)
        mask = array_content(np.ma.getmaskarray(value), self.of) if masked else None
        return {"class": self.code.label(type(value)), "values": content, "mask": mask}

    def _random_state(self, value: np.random.RandomState, _: bool) -> Any:
        return {"class": self.code.label(type(value)), "state": self.of(value.get_state(legacy=False))}

    def _class(self, value: type, _: bool) -> Any:
        return {"class": self.code.label(value)}

    def _module(self, value: ModuleType, _: bool) -> Any:
        self.code.module(value.__name__)
        return {"module": value.__name__}

    def _enum(self, value: Enum, _: bool) -> Any:
        # A combination of flags may have no name.
        return {"class": self.code.label(type(value)), "member": value._name_, "value": self.of(value._value_)}

    def _function(self, value: Any, _: bool) -> Any:
        if is_at_its_path(value):
            return {"function": self.code.label(value)}
        if not isinstance(value, FunctionType):
            return self._object(value, type(value))
        return {
            "function": self.code.label(value),
            "defaults": defaults(value, self.of),
            "closure": cells(value, self.of),
            "attributes": self.of(dict(vars(value))),
        }

    def _ufunc(self, value: np.ufunc, _: bool) -> Any:
        for module in (np, scipy.special):
            if vars(module).get(value.__name__) is value:
                self.code.module(module.__name__)
                return {"function": f"{module.__name__}.{value.__name__}"}
        return self._refuse_content(type(value))

    def _method(self, value: MethodType, _: bool) -> Any:
        return {"method": self.of(value.__func__), "of": self.of(value.__self__)}

    def _partial(self, value: Any, _: bool) -> Any:
        parts = {"partial": self.of(value.func), "from": self.of(value.args), "keywords": self.of(value.keywords)}
        return {**parts, "class": self.code.label(type(value)), "attributes": self.of(dict(vars(value)))}

    def _table(self, value: Any, _: bool) -> Any:
        self.code.label(type(value))
        return table_content(value, self.of)

    def _sparse(self, value: Any, _: bool) -> Any:
        self.code.label(type(value))
        return sparse_content(value, self.of)

    def _estimator(self, value: Any, kind: type) -> Any:
        if getattr(kind, "__sklearn_clone__", _CLONE) is not _CLONE:
            # It is cloned in a way of its own: a frozen estimator, say, keeps what it has learnt.
            return self._object(value, kind)
        try:
            try:
                parameters = dict(value.get_params(deep=False))
            except TypeError:
                # A learner of the user's own whose get_params knows nothing of depth.
                parameters = dict(value.get_params())
        except Exception as error:
            self._refuse(f"its get_params fails with {type(error).__name__}. Mend it")
        held = getattr(value, "__dict__", {})
        attributes = {name: held[name] for name in _KEPT if name in held}
        return {"class": self.code.label(kind), "parameters": self._named({**parameters, **attributes}, whole=False)}

    def _object(self, value: Any, kind: type) -> Any:
        """Content of any object: what pickle would be given of it. Nothing is pickled."""
        try:
            reduce = copyreg.dispatch_table.get(kind)
            reduced = value.__reduce_ex__(2) if reduce is None else reduce(value)
        except Exception:
            self._refuse_content(kind)
        if kind is object:
            self._refuse_content(kind)
        label = self.code.label(kind)
        if isinstance(reduced, str):
            return {"class": label, "global": reduced}
        make, arguments, state, items, entries = (*reduced, None, None, None)[:5]
        attributes = _attributes(kind, state)
        plain = make is _NEW and len(arguments) == 1 and items is None and entries is None
        if plain and attributes is not None:
            return {"class": label, "parameters": self._named(attributes, whole=True)}
        return {
            "class": label,
            "made by": self.of(make),
            "from": self.of(arguments),
            "state": self.of(state) if attributes is None else self._named(attributes, whole=True),
            "items": [self.of(item) for item in items or ()],
            "entries": self._entries(entries or ()),
        }

    def _named(self, values: dict[str, Any], *, whole: bool) -> dict[str, Any]:
        described = {}
        for name, value in sorted(values.items()):
            with self._at(name):
                described[name] = self.of(value, whole)
        return described

    @contextmanager
    def _at(self, name: str) -> Iterator[None]:
        self._path.append(name)
        try:
            yield
        finally:
            self._path.pop()

    def _refuse_content(self, kind: type) -> NoReturn:
        advice = "Make it inside the function" if self._variable else "Give it attributes"
        self._refuse(f"nothing tells the content of {path_of(kind)}. {advice}")

    def _refuse(self, reason: str) -> NoReturn:
        place = "__".join(filter(None, self._path))
        what = "global variable" if self._variable else "parameter"
        place = f"The {what} {one_line(place)[:80]} of {self._name}" if place else self._name
        raise TypeError(f"{place} cannot be kept in a store: {reason}, {_WITHOUT}.") from None


_CLONE: Final = BaseEstimator.__sklearn_clone__
# What makes an object of its class alone, and what its state then is, unless the class has said otherwise.
_NEW: Final = vars(copyreg)["__newobj__"]
_STATE: Final = vars(object)["__getstate__"]
_KINDS: Final[tuple[tuple[type | tuple[type, ...], Callable[[Content, Any, bool], Any]], ...]] = (
    (type, Content._class),
    ((FunctionType, BuiltinFunctionType), Content._function),
    (MethodType, Content._method),
    (partial, Content._partial),
    (np.ndarray, Content._array),
    (np.generic, Content._scalar),
    (Enum, Content._enum),
    ((set, frozenset), Content._set),
    (np.ufunc, Content._ufunc),
    (np.random.RandomState, Content._random_state),
    ((pd.DataFrame, pd.Series, pd.Index, pd.api.extensions.ExtensionArray), Content._table),
    ((scipy.sparse.spmatrix, scipy.sparse.sparray), Content._sparse),
    (ModuleType, Content._module),
)


def _text(value: str) -> Any:
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            # In JSON two halves of a surrogate pair become one character.
            return {"str": value.encode(errors="surrogatepass").hex()}
    return value


def _has_a_path(value: Any) -> bool:
    """Whether something that is no plain function (compiled, cached) can be found by a name it carries."""
    name = getattr_static(value, "__qualname__", None)
    return isinstance(name, str | GetSetDescriptorType) and is_at_its_path(value)


def _attributes(kind: type, state: Any) -> dict[str, Any] | None:
    """Attributes of an object, from a state that holds nothing else."""
    if state is None:
        return {}
    if type(state) is tuple and len(state) == 2 and getattr_static(kind, "__getstate__") is _STATE:
        state = {**(state[0] or {}), **state[1]}
    if type(state) is not dict or not all(type(name) is str for name in state):
        return None
    # A distribution's own generator is the global one unless set, and every copy takes it along as it stands just then;
    # searches draw with a generator of theirs.
    dropped = {"__doc__", "_random_state"} if module_of(kind).startswith("scipy.stats.") else {"__doc__"}
    return {name: value for name, value in state.items() if name not in dropped}


def content_key(name: str, *values: Any) -> str:
    """Digest values by what they are made of: the same in every process, another where a value or its code is another.

    Estimators are told by their parameters, classes and functions by the version of their distribution or, those of the
    user's own, by the files of their modules and of all that these import, by their text, and by all global variables
    that this names, as they are in memory; arrays and tables by their content.

    Parameters
    ----------
    name : str
        How messages call what is kept.
    *values : any
        What determines it.

    Returns
    -------
    str

    Raises
    ------
    TypeError
        If something in them holds nothing by which it could be told from another: an open file, say, or a lock.
    StoreError
        If the file of a module is known to have changed since it was imported.

    Notes
    -----
    What is not seen: what a running program binds anew in another module of which the code reads only the module, and
    modules that are imported by a name made at run time.

    Examples
    --------
    >>> from sklearn.svm import SVC
    >>> from foldwise.store._door import content_key
    >>> content_key("a study", SVC(), 1) == content_key("the same", SVC(), 1) != content_key("another", SVC(C=2.0), 1)
    True
    """
    content = Content(name, live=True)
    try:
        parts = [content.of(value, whole=False) for value in values]
        content.code.finish()
    except RecursionError:
        raise TypeError(
            f"{name} cannot be kept in a store: its parts are nested too deeply. Flatten them, or leave the store out."
        ) from None
    return digest("content", canonical_json([parts, content.code.versions, content.code.sources]))
