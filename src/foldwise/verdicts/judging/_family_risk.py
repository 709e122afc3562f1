"""The risk that other pairs of a family turn a decision, added to that of the pair itself."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy.special import ndtr

from foldwise.verdicts._family import STEPWISE, Floats, adjust_families, holm_passing
from foldwise.verdicts._terms import Terms
from foldwise.verdicts.judging._forecast import Forecast
from foldwise.verdicts.tests._other_partitions import normal_score

Integers = npt.NDArray[np.intp]

# In families of thousands fewer will do: there one comparison more or less hardly moves the others' levels.
_DRAWS: Final = 1000
_LEAST_DRAWS: Final = 200

# P-values that are drawn at a time.
_CELLS: Final = 2_000_000

_CERTAIN: Final = 1e-6


def with_family_risk(
    forecasts: Sequence[Forecast | None], pvalues: Sequence[float], terms: Terms, family: int
) -> list[Forecast | None]:
    """Lower the agreement of each forecast by the probability that the other pairs of the family turn its decision.

    The others are drawn as another split might find them, each off by its own error. Only methods that step from
    one p-value to the next let one comparison depend on another.
    """
    risks = [each.risk if each is not None and each.is_known else 0.0 for each in forecasts]
    if terms.adjust not in ("holm", *STEPWISE) or len(forecasts) < 2 or max(risks) < _CERTAIN:
        return list(forecasts)
    p = np.nan_to_num(pvalues, nan=1.0)
    # A p-value that is significant, or is not, whatever the others are, is turned by none of them.
    open_ = np.flatnonzero((p > terms.alpha / family) & (p <= terms.alpha))
    if not open_.size:
        return list(forecasts)
    open_ = open_[np.argsort(p[open_])]
    errors = np.array([0.0 if each is None else each.resampling_error for each in forecasts])
    repeats = np.array([2 if each is None else each.n_repeats for each in forecasts])
    others = _Others(p, np.where(np.array(risks) >= _CERTAIN, errors, 0.0), np.array(risks) >= _CERTAIN, repeats - 1)
    n_draws = max(_LEAST_DRAWS, min(_DRAWS, _CELLS // p.size))
    if terms.adjust == "holm":
        n_open = _count_turned_by_holm(open_, others, n_draws, terms.alpha, family)
    else:
        n_open = _count_turned(open_, others, n_draws, terms, family)
    n_turned = np.zeros(p.size)
    n_turned[open_] = n_open
    return [_lowered(each, n / n_draws) for each, n in zip(forecasts, n_turned.tolist(), strict=True)]


class _Others:
    """P-values of a family as other splits might find them, drawn one split after the other."""

    def __init__(self, pvalues: Floats, errors: Floats, uncertain: npt.NDArray[np.bool_], df: Integers) -> None:
        self.pvalues = pvalues
        self._off, self._uncertain = np.sqrt(2) * errors, uncertain
        # One number of degrees of freedom draws the same numbers, in less time.
        self._df = df if (df != df[0]).any() else df[0]
        self._score = normal_score(pvalues, "two-sided")
        self._rng = np.random.default_rng(0)

    def draw(self) -> Floats:
        """Draw the p-values of the next split."""
        score = self._score + self._off * self._rng.standard_t(self._df, size=self.pvalues.size)
        return np.where(self._uncertain, np.minimum(2 * ndtr(-score), 1.0), self.pvalues)

    def draw_up_to(self, alpha: float) -> Floats:
        """Draw the same; what is above alpha may be 1."""
        score = self._score + self._off * self._rng.standard_t(self._df, size=self.pvalues.size)
        drawn = np.where(self._uncertain, 1.0, self.pvalues)
        # With some room for rounding.
        which = np.flatnonzero(self._uncertain & (score > normal_score(alpha, "two-sided") - 1e-6))
        drawn[which] = np.minimum(2 * ndtr(-score[which]), 1.0)
        return drawn


def _count_turned(which: Integers, others: _Others, n_draws: int, terms: Terms, family: int) -> Floats:
    """Return in how many draws of the others each of these comparisons, with its own p-value, is decided otherwise."""
    p, counts = others.pvalues, np.zeros(which.size)
    now = adjust_families(p, terms.adjust, family=family) <= terms.alpha
    at_once = max(1, _CELLS // p.size)
    for start in range(0, n_draws, at_once):
        draws = np.array([others.draw() for _ in range(min(at_once, n_draws - start))])
        for place, i in enumerate(which.tolist()):
            drawn = draws[:, i].copy()
            draws[:, i] = p[i]
            then = adjust_families(draws, terms.adjust, family=family)[:, i] <= terms.alpha
            draws[:, i] = drawn
            counts[place] += np.sum(then != now[i])
    return counts


def _count_turned_by_holm(which: Integers, others: _Others, n_draws: int, alpha: float, family: int) -> Floats:
    """Return the same for Holm's method, under which what is above alpha does not matter."""
    p, counts = others.pvalues, np.zeros(which.size)
    now = adjust_families(p, "holm", family=family)[which] <= alpha
    for _ in range(n_draws):
        counts += _holm_rejects(which, p[which], others.draw_up_to(alpha), alpha, family) != now
    return counts


def _holm_rejects(which: Integers, own: Floats, drawn: Floats, alpha: float, family: int) -> npt.NDArray[np.bool_]:
    """Return whether Holm's method rejects each of these comparisons, with its own p-value, beside those drawn.

    It does if its p-value passes where it stands, and all others before it do.

    >>> _holm_rejects(np.array([0]), np.array([0.03]), np.array([0.9, 0.01]), 0.05, 2)
    array([ True])
    >>> _holm_rejects(np.array([0]), np.array([0.03]), np.array([0.9, 0.04]), 0.05, 2)
    array([False])
    """
    in_order = np.sort(drawn[drawn <= alpha])
    n_before = np.searchsorted(in_order, own, side="left") - (drawn[which] < own)
    return np.asarray((n_before <= holm_passing(drawn, family, alpha)[which]) & (own <= alpha / (family - n_before)))


def _lowered(forecast: Forecast | None, turned: float) -> Forecast | None:
    if turned == 0 or forecast is None or not forecast.is_known:
        return forecast
    return replace(forecast, agreement=forecast.agreement * (1 - turned))
