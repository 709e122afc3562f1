"""The training table as the kernels read it."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True, eq=False)
class Training:
    """Examples, classes and weights; rows of weight zero are gone.

    Parameters
    ----------
    X : ndarray of float, shape (n_examples, n_attributes)
        Rows in C order. A nominal column holds codes from 0; NaN is missing; nothing is infinite.
    y : ndarray of int32, shape (n_examples,)
        Class codes.
    weight : ndarray of float, shape (n_examples,)
        All above zero.
    n_values : ndarray of int32, shape (n_attributes,)
        Number of declared values of a nominal column, 0 for a numeric one.
    n_classes : int
        Number of declared classes, used or not.
    """

    X: npt.NDArray[np.float64]
    y: npt.NDArray[np.int32]
    weight: npt.NDArray[np.float64]
    n_values: npt.NDArray[np.int32]
    n_classes: int

    def part(self, rows: npt.NDArray[np.bool_]) -> "Training":
        """Return the examples that a mask chooses."""
        return replace(self, X=self.X[rows], y=self.y[rows], weight=self.weight[rows])
