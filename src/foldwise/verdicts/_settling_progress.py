"""Progress of settling: the statistic, its error over partitions, and the risk as it shrinks."""

from collections.abc import Sequence
from contextlib import AbstractContextManager

from foldwise._core import Progress, counted, show_progress
from foldwise.verdicts._case import Case


def settling_progress(title: str, show: bool | None) -> AbstractContextManager[Progress]:
    """Show how settling goes on; how many fits there will be nobody knows."""
    return show_progress(Progress(title, unit="fit"), show)


def standing(families: Sequence[list[Case]]) -> str:
    """Say how far the cases are from being settled; of one pair, its statistic."""
    cases = [case for family in families for case in family]
    worst = max(cases, key=lambda case: case.looks[-1].risk)
    look = worst.looks[-1]
    seen = f"t {look.statistic:.2f} ± {look.resampling_error:.2f} against {look.critical:.2f}"
    if len(cases) == 1:
        return f"{counted(look.n_repeats, 'repeat')}, {seen}, risk {look.risk:.3f}"
    n_settled = sum(not case.is_open for case in cases)
    return f"{n_settled} of {len(cases)} comparisons done; the nearest: {seen}, risk {look.risk:.3f}"
