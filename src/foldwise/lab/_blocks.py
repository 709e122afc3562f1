"""The one loop under all studies: blocks of trials, in parallel, kept as soon as they are done."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

import numpy.typing as npt

from foldwise._core import check_integer, check_seed
from foldwise.evaluation._door import progress_bar
from foldwise.lab._answers import Answers
from foldwise.lab._design import Design
from foldwise.lab._identity import question_key
from foldwise.lab._kept import KeptBlocks
from foldwise.lab.sources import Source
from foldwise.workers._door import count_workers, in_worker_processes

Arrays = dict[str, npt.NDArray[Any]]


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Some trials of a source, and the answers to the designs of a question."""

    source: Source
    trials: range
    seed: int
    answers: list[Answers]


class Question(Protocol):
    """What is asked of every block of trials; it is sent to worker processes."""

    @property
    def designs(self) -> Sequence[Design]:
        """The designs whose answers it reads."""
        ...

    def key(self) -> str:
        """Under which its findings are kept: another for every other question."""
        ...

    def find(self, block: Block) -> Arrays:
        """Read the answers to its designs; arrays of numbers by name."""
        ...


@dataclass(frozen=True, slots=True)
class Reduced:
    """A function of the answers to some designs."""

    designs: tuple[Design, ...]
    reduce: Callable[[list[Answers]], Arrays]
    key_parts: tuple[Any, ...]

    def key(self) -> str:
        """Made from what the caller says determines the function."""
        return question_key("reduced answers", *self.designs, *self.key_parts)

    def find(self, block: Block) -> Arrays:
        """Apply the function."""
        return self.reduce(block.answers)


def map_blocks(
    source: Source,
    designs: Sequence[Design],
    reduce: Callable[[list[Answers]], Arrays],
    *,
    n_trials: int,
    seed: int = 0,
    n_jobs: int = 1,
    store: str | os.PathLike[str] | None = None,
    key: tuple[Any, ...] = (),
    progress: bool | None = None,
) -> list[Arrays]:
    """Do the trials of a source block by block, and keep of every block what a function makes of the answers.

    Parameters
    ----------
    source : Source
        Where datasets come from.
    designs : sequence of Design
        How every dataset is split.
    reduce : callable
        Gets the answers to a block of trials, one `Answers` for each design; returns arrays of numbers by name, all of
        at least one dimension.
    n_trials : int
        How many datasets.
    seed, n_jobs, store, progress
        As in `type_one_error`.
    key : tuple
        What determines `reduce`, for the store: a word for the study, and all parameters.

    Returns
    -------
    list of dict of str to ndarray
        What `reduce` returned, block by block in the order of the trials.
    """
    question = Reduced(tuple(designs), reduce, key)
    (found,) = ask_blocks(
        source, [question], n_trials=n_trials, seed=seed, n_jobs=n_jobs, store=store, progress=progress
    )
    return found


def ask_blocks(
    source: Source,
    questions: Sequence[Question],
    *,
    n_trials: int,
    seed: int,
    n_jobs: int,
    store: str | os.PathLike[str] | None,
    progress: bool | None,
) -> list[list[Arrays]]:
    """Ask several questions of the same trials; of each block only what the store does not have is computed.

    Parameters
    ----------
    source : Source
        Where datasets come from.
    questions : sequence of Question
        What to find out.
    n_trials, seed, n_jobs, store, progress
        As in `map_blocks`.

    Returns
    -------
    list of list of dict of str to ndarray
        For each question what it found, block by block.
    """
    check_integer(n_trials, "n_trials", least=1)
    check_seed(seed)
    n_workers = count_workers(n_jobs)
    blocks = blocks_of(source, n_trials)
    with (
        KeptBlocks(store, source, questions, seed) if store is not None else nullcontext() as kept,
        progress_bar(f"{source.name}: trials", n_trials, progress) as advance,
    ):
        found: list[list[Arrays | None]] = [
            [None] * len(questions) if kept is None else kept.get(block) for block in blocks
        ]
        tasks = []
        for number, block in enumerate(blocks):
            missing = [place for place, known in enumerate(found[number]) if known is None]
            if missing:
                tasks.append(_Task(source, [questions[place] for place in missing], block, seed, number, missing))
            else:
                advance(len(block))
        for task, results in _done(tasks, min(n_workers, len(tasks))):
            if kept is not None:
                kept.keep(task.trials, dict(zip(task.places, results, strict=True)))
            for place, result in zip(task.places, results, strict=True):
                found[task.number][place] = result
            advance(len(task.trials))
    return [[parts[place] or {} for parts in found] for place in range(len(questions))]


def blocks_of(source: Source, n_trials: int) -> list[range]:
    """Return the blocks in which trials are done, and kept."""
    size = source.trials_per_block
    return [range(start, min(start + size, n_trials)) for start in range(0, n_trials, size)]


@dataclass(frozen=True, slots=True)
class _Task:
    """The questions that are open in one block."""

    source: Source
    questions: list[Question]
    trials: range
    seed: int
    number: int
    places: list[int]

    def __call__(self) -> list[Arrays]:
        """Do the trials, once for all questions that read the same answers."""
        designs = list(dict.fromkeys(design for question in self.questions for design in question.designs))
        given = self.source.answer(self.trials, designs, self.seed) if designs else []
        answers = dict(zip(designs, given, strict=True))
        return [
            question.find(Block(self.source, self.trials, self.seed, [answers[design] for design in question.designs]))
            for question in self.questions
        ]


def _numbered(number: int, task: _Task) -> tuple[int, list[Arrays]]:
    return number, task()


def _done(tasks: list[_Task], n_workers: int) -> Iterator[tuple[_Task, list[Arrays]]]:
    """Yield every task with its results, as soon as it is ready."""
    # Each worker computes on one core: they are as many as there are.
    results = in_worker_processes(
        (partial(_numbered, number, task) for number, task in enumerate(tasks)),
        n_workers,
        what="the source, a learner or a test",
        ordered=False,
        n_inner=1,
    )
    with closing(results):
        for number, result in results:
            yield tasks[number], result
