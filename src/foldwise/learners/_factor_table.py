"""Where the factors of the values of a table stand, as the kernels of naive Bayes in folds read them."""

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class FactorTable:
    """The factors of one value after the other, class by class; those of missing values come first.

    Parameters
    ----------
    offsets : ndarray of int32, shape (n_examples, n_columns)
        Where the factors of each value begin.
    first : ndarray of int32, shape (n_columns,)
        Where the factors of a column begin.
    counts : ndarray of int32, shape (n_factors,)
        How many examples have the value and the class of a factor.
    """

    offsets: Ints
    first: Ints
    counts: Ints

    @classmethod
    def of(cls, codes: Floats, n_values: npt.NDArray[np.int64], y: Ints, n_classes: int) -> Self:
        """Lay out columns of codes from 0, NaN where missing, in which so many values are possible."""
        # The kernels take classes in pairs.
        stride = n_classes + n_classes % 2
        ends = (1 + np.cumsum(np.append(0, n_values))) * stride
        if ends[-1] >= 2**30:
            raise ValueError(
                f"the table is too large to share work among folds: {n_values.sum()} values and {n_classes} classes. "
                "Put rare values together, or drop a column."
            )
        missing = np.isnan(codes)
        offsets = np.where(missing, 0.0, np.where(missing, 0.0, codes) * stride + ends[:-1]).astype(np.int32, order="C")
        places = offsets + y[:, np.newaxis]
        counts = np.bincount(places.ravel(), minlength=ends[-1]).astype(np.int32)
        return cls(offsets, ends[:-1].astype(np.int32), counts)
