"""Training effects of all examples by one least-squares fit: less noise, given several repeats for each example."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from foldwise.stats._batch import Floats
from foldwise.stats._departures import Departures
from foldwise.stats._halved import Halved, Halves

# Random draws leave every combination of memberships about the variance that random matrix theory gives as the least
# (Marchenko and Pastur), and never less than .9 of that in thousands of draws, but for the sum of all; strata, or
# halves balanced by some weight, hold another combination nearly fixed.
_HARDLY: Final = 0.6
_ALL_ALIKE: Final = 0.9


@dataclass(frozen=True, slots=True, eq=False)
class Regression:
    """Least squares on the memberships of a set of halves, for every pair of learners that shares them.

    Parameters
    ----------
    inverse : ndarray of shape (n, n)
        Pseudo-inverse of the sums of products of memberships, which are -1 or 1.
    slopes_to_effects : ndarray of shape (n, n)
        From the slopes of all examples to their mean effects over all halves that could have been drawn.
    rank : int
        Number of memberships that are free.
    is_plain : bool
        Whether the halves look like plain draws, which `slopes_to_effects` takes for granted.
    """

    inverse: Floats
    slopes_to_effects: Floats
    rank: int
    is_plain: bool

    @classmethod
    def on(cls, halves: Halves) -> "Regression":
        """Prepare for the halves of one experiment."""
        n_repeats, n = halves.is_second.shape
        products = np.zeros((n, n))
        for part in halves.parts():
            # Whole numbers: single precision is exact, and twice as fast.
            z = _memberships(halves, part).astype(np.float32)
            products += z.T @ z
        sizes, axes = np.linalg.eigh(products)
        free = sizes > sizes[-1] * n * np.finfo(np.float64).eps
        inverse = (axes[:, free] / sizes[free]) @ axes[:, free].T
        hardly = sizes < _HARDLY * np.square(np.sqrt(n_repeats) - np.sqrt(n))
        alike = abs(axes[:, 0].sum()) / np.sqrt(n) > _ALL_ALIKE
        # How much two memberships have in common in all halves of such sizes: the sizes alone decide it.
        shared = (products.sum() / n_repeats - n) / (n * (n - 1))
        effects = np.full((n, n), shared)
        np.fill_diagonal(effects, 1.0)
        effects -= effects.mean(axis=0)
        return cls(inverse, effects, int(free.sum()), bool(hardly.sum() == 0 or (hardly.sum() == 1 and alike)))


def regressed_departures(experiment: Halved, own: Floats, regression: Regression) -> Departures:
    """Estimate the same departures as `co_tested_departures`, the training effects jointly.

    How much better the second half of a repeat fares than the first is regressed on the memberships of all examples.
    One example's slope then no longer carries the effects of the others that chanced to be with it.

    Parameters
    ----------
    experiment : Halved
        Differences and halves.
    own : ndarray of shape (n,)
        Mean difference of every example over repeats.
    regression : Regression
        On the halves of `experiment`.
    """
    halves, (n_repeats, n) = experiment.halves, experiment.differences.shape
    gaps, products, self_weighted = np.empty(n_repeats), np.zeros(n), np.zeros(n)
    for part, d in experiment.blocks():
        d -= own
        first, second = halves.weights[:, part]
        d *= np.where(halves.is_second[part], second[:, np.newaxis], first[:, np.newaxis])
        z = _memberships(halves, part)
        gaps[part] = (z * d).sum(axis=1) / 2
        products += gaps[part] @ z
        self_weighted += d.sum(axis=0)
    slopes = regression.inverse @ products
    values = regression.slopes_to_effects @ slopes - own / (n - 1) - self_weighted / n_repeats
    values -= values.mean()

    # An example's own difference acts through its mean: in the losses counted, and in what the gaps are taken around.
    weight = -1 / (n - 1) - halves.weights.mean() / 2
    direction = regression.inverse @ (regression.slopes_to_effects.T @ values) * n_repeats
    residual_df = n_repeats - regression.rank
    squares, common, swings, total = np.zeros(n), np.zeros(n), np.empty(n_repeats), 0.0
    for part, d in experiment.blocks():
        d -= own
        z = _memberships(halves, part)
        rest = gaps[part] - z @ slopes
        total += float(np.square(rest).sum())
        swings[part] = (z @ direction) * rest * np.sqrt(n_repeats / residual_df) + weight * (d @ values)
        common += rest @ (z * d)
        squares += np.square(d).sum(axis=0)
    spread = total / residual_df * (regression.slopes_to_effects @ regression.inverse @ regression.slopes_to_effects.T)
    own_noise = (weight**2 * squares / (n_repeats - 1) + 2 * weight * common / residual_df) / n_repeats
    return Departures(values, float(np.trace(spread) + own_noise.sum()), float(np.square(spread).sum()), swings)


def _memberships(halves: Halves, part: slice) -> Floats:
    return np.where(halves.is_second[part], 1.0, -1.0)
