"""How many repeats a settled verdict may take."""

import sys
from time import perf_counter
from typing import Literal

from foldwise.verdicts._settled import Settled

Ended = Literal["", "repeats", "fits", "seconds"]


class Budget:
    """What may be spent on a settled verdict, in repeats, fits of each learner, or seconds; the clock runs from now."""

    def __init__(self, settled: Settled) -> None:
        self._settled = settled
        self._started = perf_counter()

    def most_repeats(self, n_folds: int, *, spent: int = 0, aside: bool = False) -> tuple[int, Ended]:
        """Return how many repeats there may be, and what limits them.

        Parameters
        ----------
        n_folds : int
            Folds, and fits of each learner, of a repeat.
        spent : int, default 0
            Fits for something else.
        aside : bool, default False
            Whether the budget of repeats is for ten folds; so many more repeats of fewer folds are as many fits.
        """
        repeats, fits = self._settled.max_repeats, self._settled.fits
        limits: list[tuple[int, Ended]] = []
        if repeats is not None:
            limits.append((repeats * 10 // n_folds if aside else repeats, "repeats"))
        if fits is not None:
            limits.append(((fits - spent) // n_folds, "fits"))
        return min(limits, default=(sys.maxsize, ""))

    def repeats_in_time(self, n_repeats: int, wanted: int, seconds_per_repeat: float) -> int:
        """Return how many of the repeats wanted there is time for; no more than there are if there is none."""
        if self._settled.max_seconds is None:
            return wanted
        left = self._settled.max_seconds - (perf_counter() - self._started)
        if left <= 0:
            return n_repeats
        return min(wanted, n_repeats + int(left / max(seconds_per_repeat, 1e-9)))


def check_budget(settled: Settled, *, n_folds: int, least: int, spent: int = 0) -> None:
    """Refuse a budget that does not reach the least number of repeats, below which nothing is known of their noise."""
    most, _ = Budget(settled).most_repeats(n_folds, spent=spent)
    if most < least:
        raise ValueError(
            f"A settled verdict needs {least} repeats at least, and the budget allows {max(most, 0)}: give "
            f"max_repeats={least} or more, or max_fits={least * n_folds + spent} or more (--max-repeats, --max-fits), "
            "or name a scheme."
        )
