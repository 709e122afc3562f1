"""The interval for the mean loss of one model on one test set: squared errors and their like."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt
from sklearn import metrics

from foldwise.runs import Metric, Run
from foldwise.splits import Assignment
from foldwise.stats import hall_t, paired_items_t
from foldwise.verdicts.evidence._setting import loss_of, metric_losses

# With fewer a squared error that none of them has may double the mean, and no interval knows of it.
FEWEST_LOSSES: Final = 10


def loss_limits(run: Run, metric: Metric, *, level: float) -> tuple[float, float] | None:
    """Return limits for the expected score of the one model of a run, tested on one test set.

    They enclose Student's and Hall's interval for the mean loss: squared errors are skewed, and Student's alone ends
    too early on their long side. Of the root mean squared error they are the roots. None where the metric is no mean
    over examples, or where there are too few of them.
    """
    is_root = metric.function is metrics.root_mean_squared_error and not metric.options
    if (not is_root and loss_of(metric) is None) or not run.has_predictions:
        return None
    losses = run.losses("squared")[0] if is_root else metric_losses(run, metric)[0]
    tested = np.isfinite(losses)
    if not (tested.sum(axis=0) <= 1).all():
        return None
    once = np.where(tested, losses, 0.0).sum(axis=0)[tested.any(axis=0)]
    if once.size < FEWEST_LOSSES or np.ptp(once) == 0:
        return None
    low, high = _enclosing(once, _clusters(run, tested.any(axis=0)), level)
    # No loss is negative.
    low = max(low, 0.0)
    return (-float(np.sqrt(high)), -float(np.sqrt(low))) if is_root else (-high, -low)


def _clusters(run: Run, tested: npt.NDArray[np.bool_]) -> npt.NDArray[Any] | None:
    design = run.assignment
    groups = design.groups if isinstance(design, Assignment) else None
    return None if groups is None else np.unique(groups[tested], return_inverse=True)[1]


def _enclosing(losses: npt.NDArray[np.float64], clusters: npt.NDArray[Any] | None, level: float) -> tuple[float, float]:
    both = [test(losses, clusters).confidence_interval(level) for test in (paired_items_t, hall_t)]
    return min(float(low) for low, _ in both), max(float(high) for _, high in both)
