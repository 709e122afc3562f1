"""Limits where learners were trained several times: seeds are random, and so are the examples."""

import math

import numpy as np

from foldwise._core import DataFormatError
from foldwise.results import ItemScores
from foldwise.stats import non_inferiority
from foldwise.stats._door import student_quantile
from foldwise.verdicts.gating._asked import Names
from foldwise.verdicts.gating._limits import Limits, first_enough
from foldwise.verdicts.items._find import Units, seed_variances

_LEAST_SEEDS = 2


def limits_over_seeds(items: ItemScores, names: Names, estimate: float, terms: dict[str, float]) -> Limits:
    """Return limits by the parts of the variance that seeds and examples have."""
    n_seeds, n_items = items.scores.shape[2], len(items.items)
    if n_seeds < _LEAST_SEEDS:
        raise DataFormatError(f"A gate needs {_LEAST_SEEDS} seeds or more, got {n_seeds}.")
    units = Units.of(items)
    pair = items.learners.index(names[1]), items.learners.index(names[0])
    parts = seed_variances(items, units, pair)
    of_items = parts.pop() if units.n > 1 else (0.0, 0)
    # Of one test set more seeds would tell more; of many examples, more of these.
    n_now = n_seeds if n_items == 1 else units.n

    def half(n: int) -> float:
        if n_items == 1:
            now = [(part * n_seeds / n, n - 1) for part, _ in parts]
        else:
            now = [*parts, (of_items[0] * units.n / n, n - 1)]
        error, df = _error(now)
        return -float(student_quantile(df, terms["alpha"])) * error

    error, df = _error([*parts, of_items])
    rounding = 8 * np.finfo(float).eps * float(np.nanmax(np.abs(items.scores)))
    is_flat = error <= rounding
    found = non_inferiority(estimate, 0.0 if is_flat else error, df=df, margin=terms["margin"], alpha=terms["alpha"])
    trained = "pairs of trainings" if items.paired else "trainings"
    return Limits(
        outcome=str(found.outcome),
        low=float(found.low),
        high=float(found.high),
        needed=None if is_flat else first_enough(n_now, half, estimate + terms["margin"]),
        method=f"t test over {trained}" + (", both they and examples random" if n_items > 1 else ""),
        kind="seeds" if n_items == 1 else "crossed",
    )


def _error(parts: list[tuple[float, int]]) -> tuple[float, float]:
    """Return the standard error of a sum of parts, and its degrees of freedom by Welch and Satterthwaite."""
    total = sum(part for part, _ in parts)
    if total <= 0:
        return 0.0, 1.0
    return math.sqrt(total), total**2 / sum(part**2 / df for part, df in parts if df > 0)
