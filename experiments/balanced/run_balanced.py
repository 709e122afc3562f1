"""Levels, power and agreement of balanced two-fold cross-validation; ``docs/balanced-levels.csv``.

``python experiments/balanced/run_balanced.py`` writes the table bed by bed, and goes on where it stopped: beds that are
in the table are not measured again. Then ``python docs/fill_tables.py`` writes the tables of the page.
"""

import sys
from pathlib import Path

import numpy as np
import pandas as pd

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "experiments" / "levels"))

from beds import BEDS  # noqa: E402

from foldwise import Procedure  # noqa: E402
from foldwise.lab import run_trials  # noqa: E402
from foldwise.splits import BalancedTwoFold, FiveByTwo, RepeatedKFold  # noqa: E402

PROCEDURES = {
    **{f"balanced {m}x2": Procedure(BalancedTwoFold(m), "balanced_two_fold_t") for m in (3, 7, 15)},
    "5x2cv F": Procedure(FiveByTwo(), "five_by_two_f"),
    "corrected 10x10": Procedure(RepeatedKFold(10, 10), "corrected_repeated_kfold_t"),
}
TRIALS = {"lda60": 1000, "lda200": 1000, "nb100": 1000, "nn60": 1000, "nn200": 600, "c45_60": 1000, "lda60p": 600,
          "lda200p": 600, "nn200p": 400}  # fmt: skip


TABLE = ROOT / "docs" / "balanced-levels.csv"


def main():
    rows = pd.read_csv(TABLE, keep_default_na=False).to_dict("records") if TABLE.exists() else []
    done = {row["bed"] for row in rows}
    for bed, n_trials in TRIALS.items():
        if bed in done:
            continue
        trials = run_trials(PROCEDURES, BEDS[bed].source, n_trials=n_trials, n_executions=2, seed=41, progress=False)
        for name, found in trials.found.items():
            decided, apart = found.decisions(0.05), np.diff(found.estimate, axis=1)
            rows.append(
                {
                    "bed": bed,
                    "kind": "null" if BEDS[bed].is_null else "power",
                    "procedure": name,
                    "trials": n_trials,
                    "rejected": (decided != 0).mean(),
                    "agreement": (decided[:, 0] == decided[:, 1]).mean(),
                    "sd_of_partition": np.sqrt(np.square(apart).mean() / 2),
                }
            )
        table = pd.DataFrame(rows)
        table.to_csv(TABLE, index=False, float_format="%.4g", lineterminator="\n")


if __name__ == "__main__":
    main()
