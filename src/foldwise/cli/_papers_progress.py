"""What a reproduction says: which experiment goes on, the time that is left, and how each exhibit came out."""

import os
import traceback
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from shutil import get_terminal_size
from time import monotonic
from typing import TYPE_CHECKING, Final

from foldwise._core import Progress, duration
from foldwise.cli._output import note, own_stdout, say

if TYPE_CHECKING:
    from foldwise.papers import Event, Experiment
    from foldwise.reports import Exhibit

# An experiment that took less than this share of what it should was not done but found in the store.
_RESUMED: Final = 0.2
# The guess of how fast this machine is weighs as much as so many planned seconds that were measured.
_GUESS: Final = 20.0


class ReproductionProgress(Progress):
    """Says on stderr which experiment is begun, which has ended, and how much time is left.

    That is estimated from what every experiment is known to take on two cores, and from how long the first ones took
    here. Bars are left to the work within an experiment: these are lines that stay.

    Parameters
    ----------
    planned : iterable of Experiment
        All that are to come.
    cores : int
        That work on them.
    quick : bool
        Whether they are small versions, for which nobody knows how long they take: not long.
    clock : callable
        Seconds, from anywhere.
    """

    def __init__(
        self,
        planned: Iterable["Experiment[object]"],
        *,
        cores: int,
        quick: bool,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._planned, self._quick = {each: each.seconds for each in planned}, quick
        super().__init__("experiments", len(self._planned), clock=clock)
        self._open = dict(self._planned)
        self._begun: list[Experiment[object]] = []
        # More cores help less and less.
        self._guess = min(max(2.0 / cores, 0.25), 2.0)
        self._expected = self._took = 0.0
        self._now: tuple[float, float] | None = None

    def tell(self, event: "Event") -> None:
        """Print what happened to an experiment."""
        from foldwise.papers import Experiment

        if not isinstance(event.of, Experiment):
            return
        if event.what == "begun":
            self._begun.append(event.of)
            small = ", a small version of: " if self._quick else ": "
            rest = "" if self._quick else f" (about {duration(max(self.seconds_left(), 1.0))} left)"
            self.note(f"{self._place(event.of)}{small}{event.of.words}{rest}")
            self._now = (self._clock(), event.of.seconds)
            return
        how = {"done": "done", "not at hand": "not run", "failed": "failed"}[event.what]
        self.note(f"{self._place(event.of)}: {how} ({duration(event.seconds)})")
        self._open.pop(event.of, None)
        self._now = None
        if event.seconds >= _RESUMED * self._guess * event.of.seconds:
            self._expected += event.of.seconds
            self._took += event.seconds
        self.advance()

    def note(self, sentence: str) -> None:
        """Print a line to stderr, whoever shows bars there."""
        note(sentence)

    def seconds_left(self) -> float:
        """Estimate how long all takes that has not ended."""
        speed = (self._guess * _GUESS + self._took) / (_GUESS + self._expected)
        start, planned = self._now or (self._clock(), 0.0)
        # One that takes longer than it should takes nothing away from those that follow.
        done = min(self._clock() - start, planned * speed)
        return max(sum(self._open.values()) * speed - done, 0.0)

    def _place(self, experiment: "Experiment[object]") -> str:
        return f"experiment {self._begun.index(experiment) + 1} of {len({*self._planned, *self._begun})}"


class ExhibitPrinter:
    """Says how each exhibit came out as soon as it is finished.

    Parameters
    ----------
    progress : ReproductionProgress, optional
        Who says how experiments go on.
    show : callable, optional
        Makes the text of an exhibit; without it none is printed.
    """

    def __init__(self, progress: ReproductionProgress | None, show: "Callable[[Exhibit], str] | None") -> None:
        self._progress, self._show = progress, show
        self.n_failed = 0

    def tell(self, event: "Event") -> None:
        """Pass experiments on, print exhibits."""
        from foldwise.reports import Exhibit

        if not isinstance(event.of, Exhibit):
            if self._progress is not None:
                self._progress.tell(event)
            return
        if event.what == "failed":
            self.n_failed += 1
            if os.environ.get("FOLDWISE_DEBUG"):
                traceback.print_exc()
        if self._show is not None:
            say(self._show(event.of))


def in_full(exhibit: "Exhibit") -> str:
    """Return all of an exhibit, with tables that fit into the terminal if there is one."""
    out = own_stdout()
    return exhibit.text(get_terminal_size().columns) if out is not None and out.isatty() else str(exhibit)


def in_a_line(exhibit: "Exhibit") -> str:
    """Return what to think of an exhibit, and why."""
    return f"{exhibit.paper}/{exhibit.name}: {exhibit.statement}. {exhibit.why}"


def say_counts(exhibits: "list[Exhibit]") -> None:
    """Print how many came out in which way."""
    counts = Counter(exhibit.statement for exhibit in exhibits)
    say(f"\n{len(exhibits)} parts: {', '.join(f'{n} {statement}' for statement, n in counts.most_common())}.")


def write_paper_pages(
    exhibits: "list[Exhibit]", folder: Path, *, command: str, seed: int, seconds: float, tell: Callable[[str], None]
) -> None:
    """Write a page for each paper, and say so."""
    from foldwise.papers import PAPERS
    from foldwise.reports import write_pages

    # The figures go to files, and need no window.
    os.environ.setdefault("MPLBACKEND", "Agg")
    for path in write_pages(exhibits, folder, papers=PAPERS, command=command, seed=seed, seconds=seconds):
        tell(f"page: {path}")
