"""A gate on paired scores of single examples."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise._core import DataFormatError, counted
from foldwise.results import ItemScores
from foldwise.stats import hall_t, paired_items_t, tango_non_inferiority
from foldwise.verdicts.gating._asked import Names
from foldwise.verdicts.gating._limits import MOST_UNITS, Limits, first_enough, outcome_of
from foldwise.verdicts.gating._of_seeds import limits_over_seeds
from foldwise.verdicts.gating._result import Gate
from foldwise.verdicts.items._find import Units
from foldwise.verdicts.items._skewness import skew_caveats

_LEAST_UNITS = 2


def gate_of_items(items: ItemScores, names: Names, reading: str, terms: dict[str, Any]) -> Gate:
    """Judge paired differences of single examples, or of clusters of them, or of trainings."""
    _check_size(items)
    means = items.means()
    old, new = (means[items.learners.index(name)] for name in names)
    d = new - old
    n_items, n_again = items.scores.shape[1:]
    unit, n_units = ("example", n_items) if items.clusters is None else ("cluster", items.n_clusters)
    if items.again == "seed" and n_again > 1:
        limits = limits_over_seeds(items, names, float(d.mean()), terms)
        unit, n_units = ("seed", n_again) if n_items == 1 else (unit, n_units)
    elif n_units < _LEAST_UNITS:
        raise DataFormatError(f"A gate needs {_LEAST_UNITS} {unit}s or more, got {n_units}.")
    elif unit == "example" and terms["margin"] < 1 and _are_right_or_wrong(items, means):
        limits = _of_answers(d, terms)
    elif unit == "example" and items.metric.is_share and not d.any():
        limits = _of_equal(n_units, terms)
    else:
        limits = _of_scores(items, d, terms)
    pair = items.learners.index(names[1]), items.learners.index(names[0])
    is_skewable = limits.kind in ("scores", "clusters")
    skewed = skew_caveats(items, Units.of(items), pair, unit=unit) if is_skewable else ()
    return Gate(
        outcome=limits.outcome,  # type: ignore[arg-type]
        baseline=names[0],
        candidate=names[1],
        dataset=items.dataset,
        metric=items.metric.label,
        lower_is_better=items.metric.lower_is_better,
        score_baseline=items.metric.natural(float(old.mean())),
        score_candidate=items.metric.natural(float(new.mean())),
        estimate=float(d.mean()),
        low=limits.low,
        high=limits.high,
        n=n_units,
        unit=unit,
        n_needed=n_units if limits.outcome != "undecided" else limits.needed,
        method=limits.method,
        kind=limits.kind,
        design=_design(items),
        n_seeds=n_again if items.again == "seed" else 1,
        caveats=(*items.caveats, *skewed),
        reading=reading,
        **terms,
    )


def _check_size(items: ItemScores) -> None:
    """Refuse numbers of which the squares or sums are none."""
    largest = float(np.nanmax(np.abs(items.scores)))
    if largest > math.sqrt(np.finfo(float).max) / items.scores.size:
        raise DataFormatError(f"Scores as large as {largest:g} cannot be averaged exactly. Divide them by something.")


def _design(items: ItemScores) -> str:
    n_items, n_again = items.scores.shape[1:]
    if items.again == "seed" and n_again > 1:
        what = "one test set" if n_items == 1 else counted(n_items, "example")
        often = f", {counted(n_again, 'seed')} each"
    else:
        what = counted(n_items, "example")
        often = f", each the mean of up to {counted(n_again, items.again)}" if n_again > 1 else ""
    where = "" if items.clusters is None else f" in {counted(items.n_clusters, 'cluster')} ({items.cluster_name})"
    return f"{what}{where}{often}"


def _are_right_or_wrong(items: ItemScores, means: npt.NDArray[np.float64]) -> bool:
    """Whether every answer was scored 0 or 1, and all answers to an example alike."""
    is_each = np.isin(items.scores[np.isfinite(items.scores)], (0.0, 1.0)).all()
    return bool(is_each and np.isin(np.abs(means), (0.0, 1.0)).all())


def _of_answers(d: npt.NDArray[np.float64], terms: dict[str, Any]) -> Limits:
    n = len(d)
    found = tango_non_inferiority(int((d > 0).sum()), int((d < 0).sum()), n, **terms)
    # Its statistic grows with the root of the number, if the shares stay what they are.
    ratio = float(found.ratio)
    return Limits(
        outcome=str(found.outcome),
        low=float(found.low),
        high=float(found.high),
        needed=max(n + 1, math.ceil(n * ratio)) if n * ratio < MOST_UNITS else None,
        method="Tango's score test for paired right and wrong answers",
        kind="answers",
    )


def _of_equal(n: int, terms: dict[str, float]) -> Limits:
    """Bound the share of examples whose scores differ where none was seen, each by 1 at most."""
    margin, alpha = terms["margin"], terms["alpha"]
    most = -math.expm1(math.log(alpha) / n)
    return Limits(
        outcome="not worse" if most < margin else "undecided",
        low=-most,
        high=most,
        needed=math.floor(math.log(alpha) / math.log1p(-margin)) + 1 if margin > 1 / MOST_UNITS else None,
        method="exact binomial limit of the share of examples whose scores differ, by 1 at most; none does",
        kind="equal",
    )


def _of_scores(items: ItemScores, d: npt.NDArray[np.float64], terms: dict[str, Any]) -> Limits:
    """Take the wider limits of Student's t and of Hall's, which allows for rare large differences."""
    clusters, n_units = items.clusters, items.n_clusters
    magnitude = float(np.nanmax(np.abs(items.scores)))
    student = paired_items_t(d, clusters, score_magnitude=magnitude)
    hall = hall_t(d, clusters, score_magnitude=magnitude)
    error = float(student.standard_error)

    def limits(n: int) -> tuple[float, float]:
        """Return the limits if there were n units such as these."""
        smaller = error * math.sqrt(n_units / n)
        sized = (
            replace(student, standard_error=smaller, df=n - 1),
            replace(hall, standard_error=smaller, df=n - 1, n_units=n),
        )
        lows, highs = zip(*(each.confidence_interval(1 - 2 * terms["alpha"]) for each in sized), strict=True)
        return float(min(lows)), float(max(highs))

    estimate = float(d.mean())
    # Where nothing varies there is nothing to compute limits from: those of both tests would have no width.
    low, high = limits(n_units) if error > 0 else (math.nan, math.nan)
    distance = estimate + terms["margin"]

    def half(n: int) -> float:
        at_low, at_high = limits(n)
        return estimate - at_low if distance > 0 else at_high - estimate

    return Limits(
        outcome=outcome_of(low, high, terms["margin"]),
        low=low,
        high=high,
        needed=first_enough(n_units, half, distance) if error > 0 else None,
        method="t test of paired differences"
        + ("" if clusters is None else " summed by cluster")
        + ", and Hall's for skewed ones: the wider limits of both",
        kind="scores" if clusters is None else "clusters",
    )
