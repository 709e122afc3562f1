"""Whether a run fits into memory, asked before it begins."""

import warnings
from collections.abc import Sequence
from math import prod
from typing import Any, Final

import numpy as np

from foldwise._core import FoldwiseError, available_memory, bytes_in_words
from foldwise.runs._door import Plan, bytes_kept
from foldwise.workers._door import Workers

# Measured: learners whose folds share work take 3 to 7 times the table besides it, others what they need themselves.
_TABLES_TO_SHARE: Final = 4
_TABLES_OF_A_WORKER: Final = 1
# To ask the system takes longer than a tenth of a small run; with so little left, no program would have begun.
_SURELY_LEFT: Final = 16 << 20
_WHAT_TO_DO: Final = "Use fewer repeats, learners or datasets at a time"


def check_room(plans: Sequence[Plan], workers: Workers, *, held: int = 0) -> None:
    """Refuse runs whose results alone are larger than the memory that is left, and warn of those that are likely to be.

    Parameters
    ----------
    plans : sequence of Plan
        What is about to begin.
    workers : Workers
        Who is to do it.
    held : int, default 0
        How much of the results is held already, of runs that grow; who may be warned was warned when they began.
    """
    kept = bytes_of_results(plans)
    likely = kept + bytes_to_work(plans, workers.n_workers, shares=workers.sharing)
    available = None if likely <= _SURELY_LEFT else available_memory()
    if available is None:
        return
    has = f"and {bytes_in_words(available)} of memory are left"
    if kept - held > available:
        has_responses = any(plan.jobs[0].response for plan in plans)
        less = ", or a metric that needs no probabilities" if has_responses else ""
        raise FoldwiseError(f"What is kept of this run takes {bytes_in_words(kept)}, {has}. {_WHAT_TO_DO}{less}.")
    if likely > available and not held:
        helpful = [
            words
            for words, helps in (
                ("without shared work (sharing=False, --no-sharing)", workers.sharing),
                ("with one job (n_jobs=1, --jobs 1)", workers.n_workers > 1),
            )
            if helps
        ]
        also = f"; {' and '.join(helpful)} it needs less" if helpful else ""
        warnings.warn(
            f"This run may need {bytes_in_words(likely)}, {has}. {_WHAT_TO_DO}{also}.",
            RuntimeWarning,
            stacklevel=2,
        )


def bytes_of_results(plans: Sequence[Plan]) -> int:
    """Return how much memory the results of runs take until they are scored, and after."""
    return sum(bytes_kept(len(p.jobs), p.assignment, p.target, bool(p.jobs[0].response)) for p in plans)


def bytes_to_work(plans: Sequence[Plan], n_workers: int, *, shares: bool) -> int:
    """Return how much memory copies of the largest table are likely to take, besides the table as it is."""
    table = max(_size(plan.jobs[0].X) for plan in plans)
    return (shares * _TABLES_TO_SHARE + n_workers * _TABLES_OF_A_WORKER) * table


def _size(X: Any) -> int:
    """Return how large a table is as an array of numbers, a sparse one by what it holds."""
    return int(X.data.nbytes) if hasattr(X, "tocsr") else int(prod(np.shape(X))) * 8
