"""Folds in processes that may be lost: a learner that hangs, crashes or uses up its memory costs its fold only."""

import os
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from numbers import Real

from foldwise._core import FoldwiseError, check_integer
from foldwise.runs._door import Block
from foldwise.workers._crew import Crew, Fold
from foldwise.workers._fold_job import FoldJob


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one fold may use in a process of its own; beyond that it is recorded as failed.

    Parameters
    ----------
    seconds : float or None, default 600
        Time for fitting and predicting one fold, by a clock that is not adjusted; None for no limit. Starting the
        process and loading learner and data do not count.
    megabytes : int or None, default 4096
        Memory, in millions of bytes, that the process may hold beyond what it held when the fold began; None for no
        limit. Enforced on Linux only.

    Examples
    --------
    >>> from foldwise.workers import Limits
    >>> Limits(seconds=2.5)
    Limits(seconds=2.5, megabytes=4096)
    >>> Limits(megabytes=0)
    Traceback (most recent call last):
    ValueError: megabytes must be at least 1, got 0.
    """

    seconds: float | None = 600.0
    megabytes: int | None = 4096

    def __post_init__(self) -> None:
        if self.seconds is not None:
            if isinstance(self.seconds, bool) or not isinstance(self.seconds, Real):
                raise TypeError(
                    f"seconds must be a number or None, got {self.seconds!r} of type {type(self.seconds).__name__}."
                )
            if not (isfinite(self.seconds) and self.seconds > 0):
                raise ValueError(f"seconds must be positive and finite, got {self.seconds}. Use None for no limit.")
            object.__setattr__(self, "seconds", float(self.seconds))
        if self.megabytes is not None:
            object.__setattr__(self, "megabytes", check_integer(self.megabytes, "megabytes", least=1))


def in_isolation(
    sources: Sequence[FoldJob], n_workers: int, limits: Limits
) -> Generator[tuple[FoldJob, Block], None, None]:
    """Do folds side by side in processes that are replaced when they are lost.

    Results are those of `in_turn`. A fold whose process is lost has an outcome with the reason as its error, and so has
    every fold of a learner that cannot be sent to another process. When the generator is closed, or this process is
    killed, the workers are killed with the children that their learners have started; children in a process group of
    their own are not seen.

    Parameters
    ----------
    sources : sequence of FoldJob
        What to do; those that come first are done first.
    n_workers : int
        How many folds at the same time.
    limits : Limits
        What each fold may use.

    Yields
    ------
    source, block : FoldJob, Block
        With one fold each, in the order in which they are ready.
    """
    if not sources:
        return
    if not hasattr(os, "waitid"):
        raise FoldwiseError("Isolation needs Linux, or macOS with Python 3.13 or later: leave it off here.")
    folds = _folds(sources)
    with Crew(n_workers, limits.seconds, limits.megabytes) as crew:
        while True:
            while crew.has_room and (fold := next(folds, None)) is not None:
                crew.begin(fold)
            # Handed out before anything is handed over: workers work while the caller does.
            for fold, block in crew.collect():
                yield fold.source, fold.source.take(block)
            if not crew.n_busy:
                return
            crew.attend()


def _folds(sources: Sequence[FoldJob]) -> Iterator[Fold]:
    """One by one: if a process is lost, there is no doubt about which fold lost it."""
    for source in sources:
        for task in iter(source.next_task, None):
            for pair in task.pairs:
                yield Fold(source, pair, task.listen)
