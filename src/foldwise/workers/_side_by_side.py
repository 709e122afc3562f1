"""Tasks done by this thread, side by side in threads, or in processes."""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial
from typing import Any, Protocol

from sklearn import config_context, get_config

from foldwise.workers._processes import in_worker_processes
from foldwise.workers._threads import Threads


class TaskSource(Protocol):
    """Something to do, in tasks, whose results it takes itself."""

    def next_task(self) -> Callable[[], Any] | None:
        """Return a task, which may be called anywhere; None if there is none, or none until a result has come."""
        ...

    def take(self, result: Any) -> Any:
        """Take what a task gave, and return what is to be kept; None for nothing."""
        ...


Kept = Generator[tuple[Any, Any], None, None]


def in_turn(sources: Sequence[TaskSource]) -> Kept:
    """Do one task after the other."""
    for source in sources:
        while (task := source.next_task()) is not None:
            kept = source.take(task())
            if kept is not None:
                yield source, kept


def in_threads(sources: Sequence[TaskSource], n_workers: int) -> Kept:
    """Do tasks side by side in threads; sources that come first have their tasks done first."""
    if not sources:
        return
    config = get_config()
    with Threads(n_workers, _inner(n_workers)) as threads:
        while True:
            # One in hand for each thread and none behind it: what comes next is decided as late as possible.
            for source in sources:
                while threads.n_busy < n_workers and (task := source.next_task()) is not None:
                    threads.start(source, partial(_configured, config, task))
            if not threads.n_busy:
                return
            source, result = threads.wait()
            kept = source.take(result)
            if kept is not None:
                yield source, kept


def in_processes(sources: Sequence[TaskSource], n_workers: int) -> Kept:
    """Do tasks side by side in processes, which read large arrays from one file in memory."""
    if not sources:
        return
    tasks = (
        partial(_called, number, task) for number, source in enumerate(sources) for task in iter(source.next_task, None)
    )
    # Nobody has a second task waiting behind the one in hand: if this process is killed, as little as possible is done
    # in vain.
    results = in_worker_processes(
        tasks,
        n_workers,
        what="a learner",
        instead="Use n_jobs=1, or isolate=True (--isolate), which records a crash as a failure.",
        ordered=False,
        n_ahead=1,
    )
    with closing(results):
        for number, result in results:
            yield sources[number], sources[number].take(result)


def _called(number: int, task: Callable[[], Any]) -> tuple[int, Any]:
    return number, task()


def _configured(config: dict[str, Any], task: Callable[[], Any]) -> Any:
    """Call a task under the user's settings of scikit-learn, which neither threads nor processes inherit."""
    with config_context(**config):
        return task()


def _inner(n_workers: int) -> int:
    import joblib

    return max(1, int(joblib.cpu_count()) // n_workers)
