"""How every trial is split: designs, and the partitions of several of them in one assignment."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise.splits import Assignment, Holdout, KFold, RepeatedKFold, Resampled, Scheme


@dataclass(frozen=True, slots=True)
class Design:
    """What a procedure asks of a trial.

    Parameters
    ----------
    scheme : Scheme
        How to split.
    n_executions : int, default 1
        How many executions, each with random partitions of its own.

    Examples
    --------
    >>> from foldwise.lab.sources import Design
    >>> from foldwise.splits import KFold
    >>> design = Design(scheme=KFold(10), n_executions=2)
    >>> design.scheme, design.n_executions
    (KFold(stratified=None, n_folds=10), 2)
    """

    scheme: Scheme
    n_executions: int = 1


def assign_together(
    designs: Sequence[Design], y: npt.NDArray[Any], seed: int, dataset: str
) -> tuple[Assignment, list[int], list[slice]]:
    """Split by all designs, one after the other; say how many folds each has, and where its repeats are.

    Of designs whose repeats are the first ones of another's, only the longest is drawn: nothing is fitted twice.
    """
    longest: dict[Any, tuple[int, Assignment]] = {}
    n_rows = 0
    for design in sorted(designs, key=lambda design: -design.n_executions * max(_stream(design.scheme)[1], 1)):
        stream, _ = _stream(design.scheme)
        if stream not in longest:
            part = design.scheme.assign(len(y), classes=y, seed=seed, dataset=dataset, n_executions=design.n_executions)
            longest[stream] = n_rows, part
            n_rows += part.n_repeats
    n_folds, rows = [], []
    for design in designs:
        stream, n_repeats = _stream(design.scheme)
        start, part = longest[stream]
        n_folds.append(part.n_folds)
        rows.append(slice(start, start + design.n_executions * (n_repeats or part.repeats_per_execution)))
    return _wrapped(np.concatenate([part.folds for _, part in longest.values()])), n_folds, rows


def given_folds(folds: npt.NDArray[np.int32]) -> Assignment:
    """Wrap fold codes, of shape (n_repeats, n_examples), for those who read an Assignment.

    >>> import numpy as np
    >>> given_folds(np.array([[0, 1, 1], [-1, 0, 0]], dtype=np.int32)).sizes()[0].tolist()
    [[2, 1], [1, 3]]
    """
    # A copy: an Assignment makes its folds read-only.
    return _wrapped(folds.copy())


def _wrapped(folds: npt.NDArray[np.int32]) -> Assignment:
    return Assignment(
        folds=folds,
        n_folds=int(folds.max()) + 1,
        scheme="given",
        description="folds as given",
        stratified=None,
        seed=None,
        repeats_per_execution=1,
    )


def _stream(scheme: Scheme) -> tuple[Any, int]:
    """Return what schemes have in common if one begins with the repeats of the other, and how many this one has.

    A scheme that is like no other says itself how many: 0.
    """
    match scheme:
        case KFold():
            return ("folds", scheme.n_folds, scheme.stratified), 1
        case RepeatedKFold():
            return ("folds", scheme.n_folds, scheme.stratified), scheme.n_repeats
        case Holdout():
            return ("splits", scheme.test_size, scheme.stratified), 1
        case Resampled():
            return ("splits", scheme.test_size, scheme.stratified), scheme.n_repeats
        case _:
            return scheme, 0
