"""Replicability in words."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Final

from foldwise._core import counted, listed, one_line
from foldwise.verdicts import NEEDS, decision_words

if TYPE_CHECKING:
    from foldwise.replicability._agreement import Agreement, Total
    from foldwise.replicability._replicability import Replicability

# Past this many comparisons only those on which executions do not agree have a line of their own.
MANY: Final = 12

NOT_VALIDITY: Final = (
    "Replicability is not validity: a test that rejects true null hypotheses too often can do so every time."
)


def replicability_paragraph(result: Replicability) -> str:
    """Say what the executions decided, how far they agree, and what that is worth."""
    rows = result.agreements
    shown = rows if len(rows) <= MANY else [row for row in rows if not row.consistent]
    lines = [opening(result), *(agreement_sentence(row, result.n_executions) for row in shown)]
    if len(shown) < len(rows):
        lines.append(f"On the other {len(rows) - len(shown)} comparisons all executions agree.")
    if len(rows) > 1:
        lines += [total_sentence(total) for total in result.totals]
    last = [*reversal_sentences(result), cost_sentence(result), NOT_VALIDITY, str(result.level)]
    if result.caveats:
        last.append(f"Beware: {' '.join(caveat.message for caveat in result.caveats)}")
    return "\n".join([*lines, " ".join(last)])


def opening(result: Replicability) -> str:
    """Name the procedure, and what it was executed on."""
    where = one_line(result.datasets[0]) if len(result.datasets) == 1 else counted(len(result.datasets), "dataset")
    return (
        f"{result.n_executions} executions of {result.procedure} on {where}, with the {NEEDS[result.test].label} at "
        f"level {result.alpha:g}. R is the share of the pairs of executions that agree on whether one learner is "
        "better."
    )


def agreement_sentence(row: Agreement, n_executions: int) -> str:
    """Say what was decided on one pair and dataset, and how far executions agree."""
    # Of few executions fewer than half of the pairs may agree; that probability is a half at least (p^2 + (1 - p)^2).
    below = ", never below a half," if row.replicability < row.low else ""
    return (
        f"{one_line(row.a)} vs {one_line(row.b)} on {one_line(row.dataset)}: {decided(row)} of {n_executions} "
        f"executions{_unsettled(row)}. R = {row.replicability:.3f} (95% credible interval for the probability{below} "
        f"that two executions agree: {row.low:.2f} to {row.high:.2f}){_sided(row)}."
    )


def decided(row: Agreement) -> str:
    """Count the decisions, the most frequent first."""
    counts = {
        decision_words("a", row.a): row.n_a,
        decision_words("b", row.b): row.n_b,
        decision_words("none", None): row.n_none,
        decision_words("equivalent", None): row.n_equivalent,
        decision_words("undetermined", None): row.n_undetermined,
    }
    found = sorted(((n, words) for words, n in counts.items() if n), key=lambda item: -item[0])
    return ", ".join(f"{words} in {n}" for n, words in found)


def _unsettled(row: Agreement) -> str:
    return f", {row.n_unsettled} of them not settled" if row.n_unsettled else ""


def _sided(row: Agreement) -> str:
    if not row.is_reversed:
        return ""
    return f", {row.three_outcome:.3f} with the direction counted"


def total_sentence(total: Total) -> str:
    """Sum up over datasets."""
    who = f"{one_line(total.a)} vs {one_line(total.b)}" if total.a else "All"
    interval = "" if isnan(total.low) else f" (95% interval by resampling datasets {total.low:.3f} to {total.high:.3f})"
    return (
        f"{who}: {total.n_consistent} of {counted(total.n_comparisons, 'comparison')} consistent (all executions "
        f"agree), {total.n_almost_consistent} almost (all but one at most); R = {total.replicability:.3f}{interval}, "
        f"{total.three_outcome:.3f} with the direction counted."
    )


def reversal_sentences(result: Replicability) -> list[str]:
    """Name the comparisons on which executions contradict each other."""
    places = [f"{one_line(row.a)} vs {one_line(row.b)} on {one_line(row.dataset)}" for row in _reversed(result)]
    if not places:
        return ["No two executions declared opposite learners better."]
    return [f"Executions declared opposite learners better: {listed(places, quote=False)}."]


def _reversed(result: Replicability) -> list[Agreement]:
    return [row for row in result.agreements if row.is_reversed]


def cost_sentence(result: Replicability) -> str:
    """Say what one execution cost."""
    total = result.overall
    return (
        f"One execution took {total.mean_repeats:.4g} repeats and {total.mean_fits:.4g} fits of each learner"
        f"{' on average' if _varies(result) else ''}."
    )


def _varies(result: Replicability) -> bool:
    fits = result.executions.n_fits
    return bool((fits != fits.flat[0]).any())
