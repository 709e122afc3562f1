"""Families of p-values, checked, and brought into the order that stepwise procedures need."""

from collections.abc import Callable
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_choice
from foldwise.stats._batch import Floats, Integers

Undefined: TypeAlias = Literal["error", "count"]


def as_family(pvalues: ArrayLike, *, axis: int = -1, undefined: Undefined = "error") -> Floats:
    """Check `pvalues` and return them as new floats with the family along the last axis.

    >>> as_family([[0.1, 0.2]], axis=0)
    array([[0.1],
           [0.2]])
    """
    check_choice(undefined, "undefined", ("error", "count"))
    # In C order, so that sums are the same to the last bit however the input lies in memory.
    p = np.array(pvalues, dtype=np.float64, order="C")
    if p.ndim == 0:
        raise ValueError(
            f"pvalues must have at least one axis, got the single number {p}. Pass [p] for a family of one."
        )
    if ((p < 0) | (p > 1)).any():
        raise ValueError(f"pvalues must lie between 0 and 1, got {p[(p < 0) | (p > 1)][0]}.")
    if undefined == "error" and np.isnan(p).any():
        raise ValueError(
            f"{np.isnan(p).sum()} of {p.size} p-values are undefined (NaN). "
            "Pass undefined='count' to keep them as members of the family."
        )
    return np.moveaxis(p, axis, -1)


def adjusted(pvalues: ArrayLike, axis: int, undefined: Undefined, step: Callable[[Floats, Integers], Floats]) -> Floats:
    """Apply `step` to each family in ascending order with the ranks 1, 2, ..., and undo the ordering.

    Undefined values go in as 1, the p-value that helps the others least, and come out undefined.
    """
    p = as_family(pvalues, axis=axis, undefined=undefined)
    order = np.argsort(p, axis=-1, kind="stable")
    ordered = np.take_along_axis(p, order, axis=-1)
    missing = np.isnan(ordered)
    ordered[missing] = 1.0
    # No adjustment makes a p-value smaller, nor does rounding: m * p / m may fall short of p.
    stepped = np.clip(step(ordered, np.arange(1, p.shape[-1] + 1)), ordered, 1.0)
    stepped[missing] = np.nan
    np.put_along_axis(p, order, stepped, axis=-1)
    return np.moveaxis(p, -1, axis)
