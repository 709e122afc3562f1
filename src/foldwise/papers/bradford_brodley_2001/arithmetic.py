"""What follows from the printed tables alone."""

from typing import Final

import pandas as pd

import foldwise as fw
from foldwise.papers.bradford_brodley_2001.averages import four_counts
from foldwise.papers.bradford_brodley_2001.printed_values import (
    COLUMNS,
    COUNTS,
    N_PARTITIONS,
    OTHERS,
    PROCEDURES,
    conclusion_of,
    printed_accuracies,
    printed_areas,
    printed_groups,
    printed_outcomes,
    printed_tally,
)
from foldwise.papers.paper import Part
from foldwise.papers.printed_numbers import printed
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, ComparedValue, Exhibit, SideBySide

Key = tuple[str, str]
Conclusions = dict[Key, dict[str, int]]


def by_areas() -> Conclusions:
    """Conclude from Table 2: 1 if TDDT-1 is better, -1 if the other is, 0 if neither."""
    return {key: {name: conclusion_of(area) for name, area in areas.items()} for key, areas in printed_areas().items()}


def by_bold() -> Conclusions:
    """Conclude from the bold counts of Table 3."""
    table = printed("bradford_brodley_2001_table3").set_index("dataset")
    return {
        (other, how): {str(name): int(bold) - 2 for name, bold in table[f"{other}_{how}_bold"].items()}
        for other in OTHERS
        for how in PROCEDURES
    }


def tallies(conclusions: Conclusions) -> dict[Key, tuple[int, ...]]:
    """Count Table 4 again from Table 3."""
    return {
        key: four_counts(fw.stats.tally(list(triples.values()), [conclusions[key][name] for name in triples]))
        for key, triples in printed_outcomes().items()
    }


def disputed() -> list[tuple[Key, str]]:
    """List cells whose bold count in Table 3 is not what Table 2 concludes."""
    areas, bold = by_areas(), by_bold()
    return [(key, name) for key in areas for name in areas[key] if areas[key][name] != bold[key][name]]


def rejections() -> dict[Key, int]:
    """Count the single partitions of Table 3 that find a difference."""
    return {key: sum(b + a for b, _, a in triples.values()) for key, triples in printed_outcomes().items()}


def more_and_less_significant(other: str) -> tuple[int, int]:
    """Count datasets of Table 2 on which 5x2 is more significant than 1x10, and less."""
    ten, halves = (printed_areas()[other, how] for how in PROCEDURES)
    sizes = [(abs(halves[name]), abs(ten[name])) for name in ten]
    return sum(five < one for five, one in sizes), sum(five > one for five, one in sizes)


def incorrect(counts: dict[Key, tuple[int, ...]]) -> int:
    """Count wrong conclusions of either kind."""
    return sum(sum(each[2:]) for each in counts.values())


def opposed() -> tuple[int, int]:
    """Count the significant cells of Table 2 whose sign is that of most rejections in Table 3, and all of them."""
    triples, areas = printed_outcomes(), by_areas()
    signs = [
        (conclusion, triples[key][name][2] - triples[key][name][0])
        for key in areas
        for name, conclusion in areas[key].items()
        if conclusion
    ]
    return sum(conclusion * sign > 0 for conclusion, sign in signs), len(signs)


def _tally_table(title: str, conclusions: Conclusions) -> SideBySide:
    beside, ours = printed_tally(), tallies(conclusions)
    return SideBySide(
        title=title,
        index="comparison",
        rows=tuple(f"{OTHERS[other]}, {PROCEDURES[how]}" for other, how in ours),
        columns=tuple(COUNTS.values()),
        cells=tuple(
            tuple(
                ComparedValue(measured=float(count), printed=float(value), digits=0)
                for count, value in zip(ours[key], beside[key], strict=True)
            )
            for key in ours
        ),
        note="Exact: no interval.",
    )


def _group_check() -> Check:
    groups = printed_groups()
    wrong = [
        f"{name} ({row.figure})"
        for row in printed("bradford_brodley_2001_groups").itertuples()
        for name in str(row.datasets).split(";")
        if groups[str(row.comparison), str(row.procedure)][name] != int(str(row.group)[0])
    ]
    return Check(
        asked="Every dataset that the paper names in a group belongs there by the counts of Table 3",
        found=", ".join(wrong) if wrong else "all do",
        met=not wrong,
    )


def _make(bench: Workbench) -> Exhibit:  # noqa: ARG001 - printed numbers are the same at any size
    table, triples = printed_accuracies(), printed_outcomes()
    areas, bold = tallies(by_areas()), tallies(by_bold())
    whole = [sum(triple) for each in triples.values() for triple in each.values()]
    drops = [table[f"{each}_1x10cv"] - table[f"{each}_5x2cv"] for each in COLUMNS]
    below, same, above = (sum(int(count) for count in each) for each in zip(*map(_signs, drops), strict=True))
    right, n_significant = opposed()
    cells = ", ".join(f"{name} ({OTHERS[other]}, {PROCEDURES[how]})" for (other, how), name in disputed())
    return Exhibit(
        paper="bradford_brodley_2001",
        name="recomputed",
        title="The printed tables against each other",
        about="Table 4 counted again from Tables 2 and 3, and other relations that must hold between printed numbers.",
        tables=(_tally_table("Table 4 from Table 3, conclusions as in Table 2", by_areas()),),
        checks=(
            Check(
                asked=f"All triples of Table 3 sum to {N_PARTITIONS}",
                found=f"{sum(total == N_PARTITIONS for total in whole)} of {len(whole)}",
                met=all(total == N_PARTITIONS for total in whole),
            ),
            Check(
                asked="Table 4 follows from Table 3 and the conclusions of Table 2",
                found=f"{sum(areas[key] == counts for key, counts in printed_tally().items())} of {len(areas)} rows, "
                f"{incorrect(areas)} wrong conclusions of {sum(map(sum, areas.values()))}",
                met=areas == printed_tally(),
            ),
            Check(
                asked="In Table 3 the first count is for the other learner, the third for TDDT-1: so say the signs "
                "of Table 2",
                found=f"{right} of {n_significant} significant cells",
                met=right == n_significant,
            ),
            _group_check(),
            Check(
                asked="Table 1: 5x2 is below 1x10 in 62 cells, equal in 5, above in 2",
                found=f"{below}, {same}, {above}",
                met=(below, same, above) == (62, 5, 2),
            ),
        ),
        notes=(
            f"With the bold counts of Table 3 for the truth there would be {incorrect(bold)} wrong conclusions; the "
            f"two tables disagree on {cells}.",
            *(
                f"{OTHERS[other]}: by Table 2 5x2 is more significant than 1x10 on {more} datasets and less on {less}; "
                f"by Table 3 it rejects {rejections()[other, '5x2cv']} times against {rejections()[other, '1x10cv']}."
                for other in OTHERS
                for more, less in [more_and_less_significant(other)]
            ),
        ),
    )


def _signs(drop: "pd.Series[float]") -> tuple[int, int, int]:
    # Printed with one decimal: smaller differences are rounding of the machine.
    return int((drop > 0.05).sum()), int((drop.abs() < 0.05).sum()), int((drop < -0.05).sum())


RECOMPUTED: Final = Part(name="recomputed", title="The printed tables against each other", make=_make)
