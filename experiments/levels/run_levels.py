"""Levels, power and agreement of settled verdicts on the beds; ``docs/guard-levels*.csv`` and tables of the docs.

``python experiments/levels/run_levels.py [BED ...] [--folder FOLDER]`` measures with the code that users run. Finished
pieces of 50 datasets are kept in the folder: interrupted, it goes on where it stopped, and several programs may share
the beds between them (``--part 1/2``, ``--part 2/2``). ``--tables`` measures nothing, and writes what is there into
the tables, where other beds keep their rows. A null that is above .06 on its first datasets is measured again on 4,000
others (``BED --again``), and these decide.
"""

import argparse
import time
from pathlib import Path

import pandas as pd
from beds import BEDS
from tables import markdown
from trials import Study, summary

from foldwise import Settled

DOCS = Path(__file__).parents[2] / "docs"
NUMBERS, NUMBERS_AGAIN, PAGE = DOCS / "guard-levels.csv", DOCS / "guard-levels-again.csv", DOCS / "guard.md"
BEGIN, END = "<!-- written by experiments/levels/run_levels.py -->\n", "<!-- end of run_levels.py -->"
SEED, SEED_AGAIN = 23, 24
N_NULL, N_POWER, N_TWICE, N_AGAIN = 2000, 1000, 200, 4000


def sizes(bed, n=None):
    """How many datasets, and how many of them twice."""
    most = N_NULL if BEDS[bed].is_null else N_POWER
    return (most, N_TWICE) if n is None else (n, min(n, N_TWICE))


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition(";")[0])
    parser.add_argument("beds", nargs="*", metavar="BED", help="all by default")
    parser.add_argument("--sets", type=int, help=f"datasets, instead of {N_NULL} of nulls and {N_POWER} of others")
    parser.add_argument("--folder", type=Path, default=Path("levels-trials"), help="where finished pieces are kept")
    parser.add_argument("--part", default="1/1", help="of so many programs that share the beds, which is this")
    parser.add_argument("--again", action="store_true", help=f"{N_AGAIN} other datasets of the beds named")
    parser.add_argument("--tables", action="store_true", help="write what is there")
    asked = parser.parse_args()
    if unknown := set(asked.beds) - set(BEDS):
        parser.error(f"no such bed: {', '.join(sorted(unknown))}; expected some of {', '.join(BEDS)}")
    seed = SEED_AGAIN if asked.again else SEED
    study = Study(seed, Settled(guard=True), asked.folder / str(seed))
    this, of = map(int, asked.part.split("/"))
    rows = []
    for bed in (asked.beds or list(BEDS))[this - 1 :: of]:
        n, n_twice = (N_AGAIN, 0) if asked.again else sizes(bed, asked.sets)
        started = time.process_time()
        first = study.trials(bed, n, measure=not asked.tables)
        again = study.trials(bed, n_twice, 1, measure=not asked.tables)
        if len(first):
            rows.append(summary(bed, first, again))
            found = {key: round(value, 4) if isinstance(value, float) else value for key, value in rows[-1].items()}
            print(f"{time.process_time() - started:.0f} s CPU", found, flush=True)
    if asked.tables:
        numbers = NUMBERS_AGAIN if asked.again else NUMBERS
        merged(read(numbers), rows).to_csv(numbers, index=False, float_format="%.6g", lineterminator="\n")
        fill()


def merged(kept, rows):
    """Return the rows of a table with those measured now in their places, all in the order of the beds."""
    by_bed = {row["bed"]: row for row in [*kept.to_dict("records"), *rows]}
    return pd.DataFrame([by_bed[bed] for bed in BEDS if bed in by_bed])


def read(path):
    """Read a table that was written; 'null' is a kind of bed, and nothing that is missing."""
    return pd.read_csv(path, keep_default_na=False, na_values=[""]) if path.exists() else pd.DataFrame()


def fill():
    """Put the tables between the marks of the page."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    text = markdown(read(NUMBERS), read(NUMBERS_AGAIN))
    PAGE.write_text(f"{before}{BEGIN}{text}\n{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()
