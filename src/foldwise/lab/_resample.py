"""Intervals over datasets like these: the bootstrap, for whatever is a function of means over trials."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_RESAMPLES = 1000
# Numbers held at once while resampling: 64 MB of them.
_AT_ONCE = 8_000_000


def resample(
    function: Callable[[Floats], Floats], rows: npt.ArrayLike, *, seed: int, n_resamples: int = _RESAMPLES
) -> Floats:
    """Recompute a function of means over resampled trials.

    Parameters
    ----------
    function : callable
        Gets means of shape (..., n_columns), returns one number for each, of shape (...).
    rows : array_like of shape (n_trials, n_columns)
        One row for each trial.
    seed : int
        Of the resampling.
    n_resamples : int, default 1000
        How many.

    Returns
    -------
    ndarray of shape (n_resamples,)
        They do not depend on the order of the trials.
    """
    # Trials that found the same are drawn together, which makes the bootstrap of a few outcomes as quick as one trial.
    distinct, counts = np.unique(np.asarray(rows, dtype=np.float64), axis=0, return_counts=True)
    n_trials = int(counts.sum())
    rng = np.random.default_rng([seed, n_trials])
    step = max(1, _AT_ONCE // len(counts))
    parts = []
    for start in range(0, n_resamples, step):
        drawn = rng.multinomial(n_trials, counts / n_trials, size=min(step, n_resamples - start))
        parts.append(function(drawn @ distinct / n_trials))
    return np.concatenate(parts)


def interval(resampled: Floats, level: float = 0.95) -> tuple[float, float]:
    """Percentile interval; NaN if some resample has no value."""
    low, high = np.quantile(resampled, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)
