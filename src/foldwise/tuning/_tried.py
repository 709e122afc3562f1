"""What a fitted learner has tried: any search inside it left its results behind."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from foldwise.tuning._candidate import candidate_text

# Most attributes are of these kinds; a forest has thousands of them, and this is done after every fit.
_PLAIN = frozenset({bool, dict, float, int, np.float64, np.int64, np.ndarray, str, type(None)})


@dataclass(frozen=True, slots=True)
class Tried:
    """The different candidates of one fit, in the order in which they were tried, and the chosen one."""

    candidates: tuple[str, ...]
    chosen: str


def tried(learner: Any) -> Tried | None:
    """Collect the candidates of every search inside a fitted learner; None if there was no search.

    A search is whatever has a table ``cv_results_`` with ``params``: scikit-learn's searches, `Tuned`, and those that
    follow their example. Pipelines, ensembles and other wrappers are looked into. Only stored attributes are read, so
    that nothing of the learner's own is run.

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
    Tried(candidates=('max_depth=1', 'max_depth=2'), chosen='max_depth=2')
    """
    searches = list(_searches(learner, set()))
    if not searches:
        return None
    # Two searches in one learner may vary parameters of the same name.
    names = {_searched(search) for search in searches}
    candidates: dict[str, None] = {}
    chosen: dict[str, None] = {}
    for search in searches:
        prefix = f"{_searched(search)}: " if len(names) > 1 else ""
        candidates.update((prefix + candidate_text(each), None) for each in search["cv_results_"]["params"])
        if isinstance(search.get("best_params_"), Mapping):
            chosen[prefix + candidate_text(search["best_params_"])] = None
    return Tried(tuple(candidates), "; ".join(chosen))


def _searches(part: Any, seen: set[int]) -> Iterator[Mapping[str, Any]]:
    """Walk through the stored attributes of a learner, and yield those of the searches in it."""
    attributes = getattr(part, "__dict__", {})
    if id(part) in seen:
        return
    seen.add(id(part))
    results = attributes.get("cv_results_")
    if isinstance(results, Mapping) and "params" in results:
        yield attributes
        # The winner may contain a search itself; what else the search keeps is the same search again.
        inner: list[Any] = [attributes.get("best_estimator_")]
    else:
        inner = [each for value in attributes.values() if type(value) not in _PLAIN for each in _parts(value)]
    for each in inner:
        yield from _searches(each, seen)


def _parts(value: Any) -> Iterator[Any]:
    """Learners in an attribute: itself one, a list of them, or of tuples with their names."""
    if _is_learner(value):
        yield value
    elif isinstance(value, list | tuple) and value and (_is_learner(value[0]) or isinstance(value[0], tuple)):
        for item in value:
            yield from filter(_is_learner, item if isinstance(item, tuple) else (item,))


def _is_learner(value: Any) -> bool:
    return hasattr(type(value), "get_params")


def _searched(search: Mapping[str, Any]) -> str:
    return type(search.get("estimator")).__name__
