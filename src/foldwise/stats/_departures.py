"""What each example does to the mean difference: by its own loss, and as a training example by the losses of others."""

from dataclasses import dataclass

import numpy as np

from foldwise.stats._batch import Floats
from foldwise.stats._halved import Halved


@dataclass(frozen=True, slots=True, eq=False)
class Departures:
    """How the mean difference without each example departs from the mean of these, and how well that is known.

    Parameters
    ----------
    values : ndarray of shape (n,)
        Estimates from the repeats at hand; they sum to zero.
    noise : float
        Variance of the estimates over random partitions, summed over examples: what the sum of their squares holds too
        much.
    doubled : float
        Sum of squares of that variance, as a matrix or of its diagonal: it measures by how much the spread of the sum
        of squares is overestimated where noise prevails.
    swings : ndarray of shape (n_repeats,)
        Each repeat's influence on half the sum of squares, times the number of repeats.
    """

    values: Floats
    noise: float
    doubled: float
    swings: Floats

    @property
    def variance(self) -> float:
        """Delete-one jackknife variance of the mean difference, without bias from the number of repeats."""
        n = self.values.size
        return float((n - 1) / n * (np.square(self.values).sum() - self.noise))


def co_tested_departures(experiment: Halved, own: Floats) -> Departures:
    """Take the delete-one means from the same fits: by the losses of the examples that were tested together with it.

    In a repeat that tests an example, its half was predicted without it; the mean difference of the *others* in that
    half, over all such repeats, is the mean difference of the data without the example.

    Parameters
    ----------
    experiment : Halved
        Differences and halves.
    own : ndarray of shape (n,)
        Mean difference of every example over repeats.
    """
    n_repeats, n = experiment.differences.shape
    values = np.zeros(n)
    for part, d in experiment.blocks():
        values += _contributions(experiment, own, part, d).sum(axis=0)
    values /= n_repeats
    squares, swings = np.zeros(n), np.empty(n_repeats)
    for part, d in experiment.blocks():
        apart = _contributions(experiment, own, part, d)
        apart -= values
        swings[part] = apart @ values
        squares += np.square(apart, out=apart).sum(axis=0)
    noise = squares / (n_repeats - 1) / n_repeats
    return Departures(values, float(noise.sum()), float(np.square(noise).sum()), swings)


def _contributions(experiment: Halved, own: Floats, part: slice, d: Floats) -> Floats:
    """Each repeat's contribution to the departure of each example; the mean over repeats has no bias."""
    n_repeats, n = experiment.differences.shape
    is_second, (first, second) = experiment.halves.is_second[part], experiment.halves.weights[:, part]
    # Around the means of examples, so that what an example loses by itself does not enter as noise of the others.
    apart = d - own
    apart *= n_repeats / (n_repeats - 1)
    of_second = np.where(is_second, apart, 0.0).sum(axis=1)
    of_first = np.where(is_second, 0.0, apart).sum(axis=1)
    others: Floats = np.where(is_second, of_second[:, np.newaxis], of_first[:, np.newaxis])
    others -= apart
    others *= np.where(is_second, second[:, np.newaxis], first[:, np.newaxis])
    d /= n - 1
    others -= d
    others -= others.mean(axis=1, keepdims=True)
    return others
