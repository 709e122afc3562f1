"""What is wished for: plain numbers, and such as an experiment could satisfy."""

import math
from dataclasses import dataclass
from numbers import Real
from typing import Any

from foldwise._core import check_fraction
from foldwise.runs import Metric


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """The difference to be found, how surely, and at which level.

    Parameters
    ----------
    difference, power, alpha : float
        As in `plan`.
    """

    difference: float
    power: float
    alpha: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "difference", positive(self.difference, "difference", "what is to be found"))
        object.__setattr__(self, "power", check_fraction(self.power, "power"))
        object.__setattr__(self, "alpha", check_fraction(self.alpha, "alpha"))
        if self.power <= self.alpha:
            raise ValueError(
                f"power must be above the level, {self.alpha:g}, got {self.power:g}: a test rejects as often where "
                "there is nothing to be found. Usual is 0.8."
            )

    def check_metric(self, metric: Metric) -> None:
        """Refuse a difference that two scores cannot have."""
        if metric.is_share and self.difference >= 1:
            raise ValueError(
                f"difference is in the metric's units, and {metric.label} lies between 0 and 1, got "
                f"{self.difference:g}. For one percentage point pass 0.01."
            )

    def at(self, family: int) -> float:
        """Return the level of one of several comparisons: that of Holm's first step, of which no later is below."""
        return self.alpha / family


def positive(value: Any, name: str, what: str) -> float:
    """Return a number above zero, else raise.

    >>> positive(0.5, "sd", "how much differences vary")
    0.5
    """
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    if not is_number or not 0 < float(value) < math.inf:
        raise ValueError(f"{name} must be a number above 0 ({what}), got {value!r}.")
    return float(value)
