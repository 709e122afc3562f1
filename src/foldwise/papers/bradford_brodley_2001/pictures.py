"""Figures 1 to 5: the significance of every partition, and whether t looks normal."""

import math
from collections.abc import Callable, Iterable
from typing import Final

import foldwise as fw
from foldwise.papers.bradford_brodley_2001.outcomes import changing, printed_groups, whether_check
from foldwise.papers.bradford_brodley_2001.partitions import NEEDS, OTHERS, PROCEDURES, REFERENCE, judged
from foldwise.papers.paper import Part
from foldwise.papers.workbench import Workbench
from foldwise.replicability import Partitions
from foldwise.reports import Cell, Check, Exhibit, Figure, SideBySide

_SHOWN: Final = (("tddt2", "1x10cv"), ("naive_bayes", "1x10cv"), ("tddt2", "5x2cv"), ("naive_bayes", "5x2cv"))
_CURVES: Final = ("crx", "heart", "labor-neg", "mushroom")
_NORMAL: Final = 0.05


def _panels(number: int, other: str, how: str) -> Part:
    title = f"Figure {number}: significance of each partition, {REFERENCE} and {OTHERS[other]}, {PROCEDURES[how]}"

    def make(bench: Workbench) -> Exhibit:
        found = bench.once(judged)
        analysis = found.by[other, how]
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
            incomplete=found.incomplete,
        )

    return Part(name=f"figure{number}", title=title, make=make, needs=NEEDS)


def _normal(rows: Iterable[Partitions], of: Callable[[Partitions], float]) -> int:
    """Count datasets on which the test of Shapiro and Wilk has nothing against normality."""
    return sum(of(row) > _NORMAL for row in rows)


def _make_curves(bench: Workbench) -> Exhibit:
    found = bench.once(judged)
    analysis = found.by["naive_bayes", "1x10cv"]
    named = [row for row in analysis.rows if row.dataset in _CURVES]
    known = {
        key: [row for row in each.rows if not math.isnan(row.normality_of_t.pvalue)]
        for key, each in found.of_paper.items()
    }
    counts = {
        key: (
            _normal(rows, lambda row: row.normality_of_t.pvalue),
            _normal(rows, lambda row: row.normality_of_p.pvalue),
            len(rows),
        )
        for key, rows in known.items()
    }
    t, p, n = (sum(each) for each in zip(*counts.values(), strict=True))
    table = SideBySide(
        title="Datasets whose values over the partitions look normal",
        index="comparison",
        rows=tuple(f"{OTHERS[other]}, {PROCEDURES[how]}" for other, how in counts),
        columns=("t", "significance", "of"),
        cells=tuple(tuple(Cell(measured=float(each), digits=0) for each in row) for row in counts.values()),
        note=f"The test of Shapiro and Wilk does not reject at {_NORMAL:g}. Datasets on which all partitions have the "
        "same t are left out.",
    )
    return Exhibit(
        paper="bradford_brodley_2001",
        name="figure5",
        title="Figure 5: t of the partitions, and the normal curves beside it",
        about="The paper averages t and not significances because t looks normal over the partitions. The figure shows "
        f"it for {', '.join(_CURVES)}; the table counts all datasets. The paper does not say which comparison its "
        f"figure shows: here it is {REFERENCE} and {OTHERS['naive_bayes']} by 1x10, as by Table 2 the two trees do not "
        "differ on mushroom.",
        tables=(table,),
        checks=(
            Check(
                asked="Normality is accepted on more datasets for t than for the significance",
                found=f"{t} against {p} of {n}",
                met=t > p,
            ),
        ),
        figures=(
            Figure(
                name="curves",
                caption="Sorted t of the partitions, with the normal curve of the same mean and spread.",
                shown=fw.displays.NormalCurvesDisplay.from_partitions(named or analysis.rows),
            ),
        ),
        notes=(
            f"Normality of t is rejected on {n - t} of {n} all the same: an average of t does not need it, but limits "
            "that are computed from it do, roughly.",
        ),
        incomplete=found.incomplete,
    )


FIGURES: Final = (
    *(_panels(number, other, how) for number, (other, how) in enumerate(_SHOWN, start=1)),
    Part(
        name="figure5",
        title="Figure 5: t of the partitions, and the normal curves beside it",
        make=_make_curves,
        needs=NEEDS,
    ),
)
