"""Forecasting whether another random split of the same data would decide the same."""

import math
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from foldwise.splits import Assignment, Layout
from foldwise.splits._door import short_design
from foldwise.stats import agreement_forecast, breakdown_correlation, jackknife_error
from foldwise.verdicts._terms import Terms
from foldwise.verdicts.evidence._boundaries import Margin, PartitionSpread, critical_value, nearest_boundary
from foldwise.verdicts.evidence._evidence import PairEvidence
from foldwise.verdicts.evidence._finding import Alternative, Finding
from foldwise.verdicts.evidence._pair import Pair
from foldwise.verdicts.evidence._setting import Setting
from foldwise.verdicts.evidence._stack import stacked
from foldwise.verdicts.judging._decide import Decision
from foldwise.verdicts.judging._forecast import Forecast
from foldwise.verdicts.tests._other_partitions import TAKEN_AS_GIVEN, mean_of_differences, normal_score, spread_of_means
from foldwise.verdicts.tests._record import Need

_UNDEFINED: Final = "unknown (the statistic is undefined where a repeat is left out)"


def forecast_each(
    pairs: Sequence[Pair],
    findings: Sequence[Finding],
    need: Need,
    decisions: Sequence[Decision],
    terms: Terms,
    *,
    thresholds: Sequence[float],
    family: int,
) -> list[Forecast]:
    """Forecast each of many decisions with another random split of the same data.

    Parameters
    ----------
    pairs : sequence of Pair
        What the test was fed.
    findings : sequence of Finding
        What it found.
    need : Need
        Its record.
    decisions : sequence of {'a', 'b', 'none', 'equivalent', 'undetermined'}
        What was decided.
    terms : Terms
        On what terms.
    thresholds : sequence of float
        The largest p-value of each pair that is significant in its family, see `decision_thresholds`.
    family : int
        How many comparisons that is.
    """
    breakdowns = _breakdowns(pairs, findings, need, decisions, thresholds, terms.alternative)
    reasons = [
        _undecided(finding) if decision == "undetermined" else pair.once_for_all(why_no_forecast, need)
        for pair, finding, decision in zip(pairs, findings, decisions, strict=True)
    ]
    known = [number for number, reason in enumerate(reasons) if not reason]
    margins = _margins(known, pairs, findings, need, thresholds, terms, terms.equivalence_level(family))
    for number in known:
        if not math.isfinite(margins[number][1]):
            reasons[number] = _UNDEFINED
    counts = [_n_repeats(pair, finding) for pair, finding in zip(pairs, findings, strict=True)]
    has_number = [
        not unknown and _tells_repeats(pair, finding, need)
        for pair, finding, unknown in zip(pairs, findings, reasons, strict=True)
    ]
    numbers = _agreements(margins, counts, [not unknown for unknown in reasons], has_number)
    return [
        Forecast(
            agreement=agreement,
            resampling_error=math.nan if unknown else error,
            distance=math.nan if unknown else distance,
            n_repeats=n_repeats,
            repeats_for_95=repeats_95,
            repeats_for_99=repeats_99,
            breakdown_correlation=breakdown,
            assumed_correlation=assumed,
            unknown=unknown,
        )
        for (agreement, repeats_95, repeats_99), (distance, error), n_repeats, (breakdown, assumed), unknown in zip(
            numbers, margins, counts, breakdowns, reasons, strict=True
        )
    ]


def _n_repeats(pair: Pair, finding: Finding) -> int:
    return pair.n_repeats if finding.spread is None else finding.spread.n_repeats


def _tells_repeats(pair: Pair, finding: Finding, need: Need) -> bool:
    """Whether it can be said how many repeats would make the agreement higher."""
    # The answer of an inadvisable test moves with the number of repeats itself.
    if not need.advisable or not pair.once_for_all(_takes_more, need, _n_repeats(pair, finding)):
        return False
    # Noise that swamps the variance shrinks faster than that of a mean: what it takes cannot be told yet.
    return finding.spread is None or finding.spread.noise is None or not finding.spread.noise.is_swamped


def _takes_more(pair: Pair, need: Need, n_repeats: int) -> bool:
    return not pair.setting.is_five_by_two or takes_repeats(pair, need, 2 * n_repeats)


