"""What a run has seen that the reader of its scores should know."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from foldwise._core import Caveat, listed
from foldwise.data import Dataset, similar_labels
from foldwise.runs._learner import Learner
from foldwise.runs._metric import Metric
from foldwise.splits import TRAIN_ONLY, Assignment


def learner_caveats(learner: Learner, warnings: Counter[str], sharing_error: str) -> Iterator[Caveat]:
    """List what to beware of when this learner is compared."""
    if learner.preparation:
        yield Caveat(code="prepared", message=f"For {learner.name}: {learner.preparation}.")
    if learner.fixed_seeds:
        yield Caveat(
            code="fixed_seed",
            message=f"{learner.name} was given {', '.join(learner.fixed_seeds)}: its randomness is the same in every "
            "fold, never averaged.",
        )
    if sharing_error:
        yield Caveat(
            code="sharing_failed",
            message=f"For {learner.name} {sharing_error.rstrip(' .:')}; its folds were fitted one by one instead.",
        )
    if warnings:
        # By name where counts are equal: not by which process happened to report first.
        message, count = min(warnings.items(), key=lambda item: (-item[1], item[0]))
        others = f" (and {len(warnings) - 1} other kinds)" if len(warnings) > 1 else ""
        times = "once" if count == 1 else f"{count} times"
        words = f"{learner.name} warned {times}: {message.rstrip(' .:')}{others}."
        yield Caveat(code="learner_warnings", message=words)


def run_caveats(dataset: Dataset, assignment: Assignment, metric: Metric) -> Iterator[Caveat]:
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
    if "fixed_splits" in assignment.flags:
        yield Caveat(
            code="fixed_splits",
            message=f"{assignment.scheme} has a random_state of its own and makes the same splits whatever the seed: "
            "by another split, one with another random_state is meant.",
        )
    if "small_class" in assignment.flags:
        # Only halves of the examples have folds of their own.
        n_needed = assignment.n_folds * (2 if assignment.is_irregular else 1)
        yield Caveat(
            code="small_class",
            message=f"A class has fewer than {n_needed} members, so some folds test none of it.",
        )
    yield from label_caveats(sorted(pd.unique(dataset.y).tolist()) if dataset.y.dtype == object else ())
    if metric.orientation_assumed:
        yield Caveat(
            code="orientation_assumed",
            message=f"Greater values of {metric.label} are taken to be better; if they are not, negate the function.",
        )


def label_caveats(classes: Sequence[Any]) -> Iterator[Caveat]:
    """Yield classes that may be one, written in several ways."""
    similar = similar_labels(classes)
    if similar:
        groups = "; ".join(" and ".join(map(repr, group)) for group in similar)
        yield Caveat(
            code="similar_labels",
            message=f"Labels that differ only by blanks, case or the way a number is written are different "
            f"classes: {groups}; there are "
            f"{len(classes)} classes, {listed(classes)}.",
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
