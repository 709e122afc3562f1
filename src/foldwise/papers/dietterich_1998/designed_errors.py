"""Figure 4: the probabilities of error that the simulation is designed with."""

import numpy as np

import foldwise as fw
from foldwise.papers.dietterich_1998.simulation import STANDARD_ERRORS, simulated_levels
from foldwise.papers.dietterich_1998.words import LOST, PAPER, recovered
from foldwise.papers.workbench import Workbench
from foldwise.reports import Cell, Check, Exhibit, Figure, SideBySide

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
                cells=tuple(tuple(Cell(measured=float(chance)) for chance in row) for row in chances),
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
        found = trials.found["mcnemar"].estimate[:, 0]
        away.append(abs(float(found.mean())) / float(found.std(ddof=1) / np.sqrt(found.size)))
    return Check(
        asked=f"in the simulation itself the mean difference is zero but for chance: within {STANDARD_ERRORS} standard "
        "errors",
        found=f"at most {max(away):.1f}",
        met=max(away) <= STANDARD_ERRORS,
    )
