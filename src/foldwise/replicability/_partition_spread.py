"""How far the scores of one learner lie apart on partitions of the same data."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from scipy.special import chdtri

from foldwise._core import IncompleteRunError, SchemeMismatchError, check_integer, counted
from foldwise.runs import Run, as_metric

if TYPE_CHECKING:
    import pandas as pd

_LEAST: Final = 3
_TAIL: Final = 0.025


def partition_spread(run: Run | Iterable[Run], *, size: int = 1, metric: Any = None) -> "pd.DataFrame":
    r"""Measure how far the score of each learner varies over partitions of the same data.

    Every repeat is a partition, and its score the mean over its folds. What varies is the partition, and of a learner
    that draws random numbers its seeds, too: to tell these apart, evaluate it twice under two names, whose seeds then
    differ on the same partitions.

    Parameters
    ----------
    run : Run, or iterable of Run
        Repeated cross-validation of one learner or more: ``fw.evaluate(learners, data, scheme="55x10")``.
    size : int, default 1
        How many repeats make one partition: 5 for 5x2.
    metric : str or callable, optional
        What to score; the run's own metric by default.

    Returns
    -------
    DataFrame
        One row for each dataset and learner: `mean` score and standard deviation `sd` over `n_partitions`, with 95%
        limits `low` and `high`, on the natural scale of the metric.

    See Also
    --------
    foldwise.replicability.partition_analysis : What the partition does to a comparison of two learners.

    Notes
    -----
    With :math:`s^2` the variance over n partitions the limits are those of a normal sample,

    .. math:: s \sqrt{(n - 1) / \chi^2_{n-1; .975}} \quad\text{and}\quad s \sqrt{(n - 1) / \chi^2_{n-1; .025}}.

    Partitions are drawn independently, given the data: they hold for other partitions of these data, not for others.

    Examples
    --------
    >>> from foldwise import data
    >>> from foldwise.evaluation import evaluate
    >>> from foldwise.learners import C45, NaiveBayes
    >>> from foldwise.replicability import partition_spread
    >>> run = evaluate({"nb": NaiveBayes(), "c45": C45()}, data.load("wine"), scheme="20x10", seed=1)
    >>> partition_spread(run)[["learner", "n_partitions", "mean", "sd"]].round(3).values.tolist()
    [['nb', 20, 0.976, 0.006], ['c45', 20, 0.93, 0.011]]
    """
    import pandas as pd

    runs: tuple[Any, ...] = (run,) if isinstance(run, Run) else tuple(run) if isinstance(run, Iterable) else ()
    if not runs or not all(isinstance(item, Run) for item in runs):
        raise TypeError("partition_spread needs a Run, or several: fw.evaluate(learners, data, scheme='55x10').")
    check_integer(size, "size", least=1)
    resolved = runs[0].metric if metric is None else as_metric(metric, runs[0].target.task)
    rows = []
    for item in runs:
        for name, scores in zip(item.learner_names, _scores(item, resolved, size), strict=True):
            n, sd = scores.size, float(scores.std(ddof=1))
            low, high = (sd * float(np.sqrt((n - 1) / chdtri(n - 1, tail))) for tail in (_TAIL, 1 - _TAIL))
            mean = resolved.natural(float(scores.mean()))
            row = {"dataset": item.data.name, "learner": name, "n_partitions": n, "mean": mean}
            rows.append({**row, "sd": sd, "low": low, "high": high})
    return pd.DataFrame(rows)


def _scores(run: Run, metric: Any, size: int) -> Any:
    """Return the score of each partition, of shape (n_learners, n_partitions)."""
    n = run.assignment.n_repeats
    if n % size or n // size < _LEAST:
        raise SchemeMismatchError(
            f"partition_spread needs three partitions or more of {counted(size, 'repeat')}, and on {run.data.name} "
            f"there are {counted(n, 'repeat')}. Evaluate with scheme='{3 * size}x10' or more."
        )
    if run.failures:
        raise IncompleteRunError(
            f"{counted(len(run.failures), 'fit')} failed on {run.data.name}, and every fold is needed; the first error "
            f"was {run.failures[0].error}",
            run,
        )
    return run.scores(metric).mean(axis=2).reshape(len(run.learners), -1, size).mean(axis=2)
