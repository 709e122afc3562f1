"""Finished blocks of trials, kept in a file."""

import os
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Protocol

import numpy.typing as npt

from foldwise.lab._identity import block_key, source_key
from foldwise.lab.sources import Source
from foldwise.store._door import ArrayStore

Arrays = dict[str, npt.NDArray[Any]]


class Keyed(Protocol):
    """A question that says under which key its findings are kept."""

    def key(self) -> str:
        """Return the key."""
        ...


class KeptBlocks:
    """What questions found in blocks of trials of one source, on the disk as soon as a block is done.

    Kept by content: class and parameters of the source, each question by itself, seed, first and last trial of the
    block, and versions. So a further procedure computes only what it adds, more trials go on behind the full blocks,
    and whatever has changed is computed anew. What is computed differently without another version of foldwise, as
    while working on it, is not noticed: take a new file then.

    Parameters
    ----------
    path : path-like
        The file; made if it is not there. The store of a run is another kind of file, and refused.
    source : Source
        Where the trials come from.
    questions : sequence of Keyed
        What is asked of them.
    seed : int
        Of the study.
    """

    def __init__(self, path: str | os.PathLike[str], source: Source, questions: Sequence[Keyed], seed: int) -> None:
        self._source, self._seed = source_key(source), seed
        self._questions = [question.key() for question in questions]
        self._store = ArrayStore(path)

    def __enter__(self) -> "KeptBlocks":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._store.__exit__(kind, error, trace)

    def get(self, trials: range) -> list[Arrays | None]:
        """Return what each question found in a block, None where that is not known."""
        return [self._store.get(self._key(place, trials)) for place in range(len(self._questions))]

    def keep(self, trials: range, found: Mapping[int, Arrays]) -> None:
        """Keep what questions, by their places, found in a block."""
        self._store.keep({self._key(place, trials): arrays for place, arrays in found.items()})

    def _key(self, place: int, trials: range) -> str:
        return block_key(self._source, self._questions[place], trials, self._seed)
