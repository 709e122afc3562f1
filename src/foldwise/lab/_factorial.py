"""A factorial study: a learner's settings, the training size and properties of made-up data, crossed and varied."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pandas as pd

from foldwise._core import (
    FoldwiseError,
    Glance,
    GlanceTable,
    check_integer,
    check_seed,
    counted,
    derive_seed,
    notebook_html,
    one_line,
)
from foldwise.lab._parts import do_single_parts
from foldwise.lab._source import DataSource, source_key
from foldwise.runs import as_metric
from foldwise.runs._door import SeededClones, copy_table, take_rows
from foldwise.stats import FactorialResult, factorial_anova
from foldwise.store._door import content_key
from foldwise.verdicts import probability_words

Floats = npt.NDArray[np.float64]

# Of effects, the strongest first: as many are shown at a glance.
_MOST_EFFECTS: Final = 10
_BEWARE: Final = "where factors depend on one another, a main effect is a mean over effects that differ"


@dataclass(frozen=True, eq=False)
class FactorialStudy:
    """Scores of a learner in every cell of a full factorial design, and what each factor does to them.

    Made by `factorial`. ``str(study)`` is the answer at a glance, ``study.details()`` the table of all effects and that
    of all cells.

    Parameters
    ----------
    factors : dict of str to tuple
        The levels of each factor.
    metric : str
        What was scored.
    scores : ndarray of shape (n_levels_1, ..., n_levels_m, n_replicates)
        Greater is better. Every score is from a training set and a test set of its own.
    alpha : float
        Level at which effects are called significant.

    Examples
    --------
    >>> from foldwise.lab import factorial, sources
    >>> from foldwise.learners import C45
    >>> study = factorial(
    ...     {"min_leaf": (2, 20), "n_examples": (50, 200)},
    ...     lambda min_leaf, n_examples: sources.ExchangeableBlocks(C45(min_leaf=min_leaf), n_examples),
    ...     n_replicates=5,
    ... )
    >>> study.scores.shape, study.effects()["effect"].tolist()
    ((2, 2, 5), ['min_leaf', 'n_examples', 'min_leaf x n_examples'])
    """

    factors: Mapping[str, tuple[Any, ...]]
    metric: str
    scores: Floats = field(repr=False)
    alpha: float = 0.05

    @cached_property
    def anova(self) -> FactorialResult:
        """Analysis of variance of all effects."""
        return factorial_anova(self.scores)

    @property
    def n_replicates(self) -> int:
        """Independent scores in every cell."""
        return int(self.scores.shape[-1])

    def effects(self) -> pd.DataFrame:
        """One row for each main effect and interaction.

        Returns
        -------
        DataFrame
            `effect`, `df`, `df_error`, `F`, `pvalue`, not adjusted for the number of effects, and two effect sizes: the
            shares of the effect in what it and chance make together, `partial_eta_squared` of these scores and
            `partial_omega_squared`, its estimate for the population.
        """
        names, found = list(self.factors), self.anova
        return pd.DataFrame(
            {
                "effect": [" x ".join(names[i] for i in effect) for effect in found.effects],
                "df": found.df,
                "df_error": found.df_error,
                "F": found.statistic,
                "pvalue": found.pvalue,
                "partial_eta_squared": found.partial_eta_squared,
                "partial_omega_squared": found.partial_omega_squared,
            }
        )

    def frame(self) -> pd.DataFrame:
        """One row for each cell: its levels, mean score, standard deviation and standard error."""
        cells = pd.DataFrame(list(product(*self.factors.values())), columns=list(self.factors))
        scores = self.scores.reshape(-1, self.n_replicates)
        sd = scores.std(axis=1, ddof=1)
        return cells.assign(mean_score=scores.mean(axis=1), sd=sd, standard_error=sd / np.sqrt(self.n_replicates))

    def means(self, *factors: str) -> pd.DataFrame:
        """Mean scores by the levels of some factors, over those of all others.

        Parameters
        ----------
        *factors : str
            Their names; an interaction is what differs between the columns of a table of two.

        Returns
        -------
        DataFrame
            The levels, `mean_score` and `standard_error`, from the variation within all cells.
        """
        unknown = [name for name in factors if name not in self.factors]
        if unknown or not factors or len(set(factors)) < len(factors):
            raise ValueError(f"factors must be different ones of {list(self.factors)}, got {list(factors)}.")
        names = list(self.factors)
        others = tuple(place for place, name in enumerate(names) if name not in factors)
        means = self.scores.mean(axis=(*others, -1))
        kept = [name for name in names if name in factors]
        table = pd.DataFrame(list(product(*(self.factors[name] for name in kept))), columns=kept)
        error = float(self.anova.standard_deviation) / np.sqrt(self.scores.size / means.size)
        return table[list(factors)].assign(mean_score=means.ravel(), standard_error=error)

    def __str__(self) -> str:
        return str(self.glance())

    def glance(self) -> Glance:
        """Return what a reader sees first: which factors matter, the most first, and which depend on one another."""
        table = self.effects()
        is_significant = table["pvalue"] <= self.alpha
        strongest = table.sort_values("F", ascending=False, kind="stable").head(_MOST_EFFECTS)
        rows = tuple(
            (
                one_line(row["effect"]),
                f"{row['F']:.4g}",
                f"{row['df']}, {row['df_error']}",
                probability_words(row["pvalue"], self.alpha).removeprefix("p = "),
                f"{row['partial_omega_squared']:.3f}",
                "matters" if row["pvalue"] <= self.alpha else "not shown",
            )
            for row in strongest.to_dict("records")
        )
        outcomes = tuple("better" if row[-1] == "matters" else "none" for row in rows)
        n = int(is_significant.sum())
        headline = f"Of {counted(len(table), 'effect')} on {self.metric} {n} {'is' if n == 1 else 'are'} significant"
        first = f": the strongest is {rows[0][0]}" if n else ""
        cells = " x ".join(str(len(levels)) for levels in self.factors.values())
        return Glance(
            headline=f"{headline}{first}.",
            table=GlanceTable(
                headings=("effect", "F", "df", "p", "share beside chance", "outcome"), rows=rows, outcomes=outcomes
            ),
            lines=(
                ("design", f"{cells} cells, {counted(self.n_replicates, 'independent replicate')} in each"),
                *([("beware", _BEWARE)] if len(self.factors) > 1 else []),
            ),
            all_rows="study.effects()" if len(table) > len(rows) else "",
            call="study.details()",
        )

    def details(self) -> str:
        """Return the table of all effects, and that of all cells."""
        tables = [self.effects(), self.frame()]
        texts = [table.to_string(index=False, float_format=lambda value: f"{value:.4g}") for table in tables]
        return "\n\n".join([f"Factorial study of {self.metric}, level {self.alpha:g}", *texts])

    def _repr_html_(self) -> str:
        return notebook_html(self)


@dataclass(frozen=True, slots=True)
class _Cell:
    """The replicates of one cell, each with a training set and a test set of its own."""

    source: DataSource
    number: int
    n_replicates: int
    n_points: int
    seed: int
    levels: str

    def key(self) -> str:
        parts = (self.number, self.n_replicates, self.n_points, self.seed)
        return content_key(self.source.name, "factorial", source_key(self.source), *parts)

    def __call__(self) -> dict[str, npt.NDArray[Any]]:
        return {"scores": np.array([self._score(replicate) for replicate in range(self.n_replicates)])}

    def _score(self, replicate: int) -> float:
        # A stream for every cell: the same data in all of them would not be independent.
        rng = np.random.default_rng(derive_seed("factorial", self.seed, self.number, replicate, bits=64))
        X, y, points, labels = self.source.draw_with_calibration(rng)
        learner = SeededClones(self.source.learners[0]).make("factorial", self.seed, self.number, replicate)
        try:
            learner.fit(copy_table(X), y.copy())
            return self._accuracy(learner, rng, points, labels)
        except MemoryError:
            raise
        except Exception as error:
            raise FoldwiseError(
                f"The trial of {self.levels} failed: {type(error).__name__}: {one_line(str(error)).rstrip('.')}. "
                "Leave out levels that the learner or the data cannot take."
            ) from error

    def _accuracy(self, learner: Any, rng: np.random.Generator, points: Any, labels: npt.NDArray[Any]) -> float:
        n_right = n_tested = 0
        while True:
            few = rng.permutation(len(labels))[: self.n_points - n_tested]
            predicted = learner.predict(copy_table(take_rows(points, few)))
            n_right += int((np.asarray(predicted) == labels[few]).sum())
            n_tested += len(few)
            if n_tested == self.n_points or not self._draws_anew:
                return n_right / n_tested
            points, labels = self.source.draw(rng)

    @property
    def _draws_anew(self) -> bool:
        """Whether another dataset shares nothing with the one that was trained on."""
        return type(self.source).draw_with_calibration is DataSource.draw_with_calibration


def factorial(
    factors: Mapping[str, Sequence[Any]],
    make: Callable[..., DataSource],
    *,
    n_replicates: int = 20,
    n_points: int = 1000,
    alpha: float = 0.05,
    seed: int = 0,
    n_jobs: int = 1,
    store: str | os.PathLike[str] | None = None,
) -> FactorialStudy:
    """Vary settings of a learner and properties of artificial data together, and say which of them matter.

    What Salzberg proposes for parameters: they are independent variables of an experiment on made-up data, judged by an
    analysis of variance [1]_. Every combination of levels is a cell, and every score in it is from a training set and a
    test set that no other score has a part in.

    Parameters
    ----------
    factors : mapping of str to sequence
        The levels of each factor, two or more: settings of the learner, the size of the training set, noise, ...
    make : callable
        Makes the source of a cell, from one level of each factor by its name. Its first learner is scored, by accuracy,
        trained on one dataset of the source and tested on another.
    n_replicates : int, default 20
        Independent scores in every cell.
    n_points : int, default 1000
        Test examples of each score; fewer where a source has a set of its own to measure on, and that is smaller.
    alpha : float, default 0.05
        Level at which effects are called significant, each by itself.
    seed : int, default 0
        The same seed gives the same numbers, whatever the number of workers.
    n_jobs : int, default 1
        Number of processes, four for each core at most; -1 for all cores.
    store : path-like, optional
        File in which finished cells are kept: called again, it goes on where it stopped.

    Returns
    -------
    FactorialStudy
        Draw it with `foldwise.plot`.

    References
    ----------
    .. [1] S. L. Salzberg (1997). On comparing classifiers: pitfalls to avoid and a recommended
       approach. Data Mining and Knowledge Discovery 1, 317-328.

    Examples
    --------
    >>> from foldwise.lab import factorial, sources
    >>> from foldwise.learners import C45
    >>> def cell(min_leaf, label_noise):
    ...     return sources.ExchangeableBlocks(C45(min_leaf=min_leaf), 200, label_noise=label_noise)
    >>> study = factorial({"min_leaf": (2, 25), "label_noise": (0.0, 0.3)}, cell, n_replicates=10)
    >>> study.means("label_noise")["mean_score"].round(2).tolist()
    [0.69, 0.54]
    """
    levels = _checked_factors(factors)
    check_integer(n_replicates, "n_replicates", least=2)
    check_integer(n_points, "n_points", least=1)
    check_seed(seed)
    cells = []
    for number, values in enumerate(product(*levels.values())):
        source = make(**dict(zip(levels, values, strict=True)))
        if not isinstance(source, DataSource):
            raise TypeError(f"make must return a DataSource, whose learner is trained, got {type(source).__name__}.")
        words = ", ".join(f"{name}={one_line(str(value))}" for name, value in zip(levels, values, strict=True))
        cells.append(_Cell(source, number, n_replicates, n_points, seed, words))
    metric = as_metric("accuracy", "classification")
    parts = do_single_parts(cells, n_jobs=n_jobs, store=store)
    shape = (*(len(each) for each in levels.values()), n_replicates)
    scores = np.concatenate([part["scores"] for part in parts]).reshape(shape)
    return FactorialStudy(factors=levels, metric=metric.label, scores=scores, alpha=alpha)


def _checked_factors(factors: Mapping[str, Sequence[Any]]) -> dict[str, tuple[Any, ...]]:
    if not isinstance(factors, Mapping) or not factors:
        raise TypeError("factors must be a mapping of names to levels, such as {'n_examples': (100, 300)}.")
    levels = {}
    for name, values in factors.items():
        levels[name] = tuple(values)
        if len(levels[name]) < 2:
            raise ValueError(f"factor {name!r} must have two levels or more, got {list(levels[name])}.")
        if len({repr(value) for value in levels[name]}) < len(levels[name]):
            raise ValueError(f"factor {name!r} must have different levels, got {list(levels[name])}.")
    return levels
