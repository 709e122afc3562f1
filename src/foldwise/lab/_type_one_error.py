"""How often procedures reject a true null."""

from dataclasses import dataclass
from typing import Any

import pandas as pd

from foldwise._core import Caveat
from foldwise.lab._glance import FirstLook, above_words, against_level
from foldwise.lab._lab_result import LabResult, as_nulls, null_caveats, rates_frame
from foldwise.lab._procedures import at_level
from foldwise.lab._trials import run_each


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TypeOneError(LabResult):
    """Rates of false alarms, by procedure and source.

    Parameters
    ----------
    trials : tuple of Trials
        What was found, one for each source.
    alpha : float
        The level at which procedures reject.

    Examples
    --------
    >>> from foldwise.lab import sources, type_one_error
    >>> found = type_one_error("10/kfold_t", sources.TwoKinds(0.4), n_trials=100)
    >>> found.frame()[["procedure", "rate", "low", "high"]].round(2).values.tolist()
    [['10/kfold_t', 0.06, 0.02, 0.13]]
    """

    alpha: float

    @property
    def title(self) -> str:
        """What was measured."""
        return f"Type I error at level {self.alpha:g}"

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """Which sources are nulls by assumption only, and how many trials had no p-value."""
        return null_caveats(self.trials)

    def frame(self) -> pd.DataFrame:
        """One row for each source and procedure: rate, exact 95% interval, counts."""
        return rates_frame(self.trials, self.alpha)

    def _first_look(self, frame: pd.DataFrame) -> FirstLook:
        above = above_words(frame, (frame["low"] > self.alpha).tolist(), "rate")
        found = f"rejects too often: {above}" if above else "no procedure is above it with all of its interval"
        return FirstLook(
            answer=f"{self.title}: {found}.",
            names=("source", "procedure"),
            numbers={"rate": "rate", "95% interval": ("low", "high")},
            outcome=("found", against_level(frame, self.alpha)),
            order="rate",
        )


def type_one_error(
    procedures: Any,
    sources: Any,
    *,
    n_trials: int = 1000,
    alpha: float = 0.05,
    seed: int = 0,
    n_jobs: int = 1,
    store: Any = None,
    progress: bool | None = None,
) -> TypeOneError:
    """Measure how often procedures reject although the two learners are equally good.

    Parameters
    ----------
    procedures : Procedure, OwnProcedure, Settled, str, or a list or mapping of them
        What to try. A text is a scheme, and a test if it holds a slash: ``'10x10'``, ``'5x2/five_by_two_f'``.
    sources : Source, or a list or mapping of them
        Where datasets come from; each must be a null: `foldwise.lab.sources`, `foldwise.lab.matched`.
    n_trials : int, default 1000
        How many datasets from each source.
    alpha : float, default 0.05
        The level at which procedures reject.
    seed : int, default 0
        The same seed gives the same numbers, whatever the number of workers.
    n_jobs : int, default 1
        Number of processes, four for each core at most; -1 for all cores.
    store : path, optional
        File in which finished blocks of trials are kept: called again, the study goes on where it stopped.
    progress : bool, optional
        Show a progress bar; by default where standard error is a terminal.

    Returns
    -------
    TypeOneError
        Print it, plot it (`foldwise.plot`), report it (`foldwise.report`); `frame()` has rates with exact intervals.

    Examples
    --------
    >>> from foldwise.lab import sources, type_one_error
    >>> tests = ["10/kfold_t", "resampled:30:0.333/resampled_t"]
    >>> found = type_one_error(tests, sources.TwoKinds(0.4), n_trials=400)
    >>> [bool(row.low <= 0.05 <= row.high) for row in found.frame().itertuples()]
    [True, False]
    """
    named = at_level(procedures, alpha)
    how: dict[str, Any] = {"n_trials": n_trials, "seed": seed, "n_jobs": n_jobs, "store": store, "progress": progress}
    return TypeOneError(trials=run_each(named, as_nulls(sources), **how), alpha=alpha)
