"""A family of comparisons: adjusted p-values, and the p-value at which the decision on one of them would change."""

from collections.abc import Callable
from typing import Final, Literal, get_args

import numpy as np
import numpy.typing as npt

from foldwise._core import check_choice
from foldwise.stats import benjamini_hochberg, bonferroni, bonferroni_level, holm, hommel, sidak, sidak_level

Adjust = Literal["holm", "bonferroni", "sidak", "hommel", "benjamini_hochberg", "max_t", "none"]

ADJUST_METHODS: dict[str, Callable[..., npt.NDArray[np.float64]]] = {
    "holm": holm,
    "bonferroni": bonferroni,
    "sidak": sidak,
    "hommel": hommel,
    "benjamini_hochberg": benjamini_hochberg,
}

# Beside a p, where there is no room for more.
ADJUST_NAMES = {
    "holm": "Holm",
    "bonferroni": "Bonferroni",
    "sidak": "Sidak",
    "hommel": "Hommel",
    "max_t": "max-T",
    "benjamini_hochberg": "Benjamini-Hochberg",
}

#: How p-values are adjusted, in words, by the names that `adjust` takes.
ADJUST_WORDS = {
    "holm": "Holm's method",
    "bonferroni": "Bonferroni's method",
    "sidak": "Sidak's method",
    "hommel": "Hommel's method",
    "benjamini_hochberg": "Benjamini and Hochberg's method (false discovery rate)",
    "max_t": "Westfall and Young's max-T (signs of examples flipped)",
}

# Those that keep the probability of any false alarm; the rest keep a share of them, or nothing.
FAMILYWISE: Final = ("holm", "bonferroni", "sidak", "hommel", "max_t")


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
    adjusted = ADJUST_METHODS[adjust](np.concatenate([pvalues, rest], axis=-1), undefined="count")
    return np.asarray(adjusted[..., : pvalues.shape[-1]])


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
        # Where max-T changes depends on all flips; Bonferroni's level is never above that.
        case "bonferroni" | "max_t":
            return [float(bonferroni_level(alpha, family))] * p.size
        case "sidak":
            return [float(sidak_level(alpha, family))] * p.size
        case "holm":
            # Those of the others that step down before this one leave it a smaller family.
            thresholds: list[float] = (alpha / (family - holm_passing(p, family, alpha))).tolist()
            return thresholds
    return [STEPWISE[adjust](np.sort(np.delete(p, i)), family, alpha) for i in range(p.size)]


def holm_passing(pvalues: Floats, family: int, alpha: float) -> npt.NDArray[np.intp]:
    """Return for each comparison how many of the others Holm's method rejects if it is left out.

    In ascending order, from 0 on, the j-th p-value passes if it is at most ``alpha / (family - j)`` and all before it
    pass; so none above alpha does, wherever it stands. Leaving one out moves those behind it one place forward: they
    are sorted once, and not again for each of them.

    >>> holm_passing(np.array([0.001, 0.3, 0.04]), 3, 0.06)
    array([0, 1, 1])
    """
    order = np.flatnonzero(pvalues <= alpha)
    order = order[np.argsort(pvalues[order])]
    in_order, steps = pvalues[order], np.arange(order.size)
    fails = in_order > alpha / (family - steps)
    first_failure = int(fails.argmax()) if fails.any() else order.size
    # Behind the one that is left out: the next that fails where it stands then.
    failing = np.where(in_order > alpha / (family - steps + 1), steps, order.size)
    failing = np.append(failing[1:], order.size)
    behind = np.minimum.accumulate(failing[::-1])[::-1] - 1
    found = np.full(pvalues.size, first_failure)
    found[order] = np.where(first_failure < steps, first_failure, behind[: order.size])
    return found


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
    "hommel": _hommel,
    "benjamini_hochberg": _benjamini_hochberg,
}
