"""Seeds for learners: derived where the user left them open, kept where the user fixed them."""

from copy import copy
from functools import cached_property
from typing import Any

from sklearn.base import clone

from foldwise._core import derive_seed


def fixed_seeds(learner: Any) -> tuple[str, ...]:
    """Names of the random_state parameters, nested ones included, that the user has set."""
    return tuple(name for name, value in _parameters(learner).items() if _is_seed(name) and value is not None)


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

    def make(self, *key: int | str) -> Any:
        """Clone the learner; every random_state that is None, nested ones included, gets a seed derived from `key`.

        A splitter among the parameters (the `cv` of a search) has its own random_state, which get_params does not
        show: it is replaced by a seeded copy.
        """
        for name, owner, parameter, splitter in self._open_seeds:
            value: Any = derive_seed("learner", *key, name)
            if splitter is not None:
                value = _seeded(splitter, value)
            owner.set_params(**{parameter: value})
        return clone(self._pattern, safe=False)

    @cached_property
    def _pattern(self) -> Any:
        return clone(self._learner, safe=False)

    @cached_property
    def _open_seeds(self) -> list[tuple[str, Any, str, Any]]:
        """Full name, the estimator that holds the parameter, its name there, and the splitter if it is one."""
        parameters = _parameters(self._pattern)
        return [
            (name, *_holder(self._pattern, parameters, name), value)
            for name, value in sorted(parameters.items())
            if (value is None if _is_seed(name) else _is_unseeded_splitter(value))
        ]


def _holder(learner: Any, parameters: dict[str, Any], name: str) -> tuple[Any, str]:
    """Find the nested estimator that holds a parameter: setting it there is cheaper than through the whole learner."""
    path, _, parameter = name.rpartition("__")
    nested = parameters.get(path)
    return (nested, parameter) if hasattr(nested, "set_params") else (learner, name)


def _is_seed(name: str) -> bool:
    return name.rpartition("__")[2] == "random_state"


def _is_unseeded_splitter(value: Any) -> bool:
    return hasattr(value, "split") and getattr(value, "random_state", 0) is None and not hasattr(value, "get_params")


def _seeded(splitter: Any, seed: int) -> Any:
    seeded = copy(splitter)
    seeded.random_state = seed
    return seeded


def _parameters(learner: Any) -> dict[str, Any]:
    return dict(learner.get_params(deep=True)) if hasattr(learner, "get_params") else {}
