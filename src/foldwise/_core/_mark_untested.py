"""Answers of examples that no fold tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

# Repeats at a time: what is made for so few stays in the cache, and costs no new memory.
_STEP: Final = 64


def mark_untested(answers: npt.NDArray[np.int32], folds: npt.NDArray[Any]) -> None:
    """Write -1 where the code of the fold is negative.

    Parameters
    ----------
    answers : ndarray of int32, shape (n_repeats, n_examples)
        Changed in place.
    folds : ndarray of int32, shape (n_repeats, n_examples)
        As in an Assignment.

    Examples
    --------
    >>> import numpy as np
    >>> answers = np.array([[1, 1, 1, 1]], dtype=np.int32)
    >>> mark_untested(answers, np.array([[0, -1, 1, -2]], dtype=np.int32))
    >>> answers.tolist()
    [[1, -1, 1, -1]]
    """
    for start in range(0, len(answers), _STEP):
        # What is negative has its highest bit set: shifted down it is -1, which stays -1 with any bits added.
        answers[start : start + _STEP] |= folds[start : start + _STEP] >> 31
