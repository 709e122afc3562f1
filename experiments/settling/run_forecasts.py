"""Forecasts of agreement against agreement: ``docs/forecast-calibration.csv``, a table and a figure of the docs.

``FOLDWISE_DATA=FOLDER python experiments/settling/run_forecasts.py [--executions 200] [DESIGN ...]`` executes
each design on every data set of Bouckaert and Frank that has no rows yet, one design after the other, and writes table
and figure anew. A design that is named is executed again; ``--tables`` executes nothing. Every execution forecasts the
probability that another one agrees with it, and is compared with the share of the others that do.
"""

import argparse
import time

import pandas as pd
from datalab.executions import datasets, verdicts
from datalab.forecast_tables import COLUMNS, KEY, draw, gather, markdown
from datalab.pages import DOCS, fill

from foldwise.data import load
from foldwise.splits import RepeatedKFold, Resampled
from foldwise.verdicts import Procedure

NUMBERS, PAGE, FIGURE = DOCS / "forecast-calibration.csv", "forecast.md", DOCS / "img" / "forecast-calibration.png"
N_EXECUTIONS = 200
DESIGNS = {
    "10x10": Procedure("10x10"),
    "5x10": Procedure(RepeatedKFold(10, 5)),
    "5x2": Procedure("5x2", "five_by_two_t"),
    "resampled": Procedure(Resampled(30, 0.1)),
}


def execute(design, dataset, n):
    """Decisions and forecasts: one row per pair and execution."""
    rows = [
        row_of(comparison) | {"execution": execution}
        for execution, verdict in enumerate(verdicts(DESIGNS[design], load(dataset), n))
        for comparison in verdict.comparisons
    ]
    return pd.DataFrame(rows).assign(design=design, dataset=dataset.removeprefix("uci:"))


def row_of(comparison):
    return {
        "pair": f"{comparison.a} - {comparison.b}",
        "decision": comparison.decision,
        "agreement": comparison.forecast.agreement,
    }


def read():
    return pd.read_csv(NUMBERS) if NUMBERS.exists() else pd.DataFrame(columns=[*KEY, *COLUMNS])


def missing(counted, names):
    """Designs and data sets that have no rows; all data sets of a design before the next."""
    done = set(zip(counted["design"], counted["dataset"], strict=True))
    places = [(name, dataset) for name in names for dataset in datasets()]
    return [(name, dataset) for name, dataset in places if (name, dataset.removeprefix("uci:")) not in done]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("designs", nargs="*", help=f"of {', '.join(DESIGNS)}")
    parser.add_argument("--executions", type=int, default=N_EXECUTIONS)
    parser.add_argument("--tables", action="store_true")
    asked = parser.parse_args()
    if wrong := set(asked.designs) - set(DESIGNS):
        parser.error(f"no design {sorted(wrong)}; there are {', '.join(DESIGNS)}")
    counted = read()
    counted = counted[~counted["design"].isin(asked.designs)]
    for name, dataset in [] if asked.tables else missing(counted, asked.designs or DESIGNS):
        begin = time.process_time()
        new = gather(execute(name, dataset, asked.executions))
        counted = pd.concat([counted, new]) if len(counted) else new
        counted.to_csv(NUMBERS, index=False)
        print(name, dataset, f"{time.process_time() - begin:.0f} s", flush=True)
    counted = read()
    fill(PAGE, "run_forecasts.py", markdown(counted))
    draw(counted, FIGURE)


if __name__ == "__main__":
    main()
