"""Why a learner has no score on a dataset: what a cell that is not complete lacks, in words."""

from foldwise._core import one_line
from foldwise.store import CellStatus


def is_done(cell: CellStatus) -> bool:
    """Whether every fold was run, and none failed."""
    return not cell.n_missing and not cell.n_failed


def lacks_of(cell: CellStatus) -> str:
    """Return what a cell lacks, in a sentence without its full stop.

    >>> lacks_of(CellStatus(dataset="iris", learner="nb", n_folds=6, n_done=4, n_failed=1, seconds=0.0, error="no."))
    '2 of 6 folds not run; 1 of 6 folds failed: no'
    """
    reasons = [f"{cell.n_missing} of {cell.n_folds} folds not run"] if cell.n_missing else []
    if cell.n_failed:
        error = one_line(cell.error).rstrip(".")
        reasons.append(f"{cell.n_failed} of {cell.n_folds} folds failed{f': {error}' if error else ''}")
    return "; ".join(reasons)
