"""Real learners made equally good: whether folds go together, and other numbers of halvings than five."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
import pandas as pd
from scipy import stats as distributions

import foldwise as fw
from foldwise.papers.dietterich_1998.real_learners_tasks import ALPHA, tried
from foldwise.papers.dietterich_1998.words import LOST, MATCHED, PAPER, Gain, laid_out, recovered
from foldwise.papers.printed_numbers import share
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, Exhibit, Figure

SAME, OTHER = "one cross-validation", "different data"
# The paper has it on this task alone.
TASK: Final = "letter"


def fold_correlation_exhibit(bench: Workbench) -> Exhibit:
    """Show correlations between folds, over datasets, on all tasks."""
    several = tried(bench, lambda task: task.folds)
    parts = list(several.by_task.values())
    result = replace(
        parts[0],
        trials=tuple(trials for part in parts for trials in part.trials),
        sums=tuple(sums for part in parts for sums in part.sums),
    )
    frame = result.frame().rename(columns={"source": "task"})
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
                shown=result,
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
    """Return how the controls came out on all tasks; the paper has one, on letter."""
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


FIVE: Final = 5
_IDEAL: Final = "independent normal differences"


def halvings_exhibit(bench: Workbench) -> Exhibit:
    """Show the level with fewer and with more halvings than five."""
    several = tried(bench, lambda task: task.halvings)
    parts = list(several.by_task.values())
    result = replace(parts[0], trials=tuple(trials for part in parts for trials in part.trials))
    frame = result.frame().rename(columns={"source": "task"})
    numbers = sorted(number for _, number in result.counts.values())
    ideal = ideal_rates(numbers, result.alpha, bench.size(200_000, 2000), bench.seed)
    rises = {number: rise(result, number) for number in numbers}
    fewer = [number for number in numbers if number < FIVE]
    checks = (
        rise_check("more", {number: each for number, each in rises.items() if number > FIVE}),
        rise_check("fewer", {number: rises[number] for number in fewer}),
    )
    n_datasets = len(result.trials) * result.trials[0].n_trials
    return Exhibit(
        paper=PAPER,
        name="halvings",
        title="Other numbers of halvings than five",
        about=f"{MATCHED} The 5x2 statistic with {numbers[0]} to {numbers[-1]} halvings, against t with as many "
        f"degrees of freedom. {result.trials[0].n_trials} datasets of each task, the same for all numbers. In the last "
        "row there are no data: all differences are independent normal numbers.",
        tables=(
            laid_out(
                "Type I error by the number of halvings",
                pd.concat([frame, ideal.assign(task=_IDEAL)]),
                "task",
                "number",
                "rate",
                note=f"Exact 95% intervals over datasets, in the last row over {ideal['n_trials'].iloc[0]:,} draws. "
                "None of these numbers is printed.",
            ),
        ),
        checks=checks,
        figures=(
            Figure(
                name="rates",
                caption="Type I error of the 5x2 statistic against the number of halvings, on three tasks, with "
                "exact 95% bands; infinite statistics do not count as rejections.",
                shown=result,
            ),
        ),
        because=" ".join(
            f"No rise is seen where the paper has one, in {n_datasets} datasets: {check.found}. Whether infinite "
            "statistics count as rejections matters with few halvings: see the notes."
            for check in checks
            if not check.met
        ),
        notes=(
            LOST,
            "That fewer or more than five raised the risk is said in the text, without a number.",
            infinite_in_words(result, fewer),
            ideal_in_words(ideal),
        ),
        incomplete=several.incomplete,
    )


def rise(counts: fw.lab.ReplicationCount, number: int, *, infinite: bool = False) -> Gain:
    """Measure how much the rate rises against five halvings: on the same datasets, over all tasks.

    Parameters
    ----------
    counts : ReplicationCount
        All tasks.
    number : int
        Of halvings.
    infinite : bool, default False
        Whether an infinite statistic, which has no p-value, counts as a rejection.
    """
    names = {count: name for name, (_, count) in counts.counts.items()}
    pvalues = [
        np.concatenate([trials.found[names[n]].pvalue[:, 0] for trials in counts.trials]) for n in (number, FIVE)
    ]
    return Gain.of(*((p <= counts.alpha) | (np.isnan(p) & infinite) for p in pvalues))


def rise_check(which: str, rises: dict[int, Gain]) -> Check:
    """Ask whether the rate rises beyond chance at some number."""
    words = "; ".join(f"{number} {_halvings(number)} {each.words}" for number, each in rises.items())
    return Check(
        asked=f"{which} than five raise the Type I error: for some number the 95% interval of the rise lies above 0",
        found=f"rise against five, over all tasks: {words}",
        met=any(each.low > 0 for each in rises.values()),
    )


def infinite_in_words(counts: fw.lab.ReplicationCount, numbers: Sequence[int]) -> str:
    """Return what would become of fewer halvings if infinite statistics counted as rejections."""
    frame = counts.frame()
    undefined = frame[frame["number"] == numbers[0]][["n_undefined", "n_trials"]].sum()
    words = "; ".join(f"{n} {_halvings(n)} {rise(counts, n, infinite=True).words}" for n in numbers)
    return (
        "Where both halves give the same difference in every halving, and the first is not zero, the statistic is "
        f"infinite and has no p-value in foldwise: with {numbers[0]} {_halvings(numbers[0])} in "
        f"{undefined['n_undefined']} of {undefined['n_trials']} datasets. The table does not count these as "
        f"rejections, and what the paper did is not known. If they count, the rise against five is: {words}."
    )


def ideal_rates(numbers: Sequence[int], alpha: float, n_trials: int, seed: int) -> pd.DataFrame:
    """Simulate the statistic on independent normal differences: number, rate, low, high, n_trials."""
    differences = np.random.default_rng([seed, FIVE]).normal(size=(n_trials, max(numbers), 2))
    variances = np.square(differences[..., 0] - differences[..., 1]) / 2
    rows = []
    for number in numbers:
        statistic = differences[:, 0, 0] / np.sqrt(variances[:, :number].mean(axis=1))
        hits = int((np.abs(statistic) >= distributions.t.isf(alpha / 2, number)).sum())
        limits = fw.stats.clopper_pearson(hits, n_trials)
        rows.append((number, hits / n_trials, float(limits.low), float(limits.high), n_trials))
    return pd.DataFrame(rows, columns=["number", "rate", "low", "high", "n_trials"])


def ideal_in_words(ideal: pd.DataFrame) -> str:
    """Return what the number of halvings does where nothing depends on anything else."""
    pairs = zip(ideal["number"], ideal["rate"], strict=True)
    rates = "; ".join(f"{number} {_halvings(number)} {rate:.4f}" for number, rate in pairs)
    return (
        "The number of halvings matters even without data. The difference above the line of the statistic is also part "
        "of the first variance below it, so that a large one makes its own divisor large; every further halving "
        f"dilutes that. Rates with independent normal differences: {rates}."
    )


def _halvings(number: int) -> str:
    return "halving" if number == 1 else "halvings"
