"""Table 3: on how many partitions either learner is declared better; and the groups that follow from it."""

from typing import Final

import foldwise as fw
from foldwise.papers.bradford_brodley_2001.accuracies import LIMIT, accuracies_of, by_accuracy
from foldwise.papers.bradford_brodley_2001.partitions import (
    N_PARTITIONS,
    NEEDS,
    OTHERS,
    PROCEDURES,
    REFERENCE,
    Judged,
    evaluated,
    judged,
)
from foldwise.papers.paper import Part
from foldwise.papers.printed_tables import printed
from foldwise.papers.workbench import Workbench
from foldwise.replicability import PartitionAnalysis, Partitions
from foldwise.reports import Cell, Check, Exhibit, SideBySide

Triple = tuple[int, int, int]


def printed_outcomes() -> dict[tuple[str, str], dict[str, Triple]]:
    """Read Table 3 as printed: by other learner and procedure, of each dataset (other better, neither, TDDT-1 better).

    The caption names the columns the other way around; Tables 1 and 2 say that it is wrong.
    """
    table = printed("bradford_brodley_2001_table3").set_index("dataset")
    found: dict[tuple[str, str], dict[str, Triple]] = {}
    for other in OTHERS:
        for how in PROCEDURES:
            columns = table[[f"{other}_{how}_col{number}" for number in (1, 2, 3)]].astype(int)
            found[other, how] = {str(name): (b, none, a) for name, b, none, a in columns.itertuples()}
    return found


def printed_groups() -> dict[tuple[str, str], dict[str, int]]:
    """Sort the printed counts into groups; that nothing depends on the partition is taken from the paper's text."""
    groups = {
        key: {name: int(fw.stats.partition_groups(triple)) for name, triple in triples.items()}
        for key, triples in printed_outcomes().items()
    }
    for row in printed("bradford_brodley_2001_groups").itertuples():
        if str(row.group).startswith("4"):
            groups[str(row.comparison), str(row.procedure)] |= dict.fromkeys(str(row.datasets).split(";"), 4)
    return groups


def triple_of(row: Partitions) -> Triple:
    """Give the counts in the order of the printed table."""
    return row.n_b, row.n_none, row.n_a


def count_cells(row: Partitions, beside: Triple) -> tuple[Cell, ...]:
    """Set counts of partitions beside printed ones: both are binomial, given the data."""
    return tuple(
        _count_cell(ours, row.n_partitions, theirs) for ours, theirs in zip(triple_of(row), beside, strict=True)
    )


def _count_cell(count: int, n: int, beside: int) -> Cell:
    limits = fw.stats.clopper_pearson(count, n)
    low, high = n * float(limits.low), n * float(limits.high)
    if n != N_PARTITIONS:
        return Cell(measured=float(count), low=low, high=high, digits=0)
    share = (count + beside) / (2 * n)
    # Counts are whole numbers: half a step more on either side.
    margin = LIMIT * (2 * n * share * (1 - share)) ** 0.5 + 0.5
    return Cell(measured=float(count), printed=float(beside), low=low, high=high, margin=margin, digits=0)


def changing(analysis: PartitionAnalysis) -> int:
    """Count datasets on which the partition decides whether, or even which, one is better."""
    return sum(row.group in (1, 2) for row in analysis.rows)


def whether_check(analysis: PartitionAnalysis, other: str) -> Check:
    """Ask whether for most datasets the partition decides whether there is a difference."""
    n = sum(row.group == 2 for row in analysis.rows)
    theirs = list(printed_groups()[other, "1x10cv"].values())
    return Check(
        asked=f"{OTHERS[other]}, 1x10: on at least half of the datasets the partition decides whether one is better",
        found=f"{n} of {len(analysis.rows)} (the paper: {theirs.count(2)} of {len(theirs)})",
        met=2 * n >= len(analysis.rows),
    )


def outcome_table(found: Judged, other: str) -> SideBySide:
    """Set the counts beside Table 3."""
    beside = printed_outcomes()
    datasets = [row.dataset for row in found.by[other, "1x10cv"].rows]
    words = (f"{OTHERS[other]} better", "neither", f"{REFERENCE} better")
    rows = []
    for number, dataset in enumerate(datasets):
        cells: list[Cell] = []
        for how in PROCEDURES:
            row = found.by[other, how].rows[number]
            cells += count_cells(row, beside[other, how][dataset])
        rows.append(tuple(cells))
    return SideBySide(
        title=f"{REFERENCE} and {OTHERS[other]}: conclusions from single partitions",
        index="dataset",
        rows=tuple(datasets),
        columns=tuple(f"{PROCEDURES[how]}: {word}" for how in PROCEDURES for word in words),
        cells=tuple(rows),
        note="Partitions at level .05, t on ten folds and on the ten differences of 5x2. Limits: binomial, given the "
        "data. Same: two binomial counts with a common share differ by no more in 95% of cases.",
    )


