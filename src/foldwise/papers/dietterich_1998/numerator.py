"""Which difference stands above the line of a t statistic: that of one fold, or the mean of all."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy.special import stdtr

import foldwise as fw
from foldwise.papers.dietterich_1998.real_learners_tasks import ALPHA, TASKS, Task, n_trials, tried
from foldwise.papers.dietterich_1998.words import LOST, MATCHED, PAPER, laid_out
from foldwise.papers.paper import Experiment
from foldwise.papers.printed_numbers import share, within
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, Exhibit, Figure

Floats = npt.NDArray[np.float64]


def one_fold_t(differences: Floats) -> float:
    """Return the p-value of the k-fold t with the first fold's difference in place of the mean of all.

    The line below is the standard deviation of one difference, not that of the mean.
    """
    d = differences.ravel()
    return _two_sided(d[0], d.std(ddof=1), d.size - 1)


def mean_of_ten_t(differences: Floats) -> float:
    """Return the p-value of the 5x2 t with the mean of all ten differences above the line."""
    return _two_sided(differences.mean(), _five_variances(differences), 5)


def least_of_ten_t(differences: Floats) -> float:
    """Return the smallest p-value of the ten 5x2 t statistics, one for each difference above the line."""
    return _two_sided(np.abs(differences).max(), _five_variances(differences), 5)


def greatest_of_ten_t(differences: Floats) -> float:
    """Return the greatest of these ten p-values."""
    return _two_sided(np.abs(differences).min(), _five_variances(differences), 5)


def _five_variances(differences: Floats) -> Any:
    return np.sqrt(np.mean(np.square(differences[:, 0] - differences[:, 1]) / 2))


def _two_sided(above: Any, below: Any, df: int) -> float:
    # All differences the same: not a rejection, as in the tests of foldwise.
    return 1.0 if below == 0 else float(2 * stdtr(df, -abs(above) / below))


MEAN, ONE = "10-fold t: mean of ten", "10-fold t: one fold"
FIRST, TEN = "5x2 t: the first", "5x2 t: mean of ten"
SOME, ALL = "5x2 t: some of ten", "5x2 t: all of ten"
PROCEDURES: Final = {
    MEAN: "10/kfold_t",
    ONE: fw.lab.OwnProcedure("10", one_fold_t),
    FIRST: "5x2/five_by_two_t",
    TEN: fw.lab.OwnProcedure("5x2", mean_of_ten_t),
    SOME: fw.lab.OwnProcedure("5x2", least_of_ten_t),
    ALL: fw.lab.OwnProcedure("5x2", greatest_of_ten_t),
}


def _experiment(task: Task, seconds: float) -> Experiment[fw.lab.TypeOneError]:
    def run(bench: Workbench) -> fw.lab.TypeOneError:
        null = {task.name: bench.once(task.matching)[0]}
        return fw.lab.type_one_error(PROCEDURES, null, alpha=ALPHA, n_trials=n_trials(bench), **bench.how)

    return Experiment(run, f"{task.name}: other numerators of two t statistics", seconds, task.matching.data)


NUMERATORS: Final = {task.name: _experiment(task, seconds) for task, seconds in zip(TASKS, (6, 15, 10), strict=True)}


def numerator_exhibit(bench: Workbench) -> Exhibit:
    """Show the level of both statistics by what stands above the line."""
    several = tried(bench, lambda task: NUMERATORS[task.name])
    frame = pd.concat([each.frame() for each in several.by_task.values()], ignore_index=True)
    rates = frame.rename(columns={"source": "task"})
    n = int(rates["n_trials"].iloc[0])
    return Exhibit(
        paper=PAPER,
        name="numerator",
        title="The numerator: one fold, or the mean of all",
        about=f"{MATCHED} How the paper came to the 5x2 t: in the 10-fold t, the mean of all folds above the line was "
        "replaced by the difference on one fold, and below it the standard error of the mean by the standard "
        "deviation of one difference. The statistic was better behaved, and so the 5x2 t has one difference above the "
        "line. Which of its ten is arbitrary: the last two columns are the shares of "
        f"{n} datasets on which some, and on which all, of the ten reject.",
        tables=(
            laid_out(
                "Share of true nulls that are rejected",
                rates,
                "task",
                "procedure",
                "rate",
                note=f"Exact 95% intervals over {n} datasets, every test at the level {share(ALPHA)}. None of these "
                "numbers is printed.",
            ),
        ),
        checks=numerator_checks(rates),
        figures=(
            Figure(
                name="rates",
                caption="Type I error of both t statistics by what stands above the line, on three tasks, with exact "
                "95% intervals and a line at .05.",
                shown=fw.displays.RatesDisplay(
                    rates=frame, alpha=ALPHA, words="Type I error: share of true nulls that are rejected"
                ),
            ),
        ),
        notes=(
            LOST,
            "That the statistic with one fold above the line is better behaved is a recollection of the text. The "
            "standard deviation below it is that of ten correlated differences, as in the 10-fold t.",
        ),
        incomplete=several.incomplete,
    )


def numerator_checks(rates: pd.DataFrame) -> tuple[Check, ...]:
    """Ask whether one fold above the line keeps the level, and whether the choice among ten matters."""
    by = {name: rates[rates["procedure"] == name] for name in PROCEDURES}
    mean, one = by[MEAN], by[ONE]
    worst = one.iloc[int(one["rate"].to_numpy().argmax())]
    fewer = (one["rate"].to_numpy() < mean["rate"].to_numpy()).sum()
    some, first, all_ = (float(by[name]["rate"].mean()) for name in (SOME, FIRST, ALL))
    return (
        Check(
            asked="with one fold above the line the 10-fold t keeps the level: no 95% interval lies above "
            f"{share(ALPHA)}",
            found=f"highest {within(worst['rate'], worst['low'], worst['high'])} on {worst['task']}; lower than with "
            f"the mean on {fewer} of {len(one)} tasks",
            met=not (one["low"] > ALPHA).any(),
        ),
        Check(
            asked="which of the ten stands above the line decides: some of them reject more than twice as often as the "
            "first",
            found=f"on average over tasks the first {share(first)}, some {share(some)}, all {share(all_)}",
            met=some > 2 * first,
        ),
    )
