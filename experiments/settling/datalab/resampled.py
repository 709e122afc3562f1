"""Intervals for means over executions that come in comparisons: executions of one comparison are not independent."""

import numpy as np

N_RESAMPLES = 2000


def interval(values, weights, comparisons, n_comparisons):
    """95 % limits of a weighted mean, by drawing whole comparisons again; numbers of comparisons count from 0.

    Resamples without any of these comparisons have no mean and are left out.
    """
    n = n_comparisons
    drawn = np.random.default_rng(1).multinomial(n, np.full(n, 1 / n), N_RESAMPLES)
    weight = drawn[:, comparisons] * np.asarray(weights, dtype=float)
    total = weight.sum(axis=1)
    means = (weight @ np.asarray(values, dtype=float))[total > 0] / total[total > 0]
    low, high = np.quantile(means, [0.025, 0.975])
    return float(low), float(high)
