"""What a fitted learner has tried: any search inside it left its results behind."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from foldwise._core import written

# Most attributes are of these kinds; a forest has thousands of them, and this is done after every fit.
_PLAIN = frozenset({bool, float, int, np.float64, np.int64, np.ndarray, str, type(None)})
# Lists of tuples of lists: deeper than any learner keeps its parts.
_DEEPEST = 3
# Has the name of a search, and makes none.
_NO_SEARCH = frozenset({"CalibratedClassifierCV"})
_Attributes = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Tried:
    """What one fit has tried.

    Parameters
    ----------
    candidates : tuple of str
        The different candidates, in the order in which they were tried.
    chosen : str
        The chosen one; those of several searches are separated by semicolons.
    uncounted : tuple of str
        Classes that search, by their name, and do not tell how many candidates they tried: the count is too low.

    Examples
    --------
    >>> from foldwise.tuning import Tried
    >>> tried = Tried(candidates=("C45(min_leaf=2)", "C45(min_leaf=9)"), chosen="C45(min_leaf=9)")
    >>> len(tried.candidates), tried.chosen
    (2, 'C45(min_leaf=9)')
    """

    candidates: tuple[str, ...]
    chosen: str
    uncounted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Search:
    """One search: what was searched, the candidates and the chosen ones; None if they cannot be counted."""

    name: str
    candidates: Sequence[str] | None = None
    chosen: Sequence[str] = ()


def tried(learner: Any) -> Tried | None:
    """Collect the candidates of every search inside a fitted learner; None if there was no search.

    A search is whatever has a table ``cv_results_`` with ``params``: scikit-learn's searches, `Tuned`, and those that
    follow their example; and a learner that keeps a chosen ``alpha_``, ``C_``, ``best_threshold_`` or ``n_features_``
    together with the values it was chosen from, such as `LassoCV`, `RidgeCV` and `LogisticRegressionCV`. What is called
    ``...CV`` and has neither is named as uncounted. Pipelines, ensembles and other wrappers are looked into. Only
    stored attributes are read, so that nothing of the learner's own is run.

    Parameters
    ----------
    learner : estimator
        Fitted.

    Returns
    -------
    Tried or None

    Examples
    --------
    >>> from foldwise.tuning import tried
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.model_selection import GridSearchCV
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> search = GridSearchCV(DecisionTreeClassifier(random_state=1), {"max_depth": [1, 2]})
    >>> tried(make_pipeline(StandardScaler(), search).fit(*load_iris(return_X_y=True)))
    Tried(candidates=('max_depth=1', 'max_depth=2'), chosen='max_depth=2', uncounted=())
    """
    searches = list(_searches(learner))
    if not searches:
        return None
    # Two searches in one learner may vary parameters of the same name.
    several = len({search.name for search in searches if search.candidates is not None}) > 1
    candidates: dict[str, None] = {}
    chosen: dict[str, None] = {}
    uncounted: dict[str, None] = {}
    for search in searches:
        if search.candidates is None:
            uncounted[search.name] = None
            continue
        prefix = f"{search.name}: " if several else ""
        candidates.update((prefix + text, None) for text in search.candidates)
        chosen.update((prefix + text, None) for text in search.chosen)
    return Tried(tuple(candidates), "; ".join(chosen), tuple(uncounted))


def _searches(learner: Any) -> Iterator[_Search]:
    """Walk through the stored attributes of a learner, its parts and theirs."""
    visited: set[int] = set()
    waiting = [learner]
    while waiting:
        part = waiting.pop()
        if id(part) in visited:
            continue
        visited.add(id(part))
        attributes = getattr(part, "__dict__", {})
        table = attributes.get("cv_results_")
        if isinstance(table, Mapping) and "params" in table:
            best = attributes.get("best_params_")
            yield _Search(
                type(attributes.get("estimator")).__name__,
                [candidate_text(each) for each in table["params"]],
                [candidate_text(best)] if isinstance(best, Mapping) else (),
            )
            # The winner may contain a search itself; what else the search keeps is the same search again.
            waiting.append(attributes.get("best_estimator_"))
            continue
        own = own_search(attributes)
        if own is not None:
            yield _Search(type(part).__name__, *own)
        elif type(part).__name__.endswith("CV") and _searched(part, attributes):
            yield _Search(type(part).__name__)
        parts: list[Any] = []
        for name, value in attributes.items():
            if type(value) not in _PLAIN:
                _gather(value, parts, _DEEPEST, holders=name.endswith("_"))
        # The last to wait is the first to be seen.
        waiting.extend(reversed(parts))


def _gather(value: Any, parts: list[Any], depth: int, *, holders: bool) -> None:
    """Collect the learners in an attribute: itself one, or in lists, tuples and dictionaries.

    With `holders` also those that something else holds: CalibratedClassifierCV keeps a list of such things.
    """
    if hasattr(type(value), "get_params"):
        parts.append(value)
    elif depth:
        inner: Any = ()
        if isinstance(value, list | tuple):
            inner = value
        elif isinstance(value, dict):
            inner = value.values()
        elif holders:
            inner = getattr(value, "__dict__", {}).values()
            depth, holders = _DEEPEST + 1, False
        # A vocabulary has many thousands of numbers.
        if not _PLAIN.issuperset(map(type, inner)):
            for each in inner:
                _gather(each, parts, depth - 1, holders=holders)


def _searched(part: Any, attributes: Mapping[str, Any]) -> bool:
    """Whether a part did search: it is fitted, unlike the learner of which a wrapper fits copies."""
    fitted = any(name.endswith("_") and not name.startswith("_") for name in attributes)
    return fitted and type(part).__name__ not in _NO_SEARCH


def candidate_text(parameters: Mapping[str, Any]) -> str:
    """Return parameters on one line, sorted by name.

    >>> candidate_text({"kernel": "rbf", "C": 10.0})
    "C=10.0, kernel='rbf'"
    """
    return ", ".join(f"{name}={_value_text(parameters[name])}" for name in sorted(parameters)) or "as given"


def _value_text(value: Any) -> str:
    # A drawn 0.5 is the 0.5 of a grid.
    return written(value.item() if isinstance(value, np.generic) else value)


def own_search(attributes: _Attributes) -> tuple[list[str], list[str]] | None:
    """Return the candidates of a learner with a grid of its own, and the chosen ones; None if it has no such grid.

    >>> own_search({"alphas": [0.1, 1.0], "alpha_": 1.0})
    (['alpha=0.1', 'alpha=1.0'], ['alpha=1.0'])

    Values that the learner takes from the training data differ between folds, and are named by their places.

    >>> own_search({"alphas": None, "alphas_": [0.3, 0.2], "alpha_": 0.2})
    (['alpha number 1', 'alpha number 2'], ['alpha=0.2'])
    """
    # This is asked of every part of every fitted learner; the keys are not gone through one by one.
    if attributes.keys().isdisjoint(_CHOSEN):
        return None
    try:
        for parameter, grid in _GRIDS.items():
            if f"{parameter}_" in attributes and (values := grid(attributes)) is not None:
                name = parameter.removeprefix("best_")
                choices = _names(name, np.ravel(attributes[f"{parameter}_"]))
                return _with_ratios(_names(name, values), choices, attributes)
    except (KeyError, TypeError, ValueError):
        # Attributes of the same names that hold something else.
        pass
    return None


def _names(parameter: str, values: Any) -> list[str]:
    """One for each value; for a number of values, one for each place."""
    if isinstance(values, int):
        return [f"{parameter} number {place}" for place in range(1, values + 1)]
    numbers = np.ravel(values)
    if numbers.dtype.kind not in "iuf":
        raise TypeError(f"expected numbers, got {numbers.dtype}")
    return [candidate_text({parameter: number}) for number in numbers]


def _with_ratios(names: list[str], choices: list[str], attributes: _Attributes) -> tuple[list[str], list[str]]:
    """Combine with the l1_ratios, if several were tried."""
    # LogisticRegressionCV keeps those that it tried, ElasticNetCV its setting.
    ratios = np.ravel(attributes.get("l1_ratios_", attributes.get("l1_ratio")))
    if len(ratios) < 2:
        return names, choices
    chosen = np.broadcast_to(np.ravel(attributes["l1_ratio_"]), len(choices))
    return (
        [f"{name}, {text}" for text in _names("l1_ratio", ratios) for name in names],
        [f"{name}, {text}" for text, name in zip(_names("l1_ratio", chosen), choices, strict=True)],
    )


def _inverse_strengths(attributes: _Attributes) -> Any:
    return attributes.get("Cs_")


def _strengths(attributes: _Attributes) -> Any:
    """Values where the user gave them, otherwise how many the learner made."""
    alphas = attributes.get("alphas")
    # LarsCV compares `cv_alphas_`; its `alphas_` are the steps of the final path.
    candidates = (_table(attributes).get("alphas"), attributes.get("cv_alphas_"), attributes.get("alphas_"))
    tried = next((each for each in candidates if each is not None), None)
    if tried is None:
        # RidgeCV keeps no list of its own; BayesianRidge has an `alpha_` without any.
        return None if alphas is None else np.ravel(alphas)
    # ElasticNetCV makes a row for each l1_ratio.
    return np.shape(tried)[-1] if alphas is None or isinstance(alphas, int | str) else tried


def _thresholds(attributes: _Attributes) -> Any:
    """Read the setting: values, or how many to lay between the lowest and the highest response."""
    return attributes.get("thresholds")


def _numbers_of_features(attributes: _Attributes) -> Any:
    return _table(attributes).get("n_features")


def _table(attributes: _Attributes) -> _Attributes:
    table = attributes.get("cv_results_")
    return table if isinstance(table, Mapping) else {}


# The chosen value is kept under the name of the parameter with an underscore; that and the values tried make a search.
_GRIDS: dict[str, Callable[[_Attributes], Any]] = {
    "C": _inverse_strengths,
    "alpha": _strengths,
    "best_threshold": _thresholds,
    "n_features": _numbers_of_features,
}


_CHOSEN = frozenset(f"{parameter}_" for parameter in _GRIDS)
