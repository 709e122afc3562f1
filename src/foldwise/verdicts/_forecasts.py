"""Forecasting whether another execution, with other random partitions of the same data, would decide the same."""

import math
from typing import Final

import numpy as np

from foldwise.stats import agreement_forecast, breakdown_correlation, jackknife_error
from foldwise.verdicts._boundaries import Margin, Resampled, critical_value, nearest_boundary
from foldwise.verdicts._comparison import Alternative, Decision
from foldwise.verdicts._finding import Finding
from foldwise.verdicts._forecast import Forecast
from foldwise.verdicts._forecast_cost import takes_repeats, why_unknown
from foldwise.verdicts._pair import Pair
from foldwise.verdicts.tests import NEEDS
from foldwise.verdicts.tests._other_partitions import normal_score
from foldwise.verdicts.tests._pair_evidence import PairEvidence

_UNDEFINED: Final = "unknown (the statistic is undefined where a repeat is left out)"


def forecast(
    pair: Pair,
    found: Finding,
    test: str,
    decision: Decision,
    *,
    threshold: float,
    rope: float | None,
    equivalence_level: float,
    alternative: Alternative,
) -> Forecast:
    """Forecast the decision of another execution.

    Parameters
    ----------
    pair : Pair
        What the test was fed.
    found : Finding
        What it found.
    test : str
        Its name.
    decision : {'a', 'b', 'none', 'equivalent', 'undetermined'}
        What was decided.
    threshold : float
        The largest p-value of this pair that is significant in its family, see `decision_thresholds`.
    rope : float or None
        Differences up to this size do not matter.
    equivalence_level : float
        Level of the interval that must lie within the rope.
    alternative : {'two-sided', 'greater', 'less'}
        Direction asked for.
    """
    unknown = why_unknown(pair, found, test, decision)
    n_repeats = int(pair.kept.any(axis=1).sum()) if found.seen is None else found.seen.n_repeats
    margin = Margin(math.nan, math.nan, n_repeats)
    if not unknown:
        examined = rope if found.interval is not None else None
        margin = _margin(pair, found, test, threshold, alternative, examined, equivalence_level)
        unknown = "" if math.isfinite(margin.error) else _UNDEFINED
    breakdown, assumed = _breakdown(pair, found, test, decision, threshold, alternative)
    agreement = repeats_95 = repeats_99 = math.nan
    if not unknown:
        expected = agreement_forecast(margin.distance, margin.error, n_repeats=n_repeats)
        agreement = float(expected.agreement)
        # The answer of an inadvisable test moves with the number of repeats itself.
        if NEEDS[test].advisable and (not pair.setting.is_five_by_two or takes_repeats(pair, test, 2 * n_repeats)):
            # Noise that swamps the variance shrinks faster than that of a mean: what it takes cannot be told yet.
            swamped = found.seen is not None and found.seen.noise is not None and found.seen.noise.is_swamped
            if not swamped:
                repeats_95, repeats_99 = float(expected.repeats_for(0.95)), float(expected.repeats_for(0.99))
    return Forecast(
        agreement=agreement,
        resampling_error=margin.error if not unknown else math.nan,
        distance=margin.distance if not unknown else math.nan,
        n_repeats=n_repeats,
        repeats_for_95=repeats_95,
        repeats_for_99=repeats_99,
        breakdown_correlation=breakdown,
        assumed_correlation=assumed,
        unknown=unknown,
    )


def _margin(
    pair: Pair,
    found: Finding,
    test: str,
    threshold: float,
    alternative: Alternative,
    rope: float | None,
    equivalence_level: float,
) -> Margin:
    """Distance to the nearest boundary of decisions, and its error over partitions."""
    n_repeats = int(pair.kept.any(axis=1).sum()) if found.seen is None else found.seen.n_repeats
    if "identical_scores" in found.flags:
        # No partition told them apart: there is nothing that varies.
        return Margin(float(normal_score(threshold, alternative)), 0.0, n_repeats)
    vary = NEEDS[test].other_partitions
    assert not isinstance(vary, str), "otherwise there is no forecast"
    seen = found.seen or vary(PairEvidence((pair,)), found, alternative)
    if isinstance(seen, Resampled):
        return nearest_boundary(
            seen, threshold=threshold, alternative=alternative, rope=rope, equivalence_level=equivalence_level
        )
    error = float(jackknife_error(seen)) if np.isfinite(seen).all() else math.inf
    if NEEDS[test].symbol in ("t", "mean t") and isinstance(found.df, float):
        side = {"two-sided": abs(found.statistic), "greater": found.statistic, "less": -found.statistic}[alternative]
        return Margin(abs(side - critical_value(found.df, threshold, alternative)), error, n_repeats)
    reached, needed = normal_score(found.pvalue, alternative), normal_score(threshold, alternative)
    return Margin(float(abs(reached - needed)), error, n_repeats)


def _breakdown(
    pair: Pair, found: Finding, test: str, decision: Decision, threshold: float, alternative: Alternative
) -> tuple[float, float]:
    """Correlation of folds at which significance would be lost, and the one that the corrected test assumes."""
    two_sided = alternative == "two-sided"
    is_about_significance = decision in ("a", "b") or (decision == "none" and two_sided)
    level = threshold if two_sided else 2 * threshold
    if not NEEDS[test].assumes_correlation or not is_about_significance or level >= 1:
        return math.nan, math.nan
    result = breakdown_correlation(
        pair.kept_differences[:, np.newaxis],
        alpha=level,
        test_train_ratio=pair.test_train_ratio,
        # A settled test counts as many differences as ten repeats have.
        counted_repeats=None if found.seen is None else int(found.seen.df) + 1,
        score_magnitude=pair.magnitude,
    )
    return float(result.correlation), result.assumed
