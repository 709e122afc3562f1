"""What a repetition of ten executions, on the same datasets with the same learners, might have found.

The probability of a rejection differs between datasets: on most it is near 0 or near 1, on some between. It is taken to
follow a Beta distribution over datasets, fitted to all of them together, so that a dataset without a rejection is
not held to be a doubtful one as with a prior that knows nothing of the others. Given the executions seen, every dataset
has a Beta posterior; new executions are drawn from it.
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt
from scipy.special import betaln

import foldwise as fw
from foldwise.papers.bouckaert_frank_2004.experiments import Floats

MEASURES: Final = ("consistent", "almost_consistent", "replicability")
_N_DRAWS: Final = 1000
_LIMITS: Final = (0.025, 0.975)
# Parameters of the Beta distribution that are tried: from 'hardly ever between 0 and 1' to 'alike on all datasets'.
_TRIED: Final = np.geomspace(0.01, 10.0, 31)

Integers = npt.NDArray[np.int64]


def measured(rejections: Integers) -> dict[str, Floats]:
    """Compute the three measures from counts of shape (..., n_datasets, 2): not rejected, rejected."""
    agree, same = fw.stats.consistency(rejections), fw.stats.replicability(rejections)
    numbers = agree.n_consistent, agree.n_almost_consistent, same.estimate
    return {name: np.asarray(number, dtype=np.float64) for name, number in zip(MEASURES, numbers, strict=True)}


def fitted_beta(rejections: Integers) -> tuple[float, float]:
    """Fit the distribution over datasets of the probability of a rejection, by maximum likelihood on a grid."""
    n = int(rejections[0].sum())
    k = np.arange(n + 1)
    often = np.bincount(rejections[:, 1], minlength=n + 1)
    a, b = _TRIED[:, np.newaxis, np.newaxis], _TRIED[np.newaxis, :, np.newaxis]
    likelihood = ((betaln(k + a, n - k + b) - betaln(a, b)) * often).sum(axis=-1)
    best = np.unravel_index(np.argmax(likelihood), likelihood.shape)
    return float(_TRIED[best[0]]), float(_TRIED[best[1]])


def _cumulative(rejections: Integers) -> Floats:
    """Give for each dataset the probabilities of at most 0, 1, ..., n rejections in a repetition."""
    a, b = fitted_beta(rejections)
    n, seen = int(rejections[0].sum()), rejections[:, 1:]
    k = np.arange(n + 1)
    ways = -np.log(n + 1) - betaln(k + 1, n - k + 1)
    shares = np.exp(ways + betaln(k + seen + a, 2 * n - k - seen + b) - betaln(seen + a, n - seen + b))
    return np.asarray(np.cumsum(shares, axis=-1))


def repeated(rejections: Integers, *, seed: int) -> Integers:
    """Draw repetitions: counts of shape (n_draws, n_datasets, 2) from counts of shape (n_datasets, 2)."""
    below = _cumulative(rejections)[:, :-1]
    rejected = (np.random.default_rng(seed).random((_N_DRAWS, len(rejections), 1)) > below).sum(axis=-1)
    return np.stack([int(rejections[0].sum()) - rejected, rejected], axis=-1)


def seen_once(rejections: Integers) -> Integers:
    """Count the datasets on which at least one execution rejects, from counts of shape (..., n_datasets, 2)."""
    return np.asarray((rejections[..., 1] > 0).sum(axis=-1))


def seen_once_limits(rejections: Integers, *, seed: int) -> tuple[float, float]:
    """Give 95% limits of that number in a repetition."""
    return _limits(seen_once(repeated(rejections, seed=seed)))


def repetition_limits(rejections: Integers, *, seed: int) -> dict[str, tuple[float, float]]:
    """Give 95% limits of each measure in a repetition."""
    again = measured(repeated(rejections, seed=seed))
    return {name: _limits(values) for name, values in again.items()}


def _limits(values: npt.NDArray[Any]) -> tuple[float, float]:
    # Counts stay counts.
    low, high = np.quantile(values, _LIMITS, method="inverted_cdf")
    return float(low), float(high)


def count_limits(rejections: Integers) -> tuple[Floats, Floats]:
    """Give 95% limits of the number of executions that do not reject in a repetition, for each dataset."""
    below = _cumulative(rejections)
    most, fewest = ((below < share).sum(axis=-1) for share in reversed(_LIMITS))
    n = float(rejections[0].sum())
    return n - most, n - fewest