def _agreements(
    margins: Sequence[tuple[float, float]], counts: Sequence[int], known: Sequence[bool], has_number: Sequence[bool]
) -> Iterator[tuple[float, float, float]]:
    """Return agreement, and repeats for 0.95 and for 0.99, of every margin; NaN where they are not known."""
    numbers = np.full((len(margins), 3), math.nan)
    for n_repeats in sorted(set(counts)):
        which = [number for number, count in enumerate(counts) if count == n_repeats and known[number]]
        if not which:
            continue
        distances, errors = np.array([margins[number] for number in which]).T
        expected = agreement_forecast(distances, errors, n_repeats=n_repeats)
        numbers[which, 0] = expected.agreement
        told = np.array(has_number)[which]
        for column, agreement in ((1, 0.95), (2, 0.99)):
            numbers[which, column] = np.where(told, expected.repeats_for(agreement), math.nan)
    # One and the same NaN: two forecasts of which the same is unknown are equal.
    agreements, for_95, for_99 = (
        [math.nan if math.isnan(number) else number for number in column] for column in numbers.T.tolist()
    )
    return zip(agreements, for_95, for_99, strict=True)


def _margins(
    known: Sequence[int],
    pairs: Sequence[Pair],
    findings: Sequence[Finding],
    need: Need,
    thresholds: Sequence[float],
    terms: Terms,
    equivalence_level: float,
) -> list[tuple[float, float]]:
    """Distance to the nearest boundary of decisions and its error over partitions, of these pairs; NaN of the others.

    Where only the differences of folds vary, all pairs of a run are worked out at once.
    """
    margins = [(math.nan, math.nan)] * len(pairs)
    together = []
    for number in known:
        pair, finding = pairs[number], findings[number]
        rope = terms.rope if finding.interval is not None else None
        if need.other_partitions is mean_of_differences and _varies_with_folds(finding):
            together.append(number)
            continue
        margin = _margin(pair, finding, need, thresholds[number], terms.alternative, rope, equivalence_level)
        margins[number] = margin.distance, margin.error
    for places, stack in stacked([pairs[number] for number in together]):
        numbers = [together[place] for place in places]
        of_these = [findings[number] for number in numbers]
        nearest = nearest_boundary(
            spread_of_means(stack, of_these),
            threshold=np.array([thresholds[number] for number in numbers]),
            alternative=terms.alternative,
            rope=terms.rope if of_these[0].interval is not None else None,
            equivalence_level=equivalence_level,
        )
        found = zip(nearest.distance.tolist(), nearest.error.tolist(), strict=True)
        for number, distance_and_error in zip(numbers, found, strict=True):
            margins[number] = distance_and_error
    return margins


def _varies_with_folds(finding: Finding) -> bool:
    return finding.spread is None and "identical_scores" not in finding.flags


def _margin(
    pair: Pair,
    finding: Finding,
    need: Need,
    threshold: float,
    alternative: Alternative,
    rope: float | None,
    equivalence_level: float,
) -> Margin:
    """Distance to the nearest boundary of decisions, and its error over partitions."""
    n_repeats = _n_repeats(pair, finding)
    if "identical_scores" in finding.flags:
        # No partition told them apart: there is nothing that varies.
        return Margin(float(normal_score(threshold, alternative)), 0.0, n_repeats)
    vary = need.other_partitions
    assert not isinstance(vary, str), "otherwise there is no forecast"
    spread = finding.spread or vary(PairEvidence((pair,)), finding, alternative)
    if isinstance(spread, PartitionSpread):
        return nearest_boundary(
            spread, threshold=threshold, alternative=alternative, rope=rope, equivalence_level=equivalence_level
        )
    error = float(jackknife_error(spread)) if np.isfinite(spread).all() else math.inf
    if need.symbol in ("t", "mean t") and isinstance(finding.df, float):
        t = finding.statistic
        side = {"two-sided": abs(t), "greater": t, "less": -t}[alternative]
        return Margin(abs(side - critical_value(finding.df, threshold, alternative)), error, n_repeats)
    reached, needed = normal_score(finding.pvalue, alternative), normal_score(threshold, alternative)
    return Margin(float(abs(reached - needed)), error, n_repeats)


