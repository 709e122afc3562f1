"""C45 against NearestNeighbor, made equal or less different by damage: ``python docs/make_matched.py``, from the root.

Dietterich's experiments with real learners (1998): Type I error and power on a problem of the plane, on letter and on
Pima. The last two are read from the folder that FOLDWISE_DATA names, or from OpenML. Writes lab-curves.csv,
lab-matched.csv and lab-power.csv, and the figures img/lab-curves-*.svg and img/lab-power-*.svg; under the nulls also
the distribution of the 5x2 statistic (img/lab-qq.svg), correlations between folds (lab-fold-correlation.csv) and other
numbers of halvings than five (lab-halvings.csv). The number of processes may be given: ``docs/make_matched.py 2``.
"""

import sys
from pathlib import Path

import pandas as pd

from foldwise.data import load
from foldwise.displays import LearningCurvesDisplay, QQDisplay, svg
from foldwise.lab import (
    BadMetric,
    NoisyAnswers,
    calibration,
    fold_correlation,
    power,
    power_sources,
    replication_count,
    sources,
    training_sizes,
)

FOLDER = Path(__file__).parent
PROCEDURES = {
    "hold-out, McNemar": "holdout:0.3333/mcnemar",
    "hold-out, proportions": "holdout:0.3333/difference_of_proportions",
    "10-fold t": "10/kfold_t",
    "5x2 t": "5x2/five_by_two_t",
    "corrected 10x10": "10x10",
}
FRACTIONS = (1, 2 / 3, 1 / 3, 0)
N_EXAMPLES, N_TRIALS, N_SETS, SEED = 300, 1000, 300, 1


def main(n_jobs: int) -> None:
    """Match, try all procedures, write tables and figures."""
    problems = {
        "plane": (sources.Plane(n_examples=N_EXAMPLES), BadMetric),
        "letter": (sources.SubSamples(load("uci:letter"), N_EXAMPLES, experimental=10_000), BadMetric),
        "pima": (sources.SubSamples(load("uci:pima-diabetes"), N_EXAMPLES), NoisyAnswers),
    }
    sizes = training_sizes(PROCEDURES, N_EXAMPLES)
    curves, rates, nulls = [], [], {}
    for problem, (source, damage) in problems.items():
        made = power_sources(source, damage, fractions=FRACTIONS, sizes=sizes, n_sets=N_SETS, seed=SEED, n_jobs=n_jobs)
        nulls[problem] = made[0]
        for each in made:
            table = each.curves.frame()
            table.insert(0, "problem", problem)
            table.insert(1, "fraction", each.curves.damaged.fraction)
            curves.append(table)
        found = power(PROCEDURES, made, n_trials=N_TRIALS, seed=SEED, n_jobs=n_jobs)
        table = found.frame()
        table.insert(0, "problem", problem)
        rates.append(table)
        _draw(f"lab-curves-{problem}", LearningCurvesDisplay.from_curves([each.curves for each in made[:-1]]))
        _draw(f"lab-power-{problem}", found)
        _write("lab-curves", pd.concat(curves))
        table = pd.concat(rates)
        _write("lab-power", table)
        _write("lab-matched", table[table["difference"] == 0].drop(columns="difference"))
    how = {"n_trials": N_TRIALS, "seed": SEED, "n_jobs": n_jobs}
    _draw("lab-qq", QQDisplay.from_calibration(calibration("5x2/five_by_two_t", nulls["plane"], **how)))
    _write("lab-fold-correlation", fold_correlation(nulls, **how).frame())
    _write("lab-halvings", replication_count(nulls, splits=[], folds=[], **how).frame())


def _write(name: str, table: pd.DataFrame) -> None:
    table.to_csv(FOLDER / f"{name}.csv", index=False, float_format="%.5g", lineterminator="\n")


def _draw(name: str, result: object) -> None:
    (FOLDER / "img" / f"{name}.svg").write_text(svg(result), encoding="utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
