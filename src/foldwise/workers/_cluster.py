"""Tasks on a Dask cluster, whose workers come and go."""

import warnings
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from queue import Empty, SimpleQueue
from time import monotonic, sleep
from typing import Any, Final
from uuid import uuid4

from sklearn import get_config

from foldwise._core import FoldwiseError, counted, one_line
from foldwise.runs._door import Block, FoldOutcome
from foldwise.workers._at_worker import Lost, Order, Raised, Refused, carry_out, difference, versions
from foldwise.workers._connect import Cluster
from foldwise.workers._fold_job import FoldTask
from foldwise.workers._workers import Source

# In hand for each worker: one at work and one behind it, so that it need not wait for us.
_PER_WORKER: Final = 2
_SECONDS_WITHOUT_WORKERS: Final = 60.0
_SECONDS_BETWEEN_LOOKS: Final = 1.0
_SECONDS_FOR_A_RESULT: Final = 60.0
# A fold, or repeats that share work, are begun so often if each time the worker is lost; then it is their fault.
_MOST_BEGUN: Final = 3
# Sent so often, whether begun or not: what it takes to lose a worker without beginning a task is beyond us.
_MOST_SENT: Final = 20


class WorkerLostError(Exception):
    """Takes the place of what repeats that share work would have given."""


@dataclass(slots=True, eq=False)
class _Sent:
    """A task on its way."""

    source: Source
    task: Any
    key: list[str]
    worker: str = ""
    future: Any = None
    times: int = 0


def in_cluster(sources: Sequence[Source], cluster: Cluster) -> Generator[tuple[Any, Any], None, None]:
    """Do tasks on the workers of a cluster; sources that come first have their tasks done first.

    Only results come back: whatever is to be stored is stored here. A worker that is lost costs no more than time,
    unless it is lost again and again with the same task: a fold has then failed.

    Parameters
    ----------
    sources : sequence of Source
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
                kept = source.take(result)
                if kept is not None:
                    yield source, kept


class _Flight:
    """The tasks that are with the cluster, and the workers that it has."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._client = cluster.client
        self._name = f"foldwise-{uuid4().hex}"
        self._numbers = count()
        self._versions = versions()
        self._config = get_config()
        self._sent: dict[_Sent, None] = {}
        self._done: SimpleQueue[tuple[_Sent, Any]] = SimpleQueue()
        self._workers: list[str] = []
        self._looked = 0.0
        self._look()

    @property
    def n_tasks(self) -> int:
        return len(self._sent)

    @property
    def has_room(self) -> bool:
        return self.n_tasks < _PER_WORKER * len(self._workers)

    def check_versions(self) -> None:
        """Refuse workers on which a learner may give something else than here."""
        found = self._cluster.ask(partial(self._client.run, versions, on_error="return"))
        for address, there in found.items():
            if isinstance(there, OSError):
                # Lost a moment ago; if not, its first task will tell.
                continue
            if isinstance(there, Exception):
                raise self._refusal(f"the worker {address} cannot load foldwise ({type(there).__name__}: {there})")
            odd = difference(there, self._versions)
            if odd:
                raise self._refusal(f"the worker {address} has {odd}")

    def send(self, source: Source, task: Any) -> None:
        """Hand a task to the worker that has least to do."""
        self._send(_Sent(source, task, [self._name, str(next(self._numbers))]))

    def wait(self) -> list[tuple[Source, Any]]:
        """Return what is ready, with the source that it is for; nothing if only the workers are others than before."""
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
            if self._cluster.is_connected:
                if futures:
                    self._client.cancel(futures, force=True)
                self._client.set_metadata([self._name], None)

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
        self._sent[sent] = None
        sent.times += 1
        busy = Counter(other.worker for other in self._sent)
        sent.worker = min(self._workers, key=lambda worker: busy[worker])
        is_whole = isinstance(sent.task, FoldTask) and len(sent.task.pairs) > 1
        order = Order(
            sent.key,
            # Of several folds, one by one will show which it was.
            1 if is_whole else _MOST_BEGUN,
            replace(sent.task, job=None),
            self._versions,
            self._config,
        )
        sent.future = self._cluster.ask(partial(self._submit, sent, order))
        sent.future.add_done_callback(lambda future: self._done.put((sent, future)))

    def _submit(self, sent: _Sent, order: Order) -> Any:
        while True:
            try:
                parts = self._cluster.scattered.futures(sent.task.job)
            except TimeoutError:
                # There was no worker to send them to.
                self._look()
                continue
            # By name: Dask itself would prefer those that hold the data. Any other may take it from a busy one.
            return self._client.submit(
                carry_out, order, *parts, workers=[sent.worker], allow_other_workers=True, pure=False
            )

    def _settle(self, sent: _Sent) -> list[tuple[Source, Any]]:
        """See what became of a task, and send it again if that was not its fault."""
        del self._sent[sent]
        result = self._result(sent)
        sent.future.release()
        if result is None and sent.times < _MOST_SENT:
            self._send(sent)
            return []
        if isinstance(result, Refused):
            raise self._refusal(result.why)
        if result is not None and not isinstance(result, Lost | Raised):
            return [(sent.source, result)]
        if isinstance(result, Raised):
            error: Exception = type(result.name, (Exception,), {})(result.message)
            reason = f"{result.name}: {result.message}"
        else:
            cost = f"cost the cluster {counted(sent.times if result is None else result.times, 'worker')}"
            error, reason = WorkerLostError(f"this {cost}"), f"WorkerLost: fitting this fold {cost}"
        if not isinstance(sent.task, FoldTask):
            return [(sent.source, error)]
        if len(sent.task.pairs) > 1:
            for pair in sent.task.pairs:
                self.send(sent.source, replace(sent.task, pairs=[pair]))
            return []
        return [(sent.source, _lost_fold(sent.task, reason))]

    def _result(self, sent: _Sent) -> Any:
        """Return what a task gave; None if it has to be sent again, because a worker or what it held was lost."""
        from distributed import CancelledError
        from distributed.scheduler import KilledWorker

        try:
            if sent.future.status in {"finished", "error"}:
                return sent.future.result(timeout=_SECONDS_FOR_A_RESULT)
        except (CancelledError, KilledWorker, OSError):
            pass
        except Exception as error:
            raise self._refusal(f"a task came back as {type(error).__name__}: {one_line(error)}") from error
        return None

    def _refusal(self, why: str) -> FoldwiseError:
        return FoldwiseError(
            f"The Dask cluster at {self._cluster.address} cannot do this work: {one_line(why)}. "
            "Install the same packages there as here, on the scheduler, too."
        )


def _lost_fold(task: FoldTask, error: str) -> Block:
    ((repeat, fold),) = task.pairs
    test = task.job.assignment.split(repeat, fold)[1]
    return Block(task.job.learner, [FoldOutcome(repeat, fold, test, error=error)], "", Counter())