def _breakdowns(
    pairs: Sequence[Pair],
    findings: Sequence[Finding],
    need: Need,
    decisions: Sequence[Decision],
    thresholds: Sequence[float],
    alternative: Alternative,
) -> list[tuple[float, float]]:
    """Correlation of folds at which significance would be lost, and the one that the corrected test assumes."""
    two_sided = alternative == "two-sided"
    breakdowns = [(math.nan, math.nan)] * len(pairs)
    if not need.assumes_correlation:
        return breakdowns
    levels = np.array(thresholds, dtype=np.float64) * (1 if two_sided else 2)
    is_about_significance = np.array(
        [decision in ("a", "b") or (decision == "none" and two_sided) for decision in decisions]
    )
    which = np.flatnonzero(is_about_significance & (levels < 1)).tolist()
    for places, stack in stacked([pairs[number] for number in which]):
        numbers = [which[place] for place in places]
        spread = findings[numbers[0]].spread
        result = breakdown_correlation(
            stack.row()[..., np.newaxis],
            alpha=levels[numbers],
            test_train_ratio=stack.ratio()["test_train_ratio"],
            # A settled test counts as many differences as ten repeats have.
            counted_repeats=None if spread is None else int(spread.df) + 1,
            score_magnitude=stack.magnitudes,
        )
        for number, correlation in zip(numbers, np.asarray(result.correlation).tolist(), strict=True):
            breakdowns[number] = correlation, result.assumed
    return breakdowns


# The error of a statistic over partitions is hardly known from fewer.
LEAST_REPEATS: Final = 5


def _undecided(finding: Finding) -> str:
    return f"unknown ({'p is undefined' if math.isnan(finding.pvalue) else 'the test cannot decide'})"


def why_no_forecast(pair: Pair, need: Need) -> str:
    """Return why no forecast can be made for any pair on these folds, and what to do for one; nothing if it can."""
    n_repeats = pair.n_repeats
    reason = need.other_partitions
    # More repeats would not help; where the partition is taken as given, they would with another test.
    if isinstance(reason, str) and reason != TAKEN_AS_GIVEN:
        return f"unknown ({reason})"
    if n_repeats == 1 or pair.setting.is_disjoint_training:
        return f"unknown (one partition){_cost(pair, need)}"
    if _is_not_drawn(pair):
        return "unknown (nothing says that these splits were drawn at random, so there are no others to speak of)"
    if n_repeats < LEAST_REPEATS:
        return f"unknown (fewer than {LEAST_REPEATS} {_unit(pair)}){_cost(pair, need)}"
    return f"unknown ({reason})" if isinstance(reason, str) else ""


def takes_repeats(pair: Pair, need: Need, n_repeats: int) -> bool:
    """Whether the test could be applied to the same design with so many repeats."""
    layout = Layout(
        n_repeats=n_repeats,
        n_folds=pair.run.assignment.n_folds,
        scheme="",
        description="",
        each_example_tested_once=n_repeats == 1,
        repeats_per_execution=n_repeats,
    )
    setting = pair.setting
    return need.fits(Setting(layout, setting.task, setting.metric, setting.n_datasets))


def _cost(pair: Pair, need: Need) -> str:
    """Return which design would tell, and how many fits it takes."""
    design, setting = pair.run.assignment, pair.setting
    if design.n_folds == pair.run.data.n_examples or not design.has_folds or setting.is_disjoint_training:
        # Leaving out one example, there is no other partition; of the others nobody can say how to repeat them.
        return ""
    if _is_not_drawn(pair) and not setting.is_cross_validation:
        # Random splits would ask another question than, say, the last year predicted from those before it.
        return ""
    scheme = _scheme(pair)
    how = f" (scheme='{scheme}', --scheme {scheme})" if scheme else ""
    reads_them = not setting.is_single or takes_repeats(pair, need, LEAST_REPEATS)
    another = "" if reads_them else ", and a test that reads them,"
    fits = (LEAST_REPEATS - design.n_repeats) * design.n_folds
    return f"; {LEAST_REPEATS} {_unit(pair)}{how}{another} would tell, for {fits} more fits of each learner"


def _is_not_drawn(pair: Pair) -> bool:
    design = pair.run.assignment
    return isinstance(design, Assignment) and "not_drawn" in design.flags


def _unit(pair: Pair) -> str:
    return "repeats" if pair.setting.is_cross_validation else "splits"


def _scheme(pair: Pair) -> str:
    """Return the design with enough repeats as a scheme; nothing for one that was made elsewhere."""
    design = pair.run.assignment
    sizes = pair.run.sizes()
    if design.seed is None or sizes is None:
        return ""
    n_train, n_test = (int(size[0, 0]) for size in sizes)
    return short_design(LEAST_REPEATS, design.n_folds, n_test / (n_train + n_test))
