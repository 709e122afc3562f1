"""What two learners are compared on: their names, the range of the scores, the level."""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise._core import check_bool, check_fraction, one_line, shortened

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamTerms:
    """What must be known before the first example, and must not change after it.

    Parameters
    ----------
    a, b : str
        Names of the learners.
    low, high : float
        Between which all scores lie.
    lower_is_better : bool
        Whether low scores are good.
    alpha : float
        The level.
    """

    a: str
    b: str
    low: float
    high: float
    lower_is_better: bool
    alpha: float

    def __post_init__(self) -> None:
        for name in ("a", "b"):
            if not isinstance(getattr(self, name), str) or not one_line(getattr(self, name)):
                raise ValueError(f"{name} must be the name of a learner, got {getattr(self, name)!r}.")
        if self.a == self.b:
            raise ValueError(f"the two learners must have different names, both are called {shortened(self.a)!r}.")
        for name in ("low", "high"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not np.isfinite(value):
                raise ValueError(f"{name} must be a number, got {value!r}: all scores lie between low and high.")
            object.__setattr__(self, name, float(value))
        if not self.low < self.high or not np.isfinite(self.high - self.low):
            raise ValueError(f"low must be below high, got {self.low:g} and {self.high:g}.")
        object.__setattr__(self, "lower_is_better", check_bool(self.lower_is_better, "lower_is_better"))
        object.__setattr__(self, "alpha", check_fraction(self.alpha, "alpha"))

    @property
    def width(self) -> float:
        """How far two scores can be apart."""
        return self.high - self.low

    def pairs(self, a_scores: Any, b_scores: Any, where: str = "") -> Floats:
        """Check scores, one of each learner or as many of both, and return them as rows of two."""
        columns = [self._column(a_scores, self.a, where), self._column(b_scores, self.b, where)]
        if len(columns[0]) != len(columns[1]):
            raise ValueError(
                f"{where}each example needs a score of both learners, got {len(columns[0])} of {shortened(self.a)!r} "
                f"and {len(columns[1])} of {shortened(self.b)!r}."
            )
        return np.column_stack(columns)

    def differences(self, pairs: Floats) -> Floats:
        """Return by how much `a` is ahead on each example, from -1 to 1."""
        ahead = (pairs[:, 0] - pairs[:, 1]) / self.width
        # Rounding must not take a difference beyond the range of its scores.
        return np.clip(-ahead if self.lower_is_better else ahead, -1, 1)

    def _column(self, scores: Any, name: str, where: str) -> Floats:
        try:
            column = np.atleast_1d(np.asarray(scores))
        except ValueError:
            column = np.empty((0, 0))
        if column.dtype.kind == "O":
            column = _plain(column)
        if column.ndim != 1 or column.dtype.kind not in "biuf":
            raise TypeError(f"{where}scores of {shortened(name)!r} must be a number or a list of numbers.")
        values = column.astype(np.float64)
        bad = ~((values >= self.low) & (values <= self.high))
        if bad.any():
            place = f" (number {int(bad.argmax()) + 1} of {len(values)})" if len(values) > 1 else ""
            if np.isnan(values[bad][0]):
                raise ValueError(
                    f"{where}a score of {shortened(name)!r} is missing{place}. Score that example, or leave it out."
                )
            raise ValueError(
                f"{where}scores must be from {self.low:g} to {self.high:g}, got {values[bad][0]:g} of "
                f"{shortened(name)!r}{place}. Set low and high to the least and greatest score there can be."
            )
        return values

    def document(self) -> dict[str, Any]:
        """Return it for JSON."""
        return asdict(self)


def _plain(column: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return a column of objects as numbers, a missing one as NaN; as it is where that cannot be."""
    if not all(each is None or isinstance(each, bool | int | float | np.number) for each in column.ravel()):
        return column
    return np.array([np.nan if each is None else each for each in column.ravel()], float).reshape(column.shape)
