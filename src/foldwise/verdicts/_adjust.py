"""Adjusting for several comparisons: the family of a verdict."""

from collections.abc import Callable
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from foldwise._core import check_choice
from foldwise.stats import benjamini_hochberg, bonferroni, holm, hommel, sidak

Adjust = Literal["holm", "bonferroni", "sidak", "hommel", "benjamini_hochberg", "none"]

_METHODS: dict[str, Callable[..., npt.NDArray[np.float64]]] = {
    "holm": holm,
    "bonferroni": bonferroni,
    "sidak": sidak,
    "hommel": hommel,
    "benjamini_hochberg": benjamini_hochberg,
}
ADJUST_WORDS = {
    "holm": "Holm's method",
    "bonferroni": "Bonferroni's method",
    "sidak": "Sidak's method",
    "hommel": "Hommel's method",
    "benjamini_hochberg": "Benjamini and Hochberg's method (false discovery rate)",
}


def check_adjust(adjust: str) -> None:
    """Refuse the name of a method that does not exist."""
    check_choice(adjust, "adjust", get_args(Adjust))


def adjust_pvalues(pvalues: list[float], adjust: str, *, family: int) -> list[float]:
    """Adjust p-values for a family of which they may be a part; the others count as not significant.

    Parameters
    ----------
    pvalues : list of float
        NaN where undefined, which counts as a comparison.
    adjust : {'holm', 'bonferroni', 'sidak', 'hommel', 'benjamini_hochberg', 'none'}
        How.
    family : int
        For how many comparisons.

    Returns
    -------
    list of float
        In the same order.

    Examples
    --------
    >>> from foldwise.verdicts import adjust_pvalues
    >>> adjust_pvalues([0.01, 0.04], "holm", family=2)
    [0.02, 0.04]
    """
    if adjust == "none":
        return pvalues
    return [float(p) for p in adjust_families(np.asarray(pvalues), adjust, family=family)]


def adjust_families(pvalues: npt.NDArray[np.float64], adjust: str, *, family: int) -> npt.NDArray[np.float64]:
    """Adjust the p-values along the last axis, each row part of a family of that size."""
    rest = np.ones((*pvalues.shape[:-1], family - pvalues.shape[-1]))
    adjusted = _METHODS[adjust](np.concatenate([pvalues, rest], axis=-1), undefined="count")
    return np.asarray(adjusted[..., : pvalues.shape[-1]])
