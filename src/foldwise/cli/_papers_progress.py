"""What a reproduction says: which experiment goes on, the time that is left, and how each exhibit came out."""

import os
import traceback
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from shutil import get_terminal_size
from time import monotonic
from typing import TYPE_CHECKING, Final

from foldwise._core import duration
from foldwise.cli._output import note, own_stdout, say

if TYPE_CHECKING:
    from foldwise.papers import Event, Experiment
    from foldwise.reports import Exhibit

# An experiment that took less than this share of what it should was not done but found in the store.
_RESUMED: Final = 0.2
# The guess of how fast this machine is weighs as much as so many planned seconds that were measured.
_GUESS: Final = 20.0


class TimeLeft:
    """An estimate from what every experiment is known to take on two cores, and from how long the first ones took here.

    Parameters
    ----------
    planned : iterable of Experiment
        All that are to come.
    cores : int
        That work on them.
    clock : callable
        Seconds, from anywhere.
    """

    def __init__(
        self, planned: Iterable["Experiment[object]"], cores: int, clock: Callable[[], float] = monotonic
    ) -> None:
        self._left = {each: each.seconds for each in planned}
        # More cores help less and less.
        self._guess = min(max(2.0 / cores, 0.25), 2.0)
        self._planned = self._took = 0.0
        self._clock = clock
        self._now: tuple[float, float] | None = None

    def begin(self, experiment: "Experiment[object]") -> None:
        """One has begun."""
        self._now = (self._clock(), experiment.seconds)

    def end(self, experiment: "Experiment[object]", seconds: float) -> None:
        """One has ended, after so long."""
        self._left.pop(experiment, None)
        self._now = None
        if seconds >= _RESUMED * self._guess * experiment.seconds:
            self._planned += experiment.seconds
            self._took += seconds

    @property
    def seconds(self) -> float:
        """Of all that has not ended."""
        speed = (self._guess * _GUESS + self._took) / (_GUESS + self._planned)
        start, planned = self._now or (self._clock(), 0.0)
        # One that takes longer than it should takes nothing away from those that follow.
        done = min(self._clock() - start, planned * speed)
        return max(sum(self._left.values()) * speed - done, 0.0)


class ExperimentLines:
    """Says on stderr which experiment is begun and which has ended.

    Parameters
    ----------
    planned : iterable of Experiment
        All that are to come.
    cores : int
        That work on them.
    quick : bool
        Whether they are small versions, for which nobody knows how long they take: not long.
    """

    def __init__(self, planned: Iterable["Experiment[object]"], *, cores: int, quick: bool) -> None:
        self._planned, self._quick = set(planned), quick
        self._begun: list[Experiment[object]] = []
        self._time = TimeLeft(self._planned, cores)

    def tell(self, event: "Event") -> None:
        """Say what happened to an experiment."""
        from foldwise.papers import Experiment

        if not isinstance(event.of, Experiment):
            return
        if event.what == "begun":
            self._begun.append(event.of)
            small = ", a small version of: " if self._quick else ": "
            note(f"{self._place(event.of)}{small}{event.of.words}{self._left()}")
            self._time.begin(event.of)
            return
        how = {"done": "done", "not at hand": "not run", "failed": "failed"}[event.what]
        note(f"{self._place(event.of)}: {how} ({duration(event.seconds)})")
        self._time.end(event.of, event.seconds)

    def _place(self, experiment: "Experiment[object]") -> str:
        return f"experiment {self._begun.index(experiment) + 1} of {len(self._planned.union(self._begun))}"

    def _left(self) -> str:
        return "" if self._quick else f" (about {duration(max(self._time.seconds, 1.0))} left)"


class Shown:
    """Says how each exhibit came out as soon as it is finished.

    Parameters
    ----------
    lines : ExperimentLines, optional
        What says how experiments go on.
    show : callable, optional
        Makes the text of an exhibit; without it none is printed.
    """

    def __init__(self, lines: ExperimentLines | None, show: "Callable[[Exhibit], str] | None") -> None:
        self._lines, self._show = lines, show
        self.n_failed = 0

    def tell(self, event: "Event") -> None:
        """Pass experiments on, print exhibits."""
        from foldwise.reports import Exhibit

        if not isinstance(event.of, Exhibit):
            if self._lines is not None:
                self._lines.tell(event)
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
