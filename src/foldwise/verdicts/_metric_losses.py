"""Losses of single examples whose mean is what a metric measures."""

import numpy as np
import numpy.typing as npt
from sklearn import metrics

from foldwise.runs import Metric, Run

# By function, not by name: a user's own function may be called anything.
_LOSS_OF_FUNCTION = {
    metrics.accuracy_score: "zero_one",
    metrics.log_loss: "log",
    metrics.brier_score_loss: "brier",
    metrics.mean_absolute_error: "absolute",
    metrics.mean_squared_error: "squared",
}


def loss_of(metric: Metric) -> str | None:
    """Name of the loss whose mean is the metric, if the metric is such a mean."""
    return None if metric.options or not metric.response else _LOSS_OF_FUNCTION.get(metric.function)


def metric_losses(run: Run, metric: Metric) -> npt.NDArray[np.float64]:
    """Losses of shape (n_learners, n_repeats, n_examples) whose mean is minus the score, but for a constant."""
    loss = loss_of(metric)
    assert loss is not None, "the records of tests ask for a metric that is a mean of losses"
    losses = run.losses(loss)
    # With two classes scikit-learn's Brier score is that of one of them, half the sum over both.
    return losses / 2 if loss == "brier" and len(run.target.classes) == 2 else losses
