"""Whether a run fits into memory, asked before it begins."""

import warnings
from collections.abc import Sequence
from math import prod
from typing import Any, Final

import numpy as np

from foldwise._core import FoldwiseError, available_memory, gibibytes
from foldwise.runs._door import Plan, bytes_kept

# Measured: learners whose folds share work take 3 to 7 times the table besides it, others what they need themselves.
_TABLES_TO_SHARE: Final = 4
_TABLES_OF_A_WORKER: Final = 1
_WHAT_TO_DO: Final = "Use fewer repeats, learners or datasets at a time"


def check_room(plans: Sequence[Plan], n_workers: int = 1, *, held: int = 0) -> None:
    """Refuse runs whose results alone are larger than the memory that is left, and warn of those that are likely to be.

    Parameters
    ----------
    plans : sequence of Plan
        What is about to begin.
    n_workers : int, default 1
        How many fits there are at the same time.
    held : int, default 0
        How much of the results is held already, of runs that grow; who may be warned was warned when they began.
    """
    available = available_memory()
    if available is None:
        return
    kept = sum(bytes_kept(len(p.jobs), p.assignment, p.target, bool(p.jobs[0].response)) for p in plans)
    has = f"and {gibibytes(available)} of memory are left"
    if kept - held > available:
        has_responses = any(plan.jobs[0].response for plan in plans)
        less = ", or a metric that needs no probabilities" if has_responses else ""
        raise FoldwiseError(f"What is kept of this run takes {gibibytes(kept)}, {has}. {_WHAT_TO_DO}{less}.")
    likely = kept + bytes_to_work(plans, n_workers)
    if likely > available and not held:
        warnings.warn(
            f"This run may need {gibibytes(likely)}, {has}. {_WHAT_TO_DO}; folds that are fitted one by one need less "
            "(sharing=False, n_jobs=1).",
            RuntimeWarning,
            stacklevel=2,
        )


def bytes_to_work(plans: Sequence[Plan], n_workers: int) -> int:
    """Return how much memory copies of the largest table are likely to take, besides the table as it is."""
    table = max(_size(plan.jobs[0].X) for plan in plans)
    return (_TABLES_TO_SHARE + n_workers * _TABLES_OF_A_WORKER) * table


def _size(X: Any) -> int:
    """Return how large a table is as an array of numbers, a sparse one by what it holds."""
    return int(X.data.nbytes) if hasattr(X, "tocsr") else int(prod(np.shape(X))) * 8
