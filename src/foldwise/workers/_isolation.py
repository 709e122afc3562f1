"""Folds in processes that may be lost: a learner that hangs, crashes or uses up its memory costs its fold only."""

import os
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from math import isfinite
from multiprocessing.connection import wait
from numbers import Real
from types import TracebackType
from typing import Any, Self

from foldwise._core import FoldwiseError, check_integer
from foldwise.runs._door import Block, FoldOutcome, Job, Listen, Pair
from foldwise.workers._fold_job import FoldJob
from foldwise.workers._isolated_process import ForkServer, IsolatedProcess, LostError
from foldwise.workers._job_parts import PartsInFiles

_BETWEEN_LOOKS = 0.05
# Loading the learner has a clock of its own: importing a large library for the first time may take long.
_LOADING_SECONDS = 60.0
# From one piece of an answer to the next it takes far less.
_ANSWERING_SECONDS = 30.0
# What a process may have grown by before it is replaced, if there is no limit to take a share of.
_GROWN = 10**9


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


@dataclass(frozen=True, slots=True)
class _Fold:
    """One fold, and who wants it."""

    source: FoldJob
    pair: Pair
    listen: Listen

    @property
    def job(self) -> Job:
        """The learner and its folds."""
        return self.source.job

    def lost(self, reason: str) -> Block:
        """Make the record of a fold that gave nothing."""
        return Block(self.job.learner, [FoldOutcome(*self.pair, error=reason)])

    def is_answered_by(self, answer: Any) -> bool:
        """Whether this is what the fold gave."""
        if not isinstance(answer, Block) or answer.learner != self.job.learner:
            return False
        return [(outcome.repeat, outcome.fold) for outcome in answer.outcomes] == [self.pair]


@dataclass(slots=True)
class _Worker:
    """A process and what it does; `..._with` is how many bytes it held at that time."""

    process: IsolatedProcess
    job: int = -1
    loaded_with: int = 0
    begun_with: int = 0
    fold: _Fold | None = None
    is_loading: bool = False
    since: float = 0.0
    answering_since: float | None = None


