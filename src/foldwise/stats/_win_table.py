"""Wins and ties between learners, counted over datasets."""

import math
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from foldwise.stats._batch import Floats, Integers, Mask
from foldwise.stats._differences import ROUNDINGS
from foldwise.stats._inputs import as_array, as_floats


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class WinTable:
    """How often each learner was ahead of each other.

    Attributes
    ----------
    wins : ndarray of shape (n_learners, n_learners)
        On how many datasets the learner of the row is ahead of that of the column.
    ties : ndarray of shape (n_learners, n_learners)
        On how many neither is; the same above and below the diagonal.

    Examples
    --------
    >>> from foldwise.stats import win_table
    >>> table = win_table([[0.90, 0.85, 0.85], [0.70, 0.72, 0.60], [0.80, 0.70, 0.80]], rope=0.01)
    >>> table.wins.tolist()
    [[0, 2, 2], [1, 0, 1], [0, 1, 0]]
    >>> table.ties.tolist()
    [[0, 0, 1], [0, 0, 1], [1, 1, 0]]
    """

    wins: Integers
    ties: Integers


def win_table(
    scores: ArrayLike,
    *,
    rope: float = 0.0,
    local_rope: float | None = None,
    fold_sd: ArrayLike | None = None,
    played: ArrayLike | None = None,
) -> WinTable:
    r"""Count on how many datasets each learner is ahead of each other, and on how many neither is.

    Parameters
    ----------
    scores : array_like of shape (n_datasets, n_learners) or (n_datasets, n_learners, n_folds)
        Greater is better. With folds, means over them are compared.
    rope : float, default 0.0
        Two learners tie where their means differ by no more than this.
    local_rope : float, optional
        Two learners tie also where their means differ by no more than this many standard deviations of the folds of
        that dataset: of their differences if `scores` has folds, of both learners together if `fold_sd` is given. The
        paper has 0.4 [1]_.
    fold_sd : array_like of shape (n_datasets, n_learners), optional
        Standard deviation of each learner's scores over folds, where `scores` has none.
    played : array_like of bool, shape (n_datasets, n_learners), optional
        False where a learner has no score; what `scores` holds there is not looked at. All if not given.

    Returns
    -------
    WinTable
        Counts for `bradley_terry`.

    Notes
    -----
    A pair has as many games as there are datasets on which both have a score. Differences within ``8 * eps`` times the
    larger score of `rope` are rounding, and ties.

    References
    ----------
    .. [1] J. Wainer (2023). A Bayesian Bradley-Terry model to compare multiple ML algorithms on multiple data sets.
       Journal of Machine Learning Research 24(341), 1-34.

    Examples
    --------
    >>> from foldwise.stats import win_table
    >>> table = win_table([[0.90, 0.85, 0.85], [0.70, 0.72, 0.60], [0.80, 0.70, 0.80]], rope=0.01)
    >>> table.wins.tolist(), table.ties.tolist()
    ([[0, 2, 2], [1, 0, 1], [0, 1, 0]], [[0, 0, 1], [0, 0, 1], [1, 1, 0]])
    """
    there = _as_played(played)
    x = _as_scores(scores, there)
    _check_size(rope, "rope")
    means = x.mean(axis=2) if x.ndim == 3 else x
    there = np.ones(means.shape, dtype=bool) if there is None else there
    difference = means[:, :, np.newaxis] - means[:, np.newaxis, :]
    size = np.maximum(np.abs(means)[:, :, np.newaxis], np.abs(means)[:, np.newaxis, :])
    width = rope + ROUNDINGS * np.finfo(np.float64).eps * size
    if local_rope is not None:
        _check_size(local_rope, "local_rope")
        width = np.maximum(width, local_rope * _pair_sd(x, fold_sd))
    elif fold_sd is not None:
        raise ValueError("fold_sd is for a local rope: give local_rope, such as 0.4.")
    both = there[:, :, np.newaxis] & there[:, np.newaxis, :] & ~np.eye(means.shape[1], dtype=bool)
    return WinTable(
        wins=(both & (difference > width)).sum(axis=0), ties=(both & (np.abs(difference) <= width)).sum(axis=0)
    )


def _as_played(played: ArrayLike | None) -> Mask | None:
    if played is None:
        return None
    array = np.asarray(played)
    if array.dtype != np.bool_:
        raise TypeError(f"played must be an array of True and False, got dtype {array.dtype}.")
    return array


def _as_scores(scores: ArrayLike, played: Mask | None) -> Floats:
    array: NDArray[Any] = as_array(scores, "scores", if_masked="say by played which scores there are.")
    if array.ndim not in (2, 3) or array.shape[1] < 2:
        raise ValueError(
            "scores must have shape (n_datasets, n_learners), with an axis of folds or without, and two learners at "
            f"least, got {array.shape}."
        )
    if played is not None:
        if played.shape != array.shape[:2]:
            raise ValueError(f"played must have the shape of scores, {array.shape[:2]}, got {played.shape}.")
        array = array.astype(np.float64)
        array[~played] = 0.0
    return as_floats(array, "scores")


def _pair_sd(x: Floats, fold_sd: ArrayLike | None) -> Floats:
    """Return the standard deviation over folds for each pair of learners on each dataset."""
    if x.ndim == 3:
        if fold_sd is not None:
            raise ValueError("fold_sd is for scores without folds, and these have some: leave it out.")
        if x.shape[2] < 2:
            raise ValueError("a local rope needs two folds at least, got 1.")
        return np.asarray((x[:, :, np.newaxis] - x[:, np.newaxis]).std(axis=-1, ddof=1))
    if fold_sd is None:
        raise ValueError("a local rope needs scores of folds, or their standard deviations: give fold_sd.")
    sd = as_floats(as_array(fold_sd, "fold_sd", if_masked="give 0 where played is False."), "fold_sd")
    if sd.shape != x.shape or (sd < 0).any():
        raise ValueError(f"fold_sd must not be negative and have the shape of scores, {x.shape}, got {sd.shape}.")
    return np.asarray(np.sqrt((sd[:, :, np.newaxis] ** 2 + sd[:, np.newaxis] ** 2) / 2))


def _check_size(value: Any, name: str) -> None:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} must be a number, got {value!r}.")
    if not (math.isfinite(float(value)) and float(value) >= 0):
        raise ValueError(f"{name} must be finite and not negative, got {value}.")
