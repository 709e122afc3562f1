"""Numbers in the text of section 3 and in the captions of its figures: what single partitions say, from end to end."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from foldwise.papers.bradford_brodley_2001.partitions import NEEDS, Judged, PartitionRuns, evaluated, judged
from foldwise.papers.bradford_brodley_2001.printed_values import COLUMNS, OTHERS, PROCEDURES, REFERENCE
from foldwise.papers.paper import Part
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, ComparedValue, Exhibit, SideBySide

Floats = npt.NDArray[np.float64]

_TREES: Final = "tddt2"
# What the captions call significant throughout.
_THROUGHOUT: Final = 0.0005
_LEAST_FOLD: Final = 95.0
_NEAR_FOLD: Final = 2.0
_TITLE: Final = "Numbers in the text of section 3, and in the captions of its figures"


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A number of the text, and what stands for it here.

    Parameters
    ----------
    what : str
        What it is about.
    printed : tuple of float
        As printed, in the order of the text.
    found : tuple of float
        Least and largest value over our partitions, of whatever is printed.
    holds : bool
        Whether our partitions reach as far as the printed numbers.
    """

    what: str
    printed: tuple[float, ...]
    found: tuple[float, ...]
    holds: bool


def ahead(judgements: Judged, dataset: str, how: str) -> tuple[Floats, Floats]:
    """Return the two-sided p-values of the partitions on which TDDT-1, and on which TDDT-2 is ahead."""
    row = next(row for row in judgements.by[_TREES, how].rows if row.dataset == dataset)
    return row.pvalues[row.statistics > 0], row.pvalues[row.statistics < 0]


def one_partition_each(judgements: Judged) -> Said:
    """Return the least p of a partition for either tree on tic-tac-toe, where the paper has .02 and .03."""
    least = [float(p.min()) if p.size else np.nan for p in ahead(judgements, "tic-tac-toe", "1x10cv")]
    return Said(
        what="tic-tac-toe, 1x10: the least p of a partition for TDDT-1, and for TDDT-2",
        printed=(0.02, 0.03),
        found=tuple(least),
        holds=all(p <= 0.05 for p in least),
    )


def range_of_p(judgements: Judged, how: str, printed: tuple[float, float]) -> Said:
    """Return the least and the largest p of a partition on monk1-full; the paper names two of them."""
    p = np.concatenate(ahead(judgements, "monk1-full", how))
    least, most = float(p.min()), float(p.max())
    return Said(
        what=f"monk1-full, {PROCEDURES[how]}: the least and the largest p of a partition",
        printed=printed,
        found=(least, most),
        holds=least <= min(printed) and most >= max(printed),
    )


def lowest_fold(runs: PartitionRuns, how: str) -> float:
    """Return the lowest accuracy of either tree on a fold of monk3-full, in percent."""
    run = {"1x10cv": runs.ten_folds, "5x2cv": runs.halves}[how]["monk3-full"]
    places = [run.learner_names.index(COLUMNS[each]) for each in ("tddt1", _TREES)]
    return 100 * float(run.scores()[places].min())


def significant_throughout(judgements: Judged, other: str, how: str) -> list[str]:
    """List the datasets on which p of every partition is below .0005, for the same learner."""
    return [
        row.dataset
        for row in judgements.by[other, how].rows
        if bool((row.pvalues < _THROUGHOUT).all()) and len(np.unique(np.sign(row.statistics))) == 1
    ]


def _numbers(said: Said) -> str:
    return " and ".join(_short(value) for value in said.found)


def _short(value: float) -> str:
    if np.isnan(value):
        return "none"
    return f"{value:.2g}" if value < 0.1 else f"{value:.2f}"


def _fold_row(runs: PartitionRuns) -> tuple[str, str, str, str, str]:
    ten, halves = lowest_fold(runs, "1x10cv"), lowest_fold(runs, "5x2cv")
    near = abs(halves - _LEAST_FOLD) <= _NEAR_FOLD
    statement = "reproduced" if ten == 100.0 and near else "in kind" if halves < 100.0 else "not reproduced"
    why = "1x10 has every example of every fold right, as in the paper" if ten == 100.0 else "1x10 has errors here, too"
    return (
        "monk3-full: lowest accuracy of a tree on a fold, 5x2",
        f"{_LEAST_FOLD:.0f}%",
        f"{halves:.1f}%",
        statement,
        f"{why} (lowest fold {ten:.1f}%)",
    )


