"""How often executions of a procedure on the same data agree, in numbers and in words."""

from dataclasses import asdict, dataclass
from math import isnan
from typing import TYPE_CHECKING, Final

from foldwise._core import Caveat, Glance, counted, limits_text, listed, notebook_html, one_line
from foldwise.replicability._agreement import Agreement, Executions, Total
from foldwise.replicability._glance import decided_words, replicability_glance
from foldwise.replicability._measured_range import NOT_VALIDITY, MeasuredRange
from foldwise.runs import Metric, Run
from foldwise.verdicts import NEEDS, Procedure

if TYPE_CHECKING:
    import pandas as pd

    from foldwise.replicability._agreement import Agreement, Total


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Replicability:
    """Decisions of repeated executions of one procedure, and how far they agree. Made by `replicate`.

    An execution is the whole procedure with another random split of the same data. ``str(replicability)`` is the answer
    at a glance, ``replicability.details()`` all of it in words. Replicability is not validity: a procedure that always
    decides the same may always be wrong, so that the measured level of its test belongs beside it.

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

    Examples
    --------
    >>> from foldwise.data import load
    >>> from foldwise.learners import C45, NaiveBayes
    >>> from foldwise.replicability import replicate
    >>> from foldwise.verdicts import Procedure
    >>> learners = {"nb": NaiveBayes(), "c45": C45()}
    >>> result = replicate(learners, load("wine"), procedure=Procedure("5x2", "five_by_two_t"), n=5, seed=1)
    >>> result.n_executions, result.test
    (5, 'five_by_two_t')
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

        executions = self.executions
        d, p, execution = (index.ravel() for index in np.indices(executions.decisions.shape))
        names = np.array(self.pairs, dtype=object)
        return pd.DataFrame(
            {
                "dataset": np.array(self.datasets, dtype=object)[d],
                "a": names[p, 0],
                "b": names[p, 1],
                "execution": execution,
                "decision": executions.decisions.ravel().astype(object),
                "estimate": executions.estimates.ravel(),
                "statistic": executions.statistics.ravel(),
                "pvalue": executions.pvalues.ravel(),
                "n_repeats": executions.n_repeats.ravel().astype(int),
                "n_fits": executions.n_fits.ravel().astype(int),
                "unsettled": executions.unsettled.ravel(),
            }
        )

    def __repr__(self) -> str:
        return (
            f"<Replicability of {self.procedure}: R = {self.overall.replicability:.3f} over "
            f"{counted(self.overall.n_comparisons, 'comparison')}, {self.n_executions} executions>"
        )

    def __str__(self) -> str:
        return str(self.glance())

    def glance(self) -> Glance:
        """Return what a reader sees first: whether executions agree, on what, and what that is worth."""
        return replicability_glance(self)

    def details(self) -> str:
        """Return all of it in words."""
        return _paragraph(self)

    def _repr_html_(self) -> str:
        return notebook_html(self)


# Past this many comparisons only those on which executions do not agree have a line of their own.
_MANY: Final = 12


def _paragraph(result: Replicability) -> str:
    """Return what the executions decided, how far they agree, and what that is worth."""
    rows = result.agreements
    shown = rows if len(rows) <= _MANY else [row for row in rows if not row.consistent]
    lines = [_opening(result), *(_agreement_sentence(row, result) for row in shown)]
    if len(shown) < len(rows):
        lines.append(f"On the other {len(rows) - len(shown)} comparisons all executions agree.")
    if len(rows) > 1:
        lines += [_total_sentence(total) for total in result.totals]
    last = [*_reversal_sentences(result), _cost_sentence(result), NOT_VALIDITY, str(result.level)]
    if result.caveats:
        last.append(f"Beware: {' '.join(caveat.message for caveat in result.caveats)}")
    return "\n".join([*lines, " ".join(last)])


def _opening(result: Replicability) -> str:
    """Return which procedure was executed, and on what."""
    where = one_line(result.datasets[0]) if len(result.datasets) == 1 else counted(len(result.datasets), "dataset")
    return (
        f"{result.n_executions} executions of {result.procedure.short_name} on {where}, by the "
        f"{NEEDS[result.test].label} at level {result.alpha:g}. An execution is the whole procedure with another "
        "random split of the same data. R is the share of the pairs of executions that agree on whether one learner is "
        f"better{_open_note(result)}."
    )


def _open_note(result: Replicability) -> str:
    """Return what R counts where a budget ended before a verdict was settled."""
    return "; what is open counts as what its repeats say so far" if result.overall.n_unsettled else ""


def _agreement_sentence(row: Agreement, result: Replicability) -> str:
    """Return what was decided on one pair and dataset, and how far executions agree."""
    # Of few executions fewer than half of the pairs may agree; that probability is a half at least (p^2 + (1 - p)^2).
    below = ", never below a half," if row.replicability < row.low else ""
    return (
        f"{one_line(row.a)} vs {one_line(row.b)} on {one_line(row.dataset)}: {decided_words(row, result)} of "
        f"{result.n_executions} executions. R = {row.replicability:.3f} (95% credible interval for the "
        f"probability{below} that two executions agree: {limits_text(row.low, row.high, 2)}){_sided(row)}."
    )


def _sided(row: Agreement) -> str:
    if not row.is_reversed:
        return ""
    return f", {row.three_outcome:.3f} with the direction counted"


def _total_sentence(total: Total) -> str:
    """Sum up over datasets."""
    who = f"{one_line(total.a)} vs {one_line(total.b)}" if total.a else "All"
    interval = (
        "" if isnan(total.low) else f" (95% interval by resampling datasets {limits_text(total.low, total.high)})"
    )
    return (
        f"{who}: {total.n_consistent} of {counted(total.n_comparisons, 'comparison')} consistent (all executions "
        f"agree), {total.n_almost_consistent} almost (all but one at most); R = {total.replicability:.3f}{interval}, "
        f"{total.three_outcome:.3f} with the direction counted."
    )


def _reversal_sentences(result: Replicability) -> list[str]:
    """Return the comparisons on which executions contradict each other."""
    places = [f"{one_line(row.a)} vs {one_line(row.b)} on {one_line(row.dataset)}" for row in _reversed(result)]
    if not places:
        return ["No two executions declared opposite learners better."]
    return [f"Executions declared opposite learners better: {listed(places, quote=False)}."]


def _reversed(result: Replicability) -> list[Agreement]:
    return [row for row in result.agreements if row.is_reversed]


def _cost_sentence(result: Replicability) -> str:
    """Return what one execution cost."""
    total = result.overall
    return (
        f"One execution took {total.mean_repeats:.4g} {'repeat' if total.mean_repeats == 1 else 'repeats'} and "
        f"{total.mean_fits:.4g} fits of each learner"
        f"{' on average' if _varies(result) else ''}."
    )


def _varies(result: Replicability) -> bool:
    fits = result.executions.n_fits
    return bool((fits != fits.flat[0]).any())
