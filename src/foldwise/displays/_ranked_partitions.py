"""Partitions in the order of their significance, coloured by what the test would have said."""

from typing import TYPE_CHECKING

import numpy as np

from foldwise.displays._drawing import BLUE, GREY, ORANGE

if TYPE_CHECKING:
    from foldwise.displays._drawing import Floats
    from foldwise.replicability import Partitions


def ranked_partitions(row: "Partitions", alpha: float) -> "tuple[Floats, list[str]]":
    """Sort the significances of all partitions, and give each its colour.

    Parameters
    ----------
    row : Partitions
        Of one dataset and pair of learners.
    alpha : float
        Two-sided level of the test of one partition.

    Returns
    -------
    values : ndarray
        Ascending.
    colours : list of str
        Grey where no learner is called better.
    """
    order = np.argsort(row.figure_values, kind="stable")
    values = row.figure_values[order]
    # Where differences do not vary t is infinite and p undefined: no learner is called better.
    is_known = np.isfinite(row.statistics[order])
    half = alpha / 2
    colours = np.select([is_known & (values <= half), is_known & (values >= 1 - half)], [ORANGE, BLUE], GREY)
    return values, colours.tolist()
