"""One learner whose folds are fitted one by one: blocks of them handed out in turn."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import chain, groupby
from math import ceil, inf
from operator import itemgetter
from time import monotonic

from foldwise.runs._door import Block, Claim, Job, Listen, Pair, claim_all, work
from foldwise.sharing._door import Preparations

_SECONDS_OF_A_BLOCK = 0.5
# Handing out a block and taking its results may take a fiftieth of a second, at most that.
_SECONDS_WORTH_A_BLOCK = 0.1
# In one of them the steps are fitted, too.
_WORTH_TABLES = 3


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
    until : float, default infinity
        When no more is handed out, by the clock `time.monotonic`. Blocks are then no larger than the time that is left.
    prepared : Preparations, optional
        Where to look for tables that need no fitting, and to leave them for more folds; without, all steps are fitted.
    n_workers : int, default 1
        By how many the folds are fitted at the same time. For several, blocks of fast folds are put together as soon as
        it is known how long a fold takes, and become smaller towards the end, so that all workers end together.
    """

    job: Job
    listen: Listen
    blocks: list[list[Pair]]
    claim: Claim = claim_all
    until: float = inf
    prepared: Preparations | None = None
    n_workers: int = 1
    _sent: Job | None = None
    _size: int = 1
    _seconds: float = 0.0
    _n_left: int = field(init=False)

    def __post_init__(self) -> None:
        self._n_left = sum(map(len, self.blocks))

    def next_task(self) -> FoldTask | None:
        """Return what can be computed now; None if there is nothing left, or no time."""
        while self.blocks and monotonic() < self.until:
            block, size = self.blocks.pop(0), self._size_in_time()
            while self._seconds and self.n_workers > 1 and self.blocks and len(block) < size:
                block = block + self.blocks.pop(0)
            if len(block) > size:
                self.blocks.insert(0, block[size:])
                block = block[:size]
            self._n_left -= len(block)
            granted = self.claim(self.job, block)
            if granted:
                if not self._seconds:
                    # Where time is short, one by one until it is known how long a fold takes.
                    self._size = self.job.assignment.n_folds if self.until == inf else 1
                return FoldTask(self._with_tables([*granted, *chain(*self.blocks)]), granted, self.listen)
        return None

    def _with_tables(self, pairs: list[Pair]) -> Job:
        """Return the job with tables that are made for every fold, if so many folds are worth making them."""
        if self._sent is None:
            self._sent = self.job
            if self.prepared is not None and len(pairs) >= _WORTH_TABLES:
                self._sent = replace(self.job, tables=self.prepared.tables(self.job, pairs))
        return self._sent

    def take(self, result: Block) -> Block:
        """Return what a task gave, which is always kept."""
        seconds = [outcome.fit_seconds + outcome.predict_seconds for outcome in result.outcomes if not outcome.error]
        if seconds:
            self._seconds = max(sum(seconds) / len(seconds), 1e-9)
            self._size = max(1, int(_SECONDS_OF_A_BLOCK / self._seconds))
        return result

    def _size_in_time(self) -> int:
        if not self._seconds:
            return self._size
        size = self._size
        if self.n_workers > 1:
            least = int(_SECONDS_WORTH_A_BLOCK / self._seconds)
            size = min(size, max(ceil(self._n_left / (2 * self.n_workers)), least))
        if self.until < inf:
            size = min(size, int((self.until - monotonic()) / self._seconds))
        return max(1, size)


def by_repeat(pairs: Iterable[Pair]) -> list[list[Pair]]:
    """Put pairs of the same repeat into one block."""
    return [list(block) for _, block in groupby(sorted(pairs), key=itemgetter(0))]