def _rows(judgements: Judged, runs: PartitionRuns) -> Iterator[tuple[str, str, str, str, str]]:
    """Yield what, printed, ours, statement and why, of the datasets that are there."""
    there = set(runs.ten_folds)
    if "tic-tac-toe" in there:
        trees = one_partition_each(judgements)
        yield (
            trees.what,
            ".02 and .03",
            _numbers(trees),
            "in kind" if trees.holds else "not reproduced",
            "both directions are significant on some partition"
            if trees.holds
            else "no partition of ours has TDDT-2 significantly ahead: the trees are other implementations",
        )
    for how, printed in _MONK1.items() if "monk1-full" in there else ():
        said = range_of_p(judgements, how, printed)
        yield (
            said.what,
            " and ".join(f"{value:g}".removeprefix("0") for value in said.printed),
            _numbers(said),
            "in kind" if said.holds else "not reproduced",
            "both printed values lie between ours" if said.holds else "our partitions do not reach that far",
        )
    if "monk3-full" in there:
        yield _fold_row(runs)
    for number, (other, how) in enumerate(_FIGURES, start=1):
        names = significant_throughout(judgements, other, how)
        yield (
            f"Figure {number} ({OTHERS[other]}, {PROCEDURES[how]}): datasets with p below .0005 on every partition",
            "p < .0005",
            ", ".join(names) if names else "none",
            "in kind",
            f"{len(names)} of {len(judgements.by[other, how].rows)} datasets",
        )


_MONK1: Final = {"1x10cv": (0.005, 0.25), "5x2cv": (0.1, 0.2)}
_FIGURES: Final = ((_TREES, "1x10cv"), ("naive_bayes", "1x10cv"), (_TREES, "5x2cv"), ("naive_bayes", "5x2cv"))


def _checks(judgements: Judged, runs: PartitionRuns) -> Iterator[Check]:
    there = set(runs.ten_folds)
    if "tic-tac-toe" in there:
        trees = one_partition_each(judgements)
        yield Check(
            asked="tic-tac-toe, 1x10: one partition has TDDT-1 better at .05, another TDDT-2 (printed .02 and .03)",
            found=_numbers(trees),
            met=trees.holds,
        )
    for how, printed in _MONK1.items() if "monk1-full" in there else ():
        said = range_of_p(judgements, how, printed)
        yield Check(
            asked=f"monk1-full, {PROCEDURES[how]}: p of the partitions ranges from {printed[0]:g} or less to "
            f"{printed[1]:g} or more",
            found=_numbers(said),
            met=said.holds,
        )
    if "monk3-full" in there:
        ten, halves = (lowest_fold(runs, how) for how in PROCEDURES)
        yield Check(
            asked="monk3-full: all folds of 1x10 at 100%, some of 5x2 as low as 95% (within 2 points)",
            found=f"{ten:.1f}% and {halves:.1f}%",
            met=ten == 100.0 and abs(halves - _LEAST_FOLD) <= _NEAR_FOLD,
        )
    bayes = [significant_throughout(judgements, "naive_bayes", how) for how in PROCEDURES]
    yield Check(
        asked="Against naive Bayes, on some datasets p is below .0005 on every partition, by either procedure",
        found=" and ".join(_datasets(len(names)) for names in bayes),
        met=all(bayes),
    )


def _datasets(n: int) -> str:
    """Return a number of datasets."""
    return f"{n} dataset{'' if n == 1 else 's'}"


def _make(bench: Workbench) -> Exhibit:
    runs, judgements = bench.once(evaluated), bench.once(judged)
    rows = [*_rows(judgements, runs)]
    return Exhibit(
        paper="bradford_brodley_2001",
        name="section3",
        title=_TITLE,
        about="Section 3 names single partitions: what one of them says, and what another says of the same data. Other "
        "partitions were drawn here, so that no number can come out as printed. What can: that ours reach as far.",
        tables=(
            SideBySide(
                title="Printed and ours",
                index="what",
                rows=tuple(row[0] for row in rows),
                columns=("printed", "ours", "statement", "why"),
                cells=tuple(tuple(ComparedValue(measured=text) for text in row[1:]) for row in rows),
                note="p is two-sided: one-tailed, .03 would not be significant, and Table 3 has one partition each "
                "way. Of monk1-full the text names two values by each procedure.",
            ),
        ),
        checks=tuple(_checks(judgements, runs)),
        because=f"The partitions are others, and the learners other implementations: {REFERENCE} and TDDT-2 are closer "
        "or farther apart here on single datasets (Table 1).",
        incomplete=runs.incomplete,
    )


SECTION_THREE: Final = Part(name="section3", title=_TITLE, make=_make, needs=NEEDS)
