"""C2 and C3: what more partitions, or more random splits, do to tests that take them for independent."""

from typing import Final

import numpy as np
import pandas as pd

import foldwise as fw
from foldwise.papers.bradford_brodley_2001.partitions import NEEDS, Judged, judged
from foldwise.papers.bradford_brodley_2001.printed_values import N_PARTITIONS
from foldwise.papers.bradford_brodley_2001.worked import combined, partitions_until
from foldwise.papers.dietterich_1998.simulation import ALPHA, COUNTS, simulated_counts
from foldwise.papers.paper import Part, experiment
from foldwise.papers.printed_numbers import printed
from foldwise.papers.workbench import Workbench
from foldwise.replicability import Partitions
from foldwise.reports import Check, ComparedValue, Exhibit, Figure, SideBySide

METHODS: Final = {"fisher": "Fisher", "wilcoxon": "Wilcoxon", "averaged t": "averaged t"}
_TITLE: Final = "C2: with more partitions Fisher and Wilcoxon become significant, the averaged t does not"
_LEVEL: Final = 0.05


def is_significant(method: str, row: Partitions, n: int, df: float) -> bool:
    """Whether the first partitions of a dataset are significant together, two-sided."""
    t = row.statistics[:n]
    if method == "averaged t":
        return bool(fw.stats.averaged_t(t, df=df).pvalue <= _LEVEL)
    if method == "wilcoxon":
        return bool(fw.stats.wilcoxon_significances(fw.stats.signed_area(t, df)).pvalue <= _LEVEL)
    # Fisher's combination is one-sided: either direction gets half of the level.
    values = np.asarray(fw.stats.figure_value(t, df))
    pvalues = [float(fw.stats.fisher(each).pvalue) for each in (values, np.asarray(fw.stats.figure_value(-t, df)))]
    return min(pvalues) <= _LEVEL / 2


def shares(judgements: Judged, n: int) -> dict[str, float]:
    """Return the share of comparisons by 1x10 that each method finds significant from this many partitions."""
    rows = [(row, each.df) for (_, how), each in judgements.of_paper.items() if how == "1x10cv" for row in each.rows]
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
                ComparedValue(measured=combined(method, n), printed=printed_tail, digits=3)
                if (method, n) == ("fisher", N_PARTITIONS)
                else ComparedValue(measured=combined(method, n), digits=4)
                for method in METHODS
            )
            for n in sizes
        ),
        note="Exact. Wilcoxon's is two-sided, the others are one-sided as the significances are.",
    )


def growing_partitions(bench: Workbench) -> Exhibit:
    """Combine significances of more and more partitions, the same weak one and those that were measured."""
    judgements = bench.once(judged)
    most = len(next(iter(judgements.of_paper.values())).rows[0].statistics)
    until = {method: partitions_until(_LEVEL, method) for method in ("fisher", "wilcoxon")}
    # Of fewer partitions Wilcoxon's test cannot be significant, whatever they say: that it grows would prove nothing.
    sizes = [n for n in (until["wilcoxon"], 10, 20, 40, N_PARTITIONS) if n <= most] or [most]
    measured = {n: shares(judgements, n) for n in sizes}
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
                    tuple(ComparedValue(measured=each[method], digits=3) for method in METHODS)
                    for each in measured.values()
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
        incomplete=judgements.incomplete,
        is_claim=True,
    )


C2: Final = Part(name="c2", title=_TITLE, make=growing_partitions, needs=NEEDS)


_SIMULATED: Final = "two kinds of points, no learner"
_LEARNED: Final = "1-nearest neighbour on two exchangeable blocks"


@experiment("1-nearest neighbour, a true null: from 5 to 100 splits", seconds=5)
def learned_counts(bench: Workbench) -> fw.lab.ReplicationCount:
    """Take a real learner on two blocks of attributes that are equally informative, so that the null is true."""
    source = fw.lab.sources.ExchangeableBlocks(fw.learners.NearestNeighbor())
    counts = COUNTS[:: bench.size(1, 3)]
    how = {"alpha": ALPHA, "n_trials": bench.size(1000, 20), **bench.how}
    return fw.lab.replication_count({_LEARNED: source}, splits=counts, folds=[], halvings=[], **how)


