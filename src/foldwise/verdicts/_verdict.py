"""The answer to *which learner is better, and by how much*."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from foldwise._core import Caveat, html_table, one_line
from foldwise.runs import Metric, Run
from foldwise.verdicts._comparison import Comparison
from foldwise.verdicts._forecast_columns import forecast_columns
from foldwise.verdicts._settled import Settled
from foldwise.verdicts._sources import Source
from foldwise.verdicts._words import paragraph

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Verdict:
    """The outcome of one test on every pair of learners and every dataset of some runs.

    ``str(verdict)`` is the answer in words. Made by `compare` and `judge`.

    Parameters
    ----------
    comparisons : tuple of Comparison
        One row per dataset and pair of learners.
    test : str
        Name of the test: the function in `foldwise.stats`.
    metric : Metric
        What was scored.
    alpha : float
        Level of the test, for the whole family of comparisons.
    rope : float or None
        Half-width of the region of practical equivalence, in the metric's units.
    alternative : {'two-sided', 'greater', 'less'}
        Direction asked for.
    adjust : {'holm', 'bonferroni', 'sidak', 'hommel', 'benjamini_hochberg', 'none'}
        How p-values were adjusted.
    family : int
        For how many comparisons: those of the verdict, or more if more were tried.
    tries : int
        Candidates that were seen to be tried in tuning, on all datasets together; 0 if none were.
    sources : tuple of Source
        The four sources of variation, and which of them the design covers.
    caveats : tuple of Caveat
        What to beware of whichever pair one looks at.
    runs : tuple of Run
        The runs behind the verdict, one per dataset: judge them again with another test without refitting. Of a settled
        verdict on three learners or more, the repeats that all of them have.
    settled : Settled or None
        The procedure that added repeats until the verdict was settled; None where their number was fixed.
    """

    comparisons: tuple[Comparison, ...]
    test: str
    metric: Metric
    alpha: float
    rope: float | None
    alternative: str
    adjust: str
    family: int
    tries: int
    sources: tuple[Source, ...]
    caveats: tuple[Caveat, ...]
    runs: tuple[Run, ...]
    settled: Settled | None = None

    def frame(self) -> "pd.DataFrame":
        """One row per comparison, caveats as their codes."""
        import pandas as pd

        rows = [
            {
                "dataset": row.dataset,
                "a": row.a,
                "b": row.b,
                "score_a": row.score_a,
                "score_b": row.score_b,
                "estimate": row.estimate,
                "low": row.low,
                "high": row.high,
                "pooled_estimate": row.pooled_estimate,
                "standard_error": row.standard_error,
                "statistic": row.statistic,
                "df": row.df,
                "pvalue": row.pvalue,
                "adjusted_pvalue": row.adjusted_pvalue,
                "decision": row.decision,
                "winner": row.winner,
                "effect_size": row.effect_size,
                "p_left": row.p_left,
                "p_rope": row.p_rope,
                "p_right": row.p_right,
                **forecast_columns(row),
                "caveats": " ".join(caveat.code for caveat in (*row.caveats, *self.caveats)),
            }
            for row in self.comparisons
        ]
        # Objects, or pandas would write a winner that is None as NaN.
        return pd.DataFrame(rows).astype({"winner": object, "repeats": object, "settled": object})

    def __repr__(self) -> str:
        decisions = ", ".join(
            f"{row.a} vs {row.b} on {row.dataset}: {row.decision}{' (not settled)' if row.is_unsettled else ''}"
            for row in self.comparisons[:3]
        )
        more = f" and {len(self.comparisons) - 3} more" if len(self.comparisons) > 3 else ""
        return one_line(f"<Verdict by {self.test}: {decisions}{more}>")

    def __str__(self) -> str:
        return paragraph(self)

    def _repr_html_(self) -> str:
        return html_table(self.frame())
