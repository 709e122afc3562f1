"""Worker processes at work: who does what, for how long already, and with how much memory."""

import time
from contextlib import ExitStack
from dataclasses import dataclass, replace
from multiprocessing.connection import wait
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sklearn import get_config

from foldwise._core import FoldwiseError
from foldwise.runs._door import Block, FoldOutcome, Job, Listen, Pair, first_line
from foldwise.workers._fold_job import FoldJob
from foldwise.workers._isolated_process import IsolatedProcess, LostError, Nursery
from foldwise.workers._parcel import write_parcel

_BETWEEN_LOOKS = 0.05
# Loading the learner has a clock of its own: importing a large library for the first time may take long.
_LOADING_SECONDS = 60.0
# From one piece of an answer to the next it takes far less.
_ANSWERING_SECONDS = 30.0
# What a process may have grown by before it is replaced, if there is no limit to take a share of.
_GROWN = 10**9
_PARTS = ("X", "target", "labels", "assignment")


@dataclass(frozen=True, slots=True)
class Fold:
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

    def is_told_by(self, answer: Any) -> bool:
        """Tell whether this is what the fold gave."""
        if not isinstance(answer, Block) or answer.learner != self.job.learner:
            return False
        return [(outcome.repeat, outcome.fold) for outcome in answer.outcomes] == [self.pair]


class _Parcels:
    """Jobs laid out in a folder, where workers find them: what several have in common only once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        # With the objects themselves, so that no other is mistaken for one that is gone.
        self._paths: dict[int, tuple[Any, str]] = {}
        self._orders: dict[int, tuple[Job, dict[str, Any] | str]] = {}

    def order(self, job: Job, listen: Listen) -> dict[str, Any] | str:
        """Return what to tell a worker of a job; or why it cannot be told."""
        if id(job) not in self._orders:
            order: dict[str, Any] | str
            try:
                light = replace(job, **dict.fromkeys(_PARTS))  # type: ignore[arg-type]
                values = [(light, listen, get_config()), *(getattr(job, name) for name in _PARTS)]
                order = {"job": len(self._orders), "parts": [self._path(value) for value in values]}
            except FoldwiseError:
                raise
            except (Exception, SystemExit) as error:
                order = f"NotSendable: {type(error).__name__}: {first_line(error)}"
            self._orders[id(job)] = job, order
        return self._orders[id(job)][1]

    def _path(self, value: Any) -> str:
        if id(value) not in self._paths:
            path = self._folder / f"part-{len(self._paths)}"
            write_parcel(value, path)
            self._paths[id(value)] = value, str(path)
        return self._paths[id(value)][1]


@dataclass(slots=True)
class _Worker:
    """A process and what it does; `..._with` is how many bytes it held at that time."""

    process: IsolatedProcess
    job: int = -1
    loaded_with: int = 0
    begun_with: int = 0
    fold: Fold | None = None
    is_loading: bool = False
    since: float = 0.0
    answering_since: float | None = None


class Crew:
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
        self._finished: list[tuple[Fold, Block]] = []
        self._next_look = 0.0

    def __enter__(self) -> Self:
        import joblib

        with ExitStack() as stack:
            n_inner = max(1, int(joblib.cpu_count()) // self._n_workers)
            self._nursery = Nursery(n_inner, self._megabytes)
            stack.callback(self._nursery.close)
            assert self._nursery.folder is not None
            self._parcels = _Parcels(self._nursery.folder)
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

    def begin(self, fold: Fold) -> None:
        """Have a fold done."""
        order = self._parcels.order(fold.job, fold.listen)
        if isinstance(order, str):
            self._finished.append((fold, fold.lost(order)))
            return
        worker = self._free(order["job"])
        worker.fold, worker.is_loading = fold, worker.job != order["job"]
        worker.job, worker.since = order["job"], time.monotonic()
        worker.process.ask(pair=fold.pair, **order)

    def collect(self) -> list[tuple[Fold, Block]]:
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
        worker = _Worker(IsolatedProcess(self._nursery))
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
        elif fold is not None and kind == "done" and fold.is_told_by(content):
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
