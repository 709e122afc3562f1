"""How often what is said over many datasets is wrong, and how often it finds what is there."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import pandas as pd

from foldwise._core import (
    Glance,
    Progress,
    check_choice,
    check_fraction,
    check_integer,
    check_seed,
    counted,
    digest,
    show_progress,
)
from foldwise.lab._dataset_methods import DATASET_METHODS, DatasetMethod
from foldwise.lab._glance import FirstLook, above_words, lab_glance
from foldwise.lab._parts import Arrays, do_parts
from foldwise.lab._source import source_key
from foldwise.lab._table_block import TableBlock
from foldwise.lab._table_source import Floats, TableSource
from foldwise.stats import clopper_pearson
from foldwise.stats._door import student_quantile
from foldwise.store._door import content_key

# What is promised of a measure: to be at most alpha, or at least 1 - alpha; of the others nothing is.
_AT_MOST: Final = ("false_alarm", "per_comparison", "family_wise", "overstated")
_AT_LEAST: Final = ("coverage", "rank_coverage")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OverDatasets:
    """What became of methods over many datasets, where the truth is known. Made by `over_datasets`.

    Parameters
    ----------
    sources : tuple of TableSource
        Where the tables came from.
    outcomes : tuple of dict
        For each source, by the name of a method and of a measure: one number from 0 to 1 for every table.
    alpha : float
        The level.
    seed : int
        With sources and methods it determines everything.

    Examples
    --------
    >>> from foldwise.lab import over_datasets, sources
    >>> null = sources.DatasetPopulation([0] * 4, n_datasets=10)
    >>> found = over_datasets("wilcoxon/holm", null, n_trials=50)
    >>> found.n_trials, sorted(set(found.frame()["measure"]))
    (50, ['family_wise', 'per_comparison'])
    """

    sources: tuple[TableSource, ...]
    outcomes: tuple[dict[str, dict[str, Floats]], ...] = field(repr=False)
    alpha: float
    seed: int

    @property
    def n_trials(self) -> int:
        """Tables from each source."""
        return len(next(iter(next(iter(self.outcomes[0].values())).values())))

    def frame(self) -> pd.DataFrame:
        """One row for each source, method and measure.

        Returns
        -------
        DataFrame
            `measure` says what `rate` is the mean of, over tables:

            ================ ==========================================================================
            false_alarm      a test of the whole table rejects although all learners are equally good
            per_comparison   share of the pairs of equally good learners that are called different
            family_wise      some pair of equally good learners is called different
            power            share of the unequal pairs of which the better one is found; or a rejection
            rank_coverage    all rank intervals hold all ranks that their learner shares with its equals
            rank_width       mean length of the rank intervals, over the number of learners
            coverage         share of the pairs whose interval holds the true pseudo-median
            bounded          share of the pairs whose interval has two ends
            overstated       share of the pairs whose number of datasets is put too high
            counted          of the datasets on which the first is truly better: share that is counted
            ================ ==========================================================================

            `low` and `high` are 95% limits for the error of this simulation: exact ones of shares of tables, those of
            Student for means. `promised` is what the rate must not exceed, or of a coverage not fall short of.
        """
        rows = [
            {
                "source": source.name,
                "n_datasets": source.n_datasets,
                "n_learners": source.n_learners,
                "method": method,
                "measure": measure,
                "rate": rate,
                "low": low,
                "high": high,
                "promised": self._promised(measure),
                "n_trials": n_trials,
            }
            for source, by_method in zip(self.sources, self.outcomes, strict=True)
            for method, by_measure in by_method.items()
            for measure, values in by_measure.items()
            for rate, low, high, n_trials in [_mean(values)]
        ]
        return pd.DataFrame(rows)

    def _promised(self, measure: str) -> float:
        return self.alpha if measure in _AT_MOST else 1 - self.alpha if measure in _AT_LEAST else np.nan

    def broken(self) -> pd.DataFrame:
        """Return the rows of `frame` that break their promise, with all of the interval."""
        frame = self.frame()
        too_high = frame["measure"].isin(_AT_MOST) & (frame["low"] > frame["promised"])
        too_low = frame["measure"].isin(_AT_LEAST) & (frame["high"] < frame["promised"])
        return frame[too_high | too_low]

    def __str__(self) -> str:
        return str(self.glance())

    def glance(self) -> Glance:
        """Return what a reader sees first: which methods err more often than they say, and the numbers."""
        frame = self.frame()
        is_broken = frame.index.isin(self.broken().index).tolist()
        wrong = above_words(frame.assign(procedure=frame["method"], error=_errors(frame)), is_broken, "error")
        found = f"wrong more often than promised: {wrong}" if wrong else "no method is wrong more often than promised"
        look = FirstLook(
            answer=f"Over many datasets, at level {self.alpha:g}: {found}.",
            names=("source", "method", "measure"),
            numbers={"rate": "rate", "95% interval": ("low", "high"), "promised": "promised"},
            outcome=("", ["broken" if broken else "" for broken in is_broken]),
        )
        return lab_glance(look, frame, drawn=counted(self.n_trials, "table"), seed=self.seed)

    def details(self) -> str:
        """Return the whole table."""
        table = self.frame().to_string(index=False, float_format=lambda value: f"{value:.4f}")
        return (
            f"Over many datasets at level {self.alpha:g}, {counted(self.n_trials, 'table')} from each source\n{table}"
        )

    def _repr_html_(self) -> str:
        return self.glance().html()


def _errors(frame: pd.DataFrame) -> "pd.Series[float]":
    """Rates of errors, also of those whose measure is a coverage."""
    return frame["rate"].where(~frame["measure"].isin(_AT_LEAST), 1 - frame["rate"])


def _mean(values: Floats) -> tuple[float, float, float, int]:
    """Return the mean over tables that say something, with 95% limits, and how many do."""
    told = values[~np.isnan(values)]
    n = len(told)
    if n == 0:
        return np.nan, np.nan, np.nan, 0
    mean = float(told.mean())
    if np.isin(told, (0.0, 1.0)).all():
        limits = clopper_pearson(int(told.sum()), n)
        return mean, float(limits.low), float(limits.high), n
    half = float(student_quantile(n - 1, 0.975) * told.std(ddof=1) / np.sqrt(n)) if n > 1 else np.inf
    return mean, max(0.0, mean - half), min(1.0, mean + half), n


def dataset_methods() -> dict[str, DatasetMethod]:
    """Return the methods that `over_datasets` knows by name.

    Examples
    --------
    >>> from foldwise.lab import dataset_methods
    >>> dataset_methods()["partial_conjunction"].method
    'bonferroni'
    """
    return dict(DATASET_METHODS)


def over_datasets(
    methods: Any,
    sources: Any,
    *,
    n_trials: int = 1000,
    alpha: float = 0.05,
    seed: int = 0,
    n_jobs: int = 1,
    store: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> OverDatasets:
    """Measure how often methods over many datasets are wrong, and how much they find.

    Every trial draws a table, datasets by learners, from a population in which it is known who is better: over the
    population, and on each dataset. Methods get the table as users would give it to `foldwise.stats`.

    Parameters
    ----------
    methods : str, or a list of them, or a mapping of names to methods
        Names are those of `dataset_methods`. A method of one's own is a `TableTest`, `PairTests`, `RankPairTests`,
        `RankIntervals`, `CenterInterval` or `CountedDatasets` around a function, or has a method `outcomes` as these.
    sources : TableSource, or a list of them
        Where tables come from: `foldwise.lab.sources.DatasetPopulation`.
    n_trials : int, default 1000
        How many tables from each source.
    alpha : float, default 0.05
        The level of tests; intervals have the level ``1 - alpha``.
    seed, n_jobs, store, progress
        As in `type_one_error`.

    Returns
    -------
    OverDatasets
        Print it; `frame()` has the rates with their Monte Carlo error, `broken()` those that break a promise.

    Notes
    -----
    Bayesian methods over datasets promise nothing about rates of error; whether their intervals hold what they say is
    asked of tables drawn from their own prior, and not here.

    Examples
    --------
    Ten pairs of five learners that are equally good, with and without Holm's adjustment:

    >>> from foldwise.lab import over_datasets, sources
    >>> null = sources.DatasetPopulation([0] * 5, n_datasets=10)
    >>> found = over_datasets(["wilcoxon/holm", "wilcoxon/none"], null, n_trials=200)
    >>> found.frame().query("measure == 'family_wise'")[["method", "rate"]].round(2).values.tolist()
    [['wilcoxon/holm', 0.02], ['wilcoxon/none', 0.28]]
    """
    named, populations = _as_methods(methods), _as_table_sources(sources)
    check_fraction(alpha, "alpha")
    check_integer(n_trials, "n_trials", least=1)
    check_seed(seed)
    parts, keys = [], []
    for source in populations:
        of_source = "" if store is None else source_key(source)
        of_methods = ["" if store is None else content_key(name, each, alpha) for name, each in named.items()]
        for start in range(0, n_trials, source.tables_per_block):
            block = range(start, min(start + source.tables_per_block, n_trials))
            parts.append(_BlockOfMethods(source, tuple(named.values()), block, seed, alpha))
            keys.append([digest("tables", of_source, own, block.start, block.stop, str(seed)) for own in of_methods])
    with show_progress(Progress("tables", n_trials * len(populations)), progress) as bar:
        results = do_parts(
            parts,
            keys,
            n_jobs=n_jobs,
            what="a source or a method",
            store=store,
            # Each worker computes on one core: they are as many as there are.
            n_inner=1,
            advance=lambda number: bar.advance(len(parts[number].trials)),
        )
    outcomes: list[dict[str, dict[str, Floats]]] = []
    for source in populations:
        own = [found for part, found in zip(parts, results, strict=True) if part.source is source]
        joined = [_joined([blocks[place] for blocks in own]) for place in range(len(named))]
        outcomes.append(dict(zip(named, joined, strict=True)))
    return OverDatasets(sources=populations, outcomes=tuple(outcomes), alpha=alpha, seed=seed)


@dataclass(frozen=True, slots=True, eq=False)
class _BlockOfMethods:
    """Methods on one block of tables."""

    source: TableSource
    methods: tuple[DatasetMethod, ...]
    trials: range
    seed: int
    alpha: float

    def __call__(self, places: Sequence[int], /) -> list[Arrays]:
        """Draw the tables, once for all methods."""
        block = TableBlock(self.source, self.trials, self.seed)
        return [dict(self.methods[place].outcomes(block, self.alpha)) for place in places]


def _joined(blocks: Sequence[Arrays]) -> dict[str, Floats]:
    # A store does not keep the order of measures: errors first, the same whether they were kept or not.
    order = sorted(blocks[0], key=lambda measure: (measure not in _AT_MOST, measure not in _AT_LEAST, measure))
    return {measure: np.concatenate([block[measure] for block in blocks]) for measure in order}


def _as_methods(methods: Any) -> dict[str, DatasetMethod]:
    """Return methods by name."""
    if isinstance(methods, Mapping):
        named = {str(name): method for name, method in methods.items()}
    else:
        names = [methods] if isinstance(methods, str) else list(methods)
        named = {name: DATASET_METHODS[check_choice(name, "method", DATASET_METHODS)] for name in names}
    for name, method in named.items():
        if not callable(getattr(method, "outcomes", None)):
            raise TypeError(
                f"{name} must be a method over datasets, got {type(method).__name__}. Wrap a function: "
                "lab.TableTest(function)."
            )
    if not named:
        raise ValueError("There must be a method at least, such as 'wilcoxon/holm'.")
    return named


def _as_table_sources(sources: Any) -> tuple[TableSource, ...]:
    """Return sources of tables with different names."""
    several = list(sources) if isinstance(sources, list | tuple) else [sources]
    for source in several:
        if not isinstance(source, TableSource):
            raise TypeError(
                f"A source of tables must be a TableSource, such as lab.sources.DatasetPopulation(), got "
                f"{type(source).__name__}."
            )
    names = [source.name for source in several]
    if not names or len(set(names)) < len(names):
        raise ValueError("There must be a source at least, and all with different names. Pass name=.")
    return tuple(several)
