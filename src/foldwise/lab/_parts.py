"""Parts of a measurement: done side by side in worker processes, and kept as soon as each is done."""

import os
from collections.abc import Callable, Sequence
from contextlib import closing, nullcontext
from functools import partial
from typing import Any, Protocol

import numpy.typing as npt

from foldwise.store._door import ArrayStore
from foldwise.workers._door import count_workers, in_worker_processes

Arrays = dict[str, npt.NDArray[Any]]


class WorkPart(Protocol):
    """Work that one process does, with one result or several; it is sent to worker processes."""

    def __call__(self, places: Sequence[int], /) -> Sequence[Arrays]:
        """Compute the results at some places; each is arrays of numbers by name."""
        ...


def do_parts(
    parts: Sequence[WorkPart],
    keys: Sequence[Sequence[str]],
    *,
    n_jobs: int,
    what: str,
    store: str | os.PathLike[str] | None = None,
    n_inner: int | None = None,
    advance: Callable[[int], object] = lambda _: None,
) -> list[list[Arrays]]:
    """Compute of all parts what a store does not have.

    Parameters
    ----------
    parts : sequence of WorkPart
        What to do.
    keys : sequence of sequences of str
        For every part: the key under which each of its results is kept. Without a store nobody reads them.
    n_jobs : int
        Number of processes; -1 for all cores.
    what : str
        What may be to blame if a process is lost, such as 'a learner'.
    store : path-like, optional
        File in which results are kept.
    n_inner : int, optional
        How many threads each process may use; by default a fair part of the cores.
    advance : callable, optional
        Gets the number of every part that is done.

    Returns
    -------
    list of list of dict of str to ndarray
        Of each part its results, in the order of its keys.
    """
    n_workers = count_workers(n_jobs)
    with nullcontext() if store is None else ArrayStore(store) as array_store:
        results: list[list[Arrays | None]] = [
            [None if array_store is None else array_store.get(key) for key in own] for own in keys
        ]
        todo: list[tuple[int, list[int]]] = []
        for number, own in enumerate(results):
            if missing := [place for place, arrays in enumerate(own) if arrays is None]:
                todo.append((number, missing))
            else:
                advance(number)
        calls = (partial(_do, parts[number], number, missing) for number, missing in todo)
        n_workers = min(n_workers, len(todo))
        with closing(in_worker_processes(calls, n_workers, what=what, ordered=False, n_inner=n_inner)) as done:
            for number, missing, computed in done:
                if array_store is not None:
                    array_store.keep(
                        {keys[number][place]: arrays for place, arrays in zip(missing, computed, strict=True)}
                    )
                for place, arrays in zip(missing, computed, strict=True):
                    results[number][place] = arrays
                advance(number)
    return [[arrays or {} for arrays in own] for own in results]


class SinglePart(Protocol):
    """Work with one result, which knows under which key that is kept."""

    def key(self) -> str:
        """Return the key: another for every other work."""
        ...

    def __call__(self) -> Arrays:
        """Do it; arrays of numbers by name."""
        ...


def do_single_parts(
    parts: Sequence[SinglePart], *, n_jobs: int, store: str | os.PathLike[str] | None = None
) -> list[Arrays]:
    """Do parts of one result each, which train learners, as `do_parts` does."""
    # Learners that cannot be told apart can be measured all the same, but not kept.
    keys = [["" if store is None else part.key()] for part in parts]
    calls = [partial(_single, part) for part in parts]
    return [arrays for (arrays,) in do_parts(calls, keys, n_jobs=n_jobs, what="a learner", store=store)]


def _single(part: SinglePart, _: Sequence[int], /) -> list[Arrays]:
    return [part()]


def _do(part: WorkPart, number: int, places: list[int]) -> tuple[int, list[int], Sequence[Arrays]]:
    return number, places, part(places)
