"""C2: more partitions make Fisher's and Wilcoxon's combinations significant, not the averaged t."""

from typing import Final

import numpy as np

import foldwise as fw
from foldwise.papers.bradford_brodley_2001.partitions import N_PARTITIONS, NEEDS, Judged, judged
from foldwise.papers.bradford_brodley_2001.worked import combined, partitions_until
from foldwise.papers.paper import Part
from foldwise.papers.printed_tables import printed
from foldwise.papers.workbench import Workbench
from foldwise.replicability import Partitions
from foldwise.reports import Cell, Check, Exhibit, SideBySide

METHODS: Final = {"fisher": "Fisher", "wilcoxon": "Wilcoxon", "averaged t": "averaged t"}
_TITLE: Final = "C2: with more partitions Fisher and Wilcoxon become significant, the averaged t does not"
_LEVEL: Final = 0.05


def is_significant(method: str, row: Partitions, n: int, df: float) -> bool:
    """Say whether the first partitions of a dataset are significant together, two-sided."""
    t = row.statistics[:n]
    if method == "averaged t":
        return bool(fw.stats.averaged_t(t, df=df).pvalue <= _LEVEL)
    if method == "wilcoxon":
        return bool(fw.stats.wilcoxon_significances(fw.stats.signed_area(t, df)).pvalue <= _LEVEL)
    # Fisher's combination is one-sided: either direction gets half of the level.
    values = np.asarray(fw.stats.figure_value(t, df))
    pvalues = [float(fw.stats.fisher(each).pvalue) for each in (values, np.asarray(fw.stats.figure_value(-t, df)))]
    return min(pvalues) <= _LEVEL / 2


def shares(found: Judged, n: int) -> dict[str, float]:
    """Give the share of comparisons by 1x10 that each method finds significant from this many partitions."""
    rows = [(row, each.df) for (_, how), each in found.of_paper.items() if how == "1x10cv" for row in each.rows]
    return {method: sum(is_significant(method, row, n, df) for row, df in rows) / len(rows) for method in METHODS}


def _exact_table(sizes: tuple[int, ...]) -> SideBySide:
    printed_tail = float(printed("worked_examples").set_index("id")["published_value"]["bb_fisher_55_p"])
    return SideBySide(
        title="p-value of several partitions together, each with the significance 0.25",
        index="partitions",
        rows=tuple(str(n) for n in sizes),
        columns=tuple(METHODS.values()),
        cells=tuple(
            tuple(
                Cell(measured=combined(method, n), printed=printed_tail, digits=3)
                if (method, n) == ("fisher", N_PARTITIONS)
                else Cell(measured=combined(method, n), digits=4)
                for method in METHODS
            )
            for n in sizes
        ),
        note="Exact. Wilcoxon's is two-sided, the others are one-sided as the significances are.",
    )


def _make(bench: Workbench) -> Exhibit:
    found = bench.once(judged)
    most = len(next(iter(found.of_paper.values())).rows[0].statistics)
    until = {method: partitions_until(_LEVEL, method) for method in ("fisher", "wilcoxon")}
    # Of fewer partitions Wilcoxon's test cannot be significant, whatever they say: that it grows would prove nothing.
    sizes = [n for n in (until["wilcoxon"], 10, 20, 40, N_PARTITIONS) if n <= most] or [most]
    measured = {n: shares(found, n) for n in sizes}
    first, last = measured[sizes[0]], measured[sizes[-1]]
    growth = {method: last[method] - first[method] for method in METHODS}
    steady = max(abs(combined("averaged t", n) - 0.25) for n in range(1, N_PARTITIONS + 1))
    return Exhibit(
        paper="claims",
        name="c2",
        title=_TITLE,
        about="Bradford and Brodley (2001): partitions of one dataset are not independent, and methods that take them "
        "for it find any difference significant if there are enough. First the same weak significance again and "
        "again, then the partitions that were measured.",
        tables=(
            _exact_table((1, until["wilcoxon"], until["fisher"], N_PARTITIONS)),
            SideBySide(
                title="Share of comparisons that are significant, two-sided at .05",
                index="partitions",
                rows=tuple(map(str, sizes)),
                columns=tuple(METHODS.values()),
                cells=tuple(
                    tuple(Cell(measured=each[method], digits=3) for method in METHODS) for each in measured.values()
                ),
                note="TDDT-1 against either other learner, 1x10, all datasets; the first partitions of each. Fewer "
                f"than {sizes[0]} are never significant by Wilcoxon's test.",
            ),
        ),
        checks=(
            Check(
                asked="Of partitions with significance 0.25, Fisher's is below .05 from 21 on and .0046 at 55",
                found=f"{until['fisher']}; {combined('fisher', N_PARTITIONS):.4f}",
                met=until["fisher"] == 21 and round(combined("fisher", N_PARTITIONS), 4) == 0.0046,
            ),
            Check(
                asked="Wilcoxon's is below .05 from 6 on",
                found=str(until["wilcoxon"]),
                met=until["wilcoxon"] == 6,
            ),
            Check(
                asked="The averaged t keeps the significance 0.25 at every number of partitions",
                found=f"largest change {steady:.1g}",
                met=steady < 1e-9,
            ),
            Check(
                asked=f"Measured: from {sizes[0]} to {sizes[-1]} partitions Fisher's and Wilcoxon's shares grow by at "
                "least 0.1 more than that of the averaged t",
                found=", ".join(f"{METHODS[method]} {first[method]:.2f} to {last[method]:.2f}" for method in METHODS),
                met=all(growth[method] >= growth["averaged t"] + 0.1 for method in ("fisher", "wilcoxon")),
            ),
        ),
        incomplete=found.incomplete,
        is_claim=True,
    )


C2: Final = Part(name="c2", title=_TITLE, make=_make, needs=NEEDS)
