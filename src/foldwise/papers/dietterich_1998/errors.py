"""Probabilities of error: measured for each point (Figure 3), designed for the simulation (Figure 4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

import foldwise as fw
from foldwise.papers.dietterich_1998.simulation import STANDARD_ERRORS, simulated_levels
from foldwise.papers.dietterich_1998.words import LOST, PAPER, recovered
from foldwise.papers.paper import experiment
from foldwise.papers.printed_numbers import share
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, ComparedValue, Exhibit, Figure, SideBySide

TRAIN_SIZE: Final = 100
# Points differ if their true probabilities of error have this standard deviation at least.
LEAST_SPREAD: Final = 0.1


def _sets() -> Mapping[str, str]:
    return {"tic-tac-toe": "tic-tac-toe", "Pima": "uci:pima-diabetes", "letter": "uci:letter"}


@dataclass(frozen=True, slots=True)
class Measured:
    """What was found on all populations at hand, and why these are not all."""

    found: tuple[fw.lab.ExampleErrors, ...]
    incomplete: str


@experiment("C4.5 from many training sets of 100: which points are hard", seconds=2, data=_sets)
def measured_errors(bench: Workbench) -> Measured:
    """Train again and again on the plane, where training sets are new, and on parts of datasets."""
    sets = bench.sets(_sets(), quick=1)
    populations: list[fw.data.Dataset | fw.lab.sources.DataSource] = [fw.lab.sources.Plane(), *sets.datasets.values()]
    how: dict[str, int] = {
        "train_size": TRAIN_SIZE,
        "n_sets": bench.size(200, 20),
        "seed": bench.seed,
        "n_jobs": bench.n_jobs,
    }
    example_errors = tuple(fw.lab.example_errors(fw.learners.C45(), data, **how) for data in populations)
    return Measured(example_errors, sets.incomplete)


def figure3(bench: Workbench) -> Exhibit:
    """Show the share of trees that misclassify each point, sorted."""
    measured = bench.once(measured_errors)
    example_errors = measured.found
    return Exhibit(
        paper=PAPER,
        name="figure3",
        title="Figure 3: measured probabilities of error",
        about=f"C4.5, trained on {example_errors[0].n_sets} random training sets of {TRAIN_SIZE}: for each point of a "
        "population the share of the trees that misclassify it. The plane is a grid of points of our own six-class "
        "problem, and every training set is new; of a dataset, only trees count that were not trained on the "
        "point.",
        tables=(_hardness_table(example_errors),),
        checks=(spread_check(example_errors),),
        figures=(
            Figure(
                name="errors",
                caption="Share of the trees that misclassify a point, points sorted from the easiest to the hardest, "
                "one curve for each population.",
                shown=fw.displays.ExampleErrorsDisplay.from_example_errors(example_errors),
            ),
        ),
        because="The population of the paper is not known, so its curve cannot be drawn again: these are other points.",
        notes=(
            LOST,
            f"Of the figure: {recovered('figure3_population')}. It was the model of the simulation: there, points are "
            "of two kinds, and an algorithm errs on each kind with a probability of its own.",
        ),
        incomplete=measured.incomplete,
    )


def _hardness_table(example_errors: Sequence[fw.lab.ExampleErrors]) -> SideBySide:
    def row(each: fw.lab.ExampleErrors) -> tuple[ComparedValue, ...]:
        errors = each.errors[each.counted > 0]
        shares = (np.mean(errors == 0), np.mean(errors <= 0.05), np.mean(errors > 0.5), np.mean(errors >= 0.95))
        return (
            ComparedValue(measured=float(errors.size), digits=0),
            ComparedValue(measured=each.mean),
            ComparedValue(measured=each.spread),
            *(ComparedValue(measured=float(value)) for value in shares),
        )

    return SideBySide(
        title="How hard the points are",
        index="population",
        rows=tuple(each.source for each in example_errors),
        columns=("points", "mean", "spread", "never wrong", "wrong at most .05", "wrong above .5", "wrong from .95 on"),
        cells=tuple(row(each) for each in example_errors),
        note="Mean: the error rate. Spread: the standard deviation of the points' probabilities of error, what the "
        "number of trees adds to it taken out. Then shares of the points, by the share of the trees that misclassify "
        "them.",
    )


def spread_check(errors: Sequence[fw.lab.ExampleErrors]) -> Check:
    """Ask whether points differ in how hard they are."""
    return Check(
        asked=f"points differ in how hard they are: spread of {share(LEAST_SPREAD)} or more on every population",
        found=", ".join(f"{each.source} {share(each.spread)}" for each in errors),
        met=min(each.spread for each in errors) >= LEAST_SPREAD,
    )


_ROWS = ("first kind, a", "first kind, b", "second kind, a", "second kind, b")


def figure4(bench: Workbench) -> Exhibit:
    """Show what each algorithm errs with on each kind of points, and whether both are equally good."""
    populations = [trials.source for trials in bench.once(simulated_levels)["common"].trials]
    designed = [source for source in populations if isinstance(source, fw.lab.sources.TwoKinds)]
    chances = np.array([np.ravel(source.chances) for source in designed]).T
    return Exhibit(
        paper=PAPER,
        name="figure4",
        title="Figure 4: designed probabilities of error",
        about="The population of the simulation has points of two kinds, as many of one as of the other. What is easy "
        "for one algorithm is hard for the other: they err on different points, and are equally good.",
        tables=(
            SideBySide(
                title="Probability of error by kind of point and algorithm",
                index="points, algorithm",
                rows=_ROWS,
                columns=tuple(f"error rate {source.error:g}" for source in designed),
                cells=tuple(tuple(ComparedValue(measured=float(chance)) for chance in row) for row in chances),
                note="Exact. Nothing of it is printed: the values follow from a design that is probable.",
            ),
        ),
        checks=(design_check(designed), equality_check(bench.once(simulated_levels)["common"])),
        figures=(
            Figure(
                name="errors",
                caption="Probability of error of both algorithms on points of the first and of the second kind: what "
                "is easy for one is hard for the other.",
                shown=fw.displays.ExampleErrorsDisplay.from_designed(designed[0]),
            ),
        ),
        notes=(LOST, f"Of the design: {recovered('epsilon1')}; {recovered('epsilon2')}."),
        incomplete=bench.incomplete,
    )


def design_check(designed: list[fw.lab.sources.TwoKinds]) -> Check:
    """Ask whether both algorithms have the error rate that is wanted."""
    # Of shape (kind, algorithm): kinds are equally frequent.
    gaps = [abs(float(rate) - source.error) for source in designed for rate in np.mean(source.chances, axis=0)]
    return Check(
        asked="both probabilities add up to twice the error rate, for both algorithms (certain)",
        found=f"largest gap {2 * max(gaps):.1g} at {len(designed)} error rates",
        met=2 * max(gaps) < 1e-12,
    )


def equality_check(result: fw.lab.TypeOneError) -> Check:
    """Ask whether both algorithms turn out equally good where the simulation is run."""
    away = []
    for trials in result.trials:
        differences = trials.found["mcnemar"].estimate[:, 0]
        away.append(abs(float(differences.mean())) / float(differences.std(ddof=1) / np.sqrt(differences.size)))
    return Check(
        asked=f"in the simulation itself the mean difference is zero but for chance: within {STANDARD_ERRORS} standard "
        "errors",
        found=f"at most {max(away):.1f}",
        met=max(away) <= STANDARD_ERRORS,
    )
