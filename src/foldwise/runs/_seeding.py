"""Seeds for learners: derived where the user left them open, kept where the user fixed them."""

from copy import copy
from typing import Any

from foldwise._core import derive_seed


def fixed_seeds(learner: Any) -> tuple[str, ...]:
    """Names of the random_state parameters, nested ones included, that the user has set."""
    return tuple(
        name
        for name, value in _parameters(learner).items()
        if name.rpartition("__")[2] == "random_state" and value is not None
    )


def set_open_seeds(learner: Any, *key: int | str) -> None:
    """Give every random_state that is None, nested ones included, a seed derived from `key`.

    A splitter among the parameters (the `cv` of a search) has its own random_state, which get_params does not show:
    it is replaced by a seeded copy.
    """
    changes: dict[str, Any] = {}
    for name, value in sorted(_parameters(learner).items()):
        if name.rpartition("__")[2] == "random_state":
            if value is None:
                changes[name] = derive_seed("learner", *key, name)
        elif hasattr(value, "split") and getattr(value, "random_state", 0) is None and not hasattr(value, "get_params"):
            seeded = copy(value)
            seeded.random_state = derive_seed("learner", *key, name)
            changes[name] = seeded
    if changes:
        learner.set_params(**changes)


def _parameters(learner: Any) -> dict[str, Any]:
    return dict(learner.get_params(deep=True)) if hasattr(learner, "get_params") else {}
