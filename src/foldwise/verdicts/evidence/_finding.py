"""What a test found, in one shape whatever the test: in a batch of experiments, and in one pair."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from foldwise.stats import Flags
from foldwise.verdicts.evidence._answer_counts import AnswerCounts

if TYPE_CHECKING:
    from foldwise.verdicts.evidence._boundaries import PartitionSpread

#: The direction that is asked for: different, `a` better, `b` better.
Alternative = Literal["two-sided", "greater", "less"]

Interval = Callable[[float], tuple[float, float]]

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Reading:
    """What a test found in a batch of experiments, arrays of shape (...).

    Parameters
    ----------
    statistic, pvalue : ndarray
        NaN where they are undefined.
    estimate : ndarray
        Mean difference, or the test's own estimate of the typical one.
    direction : ndarray
        Positive where the evidence is for a, negative where it is for b.
    undefined : ndarray of bool
        Where a repeat has no p-value that could be combined.
    result : object
        What the function of `foldwise.stats` returned; None where it was called several times.
    """

    statistic: Floats
    pvalue: Floats
    estimate: Floats
    direction: Floats
    undefined: Any = False
    result: Any = None


def reading(result: Any, *, estimate: Any = None, direction: Any = None, undefined: Any = False) -> Reading:
    """Make a reading of a result of `foldwise.stats`.

    Parameters
    ----------
    result : object
        With `statistic` and `pvalue`.
    estimate : array_like, optional
        Mean differences; those of the result if not given.
    direction : array_like, optional
        Positive where the evidence is for a; the estimate if not given.
    undefined : array_like of bool, default False
        Where there is neither a statistic nor a p-value, whatever the result says.
    """
    estimate = np.asarray(result.estimate if estimate is None else estimate, dtype=np.float64)
    evidence = estimate if direction is None else np.asarray(direction, dtype=np.float64)
    return Reading(
        statistic=np.where(undefined, np.nan, result.statistic),
        pvalue=np.where(undefined, np.nan, result.pvalue),
        estimate=estimate,
        direction=np.where(undefined, estimate, evidence),
        undefined=undefined,
        result=result,
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Finding:
    """The numbers of one test on one pair.

    Parameters
    ----------
    statistic, pvalue, standard_error : float
        As the test gives them; NaN where it gives none.
    df : float, pair of float, or None
        Degrees of freedom.
    estimate : float
        Mean difference, or the test's own estimate of the typical one.
    direction : float
        Positive if the evidence of the test is for `a`, negative if for `b`. Usually the sign of `estimate`.
    interval : callable or None
        Limits for the difference at a level; None for tests without an interval.
    effect_size : float
        A number without units.
    effect_size_name : str
        Which one; empty for none.
    n_scores : int
        How many numbers entered the test.
    flags : frozenset of str
        What to know before trusting the numbers.
    spread : PartitionSpread or None
        How estimate and standard error vary over them, where the test knows it.
    answers : AnswerCounts or None
        How many are right and wrong, where the test counts them.
    scores : tuple of float, or None
        Mean scores of both learners, where the test does not read them on the same folds.
    """

    statistic: float
    pvalue: float
    df: float | tuple[float, float] | None
    estimate: float
    direction: float
    standard_error: float
    interval: Interval | None
    effect_size: float
    effect_size_name: str
    n_scores: int
    flags: frozenset[str]
    spread: PartitionSpread | None = None
    answers: AnswerCounts | None = None
    scores: tuple[float, float] | None = None

    def limits(self, level: float) -> tuple[float, float]:
        """Two-sided limits for the difference; NaN without an interval."""
        if self.interval is None:
            return np.nan, np.nan
        low, high = self.interval(level)
        return float(low), float(high)


def make_finding(result: Any, **changes: Any) -> Finding:
    """Make a finding of a result that has the common fields; `changes` replaces or adds some."""
    values: dict[str, Any] = {
        "statistic": float(result.statistic),
        "pvalue": float(result.pvalue),
        "df": degrees(result.df),
        "interval": getattr(result, "confidence_interval", None),
        "effect_size": np.nan,
        "effect_size_name": "",
        "flags": frozenset(result.flags),
    }
    values.update(changes)
    if "estimate" not in values:
        values["estimate"] = float(result.estimate)
    if "standard_error" not in values:
        values["standard_error"] = float(result.standard_error)
    values.setdefault("direction", values["estimate"])
    return Finding(**values)


@dataclass(frozen=True, slots=True, eq=False)
class Intervals:
    """Intervals of a batch of experiments, all of them worked out when the first is asked for.

    Parameters
    ----------
    interval : callable
        Lower and upper limits of all experiments at a level.
    """

    interval: Callable[[float], tuple[Any, Any]]
    _known: dict[float, list[tuple[float, float]]] = field(init=False, repr=False, default_factory=dict)

    def at(self, level: float) -> list[tuple[float, float]]:
        """Return the limits of all experiments."""
        if level not in self._known:
            low, high = self.interval(level)
            self._known[level] = list(zip(low.tolist(), high.tolist(), strict=True))
        return self._known[level]


@dataclass(frozen=True, slots=True, eq=False)
class IntervalOfOne:
    """The interval of one experiment of a batch: give a level, get two limits."""

    intervals: Intervals
    number: int

    def __call__(self, level: float) -> tuple[float, float]:
        return self.intervals.at(level)[self.number]


def make_findings(reading: Reading, beside: Mapping[str, Any]) -> list[Finding]:
    """Make a finding of each experiment of a batch, of one axis.

    Parameters
    ----------
    reading : Reading
        What the test found, with its result.
    beside : mapping of str to ndarray or value
        Effect size, its name and the number of scores: one for each experiment, or the same for all.
    """
    result, n = reading.result, len(reading.estimate)
    interval = getattr(result, "confidence_interval", None)
    numbers = None if interval is None else Intervals(interval)
    values = (
        *(getattr(reading, name) for name in ("statistic", "pvalue", "estimate", "direction")),
        result.standard_error,
        *(beside[name] for name in ("effect_size", "effect_size_name", "n_scores")),
    )
    columns = [value.tolist() if isinstance(value, np.ndarray) else [value] * n for value in values]
    flags, df = _flags_of_each(result.flags, n), degrees(result.df)
    return [
        Finding(
            statistic=statistic,
            pvalue=pvalue,
            df=df,
            estimate=estimate,
            direction=direction,
            standard_error=standard_error,
            interval=None if numbers is None else IntervalOfOne(numbers, number),
            effect_size=effect_size,
            effect_size_name=effect_size_name,
            n_scores=n_scores,
            flags=flags[number],
        )
        for number, (
            statistic,
            pvalue,
            estimate,
            direction,
            standard_error,
            effect_size,
            effect_size_name,
            n_scores,
        ) in enumerate(zip(*columns, strict=True))
    ]


def _flags_of_each(flags: Flags, n: int) -> list[frozenset[str]]:
    """Return the flags of each experiment of a batch."""
    of_each = [frozenset[str]()] * n
    for name in flags.names:
        for number in np.flatnonzero(flags.where(name)).tolist():
            of_each[number] |= {name}
    return of_each


def degrees(df: Any) -> float | tuple[float, float] | None:
    """Return degrees of freedom as floats."""
    if df is None:
        return None
    return (float(df[0]), float(df[1])) if isinstance(df, tuple) else float(df)


def example_effect(estimate: float, spread: float, n_examples: int) -> dict[str, Any]:
    """Estimate over the standard deviation of examples, and their number, as fields of a `Finding`."""
    return {
        "effect_size": estimate / spread if spread > 0 else np.nan,
        "effect_size_name": "d over examples",
        "n_scores": int(n_examples),
    }
