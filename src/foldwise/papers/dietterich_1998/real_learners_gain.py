"""How much more often one test rejects than another, on the same datasets."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from foldwise.papers.shares import within


class Gain(NamedTuple):
    """Difference of two rates of rejection, with 95% limits over datasets."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, first: npt.NDArray[Any], second: npt.NDArray[Any]) -> "Gain":
        """Compare dataset by dataset: whether, or how often, each test rejects."""
        gained = np.asarray(first, dtype=np.float64) - second
        mean, arm = float(gained.mean()), 1.96 * float(gained.std(ddof=1)) / float(np.sqrt(gained.size))
        return cls(mean, mean - arm, mean + arm)

    @property
    def words(self) -> str:
        """The numbers."""
        return within(self.mean, self.low, self.high)
