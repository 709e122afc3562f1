"""The averaged t: of each dataset (Table 2), and conclusions from single partitions counted against it (Table 4)."""

import math
from typing import Final

import foldwise as fw
from foldwise.papers.bradford_brodley_2001.accuracies import (
    AS_ABOVE,
    AS_VALUE,
    FEWER,
    LIMIT,
    accuracies_of,
    by_accuracy,
    filled,
)
from foldwise.papers.bradford_brodley_2001.partitions import NEEDS, Judged, evaluated, judge_each, judged
from foldwise.papers.bradford_brodley_2001.printed_values import (
    COUNTS,
    DIETTERICH,
    OTHERS,
    PROCEDURES,
    THRESHOLD,
    conclusion_of,
    printed_areas,
    printed_tally,
)
from foldwise.papers.paper import Part
from foldwise.papers.workbench import Workbench
from foldwise.replicability import PartitionAnalysis, Partitions
from foldwise.reports import Check, ComparedValue, Exhibit, SideBySide


def as_figure_value(area: float) -> float:
    """Turn a signed area into the distribution function at the same t: no jump where neither is ahead."""
    return 1 - area if math.copysign(1, area) > 0 else -area


_NOTE: Final = (
    "A positive number favours TDDT-1, a negative one the other learner. The smaller without its sign, the more "
    f"significant: below {THRESHOLD:g} it is significant at .05, and 0.5 means no difference. A zero is smaller than "
    "its last digit, and shows no sign: Table 3 has who is ahead. Limits: from the standard error of the averaged t "
    "over partitions; none where they reach from one learner to the other. Same: no farther apart than two repetitions "
    "with other partitions would be in 95% of cases, on the scale of t. Nothing is printed for Dietterich's statistic."
)
_CODES: Final = {"a": 1, "b": -1, "none": 0, "undetermined": 0}


def conclusion_pairs(judgements: Judged) -> list[tuple[int, int]]:
    """Pair what our averaged t concludes with what the printed one does, over all cells: as `conclusion_of` has it."""
    beside = printed_areas()
    return [
        (_CODES[row.conclusion], conclusion_of(beside[key][row.dataset]))
        for key, analysis in judgements.of_paper.items()
        for row in analysis.rows
    ]


def opposite(judgements: Judged) -> list[tuple[str, str, str]]:
    """List cells that are significant here and in the paper, in opposite directions: dataset, other, procedure."""
    beside = printed_areas()
    return [
        (row.dataset, other, how)
        for (other, how), analysis in judgements.of_paper.items()
        for row in analysis.rows
        if _CODES[row.conclusion] * conclusion_of(beside[other, how][row.dataset]) < 0
    ]


def area_cell(row: Partitions, df: float, area: float | None) -> ComparedValue:
    """Set the averaged t beside a printed one.

    A repetition with other partitions differs from ours by the standard errors of both; whether the printed area lies
    within that is decided on the scale of t, since areas jump where the sign changes.
    """
    if math.isnan(row.averaged_t):
        return ComparedValue(measured=math.nan, printed=area, digits=5)
    reach = LIMIT * row.standard_error
    ends = (row.averaged_t - reach, row.averaged_t + reach)
    limits = None if ends[0] <= 0 <= ends[1] else sorted(float(fw.stats.signed_area(end, df)) for end in ends)
    low, high = limits or (None, None)
    if area is None:
        return ComparedValue(measured=row.signed_area, low=low, high=high, digits=4)
    wide = 2**0.5 * reach
    below, above = (float(fw.stats.figure_value(row.averaged_t + side * wide, df)) for side in (-1, 1))
    digits = _decimals(area)
    rounding = 0.5 * 10.0**-digits
    within = below - rounding <= as_figure_value(area) <= above + rounding
    margin = abs(row.signed_area - area) if within else 0.0
    # Two decimals would not show whether an area is below the threshold.
    return ComparedValue(
        measured=row.signed_area, printed=area, low=low, high=high, margin=margin, digits=max(3, digits)
    )


def area_table(judgements: Judged) -> SideBySide:
    """Set all averaged t of the two printed procedures, and of Dietterich's, beside Table 2."""
    beside = printed_areas()
    analyses = [(other, how, judgements.by[other, how]) for other in OTHERS for how in (*PROCEDURES, DIETTERICH)]
    datasets = [row.dataset for row in analyses[0][2].rows]
    words = PROCEDURES | {DIETTERICH: "5x2, Dietterich's t"}
    return SideBySide(
        title="Averaged t: one-tailed area with its sign",
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
        note=_NOTE,
    )


def filled_table(judgements: Judged, again: Judged) -> SideBySide:
    """Show what a missing value taken for one more value does to the areas; printed ones are counted above."""
    beside = printed_areas()
    rows = []
    for key, analysis in again.of_paper.items():
        before = {row.dataset: row for row in judgements.by[key].rows}
        for row in analysis.rows:
            area = beside[key][row.dataset]
            ours = (area_cell(each, analysis.df, None) for each in (before[row.dataset], row))
            theirs = ComparedValue(measured=area, digits=max(3, _decimals(area)))
            rows.append((f"{row.dataset}: {OTHERS[key[0]]}, {PROCEDURES[key[1]]}", (*ours, theirs)))
    return SideBySide(
        title="The same by what a missing value is",
        index="comparison",
        rows=tuple(name for name, _ in rows),
        columns=(AS_ABOVE, AS_VALUE, "printed"),
        cells=tuple(cells for _, cells in rows),
        note=f"Datasets with nominal columns only; {FEWER} partitions where it is one more value. Limits as above.",
    )