class IsolatedWorkers:
    """Workers that do one fold at a time each; who is lost is replaced when the next fold comes.

    Parameters
    ----------
    n_workers : int
        How many at most.
    seconds, megabytes : number, optional
        What one fold may use.
    """

    def __init__(self, n_workers: int, seconds: float | None, megabytes: int | None) -> None:
        self._n_workers, self._seconds, self._megabytes = n_workers, seconds, megabytes
        self._workers: list[_Worker] = []
        self._finished: list[tuple[_Fold, Block]] = []
        self._next_look = 0.0

    def __enter__(self) -> Self:
        import joblib

        with ExitStack() as stack:
            n_inner = max(1, int(joblib.cpu_count()) // self._n_workers)
            self._server = ForkServer(n_inner, self._megabytes)
            stack.callback(self._server.close)
            assert self._server.folder is not None
            self._parts = PartsInFiles(self._server.folder)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, traceback: TracebackType | None) -> None:
        with self._stack:
            if kind is None and self._workers:
                # What a learner has started may have to put something away, such as semaphores of joblib's.
                for worker in self._workers:
                    worker.process.dismiss()
                time.sleep(_BETWEEN_LOOKS)
            for worker in self._workers:
                worker.process.abandon()

    @property
    def n_busy(self) -> int:
        """How many folds are being done."""
        return sum(worker.fold is not None for worker in self._workers)

    @property
    def has_room(self) -> bool:
        """Whether another fold can be done now."""
        return self.n_busy < self._n_workers

    def begin(self, fold: _Fold) -> None:
        """Have a fold done."""
        order = self._parts.order(fold.job, fold.listen)
        if isinstance(order, str):
            self._finished.append((fold, fold.lost(order)))
            return
        worker = self._free(order["job"])
        worker.fold, worker.is_loading = fold, worker.job != order["job"]
        worker.job, worker.since = order["job"], time.monotonic()
        worker.process.ask(pair=fold.pair, **order)

    def collect(self) -> list[tuple[_Fold, Block]]:
        """Return what is finished, once."""
        finished, self._finished = self._finished, []
        return finished

    def attend(self) -> None:
        """Wait for answers, but not for long, and see whether everybody keeps within the limits."""
        heard = wait([worker.process.connection for worker in self._workers], _BETWEEN_LOOKS)
        is_time = time.monotonic() >= self._next_look
        for worker in list(self._workers):
            try:
                if worker.process.connection in heard:
                    worker.answering_since = None
                    for kind, content in worker.process.hear():
                        self._take(worker, kind, content)
                    if worker.fold is None and worker.process.is_answering:
                        raise self._garbled(worker)
                elif is_time and worker.fold is not None:
                    # Not of those who are heard: an answer that has come counts, however busy the caller was before.
                    self._look_at(worker)
            except LostError as error:
                self._workers.remove(worker)
                self._finish(worker, str(error))
        if is_time:
            self._next_look = time.monotonic() + _BETWEEN_LOOKS

    def _free(self, job: int) -> _Worker:
        """Return a worker that has nothing to do: one that knows the job; else a new one."""
        for worker in [worker for worker in self._workers if worker.fold is None]:
            worker.begun_with = worker.process.private
            grown = worker.begun_with - worker.loaded_with
            if worker.job == job and grown < (_GROWN if self._megabytes is None else self._megabytes * 10**6 // 2):
                return worker
            # Other folds need not suffer from a learner that leaks, nor other learners from what one has left behind:
            # a thread that ends the process later, say.
            worker.process.end()
            self._workers.remove(worker)
        worker = _Worker(IsolatedProcess(self._server))
        self._workers.append(worker)
        return worker

    def _take(self, worker: _Worker, kind: Any, content: Any) -> None:
        fold = worker.fold
        if fold is not None and kind == "loaded":
            worker.is_loading, worker.since = False, time.monotonic()
            worker.loaded_with = worker.begun_with = content
        elif fold is not None and kind == "failed":
            worker.job = -1 if worker.is_loading else worker.job
            self._finish(worker, content)
        elif fold is not None and kind == "done" and fold.is_answered_by(content):
            self._finish(worker, content)
        else:
            raise self._garbled(worker)

    @staticmethod
    def _garbled(worker: _Worker) -> LostError:
        worker.process.end()
        return LostError("WorkerLost: its answer was garbled")

    def _finish(self, worker: _Worker, outcome: Block | str) -> None:
        fold, worker.fold = worker.fold, None
        if fold is not None:
            self._finished.append((fold, outcome if isinstance(outcome, Block) else fold.lost(outcome)))

    def _look_at(self, worker: _Worker) -> None:
        """End a worker that is over a limit, unless it is just answering."""
        if worker.process.is_answering:
            # Or something else has written there, which looks like the beginning of an answer.
            worker.answering_since = worker.answering_since or time.monotonic()
            if time.monotonic() - worker.answering_since > _ANSWERING_SECONDS:
                raise self._garbled(worker)
            return
        worker.answering_since = None
        worker.process.check_alive()
        seconds = self._seconds
        if seconds is not None and worker.is_loading:
            seconds = max(seconds, _LOADING_SECONDS)
        if seconds is not None and time.monotonic() - worker.since > seconds:
            worker.process.end()
            raise LostError(f"TimeLimit: {'not loaded' if worker.is_loading else 'not done'} after {seconds:g} s")
        if self._megabytes is None or worker.is_loading:
            return
        if worker.process.private - worker.begun_with > self._megabytes * 10**6:
            worker.process.end()
            raise LostError(f"MemoryLimit: used more than {self._megabytes} MB")


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
    with IsolatedWorkers(n_workers, limits.seconds, limits.megabytes) as workers:
        while True:
            while workers.has_room and (fold := next(folds, None)) is not None:
                workers.begin(fold)
            # Handed out before anything is handed over: workers work while the caller does.
            for fold, block in workers.collect():
                yield fold.source, fold.source.take(block)
            if not workers.n_busy:
                return
            workers.attend()


def _folds(sources: Sequence[FoldJob]) -> Iterator[_Fold]:
    """One by one: if a process is lost, there is no doubt about which fold lost it."""
    for source in sources:
        for task in iter(source.next_task, None):
            for pair in task.pairs:
                yield _Fold(source, pair, task.listen)
