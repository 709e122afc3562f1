"""One learner whose folds are fitted one by one: blocks of them handed out in turn."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any

from foldwise.runs._fold import Block, Job, Pair, work
from foldwise.runs._listen import Listen

_SECONDS_OF_A_BLOCK = 0.5


@dataclass(slots=True, eq=False)
class FoldJob:
    """Says what is to be fitted next, and takes what came of it.

    Parameters
    ----------
    job : Job
        The learner and its folds.
    listen : callable
        How to hear what the learner prints.
    blocks : list of lists of pairs (repeat, fold)
        What to fit, at most so many at a time; emptied on the way. The first fold is a block of its own, whoever fits
        it, and so are slow ones: progress is then seen fold by fold.
    """

    job: Job
    listen: Listen
    blocks: list[list[Pair]]
    _size: int = 1

    def next_task(self) -> Callable[[], Any] | None:
        """Return what can be computed now; None if there is nothing left."""
        if not self.blocks:
            return None
        block = self.blocks.pop(0)
        if len(block) > self._size:
            self.blocks.insert(0, block[self._size :])
            block = block[: self._size]
        self._size = self.job.assignment.n_folds
        return partial(work, self.job, block, self.listen)

    def take(self, result: Block) -> Block:
        """Return what a task gave, which is always kept."""
        seconds = [outcome.fit_seconds + outcome.predict_seconds for outcome in result.outcomes if not outcome.error]
        if seconds:
            self._size = max(1, int(_SECONDS_OF_A_BLOCK * len(seconds) / max(sum(seconds), 1e-9)))
        return result


def by_repeat(pairs: Iterable[Pair]) -> list[list[Pair]]:
    """Put pairs of the same repeat into one block."""
    return [list(block) for _, block in groupby(sorted(pairs), key=itemgetter(0))]
