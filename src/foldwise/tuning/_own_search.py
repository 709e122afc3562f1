"""Learners that choose one of their parameters themselves, such as LassoCV: what they tried is in their attributes."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from foldwise.tuning._candidate import candidate_text

_Attributes = Mapping[str, Any]


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
    given = attributes.get("alphas")
    # LarsCV compares `cv_alphas_`; its `alphas_` are the steps of the final path.
    kept = (_table(attributes).get("alphas"), attributes.get("cv_alphas_"), attributes.get("alphas_"))
    tried = next((each for each in kept if each is not None), None)
    if tried is None:
        # RidgeCV keeps no list of its own; BayesianRidge has an `alpha_` without any.
        return None if given is None else np.ravel(given)
    # ElasticNetCV makes a row for each l1_ratio.
    return np.shape(tried)[-1] if given is None or isinstance(given, int | str) else tried


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
