"""How far long work has come: told in one way, whoever works and wherever it is shown."""

from collections.abc import Callable, Hashable, Mapping
from time import monotonic
from typing import Any, NamedTuple

from foldwise._core._numbers import counted, time_left
from foldwise._core._words import one_line


class Row(NamedTuple):
    """What is being done, how much of how much is done, that in words, the time left, and how it stands."""

    names: tuple[str, ...]
    done: int
    total: int | None
    amount: str
    left: str
    words: str = ""


class Shower:
    """Shows nothing."""

    def update(self, progress: "Progress") -> None:
        """Show how far the work has come, now or later."""

    def note(self, sentence: str) -> None:
        """Show a line that stays."""

    def end(self, progress: "Progress") -> None:
        """Show how far it has come in the end."""


class Progress:
    """How far some work has come; shown by nobody but within `show_progress`.

    Parameters
    ----------
    what : str
        What is being done.
    total : int, optional
        How many steps there are; None if nobody knows.
    unit : str, optional
        What a step is called where nobody knows how many there are.
    clock : callable
        Seconds, from anywhere.

    Examples
    --------
    >>> progress = Progress("iris: 2 learners", 20)
    >>> progress.advance(5)
    >>> progress.say("so far, so good")
    >>> progress.line()
    'iris: 2 learners 5/20, about 0 s left, so far, so good'
    >>> progress = Progress("iris, 2 learners", unit="fit")
    >>> progress.advance(60)
    >>> progress.expect(350, most=2000)
    >>> progress.line()
    'iris, 2 learners: 60 of about 350 fits (at most 2000), about 0 s left'
    """

    def __init__(
        self, what: str, total: int | None = None, *, unit: str = "", clock: Callable[[], float] = monotonic
    ) -> None:
        self.what, self.total, self.unit = one_line(what), total, unit
        self.done, self.words = 0, ""
        self.shower = Shower()
        self._clock = clock
        self._since, self._known = clock(), 0
        self.is_estimate, self._most = False, total
        self._until = float("inf")

    @property
    def is_complete(self) -> bool:
        """Whether all steps are done, as far as it is known how many there are."""
        return self.done == self.total and not self.is_estimate

    def begin(self, parts: Mapping[Any, tuple[int, int]]) -> None:
        """Begin with some parts of the work: of each, how much is there already of how much."""
        known = sum(done for done, _ in parts.values())
        self._known += known
        self.done += known
        self.shower.update(self)

    def advance(self, steps: int = 1, part: Hashable = None) -> None:  # noqa: ARG002
        """Count steps that are done, of one part if the work has parts; fewer than none if they are to be repeated."""
        self.done += steps
        self.shower.update(self)

    def expect(self, total: int, *, most: int | None = None, seconds: float = float("inf")) -> None:
        """Set about how many steps there will be, of how many at most, and in how many seconds from now at most."""
        self.total, self._most, self.is_estimate = max(total, self.done), most, True
        self._until = self._clock() + seconds
        self.shower.update(self)

    def say(self, words: str) -> None:
        """Set the words that stand beside."""
        self.words = one_line(words)
        self.shower.update(self)

    def note(self, sentence: str) -> None:
        """Show a line that stays."""
        self.shower.note(sentence)

    def seconds_left(self) -> float | None:
        """Estimate how long the rest takes, by the steps that were done here; None if there are none."""
        computed = self.done - self._known
        if self.total is None or computed <= 0:
            return None
        now = self._clock()
        return min((now - self._since) / computed * max(self.total - self.done, 0), max(self._until - now, 0.0))

    def rows(self) -> list[Row]:
        """Return what is shown as bars: one row for all, and more if there are parts to be seen."""
        left = time_left(self.seconds_left()) if self.total is not None and self.done < self.total else ""
        return [Row((self.what,), self.done, self.total, self.amount_words(), left, self.words)]

    def amount_words(self) -> str:
        """Return how many steps are done of how many; empty if steps have no name and nobody knows their number."""
        if self.total is None:
            return counted(self.done, self.unit) if self.unit else ""
        if not self.is_estimate:
            return f"{self.done}/{self.total}"
        if self._most is not None and self.total >= self._most:
            return f"{self.done} of at most {counted(self._most, self.unit)}"
        most = "" if self._most is None else f" (at most {self._most})"
        return f"{self.done} of about {counted(self.total, self.unit)}{most}"

    def line(self) -> str:
        """Return what a log says now; empty if there is nothing new."""
        ((name,), _, total, amount, left, words) = self.rows()[0]
        between = "" if not amount else ": " if self.is_estimate or total is None else " "
        known = "" if self.seconds_left() is None else left
        return ", ".join(part for part in (f"{name}{between}{amount}", known, words) if part)
