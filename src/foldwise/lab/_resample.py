"""Intervals over datasets like these: the bootstrap, for whatever is a function of means over trials."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from foldwise._core import Caveat

Floats = npt.NDArray[np.float64]

_RESAMPLES = 1000
# From here on 95% limits were seen to cover in 93% to 95% of studies.
_ENOUGH_TRIALS = 100
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
        They do not depend on the order of the trials. NaN if there is one trial only, which cannot tell how trials
        vary.
    """
    # Trials that found the same are drawn together, which makes the bootstrap of a few outcomes as quick as one trial.
    distinct, counts = np.unique(np.asarray(rows, dtype=np.float64), axis=0, return_counts=True)
    n_trials = int(counts.sum())
    if n_trials < 2:
        return np.full(n_resamples, np.nan)
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


def few_trials_caveats(n_trials: int) -> tuple[Caveat, ...]:
    """Return the caveat that limits from so few trials are too narrow, or that there are none."""
    if n_trials >= _ENOUGH_TRIALS:
        return ()
    few = f"Bootstrap limits from {n_trials} trials are too narrow, the fewer trials the more"
    words = f"{few if n_trials > 1 else 'One trial has no bootstrap limits'}: use {_ENOUGH_TRIALS} at least."
    return (Caveat(code="few_trials", message=words),)
