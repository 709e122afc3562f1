"""Table 2: the averaged t of each dataset."""

import math
from decimal import Decimal
from typing import Final

import foldwise as fw
from foldwise.papers.bradford_brodley_2001.accuracies import FEWER, LIMIT, filled
from foldwise.papers.bradford_brodley_2001.partitions import (
    DIETTERICH,
    NEEDS,
    OTHERS,
    PRINTED_ORDER,
    PROCEDURES,
    Judged,
    judge_each,
    judged,
)
from foldwise.papers.paper import Part
from foldwise.papers.printed_tables import printed
from foldwise.papers.workbench import Workbench
from foldwise.replicability import Partitions
from foldwise.reports import Cell, Check, Exhibit, SideBySide

# The paper calls a one-tailed area below this significant at .05.
THRESHOLD: Final = 0.025


def printed_areas() -> dict[tuple[str, str], dict[str, float]]:
    """Read Table 2 as printed: by other learner and procedure, the area of each dataset."""
    table = printed("bradford_brodley_2001_table2").set_index("dataset")
    return {
        (other, how): {str(name): float(area) for name, area in table[f"{other}_{how}"].items()}
        for other in OTHERS
        for how in PROCEDURES
    }


def conclusion_of(area: float) -> int:
    """Say what a signed area means: 1 if TDDT-1 is better, -1 if the other is, 0 if neither."""
    return int(math.copysign(1, area)) if abs(area) < THRESHOLD else 0


def as_figure_value(area: float) -> float:
    """Turn a signed area into the distribution function at the same t: no jump where neither is ahead."""
    return 1 - area if math.copysign(1, area) > 0 else -area


_NOTE: Final = (
    f"{PRINTED_ORDER} The smaller, the more significant; below {THRESHOLD:g} it is significant at .05, and 0.5 means "
    "no difference. Limits: from the standard error of the averaged t over partitions, if they have one sign. Same: "
    "within what repetitions with other partitions may differ by, decided on the scale of t. Nothing is printed for "
    "Dietterich's statistic."
)
_FILLED_NOTE: Final = f"Datasets with nominal columns only, {FEWER} partitions. As above."
_CODES: Final = {"a": 1, "b": -1, "none": 0, "undetermined": 0}


def opposite(found: Judged) -> list[tuple[str, str, str]]:
    """List cells that are significant here and in the paper, in opposite directions: dataset, other, procedure."""
    beside = printed_areas()
    return [
        (row.dataset, other, how)
        for (other, how), analysis in found.of_paper.items()
        for row in analysis.rows
        if _CODES[row.conclusion] * conclusion_of(beside[other, how][row.dataset]) < 0
    ]


def area_cell(row: Partitions, df: float, area: float | None) -> Cell:
    """Set the averaged t beside a printed one.

    A repetition with other partitions differs from ours by the standard errors of both; whether the printed area lies
    within that is decided on the scale of t, since areas jump where the sign changes.
    """
    if math.isnan(row.averaged_t):
        return Cell(measured=math.nan, printed=area, digits=5)
    reach = LIMIT * row.standard_error
    ends = (row.averaged_t - reach, row.averaged_t + reach)
    limits = None if ends[0] <= 0 <= ends[1] else sorted(float(fw.stats.signed_area(end, df)) for end in ends)
    low, high = limits or (None, None)
    if area is None:
        return Cell(measured=row.signed_area, low=low, high=high, digits=5)
    wide = 2**0.5 * reach
    below, above = (float(fw.stats.figure_value(row.averaged_t + side * wide, df)) for side in (-1, 1))
    rounding = 0.5 * 10.0 ** -_decimals(area)
    within = below - rounding <= as_figure_value(area) <= above + rounding
    margin = abs(row.signed_area - area) if within else 0.0
    return Cell(measured=row.signed_area, printed=area, low=low, high=high, margin=margin, digits=5)


