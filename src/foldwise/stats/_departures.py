"""What each example does to the mean difference: by its own loss, and as a training example by the losses of others."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from foldwise.stats._batch import Floats, Mask
from foldwise.stats._inputs import as_array

# Differences worked on at a time: few enough for the cache, and for memory however many there are.
_BLOCK: Final = 2**17


@dataclass(frozen=True, slots=True, eq=False)
class Halves:
    """Which half tested each example, of shape (n_repeats, n), and one over the sizes of the two halves less one."""

    is_second: Mask
    weights: Floats

    @classmethod
    def of(cls, is_second: Mask) -> "Halves":
        """Take the sizes of the halves; a half of one example has nothing left when that is deleted."""
        n = is_second.shape[-1]
        n_second = is_second.sum(axis=-1)
        sizes = np.stack([n - n_second, n_second])
        if sizes.min() < 2:
            raise ValueError(
                f"halves must hold at least 2 examples each, got one of {sizes.min()} in repeat "
                f"{int(sizes.min(axis=0).argmin())}. Split the examples about evenly."
            )
        return cls(is_second, 1 / (sizes - 1))

    def parts(self) -> Iterator[slice]:
        """Cut the repeats into blocks."""
        n_repeats, n = self.is_second.shape
        step = max(1, _BLOCK // n)
        return (slice(start, start + step) for start in range(0, n_repeats, step))


@dataclass(frozen=True, slots=True, eq=False)
class Halved:
    """One experiment: differences of shape (n_repeats, n), to be read in units of ``2**exponent``, and their halves."""

    differences: NDArray[Any]
    exponent: int
    halves: Halves

    def blocks(self) -> Iterator[tuple[slice, Floats]]:
        """Yield the repeats of each block and their differences, scaled; the array is the caller's to change."""
        for part in self.halves.parts():
            # In C order, so that sums are the same to the last bit however the input lies in memory.
            block = np.array(self.differences[part], dtype=np.float64, order="C")
            yield part, np.ldexp(block, -self.exponent, out=block)

    def means(self) -> tuple[Floats, Floats]:
        """Mean difference of every example over repeats, and of every repeat over examples."""
        n_repeats, n = self.differences.shape
        of_examples, of_repeats = np.zeros(n), np.empty(n_repeats)
        for part, d in self.blocks():
            of_examples += d.sum(axis=0)
            of_repeats[part] = d.mean(axis=1)
        return of_examples / n_repeats, of_repeats


def as_repeats(differences: ArrayLike, *, least: int) -> NDArray[Any]:
    """Check the kind and the shape ``(..., n_repeats, n_examples)``; the numbers are left as they are."""
    why = "a test never drops examples. Pass a complete design."
    array = as_array(differences, "differences", if_masked=why)
    if array.ndim < 2:
        raise ValueError(
            f"differences must have shape (n_repeats, n_examples), leading axes allowed, got {array.shape}. "
            "Pass those of single examples."
        )
    n_repeats, n = array.shape[-2:]
    if n_repeats < 2:
        raise ValueError(f"at least 2 repeats are needed, got {n_repeats} (shape {array.shape}). Add repeats.")
    if n < least:
        raise ValueError(
            f"at least {least} examples are needed, got {n} (shape {array.shape}). Use a test of fold scores."
        )
    return array


def as_halves(halves: ArrayLike, shape: tuple[int, ...]) -> Mask:
    """Check that halves are 0 or 1 and fit differences of `shape`; leading axes of length 1 stay so."""
    array = np.asarray(halves)
    padded = (1,) * (len(shape) - array.ndim) + array.shape
    leading = zip(padded[:-2], shape[:-2], strict=False)
    if len(padded) != len(shape) or padded[-2:] != shape[-2:] or any(own not in (1, other) for own, other in leading):
        raise ValueError(f"halves must fit the differences, of shape {shape}, got {array.shape}. Pass one per example.")
    wrong = array[(array != 0) & (array != 1)]
    if wrong.size:
        raise ValueError(f"halves must be 0 or 1, got {wrong[0]}. Pass the half that tested each example.")
    return np.ascontiguousarray(array == 1).reshape(padded)


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
