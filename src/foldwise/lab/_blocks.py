"""The one loop under all studies: blocks of trials, in parallel, kept as soon as they are done."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from foldwise._core import Progress, check_integer, check_seed, digest, show_progress
from foldwise.lab._answers import Answers
from foldwise.lab._designs import Design
from foldwise.lab._parts import Arrays, do_parts
from foldwise.lab._source import Source, content_of, source_key
from foldwise.store._door import content_key


@dataclass(frozen=True, slots=True, eq=False)
class TrialBlock:
    """Some trials of a source, and the answers to the designs of a question."""

    source: Source
    trials: range
    seed: int
    answers: list[Answers]


class TrialQuestion(Protocol):
    """What is asked of every block of trials; it is sent to worker processes."""

    @property
    def designs(self) -> Sequence[Design]:
        """The designs whose answers it reads."""
        ...

    def key(self) -> str:
        """Under which its findings are kept: another for every other question."""
        ...

    def find(self, block: TrialBlock) -> Arrays:
        """Read the answers to its designs; arrays of numbers by name."""
        ...


def ask_blocks(
    source: Source,
    questions: Sequence[TrialQuestion],
    *,
    n_trials: int,
    seed: int,
    n_jobs: int,
    store: str | os.PathLike[str] | None,
    progress: bool | None,
) -> list[list[Arrays]]:
    """Answer several questions about the same trials; of each block only what the store does not have is computed.

    Results are kept by content: class and parameters of the source, each question by itself, seed, first and last trial
    of the block, and versions. So a further procedure computes only what it adds, more trials go on behind the full
    blocks, and whatever has changed is computed anew. What is computed differently without another version of foldwise,
    as while working on it, is not noticed: take a new file then.

    Parameters
    ----------
    source : Source
        Where datasets come from.
    questions : sequence of TrialQuestion
        What to find out.
    n_trials, seed, n_jobs, store, progress
        As in `type_one_error`.

    Returns
    -------
    list of list of dict of str to ndarray
        For each question what it found, block by block.
    """
    check_integer(n_trials, "n_trials", least=1)
    check_seed(seed)
    blocks = blocks_of(source, n_trials)
    keys = [[""] * len(questions)] * len(blocks) if store is None else block_keys(source, questions, blocks, seed)
    parts = [_BlockOfQuestions(source, tuple(questions), block, seed) for block in blocks]
    with show_progress(Progress(f"{source.name}: trials", n_trials), progress) as bar:
        results = do_parts(
            parts,
            keys,
            n_jobs=n_jobs,
            what="the source, a learner or a test",
            store=store,
            # Each worker computes on one core: they are as many as there are.
            n_inner=1,
            advance=lambda number: bar.advance(len(blocks[number])),
        )
    return [list(by_block) for by_block in zip(*results, strict=True)]


def blocks_of(source: Source, n_trials: int) -> list[range]:
    """Return the blocks in which trials are done, and kept."""
    size = source.trials_per_block
    return [range(start, min(start + size, n_trials)) for start in range(0, n_trials, size)]


def block_keys(
    source: Source, questions: Sequence[TrialQuestion], blocks: Sequence[range], seed: int
) -> list[list[str]]:
    """Return for every block the keys under which a store has what each question found in it."""
    of_source, of_questions = source_key(source), [question.key() for question in questions]
    return [
        [digest("block of trials", of_source, own, block.start, block.stop, str(seed)) for own in of_questions]
        for block in blocks
    ]


def question_key(what: str, *parts: Any) -> str:
    """Return the key of what is asked of every trial; of a dataclass all fields count but its name."""
    contents = [[type(part), content_of(part)] if hasattr(part, "__dataclass_fields__") else part for part in parts]
    name = next((part.name for part in parts if getattr(part, "name", "")), what)
    return content_key(name, what, *contents)


@dataclass(frozen=True, slots=True)
class _BlockOfQuestions:
    """Questions about one block of trials."""

    source: Source
    questions: tuple[TrialQuestion, ...]
    trials: range
    seed: int

    def __call__(self, places: Sequence[int]) -> list[Arrays]:
        """Do the trials, once for all questions that read the same answers."""
        questions = [self.questions[place] for place in places]
        designs = list(dict.fromkeys(design for question in questions for design in question.designs))
        answers = self.source.answer(self.trials, designs, self.seed) if designs else []
        by_design = dict(zip(designs, answers, strict=True))
        return [
            question.find(
                TrialBlock(self.source, self.trials, self.seed, [by_design[design] for design in question.designs])
            )
            for question in questions
        ]
