"""Differences on the folds of several datasets, checked and summarized dataset by dataset."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from foldwise.stats._batch import Floats, Mask
from foldwise.stats._corrected_repeated_kfold_t import check_ratio
from foldwise.stats._differences import ROUNDINGS, SCORES_OVER_DIFFERENCES, Differences, as_differences

_AXES = ("n_repeats", "n_folds")
# Standard deviations below this, over the largest difference, are no learner's.
FINEST = ROUNDINGS * float(np.finfo(np.float64).eps) * SCORES_OVER_DIFFERENCES
# Limits of the region beyond this many times the largest difference are as good as infinite.
FARTHEST = 2.0**40


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FoldSummaries:
    """Mean and variance of the folds of each dataset, of shape ``(..., n_datasets)``, in units of ``2**exponent``.

    `n` and `rho`, the number of folds of a dataset and the correlation between them, are the same for all experiments
    of a batch; `exponent`, the `region` and `largest`, the largest size of a difference, are of each experiment.
    `constant` are datasets on which folds do not vary; their variance is made up.
    """

    mean: Floats
    variance: Floats
    n: Floats
    rho: Floats
    largest: Floats
    region: tuple[Floats, Floats]
    exponent: NDArray[np.int32]
    identical: Mask
    constant: Mask


def summarize_folds(
    differences: ArrayLike | Sequence[ArrayLike],
    ratio: float | Sequence[float] | None,
    region: tuple[float, float],
    score_magnitude: ArrayLike | None,
) -> FoldSummaries:
    """Check and summarize one array of shape ``(..., n_datasets, n_repeats, n_folds)``, or a list of arrays.

    >>> folds = summarize_folds([[[1.0, 3.0]], [[2.0, 4.0], [3.0, 3.0]]], None, (-1.0, 1.0), None)
    >>> np.ldexp(folds.mean, folds.exponent), folds.n, folds.rho
    (array([2., 3.]), array([2., 4.]), array([0.5, 0.5]))
    """
    tables = _tables(differences)
    magnitudes = _of_each(score_magnitude, len(tables), "score_magnitude")
    read = [_read(place, *both) for place, both in enumerate(zip(tables, magnitudes, strict=True))]
    ratios = [
        check_ratio(one, d.shape[1])
        for one, d in zip(_of_each(ratio, len(tables), "test_train_ratio"), read, strict=True)
    ]
    sizes = np.max([np.abs(table).max(axis=(-2, -1)) for table in tables], axis=0)
    exponent = np.frexp(np.where(sizes > 0, sizes, max(map(abs, region))))[1]
    with np.errstate(over="ignore", under="ignore"):
        low, high = (np.clip(np.ldexp(limit, -exponent), -FARTHEST, FARTHEST) for limit in region)
        mean, variance = (
            np.stack([np.ldexp(part, times * (d.exponent - exponent)) for d, part in parts], axis=-1)
            for times, parts in ((1, [(d, d.mean) for d in read]), (2, [(d, d.variance) for d in read]))
        )
        largest = np.ldexp(np.where(sizes > 0, sizes, max(map(abs, region))), -exponent)
    constant = np.stack([d.constant | d.identical for d in read], axis=-1)
    return FoldSummaries(
        mean=mean,
        variance=np.maximum(_made_up(variance, constant, high - low), FINEST**2),
        n=np.array([float(d.n) for d in read]),
        rho=np.array([r / (1 + r) for r in ratios]),
        largest=np.asarray(largest),
        region=(low, high),
        exponent=np.asarray(exponent),
        identical=np.stack([d.identical for d in read], axis=-1),
        constant=constant,
    )


def _tables(differences: ArrayLike | Sequence[ArrayLike]) -> list[Floats]:
    """Return one array per dataset, of shape ``(..., n_repeats, n_folds)``."""
    if isinstance(differences, list | tuple) and len({np.shape(table) for table in differences}) > 1:
        tables = [np.asarray(table) for table in differences]
        if any(table.ndim != 2 for table in tables):
            shapes = ", ".join(str(table.shape) for table in tables)
            raise ValueError(f"datasets of different shapes must each have shape (n_repeats, n_folds), got {shapes}.")
        return tables
    array = np.asanyarray(differences)
    if array.ndim < 3:
        raise ValueError(
            "differences must have shape (n_datasets, n_repeats, n_folds), leading axes allowed, or be a list of such "
            f"tables, got {array.shape}. For one repeat pass differences[:, np.newaxis]."
        )
    if array.shape[-3] < 2:
        raise ValueError(f"at least 2 datasets are needed, got {array.shape[-3]}. For one: bayesian_correlated_t.")
    return list(np.moveaxis(array, -3, 0))


def _read(place: int, table: Floats, score_magnitude: float | None) -> Differences:
    try:
        return as_differences(table, _AXES, score_magnitude=score_magnitude)
    except ValueError as error:
        raise ValueError(f"dataset {place} (counted from 0): {error}") from None


def _of_each(values: ArrayLike | None, n: int, name: str) -> list[float | None]:
    """Return one value for each dataset, of one for all or of as many."""
    if values is None:
        return [None] * n
    array = np.asarray(values, dtype=np.float64)
    if array.shape not in {(), (n,)}:
        raise ValueError(f"{name} must be one number or one per dataset, {n}, got shape {array.shape}.")
    return [float(value) for value in np.broadcast_to(array, n)]


def _made_up(variance: Floats, constant: Mask, width: Floats) -> Floats:
    """Give datasets whose folds do not vary the variance of the region, or that of the least variable other."""
    least = np.where(constant, np.inf, variance).min(axis=-1)
    if (constant.any(axis=-1) & (width == 0) & ~np.isfinite(least)).any():
        raise ValueError(
            "folds vary on no dataset, and a rope of no width does not tell how well differences are known. Give a "
            "rope of some width."
        )
    return np.where(constant, np.where(width > 0, width**2 / 12, least)[..., np.newaxis], variance)
