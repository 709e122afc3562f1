"""Tasks on a Dask cluster, whose workers come and go."""

import warnings
from collections import Counter, deque
from collections.abc import Generator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import partial
from queue import Empty, SimpleQueue
from time import monotonic, sleep
from typing import Any, Final

from sklearn import get_config

from foldwise._core import FoldwiseError, counted, one_line
from foldwise.runs._door import Block, FoldOutcome
from foldwise.workers._at_worker import Order, Raised, Refused, carry_out, difference, versions
from foldwise.workers._connect import Cluster
from foldwise.workers._fold_job import FoldTask
from foldwise.workers._side_by_side import TaskSource

_SECONDS_WITHOUT_WORKERS: Final = 60.0
_SECONDS_BETWEEN_LOOKS: Final = 1.0
_SECONDS_FOR_A_RESULT: Final = 60.0
# What is lost together with the only copy of its data is sent so often; Dask, which counts otherwise, cannot do that.
_MOST_SENT: Final = 4


@dataclass(slots=True, eq=False)
class _Sent:
    """A task on its way."""

    source: TaskSource
    task: Any
    worker: str = ""
    future: Any = None
    times: int = 0

    @property
    def has_several_folds(self) -> bool:
        return isinstance(self.task, FoldTask) and len(self.task.pairs) > 1


def in_cluster(sources: Sequence[TaskSource], cluster: Cluster) -> Generator[tuple[Any, Any], None, None]:
    """Do tasks on the workers of a cluster; sources that come first have their tasks done first.

    Only results come back: whatever is to be stored is stored here. A worker that is lost costs no more than time,
    unless Dask has lost more workers with a task than it allows (``distributed.scheduler.allowed-failures``): a fold
    has then failed.

    Parameters
    ----------
    sources : sequence of TaskSource
        Of FoldTask and SharedTask.
    cluster : Cluster
        As `connect` gives it.

    Yields
    ------
    source, kept
        What a source keeps of a result.
    """
    if not sources:
        return
    with closing(_Flight(cluster)) as flight:
        flight.check_versions()
        while True:
            for source in sources:
                while flight.has_room and (task := source.next_task()) is not None:
                    flight.send(source, task)
            if not flight.n_tasks:
                return
            for source, result in flight.wait():
                outcome = source.take(result)
                if outcome is not None:
                    yield source, outcome


