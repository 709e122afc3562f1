"""One learner whose folds are fitted one by one: blocks of them handed out in turn."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from foldwise.runs._door import Block, Claim, Job, Listen, Pair, claim_all, work

_SECONDS_OF_A_BLOCK = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class FoldTask:
    """Some folds of one learner, to be fitted here or anywhere else."""

    job: Job
    pairs: list[Pair]
    listen: Listen

    def __call__(self) -> Block:
        """Fit them."""
        return work(self.job, self.pairs, self.listen)


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
    claim : callable
        Asked for the folds of every task before it is handed out; what it does not grant is left to others.
    """

    job: Job
    listen: Listen
    blocks: list[list[Pair]]
    claim: Claim = claim_all
    _size: int = 1

    def next_task(self) -> FoldTask | None:
        """Return what can be computed now; None if there is nothing left."""
        while self.blocks:
            block = self.blocks.pop(0)
            if len(block) > self._size:
                self.blocks.insert(0, block[self._size :])
                block = block[: self._size]
            granted = self.claim(self.job, block)
            if granted:
                self._size = self.job.assignment.n_folds
                return FoldTask(self.job, granted, self.listen)
        return None

    def take(self, result: Block) -> Block:
        """Return what a task gave, which is always kept."""
        seconds = [outcome.fit_seconds + outcome.predict_seconds for outcome in result.outcomes if not outcome.error]
        if seconds:
            self._size = max(1, int(_SECONDS_OF_A_BLOCK * len(seconds) / max(sum(seconds), 1e-9)))
        return result


def by_repeat(pairs: Iterable[Pair]) -> list[list[Pair]]:
    """Put pairs of the same repeat into one block."""
    return [list(block) for _, block in groupby(sorted(pairs), key=itemgetter(0))]
