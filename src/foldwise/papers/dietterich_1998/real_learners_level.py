"""Real learners made equally good: Type I error (Figure 7), and the distribution of the 5x2 statistic."""

from dataclasses import replace
from typing import Final

import pandas as pd

import foldwise as fw
from foldwise.papers.dietterich_1998.real_learners_tasks import ALPHA, HALVES, TASKS, TEN_FOLD, named_null, tried
from foldwise.papers.dietterich_1998.words import LOST, MATCHED, PAPER, laid_out, recovered
from foldwise.papers.printed_numbers import share, within
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, Exhibit, Figure

# Its caption is the only one between those of Figures 1 and 3.
QUANTILES: Final = "Figure 2: Q-Q plot of the 5x2 statistic"
# 'Up to about twice'.
ABOUT_TWICE: Final = (1.5 * ALPHA, 2.5 * ALPHA)


def figure7(bench: Workbench) -> Exhibit:
    """Show how often four tests reject although both learners are equally good."""
    several = tried(bench, lambda task: task.trials)
    nulls = tuple(named_null(power, name) for name, power in several.by_task.items())
    levels = fw.lab.TypeOneError(trials=nulls, alpha=ALPHA)
    rates = levels.frame().rename(columns={"source": "task"})
    note = f"Exact 95% intervals over {nulls[0].n_trials} datasets. None of these numbers is printed."
    return Exhibit(
        paper=PAPER,
        name="figure7",
        title="Figure 7: Type I error of four tests, real learners made equally good",
        about=f"{MATCHED} {nulls[0].n_trials} datasets of each task, every test at the level {share(ALPHA)}.",
        tables=(laid_out("Share of true nulls that are rejected", rates, "task", "procedure", "rate", note=note),),
        checks=level_checks(rates),
        figures=(
            Figure(
                name="rates",
                caption="Type I error of four tests on three tasks with exact 95% intervals, and a line at .05.",
                shown=levels,
            ),
        ),
        notes=(
            LOST,
            f"Of this figure remains: {recovered('figure7_type1')}; {recovered('cv_type1')}. The heights of its bars "
            "are lost: none stand beside ours.",
        ),
        incomplete=several.incomplete,
    )


def level_checks(rates: pd.DataFrame) -> tuple[Check, ...]:
    """Ask what is certain of the figure: only the 10-fold t test exceeds the level, up to about twice."""
    is_ten_fold = rates["procedure"] == TEN_FOLD
    ten_fold, others = rates[is_ten_fold], rates[~is_ten_fold]
    above = others[others["low"] > ALPHA]
    worst, next_worst = (part.iloc[int(part["rate"].to_numpy().argmax())] for part in (ten_fold, others))
    return (
        Check(
            asked=f"{TEN_FOLD} exceeds the level: where it rejects most, the 95% interval lies above {share(ALPHA)}",
            found=f"{within(worst['rate'], worst['low'], worst['high'])} on {worst['task']}; the interval lies above "
            f"on {int((ten_fold['low'] > ALPHA).sum())} of {len(ten_fold)} tasks",
            met=bool(worst["low"] > ALPHA),
        ),
        Check(
            asked="by up to about twice: its highest rate is "
            f"{ABOUT_TWICE[0] / ALPHA:g} to {ABOUT_TWICE[1] / ALPHA:g} times the level",
            found=f"{worst['rate'] / ALPHA:.2f} times",
            met=bool(ABOUT_TWICE[0] <= worst["rate"] <= ABOUT_TWICE[1]),
        ),
        Check(
            asked=f"no other test exceeds the level: none of their 95% intervals lies above {share(ALPHA)}",
            found=f"{len(above)} of {len(others)} do; the highest rate is "
            f"{within(next_worst['rate'], next_worst['low'], next_worst['high'])}, of {next_worst['procedure']} on "
            f"{next_worst['task']}",
            met=above.empty,
        ),
    )


# 'Slightly conservative', as a share beyond the critical value.
SLIGHTLY: Final = (0.02, ALPHA)


def figure2(bench: Workbench) -> Exhibit:
    """Show the 5x2 statistics of the plane null against the distribution they are referred to."""
    plane = TASKS[0]
    null = named_null(bench.once(plane.trials), plane.name)
    only = replace(null, procedures={HALVES: null.procedures[HALVES]}, found={HALVES: null.found[HALVES]})
    calibration = fw.lab.Calibration(trials=(only,), alpha=ALPHA)
    tails = calibration.tails()
    shown = fw.displays.QQDisplay.from_calibration(calibration)
    note = f"Exact 95% intervals over {null.n_trials} datasets. None of these numbers is printed."
    return Exhibit(
        paper=PAPER,
        name="figure2",
        title=QUANTILES,
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
