"""What all studies of tests have in common, so that any of them can be printed, drawn and reported."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field

import pandas as pd

from foldwise._core import Caveat, counted
from foldwise.lab._trials import Trials


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LabResult(ABC):
    """A study of tests: what was found, as a table with its Monte Carlo error.

    Parameters
    ----------
    trials : tuple of Trials
        What was found, one for each source.
    """

    trials: tuple[Trials, ...] = field(repr=False)

    @property
    @abstractmethod
    def title(self) -> str:
        """What was measured, in a few words."""

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """What to beware of."""
        return ()

    @abstractmethod
    def frame(self) -> pd.DataFrame:
        """Return the table: rows by source and procedure, numbers with their Monte Carlo error."""

    def __str__(self) -> str:
        n = self.trials[0].n_trials
        table = self.frame().to_string(index=False, float_format=lambda value: f"{value:.4f}")
        notes = [f"Beware: {caveat.message}" for caveat in self.caveats]
        return "\n".join([f"{self.title}, {counted(n, 'trial')} from each source", table, *notes])
