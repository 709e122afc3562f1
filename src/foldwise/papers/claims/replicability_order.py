"""Claim C4: of the valid tests the 5x2 test is the least replicable, 10x10 with the correction the most."""

from typing import Final

from foldwise.papers.bouckaert_frank_2004.decisions import by_repeats, by_splits, five_by_two, ten_folds
from foldwise.papers.bouckaert_frank_2004.experiments import folds, halvings, splits
from foldwise.papers.bouckaert_frank_2004.layout import agreement_table, mean_r
from foldwise.papers.bouckaert_frank_2004.table5 import minima, simulation
from foldwise.papers.paper import Part
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, Exhibit

_LOWEST, _HIGHEST = "5x2 t", "10x10 folds, corrected"


def _make(bench: Workbench) -> Exhibit:
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
    found = "; ".join(f"{name} {value:.3f}" for value, name in ranked)
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
            Check(asked=f"Mean R is lowest for {_LOWEST}", found=found, met=ranked[0][1] == _LOWEST),
            Check(asked=f"Mean R is highest for {_HIGHEST}", found=found, met=ranked[-1][1] == _HIGHEST),
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
    make=_make,
    needs=(halvings, splits, folds, simulation),
)
