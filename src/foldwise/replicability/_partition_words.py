"""What partitions say, in words."""

from __future__ import annotations

from math import isfinite, isnan
from typing import TYPE_CHECKING, Final

from foldwise._core import counted, one_line
from foldwise.replicability._words import NOT_VALIDITY
from foldwise.stats import PartitionGroup
from foldwise.verdicts import NEEDS, decision_words, probability_words

if TYPE_CHECKING:
    from foldwise.replicability._partitions import PartitionAnalysis, Partitions

GROUP_WORDS: Final = {
    PartitionGroup.WINNER_CHANGES: "the partition decides which learner is better",
    PartitionGroup.SIGNIFICANCE_CHANGES: "the partition decides whether one is better",
    PartitionGroup.NEVER_SIGNIFICANT: "never significant, though the significance varies",
    PartitionGroup.NO_DIFFERENCE: "no difference on any partition",
    PartitionGroup.ALWAYS_SIGNIFICANT: "the same learner is better on every partition",
}


def partition_paragraph(analysis: PartitionAnalysis) -> str:
    """Say for each pair and dataset what its partitions say; then how often single ones mislead."""
    opening = (
        f"Every partition judged by itself, by the {NEEDS[analysis.test].label} at level {analysis.alpha:g} "
        f"({analysis.df:g} degrees of freedom)."
    )
    last = [*tally_sentence(analysis), normality_sentence(analysis), NOT_VALIDITY, str(analysis.level)]
    if analysis.caveats:
        last.append(f"Beware: {' '.join(caveat.message for caveat in analysis.caveats)}")
    return "\n".join([opening, *(row_sentence(row, analysis.alpha) for row in analysis.rows), " ".join(last)])


def row_sentence(row: Partitions, alpha: float) -> str:
    """Say what single partitions say, the group, the averaged t and whether there were enough."""
    a, b = one_line(row.a), one_line(row.b)
    return (
        f"{a} vs {b} on {one_line(row.dataset)}: of {row.n_partitions} partitions {a} is better on {row.n_a}, {b} on "
        f"{row.n_b}, neither on {row.n_none}; {GROUP_WORDS[row.group]} (group {int(row.group)}). "
        f"{averaged_words(row, alpha)} {enough_words(row)}"
    )


def averaged_words(row: Partitions, alpha: float) -> str:
    """Say what the averaged t says."""
    if row.conclusion == "undetermined":
        return "The averaged t is undefined: on some partitions differences do not vary."
    winner = {"a": row.a, "b": row.b}.get(row.conclusion)
    return (
        f"Averaged t = {row.averaged_t:.4g}, {probability_words(row.averaged_pvalue, alpha)}: "
        f"{decision_words(row.conclusion, winner)}."
    )


def enough_words(row: Partitions) -> str:
    """Say whether there were enough partitions, and else how many more it would take."""
    if isnan(row.n_needed):
        return "Whether there were enough partitions cannot be said."
    if row.enough != "more_partitions":
        return "There were enough partitions to say so."
    if not isfinite(row.n_needed):
        return "More partitions would not settle it: the mean is on the boundary."
    return f"About {row.n_more:.0f} more partitions are needed to say so."


def tally_sentence(analysis: PartitionAnalysis) -> list[str]:
    """Say how often a single partition would have misled."""
    tally = analysis.tally
    if tally is None:
        return []
    return [
        f"Taking the averaged t for the truth, {tally.n_incorrect} of "
        f"{counted(int(tally.n_conclusions), 'conclusion')} from single partitions are wrong "
        f"({tally.error_rate:.1%}): {tally.type_one} see a difference that is not there, {tally.type_two} miss one or "
        "see the opposite."
    ]


def normality_sentence(analysis: PartitionAnalysis) -> str:
    """Say how many spreads of t and of p look normal."""
    known = [row for row in analysis.rows if not isnan(row.normality_of_t.pvalue)]
    if not known:
        return "Too few different statistics to look at their distribution."
    t = sum(row.normality_of_t.pvalue > 0.05 for row in known)
    p = sum(row.normality_of_p.pvalue > 0.05 for row in known)
    return (
        f"The test of Shapiro and Wilk has nothing against normality (p > 0.05) of t on {t} of "
        f"{counted(len(known), 'comparison')}, of the significance on {p}."
    )
