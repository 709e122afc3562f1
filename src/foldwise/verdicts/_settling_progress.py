"""Progress of settling, on standard error: the statistic, its error over partitions, and the risk as it shrinks."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from foldwise._core import counted, one_line
from foldwise.evaluation._door import progress_line
from foldwise.verdicts._case import Case

Line = Callable[[str], None]


class Silent:
    """Tells nobody."""

    def advance(self, n_folds: int) -> None:
        """Say nothing."""

    def look(self, families: Sequence[list[Case]]) -> None:
        """Say nothing."""


class Told:
    """Keeps one line up to date."""

    def __init__(self, title: str, line: Line) -> None:
        self._title, self._line = title, line
        self._n_folds, self._words = 0, ""

    def advance(self, n_folds: int) -> None:
        """Count fits."""
        self._n_folds += n_folds
        self._show()

    def look(self, families: Sequence[list[Case]]) -> None:
        """Say how things stand."""
        self._words = standing(families)
        self._show()

    def _show(self) -> None:
        self._line(f"{self._title}: {counted(self._n_folds, 'fit')}{self._words}")


@contextmanager
def settling_progress(title: str, show: bool | None) -> Iterator[Silent | Told]:
    """Yield who is told; `show` None means: a line if standard error is a terminal, silence otherwise."""
    with progress_line(show) as line:
        yield Silent() if line is None else Told(one_line(title), line)


def standing(families: Sequence[list[Case]]) -> str:
    """Say how far the cases are from being settled; of one pair, its statistic."""
    cases = [case for family in families for case in family]
    worst = max(cases, key=lambda case: case.looks[-1].risk)
    look = worst.looks[-1]
    seen = f"t {look.statistic:.2f} ± {look.resampling_error:.2f} against {look.critical:.2f}"
    if len(cases) == 1:
        return f", {counted(look.n_repeats, 'repeat')}, {seen}, risk {look.risk:.3f}"
    n_settled = sum(not case.is_open for case in cases)
    return f", {n_settled} of {len(cases)} comparisons done; the nearest: {seen}, risk {look.risk:.3f}"
