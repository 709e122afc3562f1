"""C3: the more random splits, the more often the resampled t test is wrong."""

from typing import Final

import numpy as np
import pandas as pd

import foldwise as fw
from foldwise.papers.dietterich_1998.simulation import ALPHA, COUNTS, simulated_counts
from foldwise.papers.experiment import experiment
from foldwise.papers.paper import Part
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, Exhibit, Figure, SideBySide

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
