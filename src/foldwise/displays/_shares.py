"""Axes of metrics that are shares of one."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from foldwise.runs import Metric

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from foldwise.displays._drawing import Floats

# Names of metrics that are shares of one: nothing beyond 0 and 1 exists.
_SHARES: Final = (
    "accuracy",
    "average_precision",
    "balanced_accuracy",
    "error_rate",
    "f1",
    "jaccard",
    "precision",
    "recall",
    "roc_auc",
    "specificity",
    "top_k_accuracy",
)


def keep_to_range(ax: "Axes", metric: Metric, values: Sequence["Floats"]) -> None:
    """End the axis of a share at 0 and 1: a margin beyond them would show scores that cannot be."""
    found = np.concatenate([np.ravel(each) for each in values])
    found = found[np.isfinite(found)]
    if metric.name.startswith(_SHARES) and found.size and found.min() >= 0 and found.max() <= 1:
        low, high = ax.get_xlim()
        ax.set_xlim(max(low, 0.0), min(high, 1.0))
