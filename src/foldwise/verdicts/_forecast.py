"""Whether another execution on the same data would decide the same."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """The probability that another execution, with other random partitions of the same data, returns this decision.

    Parameters
    ----------
    agreement : float
        That probability; NaN if `unknown` says why.
    resampling_error : float
        Standard error of the test's statistic over random partitions, at the nearest boundary of decisions: how far
        another execution would be off.
    distance : float
        How far the statistic is from where the decision would change.
    n_repeats : int
        Repeats that it rests on.
    repeats_for_95, repeats_for_99 : float
        About how many repeats would make the agreement 0.95 and 0.99; at most `n_repeats` where it is so high already,
        infinite for a statistic on the very boundary. NaN for a test that takes no other number of repeats, or whose
        answer moves with their number.
    breakdown_correlation : float
        How strongly differences of folds may be correlated before the decision is no longer significant; NaN where the
        design has none, or where the decision is not one of significance.
    assumed_correlation : float
        The correlation that the corrected test assumes; NaN as before.
    unknown : str, default ''
        Why there is no forecast, and what it would cost to have one.
    """

    agreement: float
    resampling_error: float
    distance: float
    n_repeats: int
    repeats_for_95: float
    repeats_for_99: float
    breakdown_correlation: float
    assumed_correlation: float
    unknown: str = ""

    @property
    def risk(self) -> float:
        """Probability that another execution decides otherwise: the resampling risk."""
        return 1 - self.agreement

    @property
    def is_known(self) -> bool:
        """Whether there is a forecast."""
        return not np.isnan(self.agreement)
