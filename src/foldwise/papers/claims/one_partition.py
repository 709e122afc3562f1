"""C1: one partition can reverse a conclusion."""

from typing import Final

from foldwise.papers.bradford_brodley_2001.outcomes import changing, count_cells
from foldwise.papers.bradford_brodley_2001.partitions import NEEDS, Judged, judged
from foldwise.papers.bradford_brodley_2001.printed_values import (
    OTHERS,
    PROCEDURES,
    REFERENCE,
    printed_groups,
    printed_outcomes,
)
from foldwise.papers.paper import Part
from foldwise.papers.workbench import Workbench
from foldwise.replicability import Partitions
from foldwise.reports import Check, Exhibit, SideBySide

# The paper names these for its two trees by 1x10.
_NAMED: Final = ("heart", "tic-tac-toe")
_TITLE: Final = "C1: one partition can reverse a conclusion"


def _reversed(judgements: Judged) -> list[tuple[str, str, Partitions]]:
    return [
        (other, how, row)
        for (other, how), analysis in judgements.of_paper.items()
        for row in analysis.rows
        if row.group == 1 or ((other, how) == ("tddt2", "1x10cv") and row.dataset in _NAMED)
    ]


def named_words(judgements: Judged) -> tuple[str, ...]:
    """Whether it happens here, too, on the datasets that the paper names."""
    named = [row for row in judgements.by["tddt2", "1x10cv"].rows if row.dataset in _NAMED]
    if not named:
        return ()
    both = [row.dataset for row in named if row.group == 1]
    words = f"on {' and '.join(both)}" if both else "on neither"
    return (
        f"In the paper partitions contradict each other on {' and '.join(_NAMED)} ({OTHERS['tddt2']}, "
        f"{PROCEDURES['1x10cv']}), which it names; of our {named[0].n_partitions} partitions they do {words}.",
    )


def _make(bench: Workbench) -> Exhibit:
    judgements = bench.once(judged)
    beside, groups = printed_outcomes(), printed_groups()
    shown = _reversed(judgements)
    pairs = [(key, row) for key, analysis in judgements.of_paper.items() for row in analysis.rows]
    ours = sum(row.group == 1 for _, row in pairs)
    theirs = sum(groups[key][row.dataset] == 1 for key, row in pairs)
    ten = [analysis for (_, how), analysis in judgements.of_paper.items() if how == "1x10cv"]
    n_changing, n_ten = sum(map(changing, ten)), sum(len(analysis.rows) for analysis in ten)
    table = SideBySide(
        title="Conclusions from single partitions where both directions occur, and where the paper names them",
        index="dataset",
        rows=tuple(f"{row.dataset}: {OTHERS[other]}, {PROCEDURES[how]}" for other, how, row in shown),
        columns=("other better", "neither", f"{REFERENCE} better"),
        cells=tuple(count_cells(row, beside[other, how][row.dataset]) for other, how, row in shown),
        note="Partitions at level .05. Limits: binomial, given the data.",
    )
    return Exhibit(
        paper="claims",
        name="c1",
        title=_TITLE,
        about="Bradford and Brodley (2001): on the same data and with the same learners, another random partition can "
        "turn a significant difference into none, or into the opposite.",
        tables=(table,),
        checks=(
            Check(
                asked="On some dataset one partition declares one learner better and another partition the other",
                found=f"{ours} of {len(pairs)} comparisons (the paper: {theirs})",
                met=ours > 0,
            ),
            Check(
                asked="By 1x10 the partition decides whether, or even which, learner is better in at least half of the "
                "comparisons",
                found=f"{n_changing} of {n_ten}",
                met=2 * n_changing >= n_ten,
            ),
        ),
        notes=named_words(judgements),
        incomplete=judgements.incomplete,
        is_claim=True,
    )


C1: Final = Part(name="c1", title=_TITLE, make=_make, needs=NEEDS)
