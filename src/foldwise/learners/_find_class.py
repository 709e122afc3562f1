"""From a dotted path to the class of a learner, and the arguments that a text or a file may not give it."""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, Final

from foldwise._core import SHORT_NAMES, STEP_NAMES, close_names, listed, one_line
from foldwise.learners._learner_hints import meant

_PICKLES: Final = "makes joblib load pickled objects from a folder, which can run code"
_COMPUTED: Final = "is computed by joblib as an expression"
_FILES: Final = "makes a learner open files that the data name"
_IN_PYTHON: Final = " Learners that are made already are compared in Python: foldwise.compare({'name': learner}, data)."
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
    for argument, content in arguments.items():
        for name, value in _named(content, argument):
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


_KINDS = ("classifier", "regressor")


def find_class(path: tuple[str, ...], *, part: bool = False) -> type:
    """Import a dotted path that must end at a class with ``fit`` and ``predict``.

    Only modules and classes are walked through, so that no property runs on the way. With `part`, any class will do
    that learners are made of: one with ``fit``, ``get_params`` or ``split``.

    Examples
    --------
    >>> find_class(("sklearn", "dummy", "DummyClassifier")).__name__
    'DummyClassifier'
    """
    dotted = ".".join(path)
    if len(path) == 1:
        short = meant(path[0])
        names = (*SHORT_NAMES, *STEP_NAMES) if part else SHORT_NAMES
        hint = f" Did you mean {short}?" if short else did_you_mean(path[0], [*names, *_known_estimators(part=part)])
        raise ValueError(
            f"learner {dotted!r} is neither a dotted path such as sklearn.svm.SVC nor one of "
            f"{listed(names, most=20, quote=False)}.{hint}"
        )
    if path[0] in sys.stdlib_module_names:
        # Importing some of them does things: `antigravity` opens a browser.
        raise ValueError(f"learner {dotted!r}: {path[0]} is a part of Python, which has no class with fit and predict.")
    thing: Any = _imported(path[0], dotted)
    if thing is None:
        inner = getattr(_imported(f"sklearn.{path[0]}", dotted), path[-1], None)
        is_short = len(path) == 2 and isinstance(inner, type)
        hint = f"Did you mean sklearn.{dotted}?" if is_short else "Install it, or put its folder on PYTHONPATH."
        raise ValueError(f"learner {dotted!r}: there is no module {path[0]!r}. {hint}")
    for depth, word in enumerate(path[1:], start=1):
        here = ".".join(path[:depth])
        inner = getattr(thing, word, None)
        if inner is None and isinstance(thing, ModuleType):
            inner = _imported(f"{here}.{word}", dotted)
        if not isinstance(inner, ModuleType | type) and depth < len(path) - 1:
            raise ValueError(f"learner {dotted!r}: {here} has no module or class {word!r}.{_hint(thing, word, here)}")
        if inner is None:
            raise ValueError(f"learner {dotted!r}: {here} has no class {word!r}.{_hint(thing, word, here)}")
        thing = inner
    if not isinstance(thing, type):
        raise ValueError(
            f"learner {dotted!r} is a {type(thing).__name__}, not a class with fit and predict methods."
            f"{_offer(_classes(thing)) if isinstance(thing, ModuleType) else _IN_PYTHON}"
        )
    if part:
        if not any(callable(getattr(thing, method, None)) for method in ("fit", "get_params", "split")):
            raise ValueError(
                f"learner {dotted!r} has none of the methods fit, get_params and split: "
                "learners are made of scikit-learn's classes, and of classes like them."
            )
        return thing
    missing = [method for method in ("fit", "predict") if not callable(getattr(thing, method, None))]
    if missing:
        raise ValueError(
            f"learner {dotted!r} has no method {' and no method '.join(missing)}: "
            f"a learner is a class with fit and predict, such as sklearn.svm.SVC.{_offer_behind(thing)}"
        )
    return thing


def find_step(path: tuple[str, ...], text: str) -> type:
    """Import a dotted path that must end at a class with ``fit`` and ``transform``: a step before the learner.

    `text` is the pipeline as written.

    Examples
    --------
    >>> find_step(("sklearn", "preprocessing", "StandardScaler"), "scale + nb").__name__
    'StandardScaler'
    """
    step = find_class(path, part=True)
    missing = [method for method in ("fit", "transform") if not callable(getattr(step, method, None))]
    if missing:
        raise ValueError(
            f"learner {text!r}: {path[-1]} has no method {' and no method '.join(missing)}. All parts but the last "
            "prepare the data, as scale does; only the last is a learner."
        )
    return step


def _offer_behind(step: type) -> str:
    """Return what to do with a step that was given as a learner."""
    if not callable(getattr(step, "transform", None)):
        return ""
    short = next((short for short, (path, _) in STEP_NAMES.items() if path.endswith(f".{step.__name__}")), None)
    return f" Put one behind it: '{short or step.__name__} + sklearn.svm.SVC'."


def _imported(module: str, dotted: str) -> ModuleType | None:
    """Import `module`; None if there is no such module."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is not None and (module == error.name or module.startswith(f"{error.name}.")):
            return None
        raise ValueError(f"learner {dotted!r}: importing {module} needs the module {error.name!r}.") from error
    except (Exception, SystemExit) as error:
        raise ValueError(
            f"learner {dotted!r}: importing {module} failed with {type(error).__name__}: {error}."
        ) from error


def _classes(thing: Any) -> list[str]:
    return [name for name in dir(thing) if not name.startswith("_") and isinstance(getattr(thing, name, None), type)]


def _hint(thing: Any, wrong: str, here: str) -> str:
    classes = _classes(thing)
    modules = [
        module.name for module in iter_modules(getattr(thing, "__path__", [])) if not module.name.startswith("_")
    ]
    learners = [name for name in classes if hasattr(getattr(thing, name), "predict")]
    return did_you_mean(wrong, [f"{here}.{name}" for name in (*modules, *classes)]) or _offer(learners)


def _offer(names: Sequence[str]) -> str:
    return f" It has: {listed(names, quote=False)}." if names else ""


def did_you_mean(wrong: str, names: Iterable[str]) -> str:
    """Suggest up to three of `names` whose last part is `wrong` but for a slip, or is longer by a word.

    >>> did_you_mean("RandomForest", ["a.RandomForestClassifier", "a.IsolationForest"])
    ' Did you mean a.RandomForestClassifier?'
    >>> did_you_mean("leaf", ["min_leaf", "leaflet"])
    ' Did you mean min_leaf?'
    """
    by_last = {name.rpartition(".")[2].lower(): name for name in names}
    typed = wrong.lower()
    longer = [name for name in by_last if typed in name.split("_") or name in (f"{typed}{kind}" for kind in _KINDS)]
    close = close_names(typed, by_last) or longer[:3]
    return f" Did you mean {' or '.join(by_last[key] for key in close)}?" if close else ""


def _known_estimators(*, part: bool) -> list[str]:
    """Public dotted paths of scikit-learn's classifiers and regressors; with `part`, of its transformers, too."""
    from sklearn.utils import all_estimators

    paths = []
    for name, cls in all_estimators(type_filter=["classifier", "regressor", *(["transformer"] if part else [])]):
        public = ".".join(part for part in cls.__module__.split(".") if not part.startswith("_"))
        paths.append(f"{public}.{name}")
    return paths
