"""How often two executions agree on the 27 data sets of Bouckaert and Frank, and what that costs.

``FOLDWISE_DATA=FOLDER python experiments/settling/run_uci.py [PROCEDURE ...]`` executes what has no rows in
``docs/settled-uci.csv`` yet, ten executions of a procedure on a data set at a time, and writes the tables of
``docs/settled-uci.md`` anew. A procedure that is named is executed again; ``--tables`` executes nothing.
"""

import argparse
import time

import pandas as pd
from datalab import uci_tables
from datalab.executions import SEED, datasets, verdicts
from datalab.pages import DOCS, fill

from foldwise.data import load
from foldwise.verdicts import Procedure, Settled

NUMBERS, PAGE = DOCS / "settled-uci.csv", "settled-uci.md"
PROCEDURES = {
    "10x10": Procedure("10x10"),
    "settled": Procedure(Settled()),
    "settled-5000": Procedure(Settled(max_fits=5_000)),
    "guard": Procedure(Settled(guard=True)),
    "guard-5000": Procedure(Settled(guard=True, max_fits=5_000)),
    "strict": Procedure(Settled(strict=True)),
    "strict-10000": Procedure(Settled(strict=True, max_fits=10_000)),
}
TEN = 10
# The default is the one whose agreement has to be known best.
N_TENS = {name: 3 if name == "settled" else 1 for name in PROCEDURES}
COLUMNS = ["procedure", "dataset", "pair", "execution", "decision", "estimate", "statistic", "repeats", "fits"]
COLUMNS += ["settled", "risk", "unguarded", "cpu_seconds"]


def execute(procedure, dataset, *, n=TEN, ten=0):
    """One row for each execution and pair; tens are independent of each other."""
    rows = []
    data = load(dataset)
    begin = time.process_time()
    for place, verdict in enumerate(verdicts(procedure, data, n, seed=SEED + ten)):
        execution = {"execution": TEN * ten + place}
        rows += [row_of(comparison, verdict) | execution for comparison in verdict.comparisons]
    # All executions and pairs are computed together.
    spent = (time.process_time() - begin) / len(rows)
    return pd.DataFrame(rows).assign(dataset=dataset.removeprefix("uci:"), cpu_seconds=spent)


def row_of(comparison, verdict):
    settlement = comparison.settlement
    design = verdict.runs[0].assignment
    fixed = design.n_repeats * design.n_folds
    return {
        "pair": f"{comparison.a} - {comparison.b}",
        "decision": comparison.decision,
        "estimate": comparison.estimate,
        "statistic": comparison.statistic,
        "repeats": design.n_repeats if settlement is None else settlement.n_repeats,
        "fits": fixed if settlement is None else settlement.n_fits,
        "settled": None if settlement is None else settlement.settled,
        "risk": comparison.forecast.risk,
        "unguarded": None if settlement is None else settlement.unguarded_statistic,
    }


def read():
    return pd.read_csv(NUMBERS) if NUMBERS.exists() else pd.DataFrame(columns=COLUMNS)


def missing(rows, names):
    """Procedures, tens and data sets that have no rows; all data sets of a ten before the next."""
    done = set(zip(rows["procedure"], rows["execution"] // TEN, rows["dataset"], strict=True))
    for name in names:
        for ten in range(N_TENS[name]):
            for dataset in datasets():
                if (name, ten, dataset.removeprefix("uci:")) not in done:
                    yield name, ten, dataset


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("procedures", nargs="*", help=f"of {', '.join(PROCEDURES)}")
    parser.add_argument("--tables", action="store_true")
    asked = parser.parse_args()
    if wrong := set(asked.procedures) - set(PROCEDURES):
        parser.error(f"no procedure {sorted(wrong)}; there are {', '.join(PROCEDURES)}")
    rows = read()
    rows = rows[~rows["procedure"].isin(asked.procedures)]
    for name, ten, dataset in [] if asked.tables else missing(rows, asked.procedures or PROCEDURES):
        new = execute(PROCEDURES[name], dataset, ten=ten).assign(procedure=name)[COLUMNS]
        rows = pd.concat([rows, new]) if len(rows) else new
        rows.to_csv(NUMBERS, index=False, float_format="%.6g")
        print(name, ten, dataset, f"CPU {new['cpu_seconds'].sum():.1f} s", flush=True)
    fill(PAGE, "run_uci.py", uci_tables.markdown(read()))


if __name__ == "__main__":
    main()
