"""How a study goes on: for all of it and for each dataset and learner, with the time that is left."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any

from foldwise._core import counted, one_line, shortened
from foldwise.data import doubts_in_words
from foldwise.runs._door import Plan
from foldwise.store._door import Watcher

_MOST_CELLS = 8
_WIDTH = 28
_SECONDS_BETWEEN_LINES = 5.0


@dataclass(slots=True)
class Cell:
    """One learner on one dataset: folds there are and are done, and what was computed by this program."""

    dataset: str
    learner: str
    done: int = 0
    total: int = 0
    computed: int = 0
    seconds: float = 0.0
    first: tuple[int, float] = (0, 0.0)

    @property
    def measured(self) -> tuple[int, float]:
        """Folds and seconds to go by: without what came first, with which workers were started, once more has come."""
        n_folds, seconds = self.first
        if self.computed > n_folds:
            return self.computed - n_folds, self.seconds - seconds
        return self.computed, self.seconds

    @property
    def left(self) -> int:
        """Folds that are still to come."""
        return max(self.total - self.done, 0)

    def __str__(self) -> str:
        return f"{shortened(self.dataset, _WIDTH)}, {shortened(self.learner, _WIDTH)}"


class Track:
    """How far each cell is, and how long the rest takes, by the folds of this run only.

    The time between two messages is laid to the learner that the second is about. A cell of which nothing was computed
    yet is expected to go as its learner goes on other data; until that is known, there is no telling.
    """

    def __init__(self, plans: Iterable[Plan], clock: Callable[[], float] = monotonic) -> None:
        self.cells = {job: Cell(plan.dataset.name, job.name) for plan in plans for job in plan.jobs}
        self._clock = clock
        self._last = clock()

    @property
    def done(self) -> int:
        """Folds that are stored."""
        return sum(cell.done for cell in self.cells.values())

    @property
    def total(self) -> int:
        """Folds that are asked for."""
        return sum(cell.total for cell in self.cells.values())

    def begin(self, progress: Mapping[Any, tuple[int, int]]) -> None:
        """Start from what is known."""
        for job, (done, total) in progress.items():
            self.cells[job].done, self.cells[job].total = done, total
        self._last = self._clock()

    def advance(self, job: Any, n_folds: int) -> bool:
        """Go on; return whether the cell is finished by that."""
        cell, now = self.cells[job], self._clock()
        was_open = cell.left > 0
        cell.done += n_folds
        if n_folds > 0:
            cell.computed += n_folds
            cell.seconds += now - self._last
            cell.first = cell.first if cell.first[0] else (cell.computed, cell.seconds)
            self._last = now
        return was_open and not cell.left

    def active(self) -> list[Cell]:
        """Return the cells that have been begun and are not finished."""
        return [cell for cell in self.cells.values() if cell.computed and cell.left]

    def seconds_left(self, cells: Iterable[Cell] | None = None) -> float | None:
        """Estimate how long some cells, or all, still take; None while a learner of theirs was not seen at work."""
        open_cells = [cell for cell in (self.cells.values() if cells is None else cells) if cell.left]
        rates = [self._rate(cell) for cell in open_cells]
        known = [cell.left * rate for cell, rate in zip(open_cells, rates, strict=True) if rate is not None]
        return sum(known) if len(known) == len(rates) else None

    def _rate(self, cell: Cell) -> float | None:
        """Return the seconds that a fold takes, by the cell itself, else by its learner on other data."""
        alike = [other for other in self.cells.values() if other.learner == cell.learner]
        measured = [other.measured for other in ([cell] if cell.computed else alike) if other.computed]
        n_folds = sum(number for number, _ in measured)
        return sum(seconds for _, seconds in measured) / n_folds if n_folds else None


def time_words(seconds: float | None) -> str:
    """Write a time that is left.

    >>> time_words(7), time_words(200), time_words(7500), time_words(None)
    ('about 7 s left', 'about 3 min left', 'about 2 h 5 min left', 'time left not known yet')
    """
    if seconds is None:
        return "time left not known yet"
    if seconds < 100:
        return f"about {seconds:.0f} s left"
    minutes = round(seconds / 60)
    return f"about {minutes} min left" if minutes < 100 else f"about {minutes // 60} h {minutes % 60} min left"


class _Silent:
    """Says nothing."""

    def changed(self, sentences: Sequence[str]) -> None:
        """Say nothing."""

    def begin(self, progress: Mapping[Any, tuple[int, int]]) -> None:
        """Say nothing."""

    def advance(self, job: Any, n_folds: int) -> None:
        """Say nothing."""

    def wait(self, n_others: int) -> None:
        """Say nothing."""


class Lines:
    """Says in plain lines how it goes on: for files and pipes, and what a terminal shows above the bars."""

    def __init__(self, track: Track, *, only_failed: bool = False, cells: bool = True) -> None:
        self._track, self._only_failed, self._with_cells = track, only_failed, cells
        self._finished: list[Cell] = []
        self._said = float("-inf")
        self._waited = False

    def changed(self, sentences: Sequence[str]) -> None:
        """Say what is not as it was."""
        for sentence in sentences:
            _say(f"changed: {sentence}")

    def begin(self, progress: Mapping[Any, tuple[int, int]]) -> None:
        """Say what is there already."""
        self._track.begin(progress)
        done, total = self._track.done, self._track.total
        if self._only_failed:
            _say(
                f"{counted(total, 'fold')} that failed {'is' if total == 1 else 'are'} repeated."
                if total
                else "no fold has failed."
            )
        elif done:
            _say(f"{done} of {counted(total, 'fold')} are there already.")
        else:
            _say(f"{counted(total, 'fold')} to compute.")

    def advance(self, job: Any, n_folds: int) -> None:
        """Say which cells are finished, not too often."""
        if self._track.advance(job, n_folds):
            self._finished.append(self._track.cells[job])
        now = monotonic()
        is_end = self._track.done == self._track.total
        if self._with_cells and self._finished and (is_end or now - self._said >= _SECONDS_BETWEEN_LINES):
            more = f" and {len(self._finished) - 1} more" if len(self._finished) > 1 else ""
            rest = "" if is_end else f", {time_words(self._track.seconds_left())}"
            _say(f"{self._finished[-1]}{more} finished: {self._track.done} of {self._track.total} folds{rest}.")
            self._finished, self._said = [], now

    def wait(self, n_others: int) -> None:
        """Say, once, that others compute what is left."""
        if not self._waited:
            self._waited = True
            _say(f"waiting for {counted(n_others, 'other program')} to compute what is left.")


@contextmanager
def watching(plans: Sequence[Plan], show: bool | None, *, only_failed: bool) -> Iterator[Watcher]:
    """Give a watcher: bars on a terminal, else lines if `show` is True, else nothing."""
    is_terminal = sys.stderr is not None and sys.stderr.isatty()
    if sys.stderr is None or not (is_terminal if show is None else show):
        yield _Silent()
        return
    track = Track(plans)
    lines = Lines(track, only_failed=only_failed, cells=not is_terminal)
    for plan in plans:
        if doubts := doubts_in_words(plan.dataset):
            _say(f"warning: {doubts}")
    if not is_terminal:
        yield lines
        return
    from rich.console import Console
    from rich.live import Live

    with Live(console=Console(stderr=True), get_renderable=lambda: _bars(track), transient=True):
        yield lines


def _bars(track: Track) -> Any:
    """Draw one line for all, and one for each cell that is worked on."""
    from rich.progress_bar import ProgressBar
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 1))
    cells = track.active()
    rows = [("all", "", track.done, track.total, track.seconds_left())]
    rows += [
        (
            shortened(cell.dataset, _WIDTH),
            shortened(cell.learner, _WIDTH),
            cell.done,
            cell.total,
            track.seconds_left([cell]),
        )
        for cell in cells[:_MOST_CELLS]
    ]
    for dataset, learner, done, total, seconds in rows:
        bar = ProgressBar(total=max(total, 1), completed=done, width=20)
        table.add_row(
            Text(dataset),
            Text(learner),
            bar,
            Text(f"{done}/{total}"),
            # Of one width, so that the bars stand still.
            Text((time_words(seconds) if done < total else "").ljust(len(time_words(None)))),
        )
    return table


def _say(text: str) -> None:
    with suppress(OSError, AttributeError):
        sys.stderr.write(one_line(text) + "\n")
        sys.stderr.flush()
