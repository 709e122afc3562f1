"""Probabilities of three regions: `b` better, no difference that matters, `a` better."""

from dataclasses import dataclass

import numpy as np

from foldwise.stats._batch import Batch, Flags, Floats, unwrapped


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RegionPosterior:
    """Which of three regions is the most probable one on another dataset, and how much of the datasets each holds.

    Fields are Python floats for one experiment and arrays of the batch's shape for many. No field is ever NaN.

    Attributes
    ----------
    left, inside, right : float or ndarray
        Posterior probability that, of the regions below, inside and above the region of practical equivalence, this one
        is the most probable on a random dataset: `b` better, no difference that matters, `a` better. They sum to 1.
    left_error, inside_error, right_error : float or ndarray
        Their Monte Carlo standard errors; 0 if they were computed without draws.
    left_share, inside_share, right_share : float or ndarray
        Posterior mean of the probability of each region on a random dataset. They sum to 1.
    rope : tuple of two floats
        The region of practical equivalence.
    n_draws, seed : int
        Number of draws, in all, and their seed.
    flags : Flags
        What to know before trusting the numbers.
    """

    left: Batch
    inside: Batch
    right: Batch
    left_error: Batch
    inside_error: Batch
    right_error: Batch
    left_share: Batch
    inside_share: Batch
    right_share: Batch
    rope: tuple[float, float]
    n_draws: int
    seed: int
    flags: Flags


def region_fields(probabilities: Floats, errors: Floats, shares: Floats) -> dict[str, Batch]:
    """Name the parts of arrays of shape ``(..., 3)`` as the fields of a result.

    >>> fields = region_fields(*np.array([[0.1, 0.2, 0.7], [0.01, 0.01, 0.01], [0.3, 0.3, 0.4]]))
    >>> fields["right"], fields["left_share"]
    (0.7, 0.3)
    """
    parts = {"": probabilities, "_error": errors, "_share": shares}
    return {
        f"{name}{part}": unwrapped(np.array(values[..., place]))
        for part, values in parts.items()
        for place, name in enumerate(("left", "inside", "right"))
    }


def count_largest(shares: Floats) -> Floats:
    """Count the rows of shape ``(n, 3)`` in which each share is the largest; equally large ones have parts of a row.

    >>> count_largest(np.array([[0.2, 0.5, 0.3], [0.5, 0.0, 0.5]]))
    array([0.5, 1. , 0.5])
    """
    columns = shares.T
    best = columns == np.maximum(np.maximum(columns[0], columns[1]), columns[2])
    counts: Floats = best.sum(axis=1, dtype=np.float64)
    if counts.sum() == len(shares):
        return counts
    return np.asarray((best / best.sum(axis=0)).sum(axis=1))


def monte_carlo_error(probability: Floats, n: Floats | float) -> Floats:
    """Return the standard error of a probability found in `n` draws; not 0 where all of them agree.

    It is the standard deviation of the true probability given the draws, all having been equally plausible before.

    >>> monte_carlo_error(np.array([0.5, 0.0]), 9_997.0).round(5)
    array([0.005 , 0.0001])
    """
    p = (probability * n + 1) / (n + 2)
    return np.asarray(np.sqrt(p * (1 - p) / (n + 3)))