def growing_splits(bench: Workbench) -> Exhibit:
    """Rates by the number of splits, with and without learners."""
    simulated, learned = bench.once(simulated_counts).frame(), bench.once(learned_counts).frame()
    rates = pd.concat([simulated.assign(source=_SIMULATED), learned])
    rates = rates[rates["test"] == "resampled_t"].reset_index(drop=True)
    wide = {
        part: rates.pivot(index="number", columns="source", values=part)[[_SIMULATED, _LEARNED]]
        for part in ("rate", "low", "high")
    }
    by_source = {name: rates[rates["source"] == name] for name in (_SIMULATED, _LEARNED)}
    return Exhibit(
        paper="claims",
        name="c3",
        title="C3: more random splits, more false alarms of the resampled t test",
        about="The t test over differences on random splits of the data takes them for independent. Each further split "
        "makes it surer of what the first ones showed by chance. Measured where both algorithms are equally good: on "
        "Dietterich's simulation, which has no learner, and with a real learner on two blocks of attributes that are "
        f"equally informative. Every test at the level {ALPHA:g}.",
        tables=(
            SideBySide.from_frames(
                "Type I error of the resampled t test",
                wide["rate"].rename_axis(index="splits"),
                low=wide["low"],
                high=wide["high"],
                note="Exact 95% intervals over "
                + " and ".join(f"{rows['n_trials'].iloc[0]} trials ({name})" for name, rows in by_source.items())
                + ". With the learner all rows have their first splits in common.",
            ),
        ),
        checks=tuple(trend_check(name, rows) for name, rows in by_source.items()),
        figures=(
            Figure(
                name="rates",
                caption="Type I error of the resampled t test against the number of splits, with exact 95% bands and "
                f"a line at {ALPHA:g}.",
                shown=fw.displays.ReplicationCountDisplay(rates=rates, alpha=ALPHA),
            ),
        ),
        incomplete=bench.incomplete,
        is_claim=True,
    )


def trend_check(name: str, rates: pd.DataFrame) -> Check:
    """Ask for growth that is no chance: the slope over doublings of the number, and the ends apart."""
    rows = rates.sort_values("number")
    slope, error = slope_per_doubling(rows["number"].to_numpy(), rows["rate"].to_numpy(), int(rows["n_trials"].iloc[0]))
    low, high = slope - 1.96 * error, slope + 1.96 * error
    first, last = rows.iloc[0], rows.iloc[-1]
    return Check(
        asked=f"{name}: each doubling of the number of splits adds false alarms (95% interval above 0), and the "
        "intervals of the fewest and the most splits are apart",
        found=f"{100 * slope:.2f} points per doubling ({100 * low:.2f} to {100 * high:.2f}); {first['number']} splits "
        f"{first['low']:.3f} to {first['high']:.3f}, {last['number']} splits {last['low']:.3f} to {last['high']:.3f}",
        met=bool(low > 0 and last["low"] > first["high"]),
    )


def slope_per_doubling(numbers: np.ndarray, rates: np.ndarray, n_trials: int) -> tuple[float, float]:
    """Fit a line to rates against the binary logarithm of numbers; return its slope and its standard error.

    Rates are taken for independent; where they come from the same datasets they vary together, and the slope is known
    better than its standard error says.
    """
    x = np.log2(numbers) - np.log2(numbers).mean()
    weights = x / (x @ x)
    # With half a rejection and half a non-rejection more, so that shares of 0 have an error too.
    shares = (rates * n_trials + 0.5) / (n_trials + 1)
    return float(weights @ rates), float(np.sqrt(weights**2 @ (shares * (1 - shares) / n_trials)))


C3: Final = Part(
    name="c3",
    title="C3: more random splits, more false alarms of the resampled t test",
    make=growing_splits,
    needs=(simulated_counts, learned_counts),
)
