"""C4 to C6: which tests are replicable, what more runs make of it, and what the level does."""

from typing import Final

import numpy as np

from foldwise.papers.bouckaert_frank_2004.experiments import (
    ALPHAS,
    REPEATS,
    SPLITS,
    Decisions,
    by_repeats,
    by_splits,
    five_by_two,
    folds,
    halvings,
    splits,
    ten_folds,
)
from foldwise.papers.bouckaert_frank_2004.layout import agreement_table, each_r, listed, mean_r
from foldwise.papers.bouckaert_frank_2004.table5 import minima, simulation
from foldwise.papers.paper import Part
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, Exhibit

_LOWEST, _HIGHEST = "5x2 t", "10x10 folds, corrected"


def _order(bench: Workbench) -> Exhibit:
    scored = bench.once(folds)
    split, repeated = by_splits(bench.once(splits)), by_repeats(scored)
    tests = {
        _LOWEST: five_by_two(bench.once(halvings)),
        "10 splits, corrected": split[10],
        "100 splits, corrected": split[100],
        "10 folds, t": ten_folds(scored),
        "10 folds, corrected": repeated[1],
        _HIGHEST: repeated[10],
    }
    ranked = sorted((mean_r(decisions), name) for name, decisions in tests.items())
    ranking = "; ".join(f"{name} {value:.3f}" for value, name in ranked)
    least = sorted((value, name) for name, value in minima(bench.once(simulation).frame()).items())
    simulated = "; ".join(f"{name} {value:.1f}%" for value, name in least)
    return Exhibit(
        paper="claims",
        name="c4",
        title=C4.title,
        about=(
            "R on 27 datasets, on average over three pairs of learners, and the least consistency on simulated "
            "datasets from four populations: ten executions of every test. The uncorrected test on 10x10 folds is left "
            "out: it is not valid."
        ),
        tables=(agreement_table(tests),),
        checks=(
            Check(asked=f"Mean R is lowest for {_LOWEST}", found=ranking, met=ranked[0][1] == _LOWEST),
            Check(asked=f"Mean R is highest for {_HIGHEST}", found=ranking, met=ranked[-1][1] == _HIGHEST),
            Check(
                asked="Least consistency on simulated datasets: lowest for 5x2cv, highest for 10x10-fold cv, corrected",
                found=simulated,
                met=least[0][1] == "5x2cv" and least[-1][1] == "10x10-fold cv, corrected",
            ),
        ),
        incomplete=scored.incomplete,
        is_claim=True,
    )


C4: Final = Part(
    name="c4",
    title="C4: the 5x2 test is the least replicable of the valid tests, corrected 10x10 the most",
    make=_order,
    needs=(halvings, splits, folds, simulation),
)


def _checks(words: str, decided: dict[int, Decisions]) -> tuple[Check, Check]:
    few, many = each_r(decided[min(decided)]), each_r(decided[max(decided)])
    means = [mean_r(decisions) for decisions in decided.values()]
    return (
        Check(
            asked=f"R with {max(decided)} {words} is above R with {min(decided)}, for every pair",
            found=f"{listed(many)} and {listed(few)}",
            met=all(more > less for more, less in zip(many, few, strict=True)),
        ),
        Check(
            asked=f"R on average over the pairs rises at every step of the number of {words}",
            found=listed(means),
            met=means == sorted(set(means)),
        ),
    )


def _more_runs(bench: Workbench) -> Exhibit:
    scored = bench.once(folds)
    split, repeated = by_splits(bench.once(splits)), by_repeats(scored)
    tests = {f"{n} splits, corrected": split[n] for n in SPLITS} | {
        f"{r}x10 folds, corrected": repeated[r] for r in REPEATS
    }
    return Exhibit(
        paper="claims",
        name="c5",
        title=C5.title,
        about="R on 27 datasets with growing numbers of random splits, and of repeats of ten folds; ten executions.",
        tables=(agreement_table(tests),),
        checks=(*_checks("splits", split), *_checks("repeats", repeated)),
        incomplete=scored.incomplete,
        is_claim=True,
    )


C5: Final = Part(
    name="c5", title="C5: more runs make the corrected tests more replicable", make=_more_runs, needs=(splits, folds)
)


def _level(bench: Workbench) -> Exhibit:
    scored = bench.once(folds)
    decided = by_repeats(scored)
    levels = {f"level {alpha:g}": alpha for alpha in ALPHAS}
    ranges = [float(value) for value in np.ptp([each_r(decided[10], alpha) for alpha in ALPHAS], axis=0)]
    gain = mean_r(decided[10]) - mean_r(decided[1])
    return Exhibit(
        paper="claims",
        name="c6",
        title=C6.title,
        about="The ten executions of the corrected test on 10x10 folds on 27 datasets, judged at four levels.",
        tables=(agreement_table(dict.fromkeys(levels, decided[10]), levels),),
        checks=(
            Check(
                asked="R varies less between levels, on average over the pairs, than it gains from one repeat to ten",
                found=f"range over levels {listed([sum(ranges) / len(ranges)])} (by pair {listed(ranges)}), "
                f"gain {listed([gain])}",
                met=sum(ranges) / len(ranges) < gain,
            ),
        ),
        incomplete=scored.incomplete,
        is_claim=True,
    )


C6: Final = Part(
    name="c6", title="C6: the level hardly changes the replicability of corrected 10x10", make=_level, needs=(folds,)
)
