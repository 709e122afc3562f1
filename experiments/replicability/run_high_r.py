"""If R is high, is the claim right? ``python experiments/replicability/run_high_r.py``, from the root.

Five tests, executed ten times on each of 400 datasets from seven populations whose truth is known; counted are datasets
with R of .8 or more, those among them on which the executions say that the learners differ, and those that name the
better one. Writes docs/high-r.csv. The same numbers are on the page of Bouckaert and Frank (2004). About two minutes;
``--store FOLDER`` goes on where an earlier run, or ``foldwise papers run``, stopped.
"""

import argparse
from pathlib import Path

from foldwise.papers.bouckaert_frank_2004.high_r import measure, summary


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--store", type=Path)
    given = parser.parse_args()
    store = None if given.store is None else given.store / "trials.db"
    table = measure(seed=1, n_jobs=given.jobs, store=store, progress=None)
    table.to_csv(Path("docs") / "high-r.csv", index=False)
    print(summary(table).round(3).to_string())


if __name__ == "__main__":
    main()
