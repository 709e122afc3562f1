"""Forecasts in a family: another execution may decide other pairs otherwise, and these move the threshold of one."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy.special import ndtr

from foldwise.verdicts._adjust import adjust_families
from foldwise.verdicts._comparison import Comparison
from foldwise.verdicts._thresholds import STEPWISE
from foldwise.verdicts.tests._other_partitions import normal_score

_DRAWS: Final = 1000
_CERTAIN: Final = 1e-6


def with_family_risk(rows: Sequence[Comparison], adjust: str, family: int, alpha: float) -> list[Comparison]:
    """Lower the agreement of each forecast by the probability that the other pairs of the family turn its decision.

    The others are drawn as another execution might find them, each off by its own error. Only methods that step from
    one p-value to the next let one comparison depend on another.
    """
    risks = [row.forecast.risk if row.forecast is not None and row.forecast.is_known else 0.0 for row in rows]
    if adjust not in STEPWISE or len(rows) < 2 or max(risks) < _CERTAIN:
        return list(rows)
    p = np.nan_to_num([row.pvalue for row in rows], nan=1.0)
    uncertain = np.array(risks) >= _CERTAIN
    errors = np.array([row.forecast.resampling_error if row.forecast is not None else 0.0 for row in rows])
    repeats = np.array([row.forecast.n_repeats if row.forecast is not None else 2 for row in rows])
    rng = np.random.default_rng(0)
    off = np.sqrt(2) * np.where(uncertain, errors, 0.0) * rng.standard_t(repeats - 1, size=(_DRAWS, p.size))
    drawn = np.where(uncertain, np.minimum(2 * ndtr(-(normal_score(p, "two-sided") + off)), 1.0), p)
    return [_lowered(row, _share_turned(i, p, drawn, adjust, family, alpha)) for i, row in enumerate(rows)]


def _share_turned(
    i: int, p: npt.NDArray[np.float64], drawn: npt.NDArray[np.float64], adjust: str, family: int, alpha: float
) -> float:
    """In how many draws of the others a comparison with its own p-value is decided otherwise."""
    others = drawn.copy()
    others[:, i] = p[i]
    now = adjust_families(p, adjust, family=family)[i] <= alpha
    return float(np.mean((adjust_families(others, adjust, family=family)[:, i] <= alpha) != now))


def _lowered(row: Comparison, turned: float) -> Comparison:
    if turned == 0 or row.forecast is None or not row.forecast.is_known:
        return row
    return replace(row, forecast=replace(row.forecast, agreement=row.forecast.agreement * (1 - turned)))
