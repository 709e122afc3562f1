"""From the result of a batched test to what a procedure found."""

from typing import Any

import numpy as np

from foldwise.lab._found import Found


def as_found(result: Any, *, estimate: Any = None, direction: Any = None, undefined: Any = False) -> Found:
    """Make what was found of a result of `foldwise.stats`, with the conventions of `judge`.

    Parameters
    ----------
    result : object
        With `statistic` and `pvalue`, each of shape (n_trials, n_executions).
    estimate : array_like, optional
        Mean differences; those of the result if not given.
    direction : array_like, optional
        Positive where the evidence is for a; the estimate if not given.
    undefined : array_like of bool, default False
        Where there is neither a statistic nor a p-value, whatever the result says.
    """
    estimate = np.asarray(result.estimate if estimate is None else estimate, dtype=np.float64)
    evidence = estimate if direction is None else np.asarray(direction, dtype=np.float64)
    return Found(
        statistic=np.where(undefined, np.nan, result.statistic),
        pvalue=np.where(undefined, np.nan, result.pvalue),
        estimate=estimate,
        direction=np.where(undefined, estimate, evidence),
    )