def area_table(found: Judged, title: str, note: str) -> SideBySide:
    """Set all averaged t of the two printed procedures, and of Dietterich's, beside Table 2."""
    beside = printed_areas()
    analyses = [(other, how, found.by[other, how]) for other in OTHERS for how in (*PROCEDURES, DIETTERICH)]
    datasets = [row.dataset for row in analyses[0][2].rows]
    words = PROCEDURES | {DIETTERICH: "5x2, Dietterich's t"}
    return SideBySide(
        title=title,
        index="dataset",
        rows=tuple(datasets),
        columns=tuple(f"{OTHERS[other]} {words[how]}" for other, how, _ in analyses),
        cells=tuple(
            tuple(
                area_cell(analysis.rows[number], analysis.df, beside.get((other, how), {}).get(dataset))
                for other, how, analysis in analyses
            )
            for number, dataset in enumerate(datasets)
        ),
        note=note,
    )


def _make(bench: Workbench) -> Exhibit:
    found = bench.once(judged)
    beside = printed_areas()
    pairs = [
        (_CODES[row.conclusion], conclusion_of(beside[key][row.dataset]))
        for key, analysis in found.of_paper.items()
        for row in analysis.rows
    ]
    alike = sum(ours == theirs for ours, theirs in pairs)
    turned, tables = opposite(found), [area_table(found, "Averaged t: one-tailed area with its sign", _NOTE)]
    left = turned
    other_way = bench.once(filled)
    if other_way is not None:
        again = judge_each(other_way)
        tables.append(area_table(again, "The same, a missing value taken for one more value", _FILLED_NOTE))
        left = [cell for cell in turned if cell[0] not in other_way.ten_folds] + opposite(again)
    n_plain, n_dietterich = (
        sum(row.conclusion in ("a", "b") for other in OTHERS for row in found.by[other, how].rows)
        for how in ("5x2cv", DIETTERICH)
    )
    undetermined = sum(row.conclusion == "undetermined" for each in found.by.values() for row in each.rows)
    notes = [
        f"In {len(turned)} of {len(pairs)} cells ours and the paper's averaged t are significant in opposite "
        f"directions{_listed(turned)}."
    ]
    if other_way is not None:
        notes.append(f"Where a missing value is taken for one more value, {len(left)} cells are left of these.")
    if undetermined:
        notes.append(f"{undetermined} averaged t are undefined, since on a partition differences do not vary.")
    return Exhibit(
        paper="bradford_brodley_2001",
        name="table2",
        title="Table 2: the averaged t of each dataset",
        about="Student's t of every partition, averaged, and referred to Student's distribution with the degrees of "
        "freedom of one partition. For 5x2 the paper gives Dietterich's statistic (with a slip) and, by its numbers, "
        "uses the plain t on the ten differences; both are here.",
        tables=tuple(tables),
        checks=(
            Check(
                asked="The conclusion at .05 is the paper's in at least 75% of the cells",
                found=f"{alike} of {len(pairs)}",
                met=alike >= 0.75 * len(pairs),
            ),
            Check(
                asked="Dietterich's t is significant on fewer datasets than the plain t on the same differences",
                found=f"{n_dietterich} against {n_plain}",
                met=n_dietterich < n_plain,
            ),
        ),
        because="All partitions share what other implementations of the learners change, so that the averaged t "
        "differs by more than its standard error over partitions.",
        notes=tuple(notes),
        incomplete=found.incomplete,
    )


def _listed(cells: list[tuple[str, str, str]]) -> str:
    words = [f"{dataset}: {OTHERS[other]}, {PROCEDURES[how]}" for dataset, other, how in cells]
    return f" ({'; '.join(words)})" if words else ""


def _decimals(area: float) -> int:
    # Trailing zeros are not kept in the table; only zero itself is always printed with five decimals.
    return 5 if area == 0 else -int(Decimal(str(area)).as_tuple().exponent)


TABLE2: Final = Part(name="table2", title="Table 2: the averaged t of each dataset", make=_make, needs=(*NEEDS, filled))
