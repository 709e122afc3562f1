"""C45 against NearestNeighbor, made equal or less different by damage: ``python docs/make_matched.py``, from the root.

Dietterich's experiments with real learners (1998), as `foldwise.papers` has them, and with a younger test added to his
four. Letter and Pima are read from the folder that FOLDWISE_DATA names, or from OpenML's cache. Writes lab-curves.csv,
lab-matched.csv and lab-power.csv, and the figures img/lab-curves-*.svg and img/lab-power-*.svg; under the nulls also
the distribution of the 5x2 statistic (img/lab-qq.svg), correlations between folds (lab-fold-correlation.csv) and other
numbers of halvings than five (lab-halvings.csv). The number of processes may be given, and a folder that keeps finished
trials: ``docs/make_matched.py 2 lab-store``; a folder in which the paper was reproduced has most of them.
"""

import sys
from pathlib import Path

import pandas as pd

from foldwise.displays import LearningCurvesDisplay, QQDisplay, svg
from foldwise.lab import calibration, power
from foldwise.papers import Workbench
from foldwise.papers.dietterich_1998.real_learners_tasks import HALVES, TASKS, TESTS, n_trials

FOLDER = Path(__file__).parent
PROCEDURES = {**TESTS, "corrected 10x10": "10x10"}


def main(bench: Workbench) -> None:
    """Match, try all procedures, write tables and figures."""
    curves, rates = [], []
    how = {"n_trials": n_trials(bench), **bench.how}
    for task in TASKS:
        made = bench.once(task.matching)
        for each in made:
            table = each.curves.frame()
            table.insert(0, "problem", task.name)
            table.insert(1, "fraction", each.curves.damaged.fraction)
            curves.append(table)
        found = power(PROCEDURES, made, **how)
        table = found.frame()
        table.insert(0, "problem", task.name)
        rates.append(table)
        _draw(f"lab-curves-{task.name}", LearningCurvesDisplay.from_curves([each.curves for each in made[:-1]]))
        _draw(f"lab-power-{task.name}", found)
    _write("lab-curves", pd.concat(curves))
    table = pd.concat(rates)
    _write("lab-power", table)
    _write("lab-matched", table[table["difference"] == 0].drop(columns="difference"))
    plane = bench.once(TASKS[0].matching)[0]
    _draw("lab-qq", QQDisplay.from_calibration(calibration(TESTS[HALVES], plane, **how)))
    _write("lab-fold-correlation", pd.concat([bench.once(task.folds).frame() for task in TASKS]))
    _write("lab-halvings", pd.concat([bench.once(task.halvings).frame() for task in TASKS]))


def _write(name: str, table: pd.DataFrame) -> None:
    table.to_csv(FOLDER / f"{name}.csv", index=False, float_format="%.5g", lineterminator="\n")


def _draw(name: str, result: object) -> None:
    (FOLDER / "img" / f"{name}.svg").write_text(svg(result), encoding="utf-8")


if __name__ == "__main__":
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    main(Workbench(n_jobs=int(sys.argv[1]) if len(sys.argv) > 1 else 1, store=folder))
