"""Tasks done by this thread, side by side in threads that can be left at once, or in processes."""

import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, ClassVar, Protocol, Self

from sklearn import config_context, get_config
from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]

from foldwise.workers._processes import in_worker_processes


class Threads:
    """Threads that call what they are given; results come back in the order in which they are ready.

    If the context ends by an exception, such as that of Ctrl-C, nobody waits for what is being computed: a thread ends
    the task that it has begun, whose result is dropped, and begins no other.

    Parameters
    ----------
    n_threads : int
        How many.
    n_inner : int
        How many threads each of them may use in turn, by OpenMP or in linear algebra.
    """

    def __init__(self, n_threads: int, n_inner: int) -> None:
        self._controller = ThreadpoolController()
        # Never more than now: the user may have set a limit, too.
        self._inner = _at_most(self._controller, n_inner)
        self._n_inner, self._limits = n_inner, _Limits()
        self._tasks: SimpleQueue[tuple[Any, Callable[[], Any]] | None] = SimpleQueue()
        self._results: SimpleQueue[tuple[Any, Any, BaseException | None]] = SimpleQueue()
        # Daemons: one that is in a long task must not keep the process alive.
        self._threads = [threading.Thread(target=self._serve, daemon=True) for _ in range(n_threads)]
        self._is_over = False
        self.n_busy = 0

    def start(self, key: Any, task: Callable[[], Any]) -> None:
        """Have a task called as soon as a thread is free."""
        self.n_busy += 1
        self._tasks.put((key, task))

    def wait(self) -> tuple[Any, Any]:
        """Return the key and the result of a task that is ready; what it raised is raised."""
        while True:
            try:
                # In short waits: on Windows a long one does not hear of Ctrl-C.
                key, result, error = self._results.get(timeout=0.2)
            except Empty:
                continue
            self.n_busy -= 1
            if error is not None:
                raise error
            return key, result

    def __enter__(self) -> Self:
        self._limits.impose(self._n_inner)
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, traceback: TracebackType | None) -> None:
        self._is_over = kind is not None
        for _ in self._threads:
            self._tasks.put(None)
        if kind is None:
            for thread in self._threads:
                thread.join()
        self._limits.lift()

    def _serve(self) -> None:
        self._controller.select(user_api="openmp").limit(limits=self._inner)
        while (item := self._tasks.get()) is not None and not self._is_over:
            key, task = item
            try:
                self._results.put((key, task(), None))
            except BaseException as error:
                self._results.put((key, None, error))


class _Limits:
    """A limit for linear algebra, which has one number of threads for the whole process.

    Several may overlap, in a program that has threads of its own: the last one lifts all of them.
    """

    _lock = threading.Lock()
    _imposed: ClassVar[set["_Limits"]] = set()
    _before: ClassVar[list[Any]] = []

    def impose(self, n_threads: int) -> None:
        """Limit it, further than others have done if need be."""
        with self._lock:
            algebra = ThreadpoolController().select(user_api="blas")
            self._before.append(algebra.limit(limits=_at_most(algebra, n_threads)))
            self._imposed.add(self)

    def lift(self) -> None:
        """Put back what the first one found, unless there are others."""
        with self._lock:
            self._imposed.discard(self)
            while not self._imposed and self._before:
                self._before.pop().restore_original_limits()


def _at_most(controller: Any, n_threads: int) -> dict[str, int]:
    return {info["user_api"]: min(n_threads, info["num_threads"]) for info in controller.info()}


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
            outcome = source.take(task())
            if outcome is not None:
                yield source, outcome


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
            outcome = source.take(result)
            if outcome is not None:
                yield source, outcome


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
