"""Capital of a gambler who bets, example by example, that a mean is not what the null hypothesis says."""

import math

import numpy as np

from foldwise.stats._batch import Floats

_N_SHARES = 16
# What share of the capital is at stake. Squares of evenly spaced numbers: more of them small, as most differences are,
# and none is 1, so that no example takes everything.
SHARES = ((np.arange(_N_SHARES) + 0.5) / _N_SHARES) ** 2


def log_growth(differences: Floats, mean: float) -> Floats:
    """Return by what each bet multiplies its stake, as logarithms, of shape ``(..., n, 32)``.

    The first half bets that the mean is higher, the second half that it is lower.

    >>> np.exp(log_growth(np.array([1.0]), 0.0)).round(3)[0, [0, 15, 16, 31]]
    array([1.001, 1.938, 0.999, 0.062])
    """
    up = SHARES * ((differences - mean) / (1 + mean))[..., None]
    down = SHARES * ((mean - differences) / (1 - mean))[..., None]
    return np.asarray(np.log1p(np.concatenate([up, down], axis=-1)))


def log_mean_exp(logs: Floats) -> Floats:
    """Return the logarithm of the mean over the last axis of what `logs` are the logarithms of.

    >>> float(np.exp(log_mean_exp(np.log([1.0, 3.0]))).round(9))
    2.0
    """
    most = logs.max(axis=-1)
    return np.asarray(most + np.log(np.exp(logs - most[..., None]).mean(axis=-1)))


class Capital:
    """What became of a capital of 1 in bets against one mean; grows by any number of examples at a time.

    Parameters
    ----------
    mean : float
        The mean that is bet against, between -1 and 1 and neither of them.
    logs : ndarray of shape (32,), optional
        Logarithms of what the bets multiplied their stakes by so far.

    Examples
    --------
    >>> capital = Capital(0.0)
    >>> np.exp(capital.add(np.array([1.0, 1.0]))).round(6)
    array([1.      , 1.199349])
    """

    def __init__(self, mean: float, logs: Floats | None = None) -> None:
        self.mean = mean
        self.logs = np.zeros(2 * len(SHARES)) if logs is None else logs

    def path(self, differences: Floats) -> Floats:
        """Return the logarithms of the bets after each example, of shape (n, 32), without taking them in."""
        # One sum from the start, so that it is the same to the last bit however the examples are parcelled.
        steps = np.concatenate([self.logs[None], log_growth(differences, self.mean)])
        return np.asarray(np.cumsum(steps, axis=0)[1:])

    def add(self, differences: Floats) -> Floats:
        """Take in examples and return the logarithm of the capital after each."""
        if not len(differences):
            return np.empty(0)
        path = self.path(differences)
        self.logs = path[-1]
        return log_mean_exp(path)

    @property
    def log(self) -> float:
        """Logarithm of the capital."""
        return float(log_mean_exp(self.logs))


def as_number(logarithm: float) -> float:
    """Return what has this logarithm, or the largest power of e that there is.

    >>> as_number(0.0), as_number(1e6) > 1e307
    (1.0, True)
    """
    return math.exp(min(logarithm, 709.0))
