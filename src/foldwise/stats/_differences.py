"""Differences between two learners, checked, and scaled so that squaring can neither overflow nor underflow."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from foldwise._kernels.moments import moments
from foldwise.stats._batch import Floats, Mask
from foldwise.stats._inputs import as_array

# Subtracting two scores of magnitude M leaves a rounding error of this many units of eps * M at most.
ROUNDINGS = 8
# How many times as large as the largest difference scores may be that nothing is known of: 0.9 and 0.9001. Spread as
# small as that beside the differences themselves, 2e-11 of them, is no learner's.
SCORES_OVER_DIFFERENCES = 10_000


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Differences:
    """Mean and variance of each experiment, in units of ``2**exponent``; all arrays have the shape of the batch.

    `rounding`, in the same units, is what rounding of the scores alone can explain.
    """

    mean: Floats
    variance: Floats
    rounding: Floats
    exponent: NDArray[np.int32]
    identical: Mask
    constant: Mask
    shape: tuple[int, ...]

    @property
    def n(self) -> int:
        """Number of differences of one experiment."""
        return int(np.prod(self.shape))


def as_differences(
    values: ArrayLike, axes: tuple[str, ...], *, score_magnitude: ArrayLike | None = None
) -> Differences:
    """Check `values` of shape ``(..., *axes)`` and summarize each experiment.

    Variance counts as zero when no difference is further from the mean than rounding explains:
    ``8 * eps`` times the largest score (ten thousand times the largest difference, where that is not given).

    >>> d = as_differences([[1.0, 2.0, 3.0], [0.5, 0.5, 0.5]], ("n_folds",))
    >>> np.ldexp(d.mean, d.exponent), d.constant, d.shape
    (array([2. , 0.5]), array([False,  True]), (3,))
    """
    x, shape = _flat(values, axes)
    batch, n = x.shape[:-1], x.shape[-1]
    rows = x.reshape(-1, n)
    flat = np.empty((4, len(rows)))
    flat_exponent = np.empty(len(rows), dtype=np.int32)
    moments(rows, flat[0], flat_exponent, flat[1], flat[2], flat[3])
    largest, mean, squares, spread = (part.reshape(batch) for part in flat)
    exponent = flat_exponent.reshape(batch)
    if not np.isfinite(largest).all():
        raise ValueError(_first_not_finite(x, axes, shape))

    with np.errstate(all="ignore"):
        rounding = rounding_behind(score_magnitude, largest, exponent)
        variance = squares / (n - 1)
    no_spread = spread <= rounding
    identical = no_spread & (np.abs(mean) <= rounding)
    return Differences(
        mean=np.where(identical, 0.0, mean),
        variance=np.where(no_spread, 0.0, variance),
        rounding=rounding,
        exponent=exponent,
        identical=identical,
        constant=no_spread & ~identical,
        shape=shape,
    )


def _flat(values: ArrayLike, axes: tuple[str, ...]) -> tuple[Floats, tuple[int, ...]]:
    """Return a contiguous array whose last axis holds one experiment, and the shape of one experiment."""
    array = as_array(values, "differences", if_masked="a test never drops pairs. Pass a complete design.")
    if array.ndim < len(axes):
        hint = "For one run pass differences[np.newaxis]." if len(axes) == 2 else "Pass one difference per test set."
        expected = f"({', '.join(axes)}{',' if len(axes) == 1 else ''})"
        raise ValueError(f"differences must have shape {expected}, leading axes allowed, got {array.shape}. {hint}")
    batch, shape = array.shape[: -len(axes)], array.shape[-len(axes) :]
    n = int(np.prod(shape))
    if n < 2:
        raise ValueError(f"at least 2 differences are needed for a variance, got {n} (shape {array.shape}).")
    return np.ascontiguousarray(array, dtype=np.float64).reshape(*batch, n), shape


def _first_not_finite(x: Floats, axes: tuple[str, ...], shape: tuple[int, ...]) -> str:
    *experiment, place = (int(i) for i in np.argwhere(~np.isfinite(x))[0])
    where = [
        f"{axis.removeprefix('n_').removesuffix('s')} {int(i)}"
        for axis, i in zip(axes, np.unravel_index(place, shape), strict=True)
    ]
    if experiment:
        where.insert(0, f"experiment {experiment[0] if len(experiment) == 1 else tuple(experiment)}")
    value = x[(*experiment, place)]
    return (
        f"differences must be finite, got {value} at {', '.join(where)} (counted from 0). Nothing is dropped silently."
    )


def rounding_behind(score_magnitude: ArrayLike | None, largest: Floats, exponent: NDArray[np.int32]) -> Floats:
    """Return, in units of ``2**exponent``, what rounding of the scores may do to differences of which `largest` is one.

    >>> largest = np.array(0.5)
    >>> rounding_behind(None, largest, np.array(0)) / rounding_behind(0.9, largest, np.array(0))
    np.float64(5555.555555555556)
    """
    unit = ROUNDINGS * np.finfo(np.float64).eps
    if score_magnitude is None:
        return np.asarray(unit * SCORES_OVER_DIFFERENCES * np.ldexp(largest, -exponent))
    magnitude = np.asarray(score_magnitude, dtype=np.float64)
    if not (np.isfinite(magnitude) & (magnitude >= 0)).all():
        raise ValueError(f"score_magnitude must be finite and not negative, got {score_magnitude}.")
    if magnitude.ndim > largest.ndim or np.broadcast_shapes(magnitude.shape, largest.shape) != largest.shape:
        raise ValueError(
            f"score_magnitude must be one number or fit the batch's shape {largest.shape}, got shape {magnitude.shape}."
        )
    return np.asarray(unit * np.ldexp(np.maximum(magnitude, largest), -exponent))


def rounding_of_each(score_magnitude: ArrayLike, differences: Floats) -> Floats:
    """Return what rounding may do to each difference, given the scores behind all, or behind each along the last axis.

    >>> rounding_of_each([1.0, 100.0], np.array([0.5, 0.5])) / np.finfo(np.float64).eps
    array([  8., 800.])
    """
    magnitude = np.asarray(score_magnitude, dtype=np.float64)
    if not (np.isfinite(magnitude) & (magnitude >= 0)).all():
        raise ValueError(f"score_magnitude must be finite and not negative, got {magnitude}.")
    if magnitude.shape not in {(), differences.shape, differences.shape[-1:]}:
        raise ValueError(
            f"score_magnitude must be one number or one per difference, shape {differences.shape[-1:]}, got shape "
            f"{magnitude.shape}."
        )
    return np.asarray(ROUNDINGS * np.finfo(np.float64).eps * np.maximum(magnitude, np.abs(differences)))
