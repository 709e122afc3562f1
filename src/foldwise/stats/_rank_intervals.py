"""Intervals for the rank of each of several learners."""

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Integers


def rank_intervals(better: ArrayLike) -> tuple[Integers, Integers]:
    r"""Turn the outcomes of tests of all pairs of learners into an interval for the rank of each.

    Mean ranks come without an error, and lines between learners that do not differ significantly cannot always be
    drawn. An interval says for each learner by itself between which places it lies [1]_, [2]_.

    Parameters
    ----------
    better : array_like of bool, of shape (..., n_learners, n_learners)
        ``better[i, j]``: learner `i` is significantly better than `j`. Leading axes are independent experiments.

    Returns
    -------
    low, high : ndarray of int, of shape (..., n_learners)
        The best and the worst rank that each learner may have; 1 is the best.

    See Also
    --------
    holm : Adjusts the p-values of all pairs, so that all intervals hold together.
    wilcoxon : A test for each pair, over data sets.

    Notes
    -----
    .. math:: l_i = 1 + \#\{j : j \text{ better than } i\}, \qquad h_i = k - \#\{j : i \text{ better than } j\}.

    The rank of a learner is one plus the number of learners that are truly better. If the tests err anywhere with
    probability at most alpha (two-sided p-values, adjusted over all pairs), all intervals hold their learner's true
    rank at the same time with probability at least ``1 - alpha``: a limit is wrong only if a test was. Learners that
    are truly equal have several ranks, all of which the interval then holds.

    References
    ----------
    .. [1] D. Al Mohamad, J. J. Goeman and E. W. van Zwet (2022). Simultaneous confidence intervals for ranks with
       application to ranking institutions. Biometrics 78, 238-247.
    .. [2] M. Mogstad, J. P. Romano, A. M. Shaikh and D. Wilhelm (2024). Inference for ranks with applications to
       mobility across neighbourhoods and academic achievement across countries. Review of Economic Studies 91,
       476-518.

    Examples
    --------
    >>> from foldwise.stats import rank_intervals
    >>> low, high = rank_intervals([[False, False, True], [False, False, True], [False, False, False]])
    >>> low, high
    (array([1, 1, 3]), array([2, 2, 3]))
    """
    array = np.asarray(better)
    if array.dtype != np.bool_:
        raise TypeError(
            f"better must be an array of booleans, got dtype {array.dtype}. For p-values pass (p <= alpha) & ahead."
        )
    if array.ndim < 2 or array.shape[-1] != array.shape[-2] or array.shape[-1] < 1:
        raise ValueError(f"better must have shape (n_learners, n_learners), leading axes allowed, got {array.shape}.")
    contradictions = np.argwhere(array & np.swapaxes(array, -1, -2))
    if len(contradictions):
        i, j = (int(place) for place in contradictions[0, -2:])
        told = f"learner {i} better than itself" if i == j else f"learners {i} and {j} each better than the other"
        raise ValueError(f"better must not contradict itself, got {told} (counted from 0).")
    low = 1 + array.sum(axis=-2, dtype=np.int64)
    high = array.shape[-1] - array.sum(axis=-1, dtype=np.int64)
    return low, high
