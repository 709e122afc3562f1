"""Tables of scores, data sets by learners: checked, and turned into ranks."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import gammaln

from foldwise.stats._batch import Floats, Integers
from foldwise.stats._differences import ROUNDINGS
from foldwise.stats._inputs import as_array, as_floats
from foldwise.stats._signed_ranks import doubled_midranks, levelled, tied

# Subtracting scores, or their mean, leaves no more than this part of the largest score of a data set.
UNIT = ROUNDINGS * np.finfo(np.float64).eps


def as_scores(scores: ArrayLike) -> Floats:
    """Check a complete table of shape ``(..., n_datasets, n_learners)``.

    >>> as_scores([[1, 2], [3, 4]])
    array([[1., 2.],
           [3., 4.]])
    """
    return as_floats(as_table(scores), "scores")


def scaled(x: Floats, axis: int | tuple[int, ...]) -> Floats:
    """Divide by the power of two that makes the largest score along `axis` less than 1: nothing then overflows.

    >>> scaled(np.array([[1.0, 2.0], [3.0, 4.0]]), -1)
    array([[0.25 , 0.5  ],
           [0.375, 0.5  ]])
    """
    exponent = np.frexp(np.abs(x).max(axis=axis, keepdims=True, initial=0.0))[1]
    return np.asarray(np.ldexp(x, -exponent))


def as_table(scores: ArrayLike) -> NDArray[Any]:
    """Check the shape of a table: at least two data sets and two learners."""
    array = as_array(scores, "scores", if_masked="a test never drops cells. Pass a complete table.")
    if array.ndim < 2 or min(array.shape[-2:]) < 2:
        raise ValueError(
            "scores must have shape (n_datasets, n_learners), at least 2 of each, leading axes allowed, got "
            f"{array.shape}."
        )
    return array


def centred_ranks(x: Floats) -> Integers:
    """Twice the rank of each learner on each data set, less its mean: whole numbers, best first, ties sharing theirs.

    >>> centred_ranks(np.array([[0.9, 0.8, 0.7], [0.3, 0.1 + 0.2, 0.4]]))
    array([[-2,  0,  2],
           [ 1,  1, -2]])
    """
    own = scaled(x, -1)
    return np.asarray(doubled_midranks(-levelled(own, rounding_of_datasets(own))) - (x.shape[-1] + 1))


def range_ranks(x: Floats) -> Integers:
    """Twice the rank of each data set by the range of its scores, the smallest first.

    >>> range_ranks(np.array([[0.9, 0.8, 0.7], [0.3, 0.1 + 0.2, 0.4]]))
    array([4, 2])
    """
    common = scaled(x, (-2, -1))
    spread = common.max(axis=-1) - common.min(axis=-1)
    return doubled_midranks(levelled(spread, rounding_of_datasets(common)[..., 0]))


def all_aligned_ranks(x: Floats) -> Integers:
    """Twice the rank of each score, less the mean of its data set, among those of all data sets: the best first.

    >>> all_aligned_ranks(np.array([[0.9, 0.7], [0.3, 0.2]]))
    array([[2, 8],
           [4, 6]])
    """
    common = scaled(x, (-2, -1))
    aligned = common - common.mean(axis=-1, keepdims=True)
    flat = (*x.shape[:-2], x.shape[-2] * x.shape[-1])
    rounding = np.broadcast_to(rounding_of_datasets(common), x.shape)
    return doubled_midranks(-levelled(aligned.reshape(flat), rounding.reshape(flat))).reshape(x.shape)


def rounding_of_datasets(x: Floats) -> Floats:
    """Return what rounding may do to the scores of each data set."""
    return np.asarray(UNIT * np.abs(x).max(axis=-1, keepdims=True))


def sums_of_squares(v: Integers) -> tuple[Floats, Floats, Floats]:
    """Squares, summed, of what learners have in all, of what is left of each cell, and of all cells.

    For ``N`` data sets, with ``S_j`` the sum of a column: ``sum S_j^2``, ``N sum v^2 - sum S_j^2``, ``sum v^2``. The
    second is computed from deviations of whole numbers, and is zero only if all rows are equal.

    >>> sums_of_squares(np.array([[-2, 0, 2], [-2, 2, 0]]))
    (array(24.), array(8.), array(16.))
    """
    n = v.shape[-2]
    total = v.sum(axis=-2, keepdims=True)
    left = np.square((n * v - total).astype(np.float64))
    cells = (*v.shape[:-2], n * v.shape[-1])
    # One axis, so that the order of summation, and so the last digit, is the same in a batch and alone.
    return (
        np.asarray(np.square(total.astype(np.float64))[..., 0, :].sum(axis=-1)),
        np.asarray(left.reshape(cells).sum(axis=-1) / n),
        np.asarray(np.square(v.astype(np.float64)).reshape(cells).sum(axis=-1)),
    )


def chance_of_agreement(v: Integers) -> Floats:
    """Probability that all data sets order the learners alike if every order is equally probable.

    For rows that are equal: with ``m`` different orders of what stands in a row, ``m ** (1 - N)``.

    >>> chance_of_agreement(np.array([[-2, 0, 2], [-2, 0, 2], [-2, 0, 2]])).round(6)
    np.float64(0.027778)
    >>> chance_of_agreement(np.array([[1, -2, 1], [1, -2, 1]])).round(6)
    np.float64(0.333333)
    """
    n, k = v.shape[-2:]
    first, last = tied(np.sort(v[..., 0, :], axis=-1).astype(np.float64))
    alike = last - first + 1
    # Each of a group of t equal values adds a t-th part of ln t!.
    orders = gammaln(k + 1) - (gammaln(alike + 1) / alike).sum(axis=-1)
    return np.asarray(np.exp((1 - n) * orders))
