"""What a run has seen that the reader of its scores should know."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise._core import Caveat
from foldwise.data import Dataset
from foldwise.runs._seeding import fixed_seeds
from foldwise.splits import TRAIN_ONLY, Assignment


def learner_caveats(name: str, learner: Any, preparation: str, seen: Counter[str]) -> Iterator[Caveat]:
    """List what to beware of when this learner is compared."""
    if preparation:
        yield Caveat(code="prepared", message=f"For {name}: {preparation}.")
    fixed = fixed_seeds(learner)
    if fixed:
        yield Caveat(
            code="fixed_seed",
            message=f"{name} was given {', '.join(fixed)}: its randomness is the same in every fold, never averaged.",
        )
    if seen:
        message, count = seen.most_common(1)[0]
        others = f" (and {len(seen) - 1} other kinds)" if len(seen) > 1 else ""
        said = f"{name} warned {count} times: {message.rstrip(' .:')}{others}."
        yield Caveat(code="learner_warnings", message=said)


def data_caveats(dataset: Dataset, assignment: Assignment) -> Iterator[Caveat]:
    """List what to beware of whichever learners are compared."""
    leaked = _leaked_duplicates(dataset.duplicates(), assignment)
    if leaked:
        yield Caveat(
            code="duplicate_rows",
            message=f"In the first repeat {leaked} of {int((assignment.folds[0] >= 0).sum())} tested examples have an "
            "exact duplicate among the training examples, which flatters learners that memorize.",
        )
    if "groups_split" in assignment.flags:
        yield Caveat(
            code="groups_split",
            message=f"{assignment.scheme} ignores the groups: examples of one group are on both sides of a split.",
        )
    if "small_class" in assignment.flags:
        yield Caveat(
            code="small_class",
            message=f"A class has fewer than {assignment.n_folds} members, so some folds test none of it.",
        )


def _leaked_duplicates(groups: npt.NDArray[np.intp], assignment: Assignment) -> int:
    """Count the examples tested in the first repeat that have a duplicate in their training set."""
    codes = assignment.folds[0]
    used = (groups >= 0) & (codes >= TRAIN_ONLY)
    if not used.any():
        return 0
    table = np.zeros((int(groups.max()) + 1, assignment.n_folds + 1), dtype=np.int64)
    np.add.at(table, (groups[used], codes[used] - TRAIN_ONLY), 1)
    elsewhere = table.sum(axis=1, keepdims=True) > table
    return int(table[:, 1:][elsewhere[:, 1:]].sum())
