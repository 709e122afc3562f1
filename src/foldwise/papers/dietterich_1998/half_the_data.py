"""Where 5x2 cross-validation may fail: learners whose order is another one at half of the examples."""

from typing import Final

import pandas as pd

import foldwise as fw
from foldwise.papers.dietterich_1998.real_learners_tasks import ALPHA, SIZES, n_trials
from foldwise.papers.dietterich_1998.words import LOST, PAPER, laid_out
from foldwise.papers.paper import experiment
from foldwise.papers.printed_numbers import share, within
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, Exhibit, Figure

TESTS: Final = {
    "hold-out, McNemar": "holdout:0.3333/mcnemar",
    "10-fold t": "10/kfold_t",
    "5x2 t": "5x2/five_by_two_t",
    "5x2 F": "5x2/five_by_two_f",
}
# Which of them train on nearly all examples, and which on half.
NEARLY_ALL: Final = "10-fold t"
HALVES: Final = ("5x2 t", "5x2 F")


@experiment("learning curves that cross: error rates", seconds=8)
def crossing_curves(bench: Workbench) -> fw.lab.LearningCurves:
    """Measure both learners at the training sizes of the paper."""
    how = {"seed": bench.seed, "n_jobs": bench.n_jobs, "store": bench.how["store"]}
    source = fw.lab.sources.CrossingCurves()
    return fw.lab.learning_curves(source, sizes=SIZES, n_sets=bench.size(300, 20), **how)


@experiment("learning curves that cross: four tests", seconds=25)
def crossing_levels(bench: Workbench) -> fw.lab.Power:
    """Try four tests where both learners are equally good with nearly all examples."""
    source = {"crossing curves": fw.lab.sources.CrossingCurves()}
    return fw.lab.power(TESTS, source, alpha=ALPHA, n_trials=n_trials(bench), **bench.how)


def half_exhibit(bench: Workbench) -> Exhibit:
    """Show error rates by training size, and what tests make of them."""
    curves, levels = bench.once(crossing_curves), bench.once(crossing_levels)
    rates = levels.frame().assign(task="crossing curves")
    errors = pd.DataFrame(
        [
            {"training examples": size, "learner": name, "error": mean, "low": mean - arm, "high": mean + arm}
            for name, by_size in zip(curves.names, curves.errors, strict=True)
            for size, mean, arm in zip(
                curves.sizes,
                by_size.mean(axis=-1).tolist(),
                (1.96 * by_size.std(axis=-1, ddof=1) / curves.n_sets**0.5).tolist(),
                strict=True,
            )
        ]
    )
    n = levels.trials[0].n_trials
    return Exhibit(
        paper=PAPER,
        name="half",
        title="Half the data: where 5x2 may fail",
        about="5x2 cross-validation trains on half of the examples, and may fail where the learners' relative "
        "performance with half of them is not that with all: so the paper says. Here it is done: many correlated "
        "attributes, of which naive Bayes learns little and that soon, and linear discriminants much and that late. "
        f"They are level where ten folds train, and ten points apart on halves. {n} datasets of 300 examples.",
        tables=(
            laid_out(
                "Error rates",
                errors,
                "training examples",
                "learner",
                "error",
                note=f"Means over {curves.n_sets} training sets with 95% intervals.",
            ),
            laid_out(
                "Share of datasets on which one learner is called better",
                rates,
                "task",
                "procedure",
                "rate",
                note=f"Exact 95% intervals over {n} datasets, at the level {share(ALPHA)}. None of these numbers is "
                "printed.",
            ),
        ),
        checks=half_checks(curves, rates),
        figures=(
            Figure(
                name="curves",
                caption="Error rates of naive Bayes and linear discriminants by training size: they cross just before "
                "300 examples.",
                shown=fw.displays.LearningCurvesDisplay.from_curves(curves),
            ),
        ),
        notes=(
            LOST,
            "Verdicts of 5x2 cross-validation say in foldwise that they are about half of the examples (caveat "
            "half_size), and with a run of ten folds beside them whether that matters (size_dependent): choosing.md, "
            "half the data. Whether the order is the same on data of one's own says planning.order_by_size, or "
            "foldwise sizes.",
        ),
        incomplete=bench.incomplete,
    )


def half_checks(curves: fw.lab.LearningCurves, rates: pd.DataFrame) -> tuple[Check, ...]:
    """Ask whether the curves are apart at half and level at nearly all, and whether 5x2 alone rejects."""
    ahead = curves.errors[1] - curves.errors[0]
    gaps = dict(zip(curves.sizes, ahead.mean(axis=-1).tolist(), strict=True))
    by = {row["procedure"]: row for row in rates.to_dict("records")}
    ten, halves = by[NEARLY_ALL], {name: by[name] for name in HALVES}
    return (
        Check(
            asked="on halves the learners are at least five points apart, with nine tenths at most half a point",
            found=f"{share(gaps[SIZES[2]])} with {SIZES[2]} examples, {share(gaps[SIZES[0]])} with {SIZES[0]}, "
            f"{share(gaps[curves.sizes[-1]])} with {curves.sizes[-1]}",
            met=abs(gaps[SIZES[2]]) >= 0.05 and abs(gaps[SIZES[0]]) <= 0.005,
        ),
        Check(
            asked=f"both tests on halves call a learner better more often than {share(ALPHA)}: their 95% intervals lie "
            "above it",
            found=", ".join(f"{name} {within(row['rate'], row['low'], row['high'])}" for name, row in halves.items()),
            met=all(row["low"] > ALPHA for row in halves.values()),
        ),
        Check(
            asked=f"the test on ten folds does not: its 95% interval does not lie above {share(2 * ALPHA)}, about "
            "what it has where learners are equal",
            found=within(ten["rate"], ten["low"], ten["high"]),
            met=bool(ten["low"] <= 2 * ALPHA),
        ),
    )
