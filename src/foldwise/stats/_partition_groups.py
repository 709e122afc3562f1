"""What repeating a test on other partitions of the same data does to its conclusion."""

from enum import IntEnum

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_fraction
from foldwise.stats._batch import Counts, Integers, unwrapped
from foldwise.stats._outcomes import as_outcomes


class PartitionGroup(IntEnum):
    """What the choice of partition does to the conclusion.

    Examples
    --------
    >>> from foldwise.stats import PartitionGroup, partition_groups
    >>> PartitionGroup(partition_groups([1, 52, 2])).name
    'WINNER_CHANGES'
    """

    WINNER_CHANGES = 1
    SIGNIFICANCE_CHANGES = 2
    NEVER_SIGNIFICANT = 3
    NO_DIFFERENCE = 4
    ALWAYS_SIGNIFICANT = 5


def partition_groups(
    outcomes: ArrayLike, *, figure_values: ArrayLike | None = None, negligible: float = 0.05
) -> Counts:
    """Sort datasets into groups by what the choice of partition does to the conclusion.

    Parameters
    ----------
    outcomes : array_like of int, shape (..., 3)
        On how many partitions a test declared `b` better, neither, `a` better; see `count_outcomes`.
    figure_values : array_like of shape (..., n_partitions), optional
        The `figure_value` of each partition. Without them group 4 cannot be told from 3, and is not used.
    negligible : float, default 0.05
        A figure value within this of one half shows no difference to speak of.

    Returns
    -------
    int or ndarray of int, shape (...)
        1: both `a` and `b` are declared better, on different partitions. 2: one of them on some partitions,
        neither on others. 3: never either, though the significance varies. 4: never either, and no partition shows
        a difference to speak of. 5: the same one on every partition. Their names: `PartitionGroup`.

    Notes
    -----
    Groups 1 to 4 are those of Bradford and Brodley [1]_, who do not name the fifth though their tables have it, and
    judge group 4 by eye: the bound `negligible` is ours.

    References
    ----------
    .. [1] J. P. Bradford and C. E. Brodley (2001). The effect of instance-space partition on
       significance. Machine Learning 42, 269-286.

    Examples
    --------
    >>> from foldwise.stats import PartitionGroup, partition_groups
    >>> partition_groups([[1, 52, 2], [4, 51, 0], [0, 55, 0], [55, 0, 0]])
    array([1, 2, 3, 5])
    >>> PartitionGroup(partition_groups([0, 3, 0], figure_values=[0.5, 0.5, 0.52])).name
    'NO_DIFFERENCE'
    """
    counts = as_outcomes(outcomes, columns=(3,))
    b, none, a = np.moveaxis(counts, -1, 0)
    groups: Integers = np.select([(a > 0) & (b > 0), (a + b > 0) & (none > 0), none > 0], [1, 2, 3], default=5)
    check_fraction(negligible, "negligible")
    if figure_values is not None:
        values = np.asarray(figure_values, dtype=np.float64)
        n = counts.sum(axis=-1)
        if values.shape[:-1] != groups.shape or values.ndim == 0 or (n != values.shape[-1]).any():
            raise ValueError(
                f"figure_values must hold one value per partition counted in outcomes {counts.shape}, "
                f"got shape {values.shape}."
            )
        wrong = ~((values >= 0) & (values <= 1))
        if wrong.any():
            raise ValueError(f"figure_values must lie between 0 and 1, got {values[wrong][0]}.")
        groups = np.where((groups == 3) & (np.abs(values - 0.5) <= negligible).all(axis=-1), 4, groups)
    return unwrapped(groups)
