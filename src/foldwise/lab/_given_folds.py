"""Folds that came as codes."""

import numpy as np
import numpy.typing as npt

from foldwise.splits import Assignment


def given_folds(folds: npt.NDArray[np.int32]) -> Assignment:
    """Wrap fold codes, of shape (n_repeats, n_examples), for those who read an Assignment.

    >>> import numpy as np
    >>> given_folds(np.array([[0, 1, 1], [-1, 0, 0]], dtype=np.int32)).sizes()[0].tolist()
    [[2, 1], [1, 3]]
    """
    return Assignment(
        # A copy: an Assignment makes its folds read-only.
        folds=folds.copy(),
        n_folds=int(folds.max()) + 1,
        scheme="given",
        description="folds as given",
        stratified=None,
        seed=None,
        repeats_per_execution=1,
    )
