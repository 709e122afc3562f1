"""Learning curves of both learners, and what damage made of the better one."""

from typing import Final

import numpy as np
import pandas as pd

import foldwise as fw
from foldwise.papers.dietterich_1998.real_learners_tasks import tried
from foldwise.papers.dietterich_1998.words import LOST, MATCHED, PAPER, recovered
from foldwise.papers.printed_numbers import share
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, Exhibit, Figure, SideBySide

# By how many standard errors of both measurements two equal error rates may seem to differ.
STANDARD_ERRORS: Final = 4


def learning_curves_exhibit(bench: Workbench) -> Exhibit:
    """Show how equal, or how different, the learners were made at each training size."""
    several = tried(bench, lambda task: task.matching)
    fresh = tried(bench, lambda task: task.fresh)
    gaps = pd.concat(
        [
            fresh_gaps(sources[0].curves, fresh.by_task[name]).assign(task=name)
            for name, sources in several.by_task.items()
        ]
    )
    n_sets = next(iter(several.by_task.values()))[0].curves.n_sets
    return Exhibit(
        paper=PAPER,
        name="learning-curves",
        title="Calibrated learning curves",
        about=f"{MATCHED} At each training size the level of damage is tuned until the error rate, a mean over "
        f"{n_sets} training sets, has its aim: that of the other learner, or a fraction of the way to it.",
        tables=tuple(_table(name, sources) for name, sources in several.by_task.items()),
        checks=(tuned_check([each.curves for made in several.by_task.values() for each in made]), fresh_check(gaps)),
        figures=tuple(
            Figure(
                name=name,
                caption=f"{name}: error rates of C4.5, nearest neighbour and the damaged learner by training size.",
                # The last one is not damaged.
                shown=fw.displays.LearningCurvesDisplay.from_curves([each.curves for each in sources[:-1]]),
            )
            for name, sources in several.by_task.items()
        ),
        notes=(
            LOST,
            "The paper shows these curves for letter. It tuned on 1000 training sets and on all that was to hand: "
            f"{'; '.join(recovered(key) for key in ('exp6_calibration', 'letter_split', 'pima_calibration'))}. "
            f"Here it is {n_sets} training sets and part of those points: equal error rates are so with a "
            f"standard error of at most {gaps['tuned_error'].max():.4f}.",
        ),
        incomplete=several.incomplete,
    )


def fresh_gaps(tuned: fw.lab.LearningCurves, fresh: fw.lab.LearningCurves) -> pd.DataFrame:
    """Compare both learners on training sets that were not tuned on; `error` is that of both measurements."""
    ahead = fresh.errors[0] - fresh.errors[1]
    error = ahead.std(axis=-1, ddof=1) / np.sqrt(fresh.n_sets)
    before = tuned.frame()["gap_standard_error"].to_numpy()
    return pd.DataFrame(
        {"n_train": fresh.sizes, "gap": ahead.mean(axis=-1), "error": np.hypot(error, before), "tuned_error": before}
    )


def tuned_check(several: list[fw.lab.LearningCurves]) -> Check:
    """Ask whether all levels of damage reached their aim."""
    gaps = np.concatenate([curves.frame()["gap"] for curves in several])
    return Check(
        asked="on the training sets it was tuned on the damaged learner misses its aim by at most .0005, at every size",
        found=f"by at most {np.abs(gaps).max():.5f} in {gaps.size} cases",
        met=bool(np.abs(gaps).max() <= 0.0005),
    )


def fresh_check(gaps: pd.DataFrame) -> Check:
    """Ask whether equal learners are equal on new training sets, too."""
    standardized = (gaps["gap"] / gaps["error"]).abs().to_numpy()
    worst = gaps.iloc[int(standardized.argmax())]
    return Check(
        asked="on as many new training sets the two error rates of each null differ by at most "
        f"{STANDARD_ERRORS} standard errors, at every size",
        found=f"by at most {standardized.max():.1f}: {share(worst['gap'])} on {worst['task']} with {worst['n_train']} "
        f"examples; the largest difference of all is {share(gaps['gap'].abs().max())}",
        met=bool(standardized.max() <= STANDARD_ERRORS),
    )


def _table(name: str, sources: list[fw.lab.Matched]) -> SideBySide:
    curves = sources[0].curves
    columns = {
        **dict(zip(curves.names, curves.errors, strict=True)),
        **{
            f"damaged, {each.curves.damaged.fraction:.2g} of the way": each.curves.damaged.errors
            for each in sources
            if each.curves.damaged is not None and each.curves.damaged.fraction > 0
        },
    }
    index = pd.Index(curves.sizes, name="training examples")
    mean = pd.DataFrame({column: errors.mean(axis=-1) for column, errors in columns.items()}, index=index)
    error = pd.DataFrame({column: errors.std(axis=-1, ddof=1) for column, errors in columns.items()}, index=index)
    arm = 1.96 * error / np.sqrt(curves.n_sets)
    return SideBySide.from_frames(
        f"{name}: error rates",
        mean,
        low=mean - arm,
        high=mean + arm,
        note=f"Means over {curves.n_sets} training sets with 95% intervals. None of these numbers is printed.",
    )
