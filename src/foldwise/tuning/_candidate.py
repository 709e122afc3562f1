"""A candidate of a search, written so that the same parameters always read the same."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from foldwise._core import written


def candidate_text(parameters: Mapping[str, Any]) -> str:
    """Return parameters on one line, sorted by name.

    >>> candidate_text({"kernel": "rbf", "C": 10.0})
    "C=10.0, kernel='rbf'"
    """
    return ", ".join(f"{name}={_value_text(parameters[name])}" for name in sorted(parameters)) or "as given"


def _value_text(value: Any) -> str:
    # A drawn 0.5 is the 0.5 of a grid.
    return written(value.item() if isinstance(value, np.generic) else value)