class _Flight:
    """The tasks that are with the cluster, and the workers that it has.

    Each worker has one task in hand: if it is lost, Dask has no other to blame.
    """

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._client = cluster.client
        self._versions = versions()
        self._config = get_config()
        self._sent: dict[_Sent, None] = {}
        self._waiting: deque[_Sent] = deque()
        self._done: SimpleQueue[tuple[_Sent, Any]] = SimpleQueue()
        self._workers: list[str] = []
        self._looked = 0.0
        self._look()

    @property
    def n_tasks(self) -> int:
        return len(self._sent) + len(self._waiting)

    @property
    def has_room(self) -> bool:
        return self.n_tasks < self._n_at_once

    @property
    def _n_at_once(self) -> int:
        # What is to be sent while there are no workers waits for one.
        return max(1, len(self._workers))

    def check_versions(self) -> None:
        """Refuse workers on which a learner may give something else than here."""
        answers = self._cluster.ask(partial(self._client.run, versions, on_error="return"))
        for address, there in answers.items():
            if isinstance(there, OSError):
                # Lost a moment ago; if not, its first task will tell.
                continue
            if isinstance(there, Exception):
                raise self._refusal(f"the worker {address} cannot load foldwise ({type(there).__name__}: {there})")
            odd = difference(there, self._versions)
            if odd:
                raise self._refusal(f"the worker {address} has {odd}")

    def send(self, source: TaskSource, task: Any) -> None:
        """Hand a task to the worker that has least to do."""
        self._send(_Sent(source, task))

    def wait(self) -> list[tuple[TaskSource, Any]]:
        """Return what is ready, with the source that it is for; nothing if only the workers are others than before."""
        while self._waiting and len(self._sent) < self._n_at_once:
            self._send(self._waiting.popleft())
        before = set(self._workers)
        while True:
            if monotonic() > self._looked + _SECONDS_BETWEEN_LOOKS:
                self._look()
                if set(self._workers) - before:
                    return []
            try:
                # In short waits: on Windows a long one does not hear of Ctrl-C.
                sent, future = self._done.get(timeout=0.2)
            except Empty:
                continue
            if future is sent.future:
                return self._settle(sent)

    def close(self) -> None:
        """Cancel what is still on its way; what a worker has begun it ends, and nobody asks for it."""
        futures = [sent.future for sent in self._sent if sent.future is not None]
        self._sent.clear()
        # In vain if the scheduler is gone; and the reason why we stop is the one to be heard.
        with suppress(Exception):
            if self._cluster.is_connected and futures:
                self._client.cancel(futures, force=True)

    def _look(self) -> None:
        """See which workers there are; wait a while if there are none."""
        until = monotonic() + _SECONDS_WITHOUT_WORKERS
        self._workers = list(self._cluster.nthreads())
        if not self._workers:
            warnings.warn(
                f"The Dask cluster at {self._cluster.address} has no workers; waiting {_SECONDS_WITHOUT_WORKERS:.0f} s "
                f"for one. Start one with: dask worker {self._cluster.address}",
                RuntimeWarning,
                stacklevel=2,
            )
        while not self._workers:
            if monotonic() > until:
                address = self._cluster.address
                raise FoldwiseError(
                    f"The Dask cluster at {address} has had no workers for {_SECONDS_WITHOUT_WORKERS:.0f} s. Start "
                    f"some with 'dask worker {address}' and repeat the call; with a store, what is done is kept."
                )
            sleep(0.2)
            self._workers = list(self._cluster.nthreads())
        self._looked = monotonic()

    def _send(self, sent: _Sent) -> None:
        if not self._workers:
            self._look()
        self._sent[sent] = None
        sent.times += 1
        busy = Counter(other.worker for other in self._sent)
        sent.worker = min(self._workers, key=lambda worker: busy[worker])
        order = Order(replace(sent.task, job=None), self._versions, self._config)
        sent.future = self._cluster.ask(partial(self._submit, sent, order))
        sent.future.add_done_callback(lambda future: self._done.put((sent, future)))

    def _submit(self, sent: _Sent, order: Order) -> Any:
        while True:
            try:
                parts = self._cluster.parts.futures(sent.task.job)
            except TimeoutError:
                # There was no worker to send them to.
                self._look()
                continue
            # By name: Dask itself would prefer those that hold the data. Any other may take it from a busy one.
            return self._client.submit(
                carry_out, order, *parts, workers=[sent.worker], allow_other_workers=True, pure=False
            )

    def _settle(self, sent: _Sent) -> list[tuple[TaskSource, Any]]:
        """See what became of a task, and send it again if that was not its fault."""
        del self._sent[sent]
        result = self._result(sent)
        sent.future.release()
        if result is None:
            self._waiting.append(sent)
            return []
        if isinstance(result, Refused):
            raise self._refusal(result.why)
        if not isinstance(result, Raised):
            return [(sent.source, result)]
        if sent.has_several_folds:
            # One by one will show which it was.
            self._waiting.extend(_Sent(sent.source, replace(sent.task, pairs=[pair])) for pair in sent.task.pairs)
            return []
        if isinstance(sent.task, FoldTask):
            return [(sent.source, _lost_fold(sent.task, f"{result.name}: {result.message}"))]
        return [(sent.source, type(result.name, (Exception,), {})(result.message))]

    def _result(self, sent: _Sent) -> Any:
        """Return what a task gave; None if it has to be sent again, because a worker or what it held was lost."""
        from distributed import CancelledError
        from distributed.scheduler import KilledWorker

        try:
            if sent.future.status in {"finished", "error"}:
                return sent.future.result(timeout=_SECONDS_FOR_A_RESULT)
        except KilledWorker as error:
            # Nothing is sent to a worker that is gone: another would have it behind what it has in hand.
            self._workers = list(self._cluster.nthreads())
            return _lost_workers(error.allowed_failures + 1)
        except (CancelledError, OSError):
            pass
        except Exception as error:
            raise self._refusal(f"a task came back as {type(error).__name__}: {one_line(error)}") from error
        self._look()
        return _lost_workers(sent.times) if sent.times >= _MOST_SENT else None

    def _refusal(self, why: str) -> FoldwiseError:
        return FoldwiseError(
            f"The Dask cluster at {self._cluster.address} cannot do this work: {one_line(why)}. "
            "Install the same packages there as here, on the scheduler, too."
        )


def _lost_workers(number: int) -> Raised:
    return Raised("WorkerLost", f"fitting this cost the cluster {counted(number, 'worker')}")


def _lost_fold(task: FoldTask, error: str) -> Block:
    ((repeat, fold),) = task.pairs
    return Block(task.job.learner, [FoldOutcome(repeat, fold, error=error)])
