"""How much of one thing is needed: the amount, its band, and the curve of power around it."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from foldwise.planning._plan import Amount, PowerCurve
from foldwise.planning._power import least, numbers_around


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """How power grows with the number of something, everything else being as it is.

    Parameters
    ----------
    unit, given : str
        Of what, and what stays as it is.
    power : callable
        Power as a function of how much differences vary and of the number, which may be infinite.
    spreads : tuple of three floats
        How much differences vary, and between which limits that is known; NaN where it was assumed.
    start, most : int
        The least number that makes sense, and the largest that is looked at.
    """

    unit: str
    given: str
    power: Callable[[float, float], float]
    spreads: tuple[float, float, float]
    start: int
    most: int

    def at(self, number: float) -> tuple[float, float, float]:
        """Return the power of a number, and between which values the pilot leaves it."""
        power, high, low = (self._power(spread, number) for spread in self.spreads)
        return power, low, high

    def amount(self, wish: float) -> Amount:
        """Return the least number with a power."""
        number, low, high = (self._least(spread, wish) for spread in self.spreads)
        return Amount(unit=self.unit, number=number, low=low, high=high, given=self.given)

    def curve(self, now: float, *marks: float, n_points: int = 25, has_ceiling: bool = False) -> PowerCurve:
        """Return power around what there is (NaN: not known) and other numbers."""
        numbers = numbers_around(now, *marks, least_number=self.start, most=self.most, n_points=n_points)
        power, low, high = zip(*(self.at(number) for number in numbers), strict=True)
        ceiling = self.at(math.inf) if has_ceiling else (math.nan, math.nan, math.nan)
        return PowerCurve(
            unit=self.unit,
            given=self.given,
            now=now,
            numbers=tuple(numbers),
            power=power,
            low=low,
            high=high,
            ceiling=ceiling[0],
            ceiling_low=ceiling[1],
            ceiling_high=ceiling[2],
        )

    def _power(self, spread: float, number: float) -> float:
        return math.nan if math.isnan(spread) else self.power(spread, number)

    def _least(self, spread: float, wish: float) -> float:
        if math.isnan(spread):
            return math.nan
        return least(lambda number: self.power(spread, number), wish, start=self.start, most=self.most)
