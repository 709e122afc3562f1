"""From ``--learner`` texts to named scikit-learn estimators."""

import inspect
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from foldwise._core import listed
from foldwise.cli._learner_names import GivenLearner, name_learners
from foldwise.cli._learner_spec import LearnerSpec, read_learner_spec
from foldwise.cli._short_names import SHORT_NAMES, in_full, meant


def make_learners(texts: Sequence[str]) -> dict[str, Any]:
    """Make the estimators of all ``--learner`` options, under names that differ.

    Examples
    --------
    >>> make_learners(["c45", "sklearn.svm.SVC", "ten=sklearn.svm.SVC(C=10)"])
    {'C45': C45(), 'SVC': SVC(), 'ten': SVC(C=10)}
    """
    given = []
    learners = []
    for text in texts:
        spec = read_learner_spec(text)
        path = in_full(spec.path)
        cls = find_class(path)
        arguments = _bind(cls, spec)
        learners.append(_construct(cls, spec))
        given.append(GivenLearner(name=spec.name, path=".".join(path), arguments=arguments))
    return dict(zip(name_learners(given), learners, strict=True))


def find_class(path: tuple[str, ...]) -> type:
    """Import a dotted path that must end at a class with ``fit`` and ``predict``.

    Only modules and classes are walked through, so that no property runs on the way.

    Examples
    --------
    >>> find_class(("sklearn", "dummy", "DummyClassifier")).__name__
    'DummyClassifier'
    """
    dotted = ".".join(path)
    if len(path) == 1:
        short = meant(path[0])
        hint = f" Did you mean {short}?" if short else _did_you_mean(path[0], _known_classifiers_and_regressors())
        raise ValueError(
            f"learner {dotted!r} is neither a dotted path such as sklearn.svm.SVC nor one of "
            f"{listed(SHORT_NAMES, quote=False)}.{hint}"
        )
    found: Any = _imported(path[0], dotted)
    if found is None:
        raise ValueError(
            f"learner {dotted!r}: there is no module {path[0]!r}. Install it, or put its folder on PYTHONPATH."
        )
    for depth, part in enumerate(path[1:], start=1):
        here = ".".join(path[:depth])
        inner = getattr(found, part, None)
        if inner is None and isinstance(found, ModuleType):
            inner = _imported(f"{here}.{part}", dotted)
        if not isinstance(inner, ModuleType | type) and depth < len(path) - 1:
            raise ValueError(f"learner {dotted!r}: {here} has no module or class {part!r}.{_hint(found, part, here)}")
        if inner is None:
            raise ValueError(f"learner {dotted!r}: {here} has no class {part!r}.{_hint(found, part, here)}")
        found = inner
    if not isinstance(found, type):
        raise ValueError(
            f"learner {dotted!r} is a {type(found).__name__}, not a class with fit and predict methods."
            f"{_offer(_classes(found))}"
        )
    missing = [method for method in ("fit", "predict") if not callable(getattr(found, method, None))]
    if missing:
        raise ValueError(
            f"learner {dotted!r} has no method {' and no method '.join(missing)}: "
            "a learner is a class with fit and predict, such as sklearn.svm.SVC."
        )
    return found


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


def _bind(cls: type, spec: LearnerSpec) -> dict[str, Any]:
    """Return the arguments under the names that the constructor gives them."""
    try:
        signature = inspect.signature(cls)
    except (TypeError, ValueError):
        return {**{str(i): value for i, value in enumerate(spec.args)}, **spec.kwargs}
    try:
        bound = signature.bind(*spec.args, **spec.kwargs)
    except TypeError as error:
        names = [name for name, p in signature.parameters.items() if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
        unknown = [name for name in spec.kwargs if name not in names]
        reason = f"no argument {unknown[0]!r}" if unknown else f"a problem: {error}"
        close = _did_you_mean(unknown[0], names) if unknown else ""
        takes = listed(names, most=60, quote=False) or "no arguments"
        raise ValueError(f"learner {spec.text!r}: {cls.__name__} has {reason}.{close} It takes: {takes}.") from error
    return dict(bound.arguments)


def _construct(cls: type, spec: LearnerSpec) -> Any:
    try:
        learner = cls(*spec.args, **spec.kwargs)
        # scikit-learn checks values only when fitting: asking now spares a run that can only fail. Classes of users
        # inherit the method without what it reads.
        if hasattr(learner, "_parameter_constraints") and hasattr(learner, "_validate_params"):
            learner._validate_params()
    except Exception as error:
        raise ValueError(f"learner {spec.text!r} cannot be made: {error}") from error
    return learner


def _classes(found: Any) -> list[str]:
    return [name for name in dir(found) if not name.startswith("_") and isinstance(getattr(found, name, None), type)]


def _hint(found: Any, part: str, here: str) -> str:
    classes = _classes(found)
    modules = [
        module.name for module in iter_modules(getattr(found, "__path__", [])) if not module.name.startswith("_")
    ]
    learners = [name for name in classes if hasattr(getattr(found, name), "predict")]
    return _did_you_mean(part, [f"{here}.{name}" for name in (*modules, *classes)]) or _offer(learners)


def _offer(names: Sequence[str]) -> str:
    return f" It has: {listed(names, quote=False)}." if names else ""


def _did_you_mean(wrong: str, names: Iterable[str]) -> str:
    """Suggest up to three of `names` whose last part is close to `wrong`, in any case of letters."""
    by_last = {name.rpartition(".")[2].lower(): name for name in names}
    close = get_close_matches(wrong.lower(), by_last, n=3)
    return f" Did you mean {' or '.join(by_last[key] for key in close)}?" if close else ""


def _known_classifiers_and_regressors() -> list[str]:
    """Short names of our learners, and public dotted paths of scikit-learn's."""
    from sklearn.utils import all_estimators

    paths = list(SHORT_NAMES)
    for name, cls in all_estimators(type_filter=["classifier", "regressor"]):
        public = ".".join(part for part in cls.__module__.split(".") if not part.startswith("_"))
        paths.append(f"{public}.{name}")
    return paths
