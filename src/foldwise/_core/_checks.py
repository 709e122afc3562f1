"""Argument checks whose messages say what was expected, what came and what to do."""

from collections.abc import Iterable
from numbers import Integral, Real
from typing import Any

from foldwise._core._names import close_names
from foldwise._core._words import listed


def check_choice(value: Any, name: str, choices: Iterable[str]) -> str:
    """Return `value` if it is one of `choices`, else raise.

    >>> check_choice("less", "alternative", ("two-sided", "less"))
    'less'
    """
    options = tuple(choices)
    if isinstance(value, str) and value in options:
        return value
    close = close_names(value, options, most=1) if isinstance(value, str) else []
    hint = f" Did you mean {close[0]!r}?" if close else ""
    raise ValueError(f"{name} must be one of {listed(options, most=40)}, got {value!r}.{hint}")


def check_bool(value: Any, name: str) -> bool:
    """Return `value` if it is True or False, else raise.

    >>> check_bool(True, "pruned")
    True
    """
    # numpy's bool is no subclass of Python's, and numpy takes too long to import for asking.
    if isinstance(value, bool) or (getattr(value, "dtype", None) == "bool" and value.ndim == 0):
        return bool(value)
    raise TypeError(f"{name} must be True or False, got {value!r} of type {type(value).__name__}.")


def check_integer(value: Any, name: str, *, least: int) -> int:
    """Return `value` as an int of at least `least`, else raise.

    >>> check_integer(10, "n_folds", least=2)
    10
    """
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"{name} must be an integer, got {value!r} of type {type(value).__name__}.")
    if value < least:
        raise ValueError(f"{name} must be at least {least}, got {value}.")
    return int(value)


def check_fraction(value: Any, name: str) -> float:
    """Return `value` as a float strictly between 0 and 1, else raise.

    >>> check_fraction(0.05, "alpha")
    0.05
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} must be a number between 0 and 1, got {value!r} of type {type(value).__name__}.")
    number = float(value)
    if not 0 < number < 1:
        raise ValueError(f"{name} must be strictly between 0 and 1, got {value}.")
    return number


def check_seed(seed: Any) -> int:
    """Return `seed` as a non-negative int of any size, else raise.

    >>> check_seed(2**64)
    18446744073709551616
    """
    if isinstance(seed, bool) or not isinstance(seed, Integral):
        raise TypeError(f"seed must be a non-negative integer, got {seed!r} of type {type(seed).__name__}.")
    if seed < 0:
        raise ValueError(f"seed must be a non-negative integer, got {seed}.")
    return int(seed)
