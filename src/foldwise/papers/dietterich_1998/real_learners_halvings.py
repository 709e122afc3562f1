"""The 5x2 statistic with other numbers of halvings than five."""

from dataclasses import replace
from typing import Final

import numpy as np

import foldwise as fw
from foldwise.papers.dietterich_1998.real_learners_table import laid_out
from foldwise.papers.dietterich_1998.real_learners_tasks import tried
from foldwise.papers.dietterich_1998.real_learners_words import LOST, MATCHED, PAPER, within
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, Exhibit, Figure

FIVE: Final = 5
Limits = tuple[float, float, float]


def halvings_exhibit(bench: Workbench) -> Exhibit:
    """Show the level with fewer and with more halvings than five."""
    several = tried(bench, lambda task: task.halvings)
    parts = list(several.found.values())
    found = replace(parts[0], trials=tuple(trials for part in parts for trials in part.trials))
    frame = found.frame().rename(columns={"source": "task"})
    numbers = sorted(number for _, number in found.counts.values())
    rises = {number: rise(found, number) for number in numbers}
    checks = (
        rise_check("more", {number: each for number, each in rises.items() if number > FIVE}),
        rise_check("fewer", {number: each for number, each in rises.items() if number < FIVE}),
    )
    note = "Exact 95% intervals over datasets. None of these numbers is printed."
    return Exhibit(
        paper=PAPER,
        name="halvings",
        title="Other numbers of halvings than five",
        about=f"{MATCHED} The 5x2 statistic with {numbers[0]} to {numbers[-1]} halvings, against t with as many "
        f"degrees of freedom. {found.trials[0].n_trials} datasets of each task, the same for all numbers.",
        tables=(laid_out("Type I error by the number of halvings", frame, "task", "number", "rate", note=note),),
        checks=checks,
        figures=(
            Figure(
                name="dietterich-halvings",
                caption="Type I error of the 5x2 statistic against the number of halvings, on three tasks.",
                shown=found,
            ),
        ),
        because=" ".join(
            f"No rise is seen where the paper has one, in {len(found.trials) * found.trials[0].n_trials} datasets: "
            f"{check.found}."
            for check in checks
            if not check.met
        ),
        notes=(LOST, "That fewer or more than five raised the risk is said in the text, without a number."),
        incomplete=several.incomplete,
    )


def rise(found: fw.lab.ReplicationCount, number: int) -> Limits:
    """Measure how much the rate rises against five halvings, with 95% limits: on the same datasets, over all tasks."""
    names = {count: name for name, (_, count) in found.counts.items()}
    rejects = [
        np.concatenate([trials.found[names[count]].pvalue[:, 0] <= found.alpha for trials in found.trials])
        for count in (number, FIVE)
    ]
    gained = rejects[0].astype(float) - rejects[1]
    mean, arm = float(gained.mean()), 1.96 * float(gained.std(ddof=1)) / float(np.sqrt(gained.size))
    return mean, mean - arm, mean + arm


def rise_check(which: str, rises: dict[int, Limits]) -> Check:
    """Ask whether the rate rises beyond chance at some number."""
    words = "; ".join(f"{number} halvings {within(*each)}" for number, each in rises.items())
    return Check(
        asked=f"{which} than five raise the Type I error: for some number the 95% interval of the rise lies above 0",
        found=f"rise against five, over all tasks: {words}",
        met=any(low > 0 for _, low, _ in rises.values()),
    )
