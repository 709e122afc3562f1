"""Parts of a measurement, done in parallel and kept as soon as each is done."""

import os
from collections.abc import Sequence
from contextlib import closing, nullcontext
from typing import Any, Protocol

import numpy.typing as npt

from foldwise.store._door import ArrayStore
from foldwise.workers._door import count_workers, in_worker_processes

Arrays = dict[str, npt.NDArray[Any]]


class MeasuredPart(Protocol):
    """Work that one process does; it is sent to worker processes."""

    def key(self) -> str:
        """Under which its arrays are kept: another for every other work."""
        ...

    def __call__(self) -> Arrays:
        """Do it; arrays of numbers by name."""
        ...


def kept_parts(
    parts: Sequence[MeasuredPart], *, n_jobs: int, store: str | os.PathLike[str] | None
) -> list[dict[str, npt.NDArray[Any]]]:
    """Do all parts that a store does not have.

    Parameters
    ----------
    parts : sequence of MeasuredPart
        What to do.
    n_jobs : int
        Number of processes; -1 for all cores.
    store : path-like, optional
        File in which finished parts are kept.

    Returns
    -------
    list of dict of str to ndarray
        In the order of the parts.
    """
    # Learners that cannot be told apart can be measured all the same, but not kept.
    keys = ["" if store is None else part.key() for part in parts]
    with nullcontext() if store is None else ArrayStore(store) as kept:
        found = [None if kept is None else kept.get(key) for key in keys]
        todo = [place for place, arrays in enumerate(found) if arrays is None]
        with closing(
            in_worker_processes((parts[place] for place in todo), count_workers(n_jobs), what="a learner")
        ) as results:
            for place, arrays in zip(todo, results, strict=True):
                if kept is not None:
                    kept.keep({keys[place]: arrays})
                found[place] = arrays
    return [arrays or {} for arrays in found]
