"""The p-value at which the decision on one comparison of a family would change."""

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

from foldwise.stats import bonferroni_level, sidak_level

Floats = npt.NDArray[np.float64]


def decision_thresholds(pvalues: list[float], adjust: str, family: int, alpha: float) -> list[float]:
    """Return for each comparison the largest p-value that, adjusted beside the others as they are, is significant.

    Undefined p-values, and the part of the family that is not listed, count as not significant, as in `adjust_pvalues`.

    >>> decision_thresholds([0.001, 0.3, 0.04], "holm", 3, 0.06)
    [0.02, 0.03, 0.03]
    """
    p = np.nan_to_num(np.asarray(pvalues, dtype=np.float64), nan=1.0)
    match adjust:
        case "none":
            return [alpha] * p.size
        case "bonferroni":
            return [float(bonferroni_level(alpha, family))] * p.size
        case "sidak":
            return [float(sidak_level(alpha, family))] * p.size
    return [STEPWISE[adjust](np.sort(np.delete(p, i)), family, alpha) for i in range(p.size)]


def _holm(others: Floats, family: int, alpha: float) -> float:
    # Those of the others that step down before this one leave it a smaller family.
    passes = others <= alpha / (family - np.arange(others.size))
    return alpha / (family - int(np.argmin(np.append(passes, False))))


def _benjamini_hochberg(others: Floats, family: int, alpha: float) -> float:
    levels = alpha * np.arange(1, others.size + 2) / family
    # The k-th level holds for this one if k - 1 of the others are below it.
    below = np.searchsorted(others, levels, side="right")
    return float(levels[below >= np.arange(levels.size)][-1])


def _hommel(others: Floats, family: int, alpha: float) -> float:
    """Take the least of what Simes' tests allow in any set with this comparison; of one size the largest decide."""
    n = others.size
    n_unlisted = family - n - 1
    if n == 0:
        return alpha / family
    n_listed = np.arange(1, n + 1)[:, np.newaxis]
    size = n_unlisted + n_listed + 1
    rank = np.arange(n) - (n - n_listed) + 1
    in_set = rank >= 1
    # A rank further up if this one stands before it.
    helped = np.max(np.where(in_set & (others <= (rank + 1) * alpha / size), rank, 0), axis=1, keepdims=True)
    rejected_anyway = (in_set & (others <= rank * alpha / size)).any(axis=1, keepdims=True)
    allowed = np.where(rejected_anyway, 1.0, (helped + 1) * alpha / size)
    return min(alpha / (n_unlisted + 1), float(allowed.min()))


STEPWISE: Final[dict[str, Callable[[Floats, int, float], float]]] = {
    "holm": _holm,
    "hommel": _hommel,
    "benjamini_hochberg": _benjamini_hochberg,
}
