"""What each partition of the same data says, and all of them together, in numbers and in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import isfinite, isnan
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np
import numpy.typing as npt

from foldwise._core import Caveat, Glance, counted, notebook_html, one_line
from foldwise.replicability._glance import partitions_glance
from foldwise.replicability._measured_range import NOT_VALIDITY, MeasuredRange
from foldwise.runs import Metric, Run
from foldwise.stats import PartitionGroup, TallyResult, tally
from foldwise.verdicts import NEEDS, decision_words, probability_words

if TYPE_CHECKING:
    import pandas as pd

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Normality:
    """Whether values look normal: the test of Shapiro and Wilk, and the skewness.

    Parameters
    ----------
    statistic : float
        W; NaN for fewer than three values, or equal ones.
    pvalue : float
        Of normality; NaN as before.
    skewness : float
        Third standardized moment; 0 for a symmetric spread, NaN as before.

    Examples
    --------
    >>> from foldwise.evaluation import evaluate
    >>> from foldwise.learners import C45, NaiveBayes
    >>> from foldwise.replicability import partition_analysis
    >>> run = evaluate({"nb": NaiveBayes(), "c45": C45()}, "wine", scheme="20x10", seed=3)
    >>> found = partition_analysis(run).rows[0].normality_of_t
    >>> 0 < found.pvalue < 1
    True
    """

    statistic: float
    pvalue: float
    skewness: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Partitions:
    """What the partitions of one dataset say about one pair.

    Parameters
    ----------
    dataset, a, b : str
        Names.
    statistics, pvalues : ndarray of shape (n_partitions,)
        Student's t of each partition and its two-sided p-value; infinite and NaN where differences do not vary.
    figure_values : ndarray of shape (n_partitions,)
        Distribution function at each t: above one half, `a` is ahead; `foldwise.stats.figure_value`.
    n_b, n_none, n_a : int
        On how many partitions a single one would have declared `b` better, neither, `a` better.
    n_undefined : int
        Of them without a p-value; they are counted as neither.
    group : PartitionGroup
        What the choice of the partition does to the conclusion.
    averaged_t, averaged_pvalue : float
        Mean of the statistics, and its p-value as if it came from one partition; NaN if a statistic is infinite.
    signed_area : float
        The same as a one-tailed area with a sign, as Bradford and Brodley print it.
    standard_error : float
        Of the mean, over partitions.
    conclusion : {'a', 'b', 'none', 'undetermined'}
        What the averaged t says.
    n_wrong : int or None
        On how many partitions a single one concludes otherwise; None if there is no conclusion.
    enough : {'significant', 'not_significant', 'more_partitions', 'undetermined'}
        Whether more partitions could still change the conclusion.
    n_needed : float
        Partitions at which that would be decided if mean and spread stayed as they are; NaN if undetermined.
    normality_of_t, normality_of_p : Normality
        Of the statistics, and of the figure values.

    Examples
    --------
    >>> from foldwise.evaluation import evaluate
    >>> from foldwise.learners import C45, NaiveBayes
    >>> from foldwise.replicability import partition_analysis
    >>> run = evaluate({"nb": NaiveBayes(), "c45": C45()}, "wine", scheme="20x10", seed=3)
    >>> row = partition_analysis(run).rows[0]
    >>> row.n_a, row.n_none, row.n_b, row.n_partitions
    (10, 10, 0, 20)
    """

    dataset: str
    a: str
    b: str
    statistics: Floats
    pvalues: Floats
    figure_values: Floats
    n_b: int
    n_none: int
    n_a: int
    n_undefined: int
    group: PartitionGroup
    averaged_t: float
    averaged_pvalue: float
    signed_area: float
    standard_error: float
    conclusion: Literal["a", "b", "none", "undetermined"]
    n_wrong: int | None
    enough: str
    n_needed: float
    normality_of_t: Normality
    normality_of_p: Normality

    @property
    def n_partitions(self) -> int:
        """Number of partitions."""
        return int(self.statistics.size)

    @property
    def n_more(self) -> float:
        """How many more partitions would be needed: 0 where there are enough."""
        return max(0.0, self.n_needed - self.n_partitions)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PartitionAnalysis:
    """Conclusions from single partitions beside those from all of them. Made by `partition_analysis`.

    ``str(analysis)`` is the answer at a glance, ``analysis.details()`` all of it in words.

    Parameters
    ----------
    rows : tuple of Partitions
        One for each dataset and pair of learners.
    test : str
        The test of one partition.
    df : float
        Its degrees of freedom.
    alpha : float
        Its level.
    metric : Metric
        What was scored.
    tally : TallyResult or None
        Single-partition conclusions of all rows, counted against those of the averaged t; None if no row has one.
    level : MeasuredRange
        How often the test of one partition rejected true null hypotheses.
    caveats : tuple of Caveat
        What to beware of.
    runs : tuple of Run
        What was analysed.

    Examples
    --------
    >>> from foldwise.evaluation import evaluate
    >>> from foldwise.learners import C45, NaiveBayes
    >>> from foldwise.replicability import partition_analysis
    >>> run = evaluate({"nb": NaiveBayes(), "c45": C45()}, "wine", scheme="20x10", seed=3)
    >>> analysis = partition_analysis(run)
    >>> analysis.test, analysis.df, len(analysis.rows)
    ('kfold_t', 9.0, 1)
    """

    rows: tuple[Partitions, ...]
    test: str
    df: float
    alpha: float
    metric: Metric
    tally: TallyResult | None
    level: MeasuredRange
    caveats: tuple[Caveat, ...]
    runs: tuple[Run, ...]

    def between(self, a: str, b: str) -> "PartitionAnalysis":
        """Keep one pair of learners only, on all datasets.

        Parameters
        ----------
        a, b : str
            Their names, in the order of the rows.

        Returns
        -------
        PartitionAnalysis
            With the count of wrong conclusions and the caveats of these rows.
        """
        rows = tuple(row for row in self.rows if (row.a, row.b) == (a, b))
        if not rows:
            pairs = ", ".join(dict.fromkeys(f"({row.a!r}, {row.b!r})" for row in self.rows))
            raise ValueError(f"There is no pair ({a!r}, {b!r}). There are: {pairs}.")
        return replace(self, rows=rows, tally=partition_tally(rows), caveats=tuple(partition_caveats(rows)))

    def frame(self) -> "pd.DataFrame":
        """One row per dataset and pair of learners."""
        import pandas as pd

        return pd.DataFrame([_row_numbers(row) for row in self.rows])

    def partition_frame(self) -> "pd.DataFrame":
        """One row per dataset, pair of learners and partition."""
        import pandas as pd

        parts = [
            pd.DataFrame(
                {
                    "dataset": row.dataset,
                    "a": row.a,
                    "b": row.b,
                    "partition": np.arange(row.n_partitions),
                    "statistic": row.statistics,
                    "pvalue": row.pvalues,
                    "figure_value": row.figure_values,
                }
            )
            for row in self.rows
        ]
        return pd.concat(parts, ignore_index=True)

    def __repr__(self) -> str:
        wrong = "" if self.tally is None else f", {self.tally.error_rate:.1%} of single partitions wrong"
        return f"<PartitionAnalysis by {self.test}: {counted(len(self.rows), 'comparison')}{wrong}>"

    def __str__(self) -> str:
        return str(self.glance())

    def glance(self) -> Glance:
        """Return what a reader sees first: what single partitions say, and all of them together."""
        return partitions_glance(self, {int(group): words for group, words in GROUP_WORDS.items()})

    def details(self) -> str:
        """Return all of it in words."""
        return _paragraph(self)

    def _repr_html_(self) -> str:
        return notebook_html(self)


def _row_numbers(row: Partitions) -> dict[str, Any]:
    """Return all of a row that is one number or word."""
    return {
        "dataset": row.dataset,
        "a": row.a,
        "b": row.b,
        "n_partitions": row.n_partitions,
        "n_b": row.n_b,
        "n_none": row.n_none,
        "n_a": row.n_a,
        "n_undefined": row.n_undefined,
        "group": int(row.group),
        "averaged_t": row.averaged_t,
        "averaged_pvalue": row.averaged_pvalue,
        "signed_area": row.signed_area,
        "standard_error": row.standard_error,
        "conclusion": row.conclusion,
        "n_wrong": row.n_wrong,
        "enough": row.enough,
        "n_needed": row.n_needed,
        "t_shapiro_w": row.normality_of_t.statistic,
        "t_shapiro_pvalue": row.normality_of_t.pvalue,
        "t_skewness": row.normality_of_t.skewness,
        "p_shapiro_w": row.normality_of_p.statistic,
        "p_shapiro_pvalue": row.normality_of_p.pvalue,
        "p_skewness": row.normality_of_p.skewness,
    }


_CODES: Final = {"b": -1, "none": 0, "a": 1}


def partition_tally(rows: Sequence[Partitions]) -> TallyResult | None:
    """Count conclusions of single partitions against those of the averaged t; rows without one are left out."""
    known = [row for row in rows if row.conclusion != "undetermined"]
    if not known:
        return None
    counts = [[row.n_b, row.n_none, row.n_a] for row in known]
    return tally(counts, [_CODES[row.conclusion] for row in known])


def partition_caveats(rows: Sequence[Partitions]) -> Iterator[Caveat]:
    """Yield what to beware of."""
    yield Caveat(
        code="not_calibrated",
        message="The averaged t is a summary over partitions without a distribution of its own: its p-value is not "
        "calibrated.",
    )
    undefined = sum(row.n_undefined for row in rows)
    if undefined:
        yield Caveat(
            code="zero_variance",
            message=f"On {counted(undefined, 'partition')} differences do not vary and p is undefined; they count as "
            "no difference established.",
        )
    left_out = sum(row.conclusion == "undetermined" for row in rows)
    if left_out:
        yield Caveat(
            code="undetermined_counted",
            message=f"{counted(left_out, 'comparison')} without an averaged t "
            f"{'is' if left_out == 1 else 'are'} left out of the count of wrong conclusions.",
        )


#: What the groups of partitions are called in tables, by their names.
GROUP_WORDS: Final = {
    PartitionGroup.WINNER_CHANGES: "the partition decides which learner is better",
    PartitionGroup.SIGNIFICANCE_CHANGES: "the partition decides whether one is better",
    PartitionGroup.NEVER_SIGNIFICANT: "never significant, though the significance varies",
    PartitionGroup.NO_DIFFERENCE: "no difference on any partition",
    PartitionGroup.ALWAYS_SIGNIFICANT: "the same learner is better on every partition",
}


def _paragraph(analysis: PartitionAnalysis) -> str:
    """Return for each pair and dataset what its partitions say; then how often single ones mislead."""
    opening = (
        f"Every partition judged by itself, by the {NEEDS[analysis.test].label} at level {analysis.alpha:g} "
        f"({analysis.df:g} degrees of freedom)."
    )
    last = [*_tally_sentence(analysis), _normality_sentence(analysis), NOT_VALIDITY, str(analysis.level)]
    if analysis.caveats:
        last.append(f"Beware: {' '.join(caveat.message for caveat in analysis.caveats)}")
    return "\n".join([opening, *(_row_sentence(row, analysis.alpha) for row in analysis.rows), " ".join(last)])


def _row_sentence(row: Partitions, alpha: float) -> str:
    """Return what single partitions say, the group, the averaged t and whether there were enough."""
    a, b = one_line(row.a), one_line(row.b)
    return (
        f"{a} vs {b} on {one_line(row.dataset)}: of {row.n_partitions} partitions {a} is better on {row.n_a}, {b} on "
        f"{row.n_b}, neither on {row.n_none}; {GROUP_WORDS[row.group]} (group {int(row.group)}). "
        f"{_averaged_words(row, alpha)} {_enough_words(row)}"
    )


def _averaged_words(row: Partitions, alpha: float) -> str:
    """Return what the averaged t says."""
    if row.conclusion == "undetermined":
        return "The averaged t is undefined: on some partitions differences do not vary."
    winner = {"a": row.a, "b": row.b}.get(row.conclusion)
    return (
        f"Averaged t = {row.averaged_t:.4g}, {probability_words(row.averaged_pvalue, alpha)}: "
        f"{decision_words(row.conclusion, winner)}."
    )


def _enough_words(row: Partitions) -> str:
    """Return whether there were enough partitions, and else how many more it would take."""
    if isnan(row.n_needed):
        return "Whether there were enough partitions cannot be said."
    if row.enough != "more_partitions":
        return "There were enough partitions to say so."
    if not isfinite(row.n_needed):
        return "More partitions would not settle it: the mean is on the boundary."
    return f"About {row.n_more:.0f} more partitions are needed to say so."


def _tally_sentence(analysis: PartitionAnalysis) -> list[str]:
    """Return how often a single partition would have misled."""
    tally = analysis.tally
    if tally is None:
        return []
    return [
        f"Taking the averaged t for the truth, {tally.n_incorrect} of "
        f"{counted(int(tally.n_conclusions), 'conclusion')} from single partitions are wrong "
        f"({tally.error_rate:.1%}): {tally.type_one} see a difference that is not there, {tally.type_two} miss one or "
        "see the opposite."
    ]


def _normality_sentence(analysis: PartitionAnalysis) -> str:
    """Return how many spreads of t and of p look normal."""
    known = [row for row in analysis.rows if not isnan(row.normality_of_t.pvalue)]
    if not known:
        return "Too few different statistics to look at their distribution."
    t = sum(row.normality_of_t.pvalue > 0.05 for row in known)
    p = sum(row.normality_of_p.pvalue > 0.05 for row in known)
    return (
        f"The test of Shapiro and Wilk has nothing against normality (p > 0.05) of t on {t} of "
        f"{counted(len(known), 'comparison')}, of the significance on {p}."
    )
