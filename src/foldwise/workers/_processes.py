"""Calls done side by side in worker processes, which start quietly and end with this program, however it ends."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from pickle import PicklingError
from types import FrameType
from typing import Any, Final

from foldwise._core import FoldwiseError, caught_warnings

_SECONDS_BETWEEN_LOOKS = 0.3
_SECONDS_TO_HAND_OUT = 0.3
# What joblib warns of when it is left early.
_CANCELLED: Final = r"\d+ tasks (which|have) "
# As an option of Python: what the process that cleans up for joblib warns of.
_LEAKS: Final = "ignore:resource_tracker:UserWarning"


class _Turns:
    """One thread after the other: joblib has one set of workers, and two that want it otherwise lock each other out."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._holder: int | None = None

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for one's turn; whoever has it already need not wait for himself."""
        if self._holder == threading.get_ident():
            yield
            return
        with self._lock:
            self._holder = threading.get_ident()
            try:
                yield
            finally:
                self._holder = None


_TURNS = _Turns()


def in_worker_processes(
    calls: Iterable[Callable[[], Any]],
    n_workers: int,
    *,
    what: str,
    instead: str = "Use n_jobs=1.",
    ordered: bool = True,
    n_ahead: int = 2,
    n_inner: int | None = None,
) -> Generator[Any, None, None]:
    """Do calls in processes of their own, under the settings of scikit-learn and the filters of warnings of this one.

    Parameters
    ----------
    calls : iterable of callable
        What to do; taken as late as possible.
    n_workers : int
        How many at the same time; with one or none, all is done here.
    what, instead : str
        What may be to blame if a worker is lost, such as 'a learner', and what to do about it.
    ordered : bool, default True
        Whether results come in the order of the calls, or as soon as they are ready.
    n_ahead : int, default 2
        How many calls for each worker are handed out at the same time.
    n_inner : int, optional
        How many threads each call may use, by OpenMP or in linear algebra; by default a fair part of the cores.

    Yields
    ------
    Any
        What the calls return.
    """
    if n_workers <= 1:
        for call in calls:
            yield call()
        return
    from joblib import parallel_config
    from joblib.externals.loky.process_executor import BrokenProcessPool
    from sklearn.utils.parallel import Parallel, delayed

    results = None
    with _TURNS.turn():
        try:
            with (
                parallel_config("loky", inner_max_num_threads=n_inner, initializer=end_with, initargs=(os.getpid(),)),
                _started_in_peace(),
            ):
                pool = Parallel(
                    n_jobs=n_workers,
                    return_as="generator" if ordered else "generator_unordered",
                    pre_dispatch=n_ahead * n_workers,
                    batch_size=1,
                )
                results = pool(delayed(_call)(call) for call in calls)
                begun = time.monotonic()
            yield from results
        except (BrokenProcessPool, PicklingError) as error:
            raise FoldwiseError(
                f"A worker process failed ({type(error).__name__}): {what} cannot be sent there, crashed it, or used "
                f"up the memory. {instead}"
            ) from error
        finally:
            # Left early, by an error or Ctrl-C, this tells the workers to stop, and joblib tells what everybody knows.
            if results is not None:
                # Left at once, joblib's own thread would look in vain for the calls that it has just been given.
                time.sleep(max(0.0, begun + _SECONDS_TO_HAND_OUT - time.monotonic()) if results.gi_frame else 0.0)
                with caught_warnings(UserWarning, _CANCELLED):
                    results.close()


def _call(call: Callable[[], Any]) -> Any:
    return call()


def end_with(parent: int) -> None:
    """Have this process end soon after its parent, whatever it is doing: nobody else tells it."""
    if hasattr(signal, "pthread_sigmask"):
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    # An orphan is given another parent. Not so on Windows, where nothing is watched.
    while os.getppid() == parent:
        time.sleep(_SECONDS_BETWEEN_LOOKS)
    os._exit(1)


@contextmanager
def _started_in_peace() -> Iterator[None]:
    """Start processes that Ctrl-C does not reach: it is for this one, which ends the others in good order.

    It does so when they have started: a process that is left half-way complains in a traceback of its own.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    from joblib.externals.loky.backend import resource_tracker as tracker_of_joblib

    # These two let Ctrl-C through again once they have started.
    resource_tracker.ensure_running()
    with _leaks_not_told():
        tracker_of_joblib.ensure_running()
    with _signals_put_off():
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _leaks_not_told() -> Iterator[None]:
    """Have a process that is started meanwhile clean up what an interrupted program left, and say nothing of it.

    A program that is interrupted between two steps of its end leaves a name behind of which nothing is left.
    """
    sys.warnoptions.append(_LEAKS)
    try:
        yield
    finally:
        sys.warnoptions.remove(_LEAKS)


@contextmanager
def _signals_put_off() -> Iterator[None]:
    """Have Python's handlers of signals called in the end.

    Blocking a signal in this thread is not enough: another thread, such as one of linear algebra, takes it, and the
    handler is called here all the same. In other threads than the main one no handler is called.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: dict[int, FrameType | None] = {}
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    own = {number: handler for number, handler in handlers.items() if callable(handler)}
    for number in own:
        signal.signal(number, came.__setitem__)
    try:
        yield
    finally:
        for number, handler in own.items():
            signal.signal(number, handler)
        for which, frame in came.items():
            own[signal.Signals(which)](which, frame)
