"""Axes of metrics that are shares of one."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from foldwise.runs import Metric

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from foldwise.displays._drawing import Floats


def keep_to_range(ax: "Axes", metric: Metric, values: Sequence["Floats"]) -> None:
    """End the axis of a share at 0 and 1: a margin beyond them would show scores that cannot be."""
    found = np.concatenate([np.ravel(each) for each in values])
    found = found[np.isfinite(found)]
    if metric.is_share and found.size and found.min() >= 0 and found.max() <= 1:
        low, high = ax.get_xlim()
        ax.set_xlim(max(low, 0.0), min(high, 1.0))
