"""One learner whose folds are fitted one by one: blocks of them handed out in turn."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any

from foldwise.runs._fold import Block, Job, Pair, work
from foldwise.runs._listen import Listen


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
        What to fit; emptied on the way.
    """

    job: Job
    listen: Listen
    blocks: list[list[Pair]]

    def next_task(self) -> Callable[[], Any] | None:
        """Return what can be computed now; None if there is nothing left."""
        return partial(work, self.job, self.blocks.pop(0), self.listen) if self.blocks else None

    def take(self, result: Block) -> Block:
        """Return what a task gave, which is always kept."""
        return result


def by_repeat(pairs: Iterable[Pair]) -> list[list[Pair]]:
    """Put pairs of the same repeat into one block."""
    return [list(block) for _, block in groupby(sorted(pairs), key=itemgetter(0))]