def _make_averages(bench: Workbench) -> Exhibit:
    judgements = bench.once(judged)
    beside = printed_areas()
    pairs = conclusion_pairs(judgements)
    alike = sum(ours == theirs for ours, theirs in pairs)
    turned, tables = opposite(judgements), [area_table(judgements)]
    notes = [
        "Ours and the paper's averaged t are significant in opposite directions in "
        f"{_counted(turned, f'of {len(pairs)} cells')}."
    ]
    other_way = bench.once(filled)
    if other_way is not None:
        again = judge_each(other_way)
        tables.append(filled_table(judgements, again))
        left = [cell for cell in turned if cell[0] not in other_way.ten_folds] + opposite(again)
        notes.append(f"With a missing value taken for one more value they are so in {_counted(left, 'of them')}.")
    n_plain, n_dietterich = (
        sum(row.conclusion in ("a", "b") for other in OTHERS for row in judgements.by[other, how].rows)
        for how in ("5x2cv", DIETTERICH)
    )
    cells = {
        (row.dataset, *key): (area_cell(row, analysis.df, beside[key][row.dataset]),)
        for key, analysis in judgements.of_paper.items()
        for row in analysis.rows
    }
    undetermined = sum(row.conclusion == "undetermined" for each in judgements.by.values() for row in each.rows)
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
        because="The learners are other implementations, which move t on all partitions alike: "
        f"{by_accuracy(cells, accuracies_of(bench.once(evaluated)))}.",
        notes=tuple(notes),
        incomplete=judgements.incomplete,
    )


def _counted(cells: list[tuple[str, str, str]], of: str) -> str:
    words = [f"{dataset}: {OTHERS[other]}, {PROCEDURES[how]}" for dataset, other, how in cells]
    return f"{len(words)} {of} ({'; '.join(words)})" if words else f"none {of}"


def _decimals(area: float) -> int:
    """Return with how many decimals the paper prints an area: two significant digits, five decimals at most."""
    return next((decimals for decimals in (2, 3, 4) if abs(area) >= 0.99 * 10.0 ** (1 - decimals)), 5)


TABLE2: Final = Part(
    name="table2", title="Table 2: the averaged t of each dataset", make=_make_averages, needs=(*NEEDS, filled)
)


def four_counts(tally: fw.stats.TallyResult) -> tuple[int, ...]:
    """Return the counts in the order of the table."""
    counts = (tally.correct_accept, tally.correct_reject, tally.type_one, tally.type_two)
    return tuple(int(count) for count in counts)


def count_errors(analysis: PartitionAnalysis) -> tuple[float, ...]:
    """Return standard errors of the four counts over partitions, were the conclusions of the averaged t to stay.

    Partitions are independent given the data, so that every dataset adds the variance of a binomial count.
    """
    of_none = of_one = 0.0
    for row in analysis.rows:
        if row.n_wrong is not None:
            variance = row.n_wrong * (1 - row.n_wrong / row.n_partitions)
            of_none, of_one = (of_none + variance, of_one) if row.conclusion == "none" else (of_none, of_one + variance)
    return of_none**0.5, of_one**0.5, of_none**0.5, of_one**0.5


def tally_table(judgements: Judged) -> SideBySide:
    """Set the counts beside Table 4."""
    # Counts of fewer partitions or datasets have nothing to stand beside.
    beside = {} if judgements.incomplete else printed_tally()
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
        cells=tuple(_tally_cells(judgements.by[key], beside.get(key)) for key in rows),
        note="The averaged t is taken for the truth. Limits: binomial over partitions, if its conclusions stay as they "
        "are; same: two such counts differ by no more in 95% of cases. One dataset with another conclusion moves "
        "counts by up to the number of its partitions, so that few are the same.",
    )


def _tally_cells(analysis: PartitionAnalysis, beside: tuple[int, ...] | None) -> tuple[ComparedValue, ...]:
    if analysis.tally is None:
        return tuple(ComparedValue(measured=float("nan")) for _ in COUNTS)
    theirs = (None,) * len(COUNTS) if beside is None else beside
    return tuple(
        ComparedValue(
            measured=float(count),
            printed=None if value is None else float(value),
            low=max(0.0, count - LIMIT * error),
            high=count + LIMIT * error,
            margin=2**0.5 * LIMIT * error,
            digits=0,
        )
        for count, value, error in zip(four_counts(analysis.tally), theirs, count_errors(analysis), strict=True)
    )


def _make_tally(bench: Workbench) -> Exhibit:
    judgements = bench.once(judged)
    tallies = [analysis.tally for analysis in judgements.of_paper.values() if analysis.tally is not None]
    wrong, n = (sum(int(getattr(each, name)) for each in tallies) for name in ("n_incorrect", "n_conclusions"))
    theirs = list(printed_tally().values())
    printed_wrong, printed_n = sum(sum(row[2:]) for row in theirs), sum(map(sum, theirs))
    rate = wrong / n
    pairs = conclusion_pairs(judgements)
    others = sum(ours != theirs for ours, theirs in pairs)
    return Exhibit(
        paper="bradford_brodley_2001",
        name="table4",
        title="Table 4: how often a single partition misleads",
        about="The conclusion of the averaged t is taken for the truth; conclusions from single partitions are counted "
        "against it.",
        tables=(tally_table(judgements),),
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
        incomplete=judgements.incomplete,
    )


TABLE4: Final = Part(
    name="table4", title="Table 4: how often a single partition misleads", make=_make_tally, needs=NEEDS
)
