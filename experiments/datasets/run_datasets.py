"""Levels, power and coverage of what is said over many datasets; ``docs/datasets-levels.csv`` and tables of the docs.

``python experiments/datasets/run_datasets.py --store datasets.db`` goes on where it stopped if it is interrupted. The
tables are put between the marks of ``docs/lab-datasets.md``; ``--tables`` measures nothing and writes them from what is
in the file.
"""

import argparse
import time
from pathlib import Path

import pandas as pd
from tablelab.pages import markdown
from tablelab.populations import groups

from foldwise.lab import over_datasets

DOCS = Path(__file__).parents[2] / "docs"
BEGIN, END = "<!-- written by experiments/datasets/run_datasets.py -->\n", "<!-- end of run_datasets.py -->"
SEED, N_TABLES = 41, 4000


def measure(several, n_tables, how):
    """Measure groups of populations, and return all rows."""
    frames = []
    for name, group in several.items():
        started = time.process_time()
        frame = over_datasets(group.methods, group.populations, n_trials=n_tables, seed=SEED, **how).frame()
        frame.insert(0, "group", name)
        frames.append(frame)
        print(f"{name}: {time.process_time() - started:.0f} s", flush=True)
    return pd.concat(frames, ignore_index=True)


def fill(page, frame):
    """Put the tables between the marks of the page."""
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    page.write_text(f"{before}{BEGIN}{markdown(frame)}\n{END}{rest.partition(END)[2]}", encoding="utf-8")


def main(arguments=None, *, several=None):
    """Measure what is asked for; `several` other groups are for tests."""
    parser = argparse.ArgumentParser(description=__doc__.partition(";")[0])
    parser.add_argument("--tables", action="store_true", help="write the tables from the numbers that are there")
    parser.add_argument("--n", type=int, default=N_TABLES, help="tables of each population (default %(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--store", help="file that keeps finished blocks")
    parser.add_argument("--out", type=Path, default=DOCS, help="folder of numbers and page")
    asked = parser.parse_args(arguments)
    numbers = asked.out / "datasets-levels.csv"
    if not asked.tables:
        frame = measure(several or groups(), asked.n, {"n_jobs": asked.jobs, "store": asked.store})
        frame.to_csv(numbers, index=False, float_format="%.6g", lineterminator="\n")
    fill(asked.out / "lab-datasets.md", pd.read_csv(numbers))


if __name__ == "__main__":
    main()
