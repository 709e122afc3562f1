"""Whether the differences on two folds go together."""

from dataclasses import replace
from typing import Final

import pandas as pd

from foldwise.papers.dietterich_1998.real_learners_table import laid_out
from foldwise.papers.dietterich_1998.real_learners_tasks import ALPHA, tried
from foldwise.papers.dietterich_1998.words import LOST, MATCHED, PAPER, recovered
from foldwise.papers.shares import share
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, Exhibit, Figure

SAME, OTHER = "one cross-validation", "different data"
# The paper has it on this task alone.
TASK: Final = "letter"


def fold_correlation_exhibit(bench: Workbench) -> Exhibit:
    """Show correlations between folds, over datasets, on all tasks."""
    several = tried(bench, lambda task: task.folds)
    parts = list(several.found.values())
    found = replace(
        parts[0],
        trials=tuple(trials for part in parts for trials in part.trials),
        sums=tuple(sums for part in parts for sums in part.sums),
    )
    frame = found.frame().rename(columns={"source": "task"})
    letter = frame[frame["task"] == TASK].set_index("pair")
    note = "Bootstrap 95% intervals over datasets."
    return Exhibit(
        paper=PAPER,
        name="fold-correlation",
        title="Correlation between the differences on two folds",
        about=f"{MATCHED} Ten folds. Over {frame['n_trials'].iloc[0]} datasets, the difference between the learners on "
        "one fold is correlated with that on another: of the same cross-validation, of another one of the same data, "
        "and of different data.",
        tables=(laid_out("Correlation", frame, "task", "pair", "correlation", digits=4, note=note),),
        checks=() if letter.empty else correlation_checks(letter),
        figures=(
            Figure(
                name="by-task",
                caption="Correlation between the differences on two folds, with 95% intervals, on three tasks.",
                shown=found,
            ),
        ),
        notes=(
            LOST,
            f"Of the text remains: {recovered('cv_fold_correlation')}; {recovered('independent_correlation')}. It is "
            "certain that the first was positive and significant, the second not. The numbers are not judged.",
            controls_in_words(frame),
        ),
        incomplete=several.incomplete,
    )


def controls_in_words(frame: pd.DataFrame) -> str:
    """Say how the controls came out on all tasks; the paper has one, on letter."""
    controls = frame[frame["pair"] == OTHER]
    words = ", ".join(f"{row.task} {row.correlation:.4f} (p = {row.pvalue:.2g})" for row in controls.itertuples())
    return (
        "Different data are a control: they are drawn independently of each other, so that their true correlation is "
        f"zero, and any other value is chance. Here: {words}."
    )


def correlation_checks(letter: pd.DataFrame) -> tuple[Check, ...]:
    """Ask for sign and significance on the task of the paper; rows by pair of folds."""
    same, other = letter.loc[SAME], letter.loc[OTHER]
    return (
        Check(
            asked=f"{TASK}, folds of one cross-validation: positive, and significant at {share(ALPHA)}",
            found=f"{same['correlation']:.4f}, p = {same['pvalue']:.2g}",
            met=bool(same["correlation"] > 0 and same["pvalue"] < ALPHA),
        ),
        Check(
            asked=f"{TASK}, folds of independent cross-validations: not significant at {share(ALPHA)}",
            found=f"{other['correlation']:.4f}, p = {other['pvalue']:.2g}",
            met=bool(other["pvalue"] >= ALPHA),
        ),
    )
