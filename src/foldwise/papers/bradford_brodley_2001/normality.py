"""Figure 5: whether t, or the significance, of the partitions looks normal; and whether Student's curve fits better."""

import math
from collections.abc import Callable, Iterable
from typing import Final

import foldwise as fw
from foldwise.papers.bradford_brodley_2001.partitions import NEEDS, Judged, judged
from foldwise.papers.bradford_brodley_2001.printed_values import OTHERS, PROCEDURES, REFERENCE
from foldwise.papers.paper import Part
from foldwise.papers.workbench import Workbench
from foldwise.replicability import Partitions, StudentFit, fit_student
from foldwise.reports import Check, ComparedValue, Exhibit, Figure, SideBySide

# What the text says that the figure shows: the comparison of Figure 1, on these datasets.
_COMPARISON: Final = ("tddt2", "1x10cv")
_CURVES: Final = ("crx", "heart", "labor-neg", "mushroom")
_NORMAL: Final = 0.05


def varying(rows: Iterable[Partitions]) -> list[Partitions]:
    """Return those rows on which t differs between partitions: of the others nothing can be said."""
    return [row for row in rows if not math.isnan(row.normality_of_t.pvalue)]


def _accepted(rows: Iterable[Partitions], of: Callable[[Partitions], float]) -> int:
    """Count datasets on which the test of Shapiro and Wilk has nothing against normality."""
    return sum(of(row) > _NORMAL for row in rows)


def _counts(rows: list[Partitions], fits: list[StudentFit]) -> tuple[int, ...]:
    """Count datasets on which t looks normal, on which the significance does, on which Student's curve is better."""
    return (
        _accepted(rows, lambda row: row.normality_of_t.pvalue),
        _accepted(rows, lambda row: row.normality_of_p.pvalue),
        sum(fit.pvalue <= _NORMAL for fit in fits),
        len(rows),
    )


def counted_table(judgements: Judged) -> SideBySide:
    """Count the datasets of all four comparisons."""
    known = {key: varying(each.rows) for key, each in judgements.of_paper.items()}
    counts = {key: _counts(rows, [fit_student(row.statistics) for row in rows]) for key, rows in known.items()}
    return SideBySide(
        title="Datasets whose values over the partitions look normal, in all comparisons",
        index="comparison",
        rows=tuple(f"{OTHERS[other]}, {PROCEDURES[how]}" for other, how in counts),
        columns=("t", "significance", "Student's curve better", "of"),
        cells=tuple(tuple(ComparedValue(measured=float(each), digits=0) for each in row) for row in counts.values()),
        note=f"The test of Shapiro and Wilk does not reject at {_NORMAL:g}; Student's distribution, shifted and "
        "stretched, fits t better than the normal one by the likelihood ratio at the same level. Datasets on which "
        "all partitions have the same t are left out.",
    )


def fit_table(rows: list[Partitions], fits: list[StudentFit]) -> SideBySide:
    """Show the fits on the datasets of the figure."""

    def number(value: float, digits: int) -> ComparedValue:
        # An infinite number of degrees of freedom is the normal distribution.
        return ComparedValue(measured="none" if math.isinf(value) else value, digits=digits)

    return SideBySide(
        title="Fits to the datasets of the figure",
        index="dataset",
        rows=tuple(row.dataset for row in rows),
        columns=("W of t", "p", "W of significance", "p of it", "df of Student's curve", "p of normal against it"),
        cells=tuple(
            (
                number(row.normality_of_t.statistic, 3),
                number(row.normality_of_t.pvalue, 4),
                number(row.normality_of_p.statistic, 3),
                number(row.normality_of_p.pvalue, 4),
                number(fit.df, 1),
                number(fit.pvalue, 3),
            )
            for row, fit in zip(rows, fits, strict=True)
        ),
        note="W is Shapiro and Wilk's: 1 for a perfect fit. Degrees of freedom by maximum likelihood, none if no "
        "Student's distribution fits better than the normal one. Empty where all partitions have the same t.",
    )


def _make(bench: Workbench) -> Exhibit:
    judgements = bench.once(judged)
    analysis = judgements.by[_COMPARISON]
    named = [row for row in analysis.rows if row.dataset in _CURVES]
    shown = named or list(analysis.rows)
    table, moving = counted_table(judgements), varying(shown)
    t, p, student, n = (sum(int(row[at].measured) for row in table.cells) for at in range(4))
    still = [row.dataset for row in shown if row not in moving]
    words = f"On {', '.join(still)} all partitions have the same t: a flat line, and no curve." if still else ""
    return Exhibit(
        paper="bradford_brodley_2001",
        name="figure5",
        title=FIGURE5.title,
        about="The paper averages t and not significances because t looks normal over the partitions and the "
        f"significance does not. As there, the figure shows the data of Figure 1, {REFERENCE} and {OTHERS['tddt2']} by "
        f"1x10, on {', '.join(_CURVES)}, in units of both, with the normal curve of the same mean and spread. The "
        "paper wonders whether a t distribution fits better: the dashed curve is one, shifted and stretched.",
        tables=(fit_table(shown, [fit_student(row.statistics) for row in shown]), table),
        checks=(
            Check(
                asked="On the datasets of the figure the normal curve fits t better than the significance, wherever t "
                "varies: W is greater",
                found="; ".join(
                    f"{row.dataset} {row.normality_of_t.statistic:.3f} against {row.normality_of_p.statistic:.3f}"
                    for row in moving
                ),
                met=all(row.normality_of_t.statistic > row.normality_of_p.statistic for row in moving),
            ),
            Check(
                asked="Normality is accepted on more datasets for t than for the significance, in all comparisons",
                found=f"{t} against {p} of {n}",
                met=t > p,
            ),
        ),
        figures=(
            Figure(
                name="curves",
                caption="Sorted t, and significance, of the partitions, with the normal curve of the same mean and "
                "spread and, dashed, Student's.",
                shown=fw.displays.NormalCurvesDisplay.from_partitions(shown, student=True),
            ),
        ),
        notes=(
            *([words] if words else []),
            f"Student's distribution fits t better than the normal one on {student} of {n} datasets and comparisons: "
            "what a t distribution could add are heavier tails, and elsewhere t has none.",
            f"Normality of t is rejected on {n - t} of {n} all the same: an average of t does not need it, but limits "
            "that are computed from it do, roughly.",
        ),
        incomplete=judgements.incomplete,
    )


FIGURE5: Final = Part(
    name="figure5",
    title="Figure 5: t and significance of the partitions, and the normal curves beside them",
    make=_make,
    needs=NEEDS,
)
