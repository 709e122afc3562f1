"""What a procedure found in a block of trials."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Found:
    """Results of one procedure, each array of shape (n_trials, n_executions).

    Parameters
    ----------
    statistic : ndarray
        Of the test; infinite or NaN where it has none.
    pvalue : ndarray
        NaN where it is undefined.
    estimate : ndarray
        Mean difference in accuracy, a less b.
    direction : ndarray
        Positive where the evidence is for a, negative where it is for b.
    """

    statistic: Floats
    pvalue: Floats
    estimate: Floats
    direction: Floats

    def decisions(self, alpha: float) -> npt.NDArray[np.int8]:
        """1 where a is declared better, -1 where b is, 0 where no difference is established, as `judge` decides.

        A statistic that contradicts the mean difference declares nobody better, however small its p-value.
        """
        # NaN compares as False: an undefined p-value rejects nothing.
        with np.errstate(invalid="ignore"):
            declared = (self.pvalue <= alpha) & ~(self.direction * self.estimate < 0)
            return np.where(declared, np.sign(self.direction), 0).astype(np.int8)


def joined(parts: Sequence[Found]) -> Found:
    """Put blocks of trials together."""
    names = ("statistic", "pvalue", "estimate", "direction")
    return Found(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in names})