def _make_table(bench: Workbench) -> Exhibit:
    found = bench.once(judged)
    beside = printed_outcomes()
    alike = total = 0
    rejections = dict.fromkeys(found.of_paper, 0)
    for key, analysis in found.of_paper.items():
        for row in analysis.rows:
            ours, theirs = triple_of(row), beside[key][row.dataset]
            alike += ours.index(max(ours)) == theirs.index(max(theirs))
            total += 1
            rejections[key] += row.n_a + row.n_b
    cells = {
        (row.dataset, *key): count_cells(row, beside[key][row.dataset])
        for key, analysis in found.of_paper.items()
        for row in analysis.rows
    }
    more = [
        Check(
            asked=f"{OTHERS[other]}: 5x2 finds more differences than 1x10, as in the printed counts",
            found=f"{rejections[other, '5x2cv']} against {rejections[other, '1x10cv']} (printed: "
            f"{_rejections(beside[other, '5x2cv'])} against {_rejections(beside[other, '1x10cv'])})",
            met=rejections[other, "5x2cv"] > rejections[other, "1x10cv"],
        )
        for other in OTHERS
    ]
    return Exhibit(
        paper="bradford_brodley_2001",
        name="table3",
        title="Table 3: conclusions from single partitions",
        about="Every partition is judged by itself at level .05, and the conclusions are counted.",
        tables=tuple(outcome_table(found, other) for other in OTHERS),
        checks=(
            Check(
                asked="What most partitions say is the same in at least 75% of the cells",
                found=f"{alike} of {total}",
                met=alike >= 0.75 * total,
            ),
            *more,
        ),
        because=f"The learners are other implementations: {by_accuracy(cells, accuracies_of(bench.once(evaluated)))}.",
        incomplete=found.incomplete,
    )


def _make_groups(bench: Workbench) -> Exhibit:
    found = bench.once(judged)
    beside = printed_groups()
    keys = list(found.of_paper)
    heads = tuple(f"{OTHERS[other]} {PROCEDURES[how]}" for other, how in keys)
    datasets = [row.dataset for row in found.of_paper[keys[0]].rows]
    each = SideBySide(
        title="Group of each dataset",
        index="dataset",
        rows=tuple(datasets),
        columns=heads,
        cells=tuple(
            tuple(
                Cell(measured=str(int(found.by[key].rows[number].group)), printed=str(beside[key][dataset]))
                for key in keys
            )
            for number, dataset in enumerate(datasets)
        ),
        note=" ".join(f"{int(group)}: {words}." for group, words in fw.replicability.GROUP_WORDS.items()),
    )
    counted = SideBySide(
        title="Datasets in each group",
        index="group",
        rows=tuple(f"{int(group)}: {words}" for group, words in fw.replicability.GROUP_WORDS.items()),
        columns=heads,
        cells=tuple(
            tuple(
                Cell(
                    measured=float(sum(row.group == group for row in found.by[key].rows)),
                    printed=float([beside[key][dataset] for dataset in datasets].count(int(group))),
                    near=3,
                    digits=0,
                )
                for key in keys
            )
            for group in fw.replicability.GROUP_WORDS
        ),
        note="Near: at most three datasets more or fewer.",
    )
    return Exhibit(
        paper="bradford_brodley_2001",
        name="groups",
        title="Groups of datasets by what the partition does to the conclusion",
        about="By the counts of Table 3. The paper names the groups with its figures; the fifth is not named there, "
        "and group 4 is told from group 3 by eye there and by the significance values here.",
        tables=(counted, each),
        checks=tuple(whether_check(found.by[other, "1x10cv"], other) for other in OTHERS),
        because="A single partition can move a dataset from one group to another: one of 55 is enough to leave group 3 "
        "or 5.",
        incomplete=found.incomplete,
    )


def _rejections(triples: dict[str, Triple]) -> int:
    return sum(b + a for b, _, a in triples.values())


TABLE3: Final = Part(name="table3", title="Table 3: conclusions from single partitions", make=_make_table, needs=NEEDS)
GROUPS: Final = Part(
    name="groups",
    title="Groups of datasets by what the partition does to the conclusion",
    make=_make_groups,
    needs=NEEDS,
)
