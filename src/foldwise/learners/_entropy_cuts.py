"""Cut points that turn numeric attributes into nominal ones."""

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from foldwise._kernels import mdl_cuts as kernel
from foldwise.learners._training import Training

Floats = npt.NDArray[np.float64]
Longs = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class EntropyCuts:
    """Cuts of all attributes, one after the other.

    Parameters
    ----------
    cuts : ndarray of float
        In ascending order within an attribute.
    start, stop : ndarray of int64, shape (n_attributes,)
        Where the cuts of an attribute begin and end; `start` is -1 for a nominal attribute.
    n_values : ndarray of int32, shape (n_attributes,)
        Number of declared values of a nominal attribute, or of intervals of a numeric one.
    """

    cuts: Floats
    start: Longs
    stop: Longs
    n_values: npt.NDArray[np.int32]

    @classmethod
    def of(cls, training: Training) -> Self:
        """Find the cuts that the minimum description length criterion accepts."""
        whole = np.arange(len(training.X) + 1.0)
        table = whole * np.log(np.maximum(whole, 1.0))
        numeric = training.n_values == 0
        found = [_cuts(column, training, table) for column in training.X.T[numeric]]
        n_cuts = np.zeros(len(numeric), dtype=np.int64)
        n_cuts[numeric] = [len(cuts) for cuts in found]
        stop = np.cumsum(n_cuts)
        return cls(
            cuts=np.concatenate([*found, np.zeros(1)]),
            start=np.where(numeric, stop - n_cuts, -1),
            stop=stop,
            n_values=np.where(numeric, n_cuts + 1, training.n_values).astype(np.int32),
        )

    def listed(self) -> list[Floats | None]:
        """Return one array per numeric attribute, None for a nominal one."""
        return [
            None if start < 0 else self.cuts[start:stop].copy()
            for start, stop in zip(self.start.tolist(), self.stop.tolist(), strict=True)
        ]

    def place(self, X: Floats) -> Floats:
        """Replace numeric values by how many cuts lie below them; a value equal to a cut lies left of it."""
        placed = np.empty(X.shape)
        kernel.place(X, self.cuts, self.start, self.stop, placed)
        return placed


def _cuts(column: Floats, training: Training, table: Floats) -> Floats:
    order = np.argsort(column)
    # NaN is sorted to the end.
    order = order[: len(column) - np.count_nonzero(np.isnan(column))]
    values, classes = column[order], training.y[order]
    if not len(values) or values[0] == values[-1]:
        return np.empty(0)
    mark, cuts = np.empty(len(values), dtype=np.uint8), np.empty(len(values) - 1)
    kernel.mark_candidates(values, classes, mark)
    class_weight, class_rows = np.empty(2 * training.n_classes), np.empty(2 * training.n_classes, dtype=np.int64)
    n_cuts = kernel.mdl_cuts(values, classes, training.weight[order], table, mark, class_weight, class_rows, cuts)
    return cuts[:n_cuts]
