"""A grid of candidates: refused when no data could make sense of it, and given seeds where they are open."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from sklearn.base import clone

from foldwise._core import listed

Grid = Mapping[str, Sequence[Any]] | Sequence[Mapping[str, Sequence[Any]]]


def check_grid(grid: Any, estimator: Any) -> None:
    """Refuse what is not a grid, holds no candidate, or names a parameter that the estimator does not have."""
    if not isinstance(grid, Mapping) and not _is_list(grid):
        raise TypeError(f"grid must map names of parameters to lists of values, or be a list of such, got {grid!r}.")
    if len(grid) == 0:
        raise ValueError("grid is empty: there is nothing to choose from. Name parameters and the values to try.")
    parts = [grid] if isinstance(grid, Mapping) else grid
    known = estimator.get_params(deep=True)
    for part in parts:
        if not isinstance(part, Mapping):
            raise TypeError(f"grid must be a list of mappings of names to lists of values, but holds {part!r}.")
        for name, values in part.items():
            if not _is_list(values):
                hint = (
                    "For distributions pass search=RandomizedSearchCV(...)."
                    if hasattr(values, "rvs")
                    else "Put the values to try in a list."
                )
                raise TypeError(f"grid[{name!r}] must be a list of values, got {type(values).__name__}. {hint}")
            if len(values) == 0:
                raise ValueError(f"grid[{name!r}] is empty: there is no value to try. Name some, or leave it out.")
            # Where a grid replaces a step of a pipeline, what the step takes is known only then.
            if name not in known and str(name).partition("__")[0] not in known:
                raise ValueError(
                    f"{type(estimator).__name__} has no parameter {name!r}, named in grid. It has: "
                    f"{listed(sorted(known), most=40, quote=False)}."
                )


def with_seeds(grid: Grid, rng: np.random.RandomState) -> list[dict[str, list[Any]]]:
    """Copy a grid; estimators among its values get seeds wherever theirs are open."""
    parts = [grid] if isinstance(grid, Mapping) else grid
    return [{name: [_seeded(value, rng) for value in values] for name, values in part.items()} for part in parts]


def _seeded(value: Any, rng: np.random.RandomState) -> Any:
    if not hasattr(value, "get_params") or isinstance(value, type):
        return value
    seeded = clone(value)
    parameters = seeded.get_params(deep=True)
    unset = [name for name in sorted(parameters) if parameters[name] is None]
    seeds = {name: rng.randint(2**31) for name in unset if name.rpartition("__")[2] == "random_state"}
    return seeded.set_params(**seeds)


def _is_list(value: Any) -> bool:
    return (isinstance(value, Sequence) and not isinstance(value, str | bytes)) or (
        isinstance(value, np.ndarray) and value.ndim == 1
    )
