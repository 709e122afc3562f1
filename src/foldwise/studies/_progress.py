"""How a study goes on: for all of it and for each dataset and learner, with the time that is left."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

from foldwise._core import Progress, Row, counted, shortened, time_left
from foldwise.runs._door import Plan
from foldwise.studies._standing import Standing

_MOST_CELLS = 8
_WIDTH = 28
_SECONDS_WITHOUT_NEWS = 60.0
# Who is ahead is looked up so often at most, and for a small part of the time.
_SECONDS_BETWEEN_LOOKS = 5.0
_TIMES_ITS_COST = 20


@dataclass(slots=True)
class StudyCell:
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

    @property
    def count(self) -> str:
        """Folds that are done, of all."""
        return f"{self.done}/{self.total}"

    @property
    def names(self) -> tuple[str, str]:
        """Dataset and learner, not too long."""
        return shortened(self.dataset, _WIDTH), shortened(self.learner, _WIDTH)


class StudyProgress(Progress):
    """How far each cell is, and how long the rest takes, by the folds of this run only.

    The time between two messages is laid to the learner that the second is about. A cell of which nothing was computed
    yet is expected to go as its learner goes on other data; until that is known, there is no telling.

    Parameters
    ----------
    plans : sequence of Plan
        What is wanted, one for each dataset.
    only_failed : bool, default False
        Whether it is about folds that had failed.
    standing : callable, optional
        Called when it is known how much is done; returns who tells who is ahead.
    clock : callable
        Seconds, from anywhere.
    """

    def __init__(
        self,
        plans: Sequence[Plan],
        *,
        only_failed: bool = False,
        standing: Callable[[], Standing] | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__("all", 0, clock=clock)
        self.cells = {job: StudyCell(plan.dataset.name, job.name) for plan in plans for job in plan.jobs}
        self._only_failed = only_failed
        self._finished: list[StudyCell] = []
        self._last = self._told = clock()
        self._find_standing = standing
        self._standing: Standing | None = None
        self._open = dict.fromkeys((plan.dataset.name for plan in plans), 0)
        self._next_look = self._last + _SECONDS_BETWEEN_LOOKS
        self._answer_told = ""

    def begin(self, parts: Mapping[Any, tuple[int, int]]) -> None:
        """Start from what is known, and note how much that is."""
        for job, (done, total) in parts.items():
            self.cells[job].done, self.cells[job].total = done, total
        for cell in self.cells.values():
            self._open[cell.dataset] += cell.left
        self._standing = None if self._find_standing is None else self._find_standing()
        self._last = self._clock()
        self.done, self.total = (sum(numbers) for numbers in zip(*parts.values(), strict=True))
        folds = counted(self.total, "fold")
        if self._only_failed:
            repeated = f"{folds} that failed {'is' if self.total == 1 else 'are'} repeated."
            self.note(repeated if self.total else "no fold has failed.")
        else:
            self.note(f"{self.done} of {folds} are there already." if self.done else f"{folds} to compute.")

    def advance(self, steps: int = 1, part: Any = None) -> None:
        """Go on with one cell."""
        cell, now = self.cells[part], self._clock()
        was_open = cell.left > 0
        cell.done += steps
        if steps > 0:
            cell.computed += steps
            cell.seconds += now - self._last
            cell.first = cell.first if cell.first[0] else (cell.computed, cell.seconds)
            self._last = now
        if was_open and not cell.left:
            self._finished.append(cell)
        self._open[cell.dataset] -= steps
        if self._standing is not None:
            if steps > 0 and not self._open[cell.dataset]:
                self._standing.add([cell.dataset])
            if now >= self._next_look and self._standing.has_news:
                self._look(self._standing)
        super().advance(steps)

    def _look(self, standing: Standing) -> None:
        """Find out who is ahead, and when to look again."""
        began = self._clock()
        overall = standing.overall()
        self.words = self.words if overall is None else standing.words(overall)
        now = self._clock()
        self._next_look = now + max(_SECONDS_BETWEEN_LOOKS, _TIMES_ITS_COST * (now - began))
        # It is not time that a learner took.
        self._last += now - began

    def seconds_left(self, cells: Iterable[StudyCell] | None = None) -> float | None:
        """Estimate how long some cells, or all, still take; None while a learner of theirs was not seen at work."""
        open_cells = [cell for cell in (self.cells.values() if cells is None else cells) if cell.left]
        rates = [self._rate(cell) for cell in open_cells]
        known = [cell.left * rate for cell, rate in zip(open_cells, rates, strict=True) if rate is not None]
        return sum(known) if len(known) == len(rates) else None

    def rows(self) -> list[Row]:
        """Return a row for all, and one for each cell that is worked on."""
        (whole,) = super().rows()
        active = [cell for cell in self.cells.values() if cell.computed and cell.left][:_MOST_CELLS]
        return [
            whole._replace(names=("all", "")),
            *(
                Row(cell.names, cell.done, cell.total, cell.count, time_left(self.seconds_left([cell])))
                for cell in active
            ),
        ]

    def line(self) -> str:
        """Return which cells have been finished, and who is ahead; once a minute how far all of it is, if none has."""
        rest = "" if self.done == self.total else f", {time_left(self.seconds_left())}"
        how_far = f"{self.done} of {self.total} folds{rest}."
        if not self._finished:
            is_due = self._clock() >= self._told + _SECONDS_WITHOUT_NEWS
            self._told = self._clock() if is_due else self._told
            return how_far if is_due else ""
        self._told = self._clock()
        more = f" and {len(self._finished) - 1} more" if len(self._finished) > 1 else ""
        line = f"{', '.join(self._finished[-1].names)}{more} finished: {how_far}"
        self._finished = []
        if self.words == self._answer_told:
            return line
        self._answer_told = self.words
        return f"{line} {self.words[:1].upper()}{self.words[1:]}."

    def _rate(self, cell: StudyCell) -> float | None:
        """Return the seconds that a fold takes, by the cell itself, else by its learner on other data."""
        alike = [other for other in self.cells.values() if other.learner == cell.learner]
        measured = [other.measured for other in ([cell] if cell.computed else alike) if other.computed]
        n_folds = sum(number for number, _ in measured)
        return sum(seconds for _, seconds in measured) / n_folds if n_folds else None
