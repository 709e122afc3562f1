"""How often executions of a procedure on the same data agree."""

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from foldwise._core import Caveat, counted, html_table
from foldwise.replicability._agreement import Agreement, Executions, Total
from foldwise.replicability._measured_range import MeasuredRange
from foldwise.replicability._words import replicability_paragraph
from foldwise.runs import Metric, Run
from foldwise.verdicts import Procedure

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Replicability:
    """Decisions of repeated executions of one procedure, and how far they agree. Made by `replicate`.

    ``str(replicability)`` says it in words. Replicability is not validity: a procedure that always decides the same may
    always be wrong, so that the measured level of its test belongs beside it.

    Parameters
    ----------
    procedure : Procedure
        What was executed.
    test : str
        The test that it applied.
    alpha : float
        Its level.
    metric : Metric
        What was scored.
    datasets : tuple of str
        Names, in the order of the first axis of every array.
    pairs : tuple of pair of str
        Names of the learners, in the order of the second axis.
    executions : Executions
        `decisions`, `statistics`, `pvalues` (adjusted, if the procedure adjusts), `estimates`, `n_repeats`, `n_fits`
        (of each learner) and `unsettled`: arrays of shape (n_datasets, n_pairs, n_executions).
    agreements : tuple of Agreement
        One for each dataset and pair.
    totals : tuple of Total
        Over datasets: for all pairs together first, then for each pair if there are several.
    level : MeasuredRange
        How often the test rejected true null hypotheses.
    caveats : tuple of Caveat
        What to beware of.
    runs : tuple of Run
        One for each dataset: all executions, one after the other; of `Settled`, the first.
    """

    procedure: Procedure
    test: str
    alpha: float
    metric: Metric
    datasets: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]
    executions: Executions
    agreements: tuple[Agreement, ...]
    totals: tuple[Total, ...]
    level: MeasuredRange
    caveats: tuple[Caveat, ...]
    runs: tuple[Run, ...]

    @property
    def n_executions(self) -> int:
        """How often the procedure was executed on each dataset."""
        return int(self.executions.decisions.shape[-1])

    @property
    def overall(self) -> Total:
        """Agreement over all pairs and datasets."""
        return self.totals[0]

    def frame(self) -> "pd.DataFrame":
        """One row per dataset and pair of learners."""
        import pandas as pd

        return pd.DataFrame([asdict(row) for row in self.agreements])

    def execution_frame(self) -> "pd.DataFrame":
        """One row per dataset, pair of learners and execution."""
        import numpy as np
        import pandas as pd

        found = self.executions
        d, p, execution = (index.ravel() for index in np.indices(found.decisions.shape))
        names = np.array(self.pairs, dtype=object)
        return pd.DataFrame(
            {
                "dataset": np.array(self.datasets, dtype=object)[d],
                "a": names[p, 0],
                "b": names[p, 1],
                "execution": execution,
                "decision": found.decisions.ravel().astype(object),
                "estimate": found.estimates.ravel(),
                "statistic": found.statistics.ravel(),
                "pvalue": found.pvalues.ravel(),
                "n_repeats": found.n_repeats.ravel().astype(int),
                "n_fits": found.n_fits.ravel().astype(int),
                "unsettled": found.unsettled.ravel(),
            }
        )

    def __repr__(self) -> str:
        return (
            f"<Replicability of {self.procedure}: R = {self.overall.replicability:.3f} over "
            f"{counted(self.overall.n_comparisons, 'comparison')}, {self.n_executions} executions>"
        )

    def __str__(self) -> str:
        return replicability_paragraph(self)

    def _repr_html_(self) -> str:
        return html_table(self.frame())
