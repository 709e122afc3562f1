"""The ten differences of a 5x2 cross-validation, checked, with the spread inside each of its five runs."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Floats
from foldwise.stats._differences import Differences, as_differences


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FiveByTwo:
    """Differences of shape ``(..., 5, 2)`` in units of ``2**all_ten.exponent``.

    `all_ten` has the moments of the ten; `first` those that Dietterich's test uses: the first difference as the mean,
    the average over runs of the variance between a run's two folds as the variance.
    """

    scaled: Floats
    all_ten: Differences
    first: Differences


def as_five_by_two(values: ArrayLike, *, score_magnitude: ArrayLike | None = None) -> FiveByTwo:
    """Check `values` of shape ``(..., 5, 2)``, repeat by fold.

    Variance counts as zero when in no run a difference is further from the run's mean than rounding explains.

    >>> runs = as_five_by_two([[3.0, 1.0], [2.0, 2.0], [2.0, 2.0], [2.0, 2.0], [2.0, 2.0]])
    >>> float(runs.first.variance * 4.0 ** runs.first.exponent)
    0.4
    """
    ten = as_differences(values, ("n_repeats", "n_folds"), score_magnitude=score_magnitude)
    if ten.shape != (5, 2):
        raise ValueError(
            f"differences must have shape (5, 2), repeat by fold, leading axes allowed, got {ten.shape} at the end. "
            "For other designs use corrected_repeated_kfold_t."
        )
    # In C order, so that sums are the same to the last bit however the input lies in memory.
    scaled = np.ldexp(np.ascontiguousarray(values, dtype=np.float64), -ten.exponent[..., np.newaxis, np.newaxis])
    half = (scaled[..., 0] - scaled[..., 1]) / 2
    no_spread = (np.abs(half) <= ten.rounding[..., np.newaxis]).all(axis=-1)
    first = scaled[..., 0, 0]
    return FiveByTwo(
        scaled=scaled,
        all_ten=ten,
        first=Differences(
            # Within rounding of nothing is nothing, where there is no variance to say otherwise.
            mean=np.where(no_spread & (np.abs(first) <= ten.rounding), 0.0, first),
            variance=np.where(no_spread, 0.0, 2 * np.square(half).sum(axis=-1) / 5),
            rounding=ten.rounding,
            exponent=ten.exponent,
            identical=ten.identical,
            constant=no_spread & ~ten.identical,
            shape=ten.shape,
        ),
    )
