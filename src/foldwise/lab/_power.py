"""How often procedures find a difference, by its size."""

import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from foldwise._core import Caveat, written
from foldwise.lab._glance import FirstLook, extremes, naming
from foldwise.lab._lab_result import LabResult, rates_frame, undefined_caveats
from foldwise.lab._learning_curves import learning_curves, pair_names
from foldwise.lab._matched import Matched, matched_several
from foldwise.lab._procedures import at_level
from foldwise.lab._source import DataSource, Source, as_sources, is_right_or_wrong
from foldwise.lab._trials import run_each
from foldwise.lab.sources import BayesianNetwork, ExchangeableBlocks, ExchangeableLines, SubSamples

_FRACTIONS = (1.0, 0.75, 0.5, 0.25, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Power(LabResult):
    """Rates of rejection by procedure and true difference.

    Parameters
    ----------
    trials : tuple of Trials
        What was found, one for each source: sources of one kind together, of each the least difference first.
    differences : tuple of float
        True differences in accuracy, first learner less second, by source.
    alpha : float
        The level at which procedures reject.
    standard_errors : tuple of float, optional
        Of the differences that were measured, by source; NaN where they are exact, or were given.

    Examples
    --------
    >>> from foldwise.lab import power, sources
    >>> blocks = [sources.ExchangeableBlocks(n_examples=100, second_shift=shift) for shift in (0.1, 0.35)]
    >>> found = power("10/kfold_t", blocks, n_trials=20)
    >>> found.title, len(found.differences)
    ('Power at level 0.05', 2)
    """

    differences: tuple[float, ...]
    alpha: float
    standard_errors: tuple[float, ...] = ()

    @property
    def families(self) -> tuple[str, ...]:
        """Of which kind each source is: only sources of one kind are points of one curve."""
        return tuple(family(trials.source) for trials in self.trials)

    @property
    def title(self) -> str:
        """What was measured."""
        return f"Power at level {self.alpha:g}"

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """How many trials had no p-value."""
        return undefined_caveats(self.trials)

    def frame(self) -> pd.DataFrame:
        """One row for each source and procedure: true difference, rate, exact 95% interval, counts."""
        table = rates_frame(self.trials, self.alpha)
        n_procedures = len(table) // len(self.trials)
        repeated = [difference for difference in self.differences for _ in range(n_procedures)]
        table.insert(1, "difference", repeated)
        return table

    def _first_look(self, frame: pd.DataFrame) -> FirstLook:
        largest = frame["difference"].abs().max()
        there = frame[frame["difference"].abs() == largest]
        return FirstLook(
            answer=f"{self.title}: where the learners differ most, by {largest:.3f}, rates are "
            f"{extremes(there, 'rate', naming(there))}.",
            names=("source", "procedure"),
            numbers={"true difference": "difference", "rate": "rate", "95% interval": ("low", "high")},
            outcome=("", ["false alarms" if each == 0 else "power" for each in frame["difference"]]),
            order="rate",
        )


def power(
    procedures: Any,
    sources: Any,
    *,
    differences: Mapping[str, float] | None = None,
    n_trials: int = 1000,
    alpha: float = 0.05,
    seed: int = 0,
    n_jobs: int = 1,
    store: Any = None,
    progress: bool | None = None,
) -> Power:
    """Measure how often procedures reject, against the true difference between the two learners.

    Parameters
    ----------
    procedures : Procedure, OwnProcedure, Settled, str, or a list or mapping of them
        As in `type_one_error`.
    sources : Source, or a list or mapping of them
        Where datasets come from, with different differences: from `power_sources`, say. A null among them shows the
        Type I error.
    differences : mapping of str to float, optional
        True differences in accuracy by the name of a source, first learner less second. Those not given are what the
        source says, or are measured by `learning_curves` where it does not know.
    n_trials, alpha, seed, n_jobs, store, progress
        As in `type_one_error`.

    Returns
    -------
    Power
        Print it, plot it (`foldwise.plot`), report it (`foldwise.report`); `frame()` has rates with exact intervals.

    See Also
    --------
    foldwise.lab.power_sources : Sources of one problem, from no difference to all of it.

    Examples
    --------
    >>> from foldwise.lab import power, sources
    >>> blocks = [sources.ExchangeableBlocks(n_examples=100, second_shift=shift) for shift in (0.1, 0.35)]
    >>> found = power("10/kfold_t", blocks, n_trials=40)
    >>> found.frame()[["difference", "rate"]].round(2).values.tolist()
    [[0.0, 0.18], [0.15, 0.55]]
    """
    named = at_level(procedures, alpha)
    populations = as_sources(sources)
    unknown = set(differences or {}) - {source.name for source in populations}
    if unknown:
        raise ValueError(f"differences must be given by names of sources, got {min(unknown)!r}, which is none.")
    truths = {source.name: _difference(source, differences or {}, seed, n_jobs) for source in populations}
    kinds = list(dict.fromkeys(map(family, populations)))
    ordered = sorted(populations, key=lambda source: (kinds.index(family(source)), abs(truths[source.name][0])))
    how: dict[str, Any] = {"n_trials": n_trials, "seed": seed, "n_jobs": n_jobs, "store": store, "progress": progress}
    return Power(
        trials=run_each(named, ordered, **how),
        differences=tuple(truths[source.name][0] for source in ordered),
        alpha=alpha,
        standard_errors=tuple(truths[source.name][1] for source in ordered),
    )


def power_sources(
    source: DataSource,
    damage: Callable[[Any, Any], Any],
    *,
    fractions: Sequence[float] = _FRACTIONS,
    sizes: Sequence[int] | None = None,
    n_sets: int = 200,
    n_points: int = 1000,
    tolerance: float = 0.0005,
    seed: int = 0,
    n_jobs: int = 1,
    store: str | os.PathLike[str] | None = None,
) -> list[Matched]:
    """Make sources of one problem whose learners differ by less and less: what a study of power needs.

    Parameters
    ----------
    source, damage, sizes, n_sets, n_points, tolerance, seed, n_jobs, store
        As in `matched`.
    fractions : sequence of float, default (1, 0.75, 0.5, 0.25, 0)
        How far the better learner is brought towards the other, at every training size: 1 is the null, 0 leaves it as
        it is.

    Returns
    -------
    list of Matched
        In the order of the fractions.

    See Also
    --------
    foldwise.lab.power : What to do with them.

    Examples
    --------
    >>> from foldwise.lab import BadMetric, power_sources, sources
    >>> made = power_sources(sources.Plane(), BadMetric, fractions=[1, 0], sizes=[], n_sets=10)
    >>> [(source.name, round(source.difference, 2)) for source in made]
    [('plane, matched', 0.0), ('plane, matched 0 of the way', -0.04)]
    """
    how: dict[str, Any] = {"sizes": sizes, "n_sets": n_sets, "n_points": n_points, "tolerance": tolerance}
    return matched_several(source, damage, fractions, **how, seed=seed, n_jobs=n_jobs, store=store)


def _difference(source: Source, known: Mapping[str, float], seed: int, n_jobs: int) -> tuple[float, float]:
    """Return the true difference and its standard error, NaN if it is exact or was given."""
    if source.name in known:
        return float(known[source.name]), math.nan
    if source.difference is not None:
        return float(source.difference), _standard_error(source)
    if not isinstance(source, DataSource) or not is_right_or_wrong(source):
        raise ValueError(f"The true difference of {source.name} is not known. Pass differences={{name: difference}}.")
    curves = learning_curves(source, sizes=[], seed=seed, n_jobs=n_jobs)
    return curves.difference, curves.standard_error


def _standard_error(source: Source) -> float:
    if source.difference == 0.0:
        return math.nan
    if isinstance(source, Matched):
        return source.curves.standard_error
    return (source.standard_error or math.nan) if isinstance(source, BayesianNetwork) else math.nan


def family(source: Source) -> str:
    """Return what a source has in common with others that differ from it in how far its two learners are apart.

    >>> family(ExchangeableBlocks(second_shift=0.1)), family(ExchangeableBlocks())[-12:]
    ('blocks shifted 0.35, NearestNeighbor(), 200 examples', '200 examples')
    """
    if isinstance(source, Matched):
        return family(source.source)
    if isinstance(source, ExchangeableBlocks | ExchangeableLines):
        words = [source.kind, written(source.learner), *source.details]
    else:
        words = [_kind(source)]
        if isinstance(source, DataSource):
            words.append(" and ".join(pair_names(source.learners)))
    return ", ".join([*words, f"{source.n_examples} examples"])


def _kind(source: Source) -> str:
    if isinstance(source, BayesianNetwork):
        return "networks"
    if isinstance(source, SubSamples):
        return f"parts of {source.dataset.name}"
    return type(source).__name__
