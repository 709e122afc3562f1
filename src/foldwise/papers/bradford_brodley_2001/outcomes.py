"""Conclusions from single partitions: counted (Table 3), in groups, and drawn (Figures 1 to 4)."""

from typing import Final

import foldwise as fw
from foldwise.papers.bradford_brodley_2001.accuracies import LIMIT, accuracies_of, by_accuracy
from foldwise.papers.bradford_brodley_2001.partitions import NEEDS, Judged, evaluated, judged
from foldwise.papers.bradford_brodley_2001.printed_values import (
    N_PARTITIONS,
    OTHERS,
    PROCEDURES,
    REFERENCE,
    Triple,
    printed_groups,
    printed_outcomes,
)
from foldwise.papers.paper import Part
from foldwise.papers.workbench import Workbench
from foldwise.replicability import PartitionAnalysis, Partitions
from foldwise.reports import Check, ComparedValue, Exhibit, Figure, SideBySide


def triple_of(row: Partitions) -> Triple:
    """Return the counts in the order of the printed table."""
    return row.n_b, row.n_none, row.n_a


def count_cells(row: Partitions, beside: Triple) -> tuple[ComparedValue, ...]:
    """Set counts of partitions beside printed ones: both are binomial, given the data."""
    return tuple(
        _count_cell(ours, row.n_partitions, theirs) for ours, theirs in zip(triple_of(row), beside, strict=True)
    )


def _count_cell(count: int, n: int, beside: int) -> ComparedValue:
    limits = fw.stats.clopper_pearson(count, n)
    low, high = n * float(limits.low), n * float(limits.high)
    if n != N_PARTITIONS:
        return ComparedValue(measured=float(count), low=low, high=high, digits=0)
    share = (count + beside) / (2 * n)
    # Counts are whole numbers: half a step more on either side.
    margin = LIMIT * (2 * n * share * (1 - share)) ** 0.5 + 0.5
    return ComparedValue(measured=float(count), printed=float(beside), low=low, high=high, margin=margin, digits=0)


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


def outcome_table(judgements: Judged, other: str) -> SideBySide:
    """Set the counts beside Table 3."""
    beside = printed_outcomes()
    datasets = [row.dataset for row in judgements.by[other, "1x10cv"].rows]
    words = (f"{OTHERS[other]} better", "neither", f"{REFERENCE} better")
    rows = []
    for number, dataset in enumerate(datasets):
        cells: list[ComparedValue] = []
        for how in PROCEDURES:
            row = judgements.by[other, how].rows[number]
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
    judgements = bench.once(judged)
    beside = printed_outcomes()
    alike = total = 0
    rejections = dict.fromkeys(judgements.of_paper, 0)
    for key, analysis in judgements.of_paper.items():
        for row in analysis.rows:
            ours, theirs = triple_of(row), beside[key][row.dataset]
            alike += ours.index(max(ours)) == theirs.index(max(theirs))
            total += 1
            rejections[key] += row.n_a + row.n_b
    cells = {
        (row.dataset, *key): count_cells(row, beside[key][row.dataset])
        for key, analysis in judgements.of_paper.items()
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
        tables=tuple(outcome_table(judgements, other) for other in OTHERS),
        checks=(
            Check(
                asked="What most partitions say is the same in at least 75% of the cells",
                found=f"{alike} of {total}",
                met=alike >= 0.75 * total,
            ),
            *more,
        ),
        because=f"The learners are other implementations: {by_accuracy(cells, accuracies_of(bench.once(evaluated)))}.",
        incomplete=judgements.incomplete,
    )


def _make_groups(bench: Workbench) -> Exhibit:
    judgements = bench.once(judged)
    beside = printed_groups()
    keys = list(judgements.of_paper)
    heads = tuple(f"{OTHERS[other]} {PROCEDURES[how]}" for other, how in keys)
    datasets = [row.dataset for row in judgements.of_paper[keys[0]].rows]
    each = SideBySide(
        title="Group of each dataset",
        index="dataset",
        rows=tuple(datasets),
        columns=heads,
        cells=tuple(
            tuple(
                ComparedValue(
                    measured=str(int(judgements.by[key].rows[number].group)), printed=str(beside[key][dataset])
                )
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
                ComparedValue(
                    measured=float(sum(row.group == group for row in judgements.by[key].rows)),
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
        checks=tuple(whether_check(judgements.by[other, "1x10cv"], other) for other in OTHERS),
        because="A single partition can move a dataset from one group to another: one of 55 is enough to leave group 3 "
        "or 5.",
        incomplete=judgements.incomplete,
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


_SHOWN: Final = (("tddt2", "1x10cv"), ("naive_bayes", "1x10cv"), ("tddt2", "5x2cv"), ("naive_bayes", "5x2cv"))


def _panels(number: int, other: str, how: str) -> Part:
    title = f"Figure {number}: significance of each partition, {REFERENCE} and {OTHERS[other]}, {PROCEDURES[how]}"

    def make(bench: Workbench) -> Exhibit:
        judgements = bench.once(judged)
        analysis = judgements.by[other, how]
        groups = printed_groups()[other, how]
        theirs = sum(groups[row.dataset] in (1, 2) for row in analysis.rows)
        ours, n = changing(analysis), len(analysis.rows)
        check = Check(
            asked="The partition changes the conclusion on about as many datasets as in the paper: at most one in five "
            "of all more or fewer",
            found=f"{ours} of {n} (the paper: {theirs})",
            met=abs(ours - theirs) <= 0.2 * n,
        )
        return Exhibit(
            paper="bradford_brodley_2001",
            name=f"figure{number}",
            title=title,
            about="For each dataset the significance of every partition, sorted: Student's distribution function at "
            f"its t. Above the line at one half {REFERENCE} is ahead, below it {OTHERS[other]}.",
            checks=(whether_check(analysis, other), check) if how == "1x10cv" else (check,),
            figures=(
                Figure(
                    name="panels",
                    caption=f"{title}. The partition decides whether, or even which, learner is better on {ours} of "
                    f"{n} datasets.",
                    shown=fw.displays.SignificancePanelsDisplay.from_analysis(analysis),
                ),
            ),
            incomplete=judgements.incomplete,
        )

    return Part(name=f"figure{number}", title=title, make=make, needs=NEEDS)


PANELS: Final = tuple(_panels(number, other, how) for number, (other, how) in enumerate(_SHOWN, start=1))
