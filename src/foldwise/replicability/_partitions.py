"""What each partition of the same data says, and all of them together."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from foldwise._core import Caveat, counted, html_table
from foldwise.replicability._measured_range import MeasuredRange
from foldwise.replicability._partition_totals import partition_caveats, partition_tally
from foldwise.replicability._partition_words import partition_paragraph
from foldwise.runs import Metric, Run
from foldwise.stats import PartitionGroup, TallyResult

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

    ``str(analysis)`` says it in words.

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

        return pd.DataFrame([row_numbers(row) for row in self.rows])

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
        return partition_paragraph(self)

    def _repr_html_(self) -> str:
        return html_table(self.frame())


def row_numbers(row: Partitions) -> dict[str, Any]:
    """Give all of a row that is one number or word."""
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
