"""What a fitted learner has tried: any search inside it left its results behind."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from foldwise.tuning._candidate import candidate_text
from foldwise.tuning._own_search import own_search

# Most attributes are of these kinds; a forest has thousands of them, and this is done after every fit.
_PLAIN = frozenset({bool, float, int, np.float64, np.int64, np.ndarray, str, type(None)})
# Lists of tuples of lists: deeper than any learner keeps its parts.
_DEEPEST = 3
# Has the name of a search, and makes none.
_NO_SEARCH = frozenset({"CalibratedClassifierCV"})


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
    seen: set[int] = set()
    waiting = [learner]
    while waiting:
        part = waiting.pop()
        if id(part) in seen:
            continue
        seen.add(id(part))
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
