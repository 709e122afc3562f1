"""The distribution of the 5x2 statistic under a true null."""

from dataclasses import replace
from typing import Final

import pandas as pd

import foldwise as fw
from foldwise.papers.dietterich_1998.real_learners_table import laid_out
from foldwise.papers.dietterich_1998.real_learners_tasks import ALPHA, HALVES, TASKS, named_null
from foldwise.papers.dietterich_1998.words import LOST, MATCHED, PAPER, recovered
from foldwise.papers.shares import share, within
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, Exhibit, Figure

# 'Slightly conservative', as a share beyond the critical value.
SLIGHTLY: Final = (0.02, ALPHA)


def qq_exhibit(bench: Workbench) -> Exhibit:
    """Show the 5x2 statistics of the plane null against the distribution they are referred to."""
    plane = TASKS[0]
    null = named_null(bench.once(plane.trials), plane.name)
    only = replace(null, procedures={HALVES: null.procedures[HALVES]}, found={HALVES: null.found[HALVES]})
    found = fw.lab.Calibration(trials=(only,), alpha=ALPHA)
    tails = found.tails()
    shown = fw.displays.QQDisplay.from_calibration(found)
    note = f"Exact 95% intervals over {null.n_trials} datasets. None of these numbers is printed."
    return Exhibit(
        paper=PAPER,
        name="qq",
        title="Q-Q plot of the 5x2 statistic",
        about=f"{MATCHED} {null.n_trials} statistics of the 5x2 test on the plane, in order, against the quantiles of "
        f"{shown.reference}; the value of rank i stands at (i - 0.5)/{null.n_trials}.",
        tables=(
            laid_out(
                "Share of statistics beyond the two-sided critical value",
                tails,
                "procedure",
                "level",
                "rate",
                note=note,
            ),
        ),
        checks=tail_checks(tails),
        figures=(
            Figure(
                name="quantiles",
                caption=f"Statistics of the 5x2 test under a true null against quantiles of {shown.reference}.",
                shown=shown,
            ),
        ),
        notes=(LOST, f"The critical value, {recovered('threshold_5x2')}. The paper made this plot on EXP6."),
        incomplete=bench.incomplete,
    )


def tail_checks(tails: pd.DataFrame) -> tuple[Check, ...]:
    """Ask whether the tails are slightly lighter than they should be, nowhere heavier."""
    row = tails[tails["level"] == ALPHA].iloc[0]
    heavy = tails[tails["low"] > tails["level"]]
    low, high = SLIGHTLY
    return (
        Check(
            asked=f"a little careful: {share(low)} to {share(high)} lie beyond the critical value at {share(ALPHA)}",
            found=within(row["rate"], row["low"], row["high"]),
            met=bool(low <= row["rate"] <= high),
        ),
        Check(
            asked="nowhere heavier tails than t with 5 df: at no level does the 95% interval lie above it",
            found=f"at {len(heavy)} of {len(tails)} levels",
            met=heavy.empty,
        ),
    )
