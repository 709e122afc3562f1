"""Table 4: conclusions from single partitions, counted against those of the averaged t."""

from typing import Final

import foldwise as fw
from foldwise.papers.bradford_brodley_2001.accuracies import LIMIT
from foldwise.papers.bradford_brodley_2001.averages import conclusion_pairs
from foldwise.papers.bradford_brodley_2001.partitions import DIETTERICH, NEEDS, OTHERS, PROCEDURES, Judged, judged
from foldwise.papers.paper import Part
from foldwise.papers.printed_tables import printed
from foldwise.papers.workbench import Workbench
from foldwise.replicability import PartitionAnalysis
from foldwise.reports import Cell, Check, Exhibit, SideBySide

COUNTS: Final = {
    "correct_accept_null": "no difference, rightly",
    "correct_reject_null": "difference, rightly",
    "incorrect_type1": "difference, wrongly",
    "incorrect_type2": "no difference, wrongly, or the other learner",
}


def printed_tally() -> dict[tuple[str, str], tuple[int, ...]]:
    """Read Table 4 as printed."""
    table = printed("bradford_brodley_2001_table4").set_index(["comparison", "procedure"])
    return {(str(a), str(b)): tuple(map(int, row)) for (a, b), row in zip(table.index, table.to_numpy(), strict=True)}


def four_counts(tally: fw.stats.TallyResult) -> tuple[int, ...]:
    """Give the counts in the order of the table."""
    counts = (tally.correct_accept, tally.correct_reject, tally.type_one, tally.type_two)
    return tuple(int(count) for count in counts)


def count_errors(analysis: PartitionAnalysis) -> tuple[float, ...]:
    """Give standard errors of the four counts over partitions, were the conclusions of the averaged t to stay.

    Partitions are independent given the data, so that every dataset adds the variance of a binomial count.
    """
    of_none = of_one = 0.0
    for row in analysis.rows:
        if row.n_wrong is not None:
            variance = row.n_wrong * (1 - row.n_wrong / row.n_partitions)
            of_none, of_one = (of_none + variance, of_one) if row.conclusion == "none" else (of_none, of_one + variance)
    return of_none**0.5, of_one**0.5, of_none**0.5, of_one**0.5


def tally_table(found: Judged) -> SideBySide:
    """Set the counts beside Table 4."""
    # Counts of fewer partitions or datasets have nothing to stand beside.
    beside = {} if found.incomplete else printed_tally()
    rows = {
        (other, how): f"{OTHERS[other]}, {words}"
        for other in OTHERS
        for how, words in (PROCEDURES | {DIETTERICH: "5x2, Dietterich's t"}).items()
    }
    return SideBySide(
        title="Conclusions from single partitions",
        index="comparison",
        rows=tuple(rows.values()),
        columns=tuple(COUNTS.values()),
        cells=tuple(_cells(found.by[key], beside.get(key)) for key in rows),
        note="The averaged t is taken for the truth. Limits: binomial over partitions, if its conclusions stay as they "
        "are; same: two such counts differ by no more in 95% of cases. One dataset with another conclusion moves "
        "counts by up to the number of its partitions, so that few are the same.",
    )


def _cells(analysis: PartitionAnalysis, beside: tuple[int, ...] | None) -> tuple[Cell, ...]:
    if analysis.tally is None:
        return tuple(Cell(measured=float("nan")) for _ in COUNTS)
    theirs = (None,) * len(COUNTS) if beside is None else beside
    return tuple(
        Cell(
            measured=float(count),
            printed=None if value is None else float(value),
            low=max(0.0, count - LIMIT * error),
            high=count + LIMIT * error,
            margin=2**0.5 * LIMIT * error,
            digits=0,
        )
        for count, value, error in zip(four_counts(analysis.tally), theirs, count_errors(analysis), strict=True)
    )


def _make(bench: Workbench) -> Exhibit:
    found = bench.once(judged)
    tallies = [analysis.tally for analysis in found.of_paper.values() if analysis.tally is not None]
    wrong, n = (sum(int(getattr(each, name)) for each in tallies) for name in ("n_incorrect", "n_conclusions"))
    theirs = list(printed_tally().values())
    printed_wrong, printed_n = sum(sum(row[2:]) for row in theirs), sum(map(sum, theirs))
    rate = wrong / n
    pairs = conclusion_pairs(found)
    others = sum(ours != theirs for ours, theirs in pairs)
    return Exhibit(
        paper="bradford_brodley_2001",
        name="table4",
        title="Table 4: how often a single partition misleads",
        about="The conclusion of the averaged t is taken for the truth; conclusions from single partitions are counted "
        "against it.",
        tables=(tally_table(found),),
        checks=(
            Check(
                asked="Between 5% and 15% of the conclusions from single partitions are wrong",
                found=f"{rate:.1%}, {wrong} of {n} (the paper: {printed_wrong / printed_n:.1%}, {printed_wrong} of "
                f"{printed_n})",
                met=0.05 <= rate <= 0.15,
            ),
        ),
        because=f"The averaged t concludes otherwise than the paper's in {others} of {len(pairs)} comparisons (Table "
        "2), and each of them moves up to all of its partitions from one column to another.",
        incomplete=found.incomplete,
    )


TABLE4: Final = Part(name="table4", title="Table 4: how often a single partition misleads", make=_make, needs=NEEDS)
