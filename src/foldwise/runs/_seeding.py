"""Seeds for learners: derived where the user left them open, kept where the user fixed them."""

from collections.abc import Callable
from copy import copy
from functools import cached_property
from typing import Any

from sklearn.base import BaseEstimator, clone

from foldwise._core import derive_seed


def fixed_seeds(learner: Any) -> tuple[str, ...]:
    """Return the names of the random_state parameters, nested ones included, that the user has set."""
    return tuple(name for name, value in all_parameters(learner).items() if _is_seed(name) and value is not None)


def has_open_seeds(learner: Any) -> bool:
    """Whether some random_state, nested ones included, is left to be derived fold by fold."""
    return bool(_open_seeds(all_parameters(learner)))


class SeededClones:
    """Clones of one learner, each with seeds of its own wherever the user left them open.

    Finding the open seeds means walking through all nested parameters, so it is done once, on a private clone; before
    each further clone only these seeds are set there. One object serves one thread.

    Parameters
    ----------
    learner : estimator
        Never changed.
    """

    def __init__(self, learner: Any) -> None:
        self._learner = learner

    def make(self, *key: int | str, part: Callable[[Any], Any] | None = None) -> Any:
        """Clone the learner; every random_state that is None, nested ones included, gets a seed derived from `key`.

        A splitter among the parameters (the `cv` of a search) has its own random_state, which get_params does not
        show: it is replaced by a seeded copy. `part` finds what of the learner is to be cloned: it gets the seeds that
        it would get there.
        """
        pattern, open_seeds = self._prepared
        for name, set_seed in open_seeds:
            set_seed(derive_seed("learner", *key, name))
        return clone(pattern if part is None else part(pattern), safe=False)

    @cached_property
    def _prepared(self) -> tuple[Any, list[tuple[str, Callable[[int], None]]]]:
        """What to clone, and how to set the open seeds there, by name."""
        names = _open_seeds(all_parameters(self._learner))
        if not names:
            return self._learner, []
        pattern = clone(self._learner, safe=False)
        parameters = all_parameters(pattern)
        return pattern, [(name, _setter(pattern, parameters, name)) for name in names]


def _open_seeds(parameters: dict[str, Any]) -> list[str]:
    return sorted(
        name
        for name, value in parameters.items()
        if (value is None if _is_seed(name) else _is_unseeded_splitter(value))
    )


def _setter(learner: Any, parameters: dict[str, Any], name: str) -> Callable[[int], None]:
    """Make the function that sets one seed, in the nested estimator that holds it where there is one."""
    path, _, parameter = name.rpartition("__")
    holder: Any = parameters.get(path)
    if not hasattr(holder, "set_params"):
        holder, parameter = learner, name
    splitter = parameters[name]
    # For a parameter of its own, BaseEstimator.set_params sets the attribute, after looking at all parameters.
    is_attribute = "__" not in parameter and type(holder).set_params is BaseEstimator.set_params

    def set_seed(seed: int) -> None:
        value = seed if splitter is None else _seeded(splitter, seed)
        if is_attribute:
            setattr(holder, parameter, value)
        else:
            holder.set_params(**{parameter: value})

    return set_seed


def _is_seed(name: str) -> bool:
    return name.rpartition("__")[2] == "random_state"


def _is_unseeded_splitter(value: Any) -> bool:
    return hasattr(value, "split") and getattr(value, "random_state", 0) is None and not hasattr(value, "get_params")


def _seeded(splitter: Any, seed: int) -> Any:
    seeded = copy(splitter)
    seeded.random_state = seed
    return seeded


def all_parameters(learner: Any) -> dict[str, Any]:
    """All parameters of a learner, nested ones included; none if it does not tell."""
    if not hasattr(learner, "get_params"):
        return {}
    try:
        return dict(learner.get_params(deep=True))
    except TypeError:
        # A learner of the user's own whose get_params knows nothing of depth.
        return dict(learner.get_params())
