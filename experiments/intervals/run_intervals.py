"""Coverage of intervals for one learner and for differences; ``docs/intervals-coverage.csv`` and a table of the docs.

``python experiments/intervals/run_intervals.py [POPULATION ...] [--folder FOLDER]`` measures. Finished pieces of 25
datasets are kept in the folder: interrupted, it goes on where it stopped, and several programs may share the
populations between them (``--part 1/2``, ``--part 2/2``). ``--tables`` measures nothing and writes what is there.

What an interval has to cover is the mean score of the learner (or the mean difference of two) with training sets of the
size that the interval is about, from 400 fresh training sets with 500 fresh test examples each (of
regressors 200 with 1,000). Its width is its median
half-width over 1.96 standard deviations of the 10x10 estimate from dataset to dataset: what it would have to be if that
estimate were normal, unbiased, and its variance known.

The rule for the default interval of one learner, written down before anything was measured. Of the intervals that take
at most 100 fits: on average over all cells of one learner at least .93 covered; on no population, on average over its
learners, less than .90. The narrowest of those, by the mean of the relative widths over these cells, is the default. If
it serves only means over examples, the narrowest of those that serve any metric is the default of other metrics. If
none is left, there is no interval by default, as before.
"""

import argparse
import time
from pathlib import Path

import numpy as np
import pandas as pd
from interval_trials import PIECE, piece, truths
from methods import METHODS, NORMAL
from populations import POPULATIONS

DOCS = Path(__file__).parents[2] / "docs"
NUMBERS = DOCS / "intervals-coverage.csv"
N_SETS = 300
REFERENCE = "corrected t, 10x10"


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition(";")[0])
    parser.add_argument("populations", nargs="*", metavar="POPULATION", help="all by default")
    parser.add_argument("--sets", type=int, default=N_SETS, help=f"datasets of each; default {N_SETS}")
    parser.add_argument("--folder", type=Path, default=Path("interval-trials"), help="where finished pieces are kept")
    parser.add_argument("--part", default="1/1", help="of so many programs that share the populations, which is this")
    parser.add_argument("--tables", action="store_true", help="write what is there")
    asked = parser.parse_args()
    if unknown := set(asked.populations) - set(POPULATIONS):
        parser.error(f"no such population: {', '.join(sorted(unknown))}; expected some of {', '.join(POPULATIONS)}")
    names = asked.populations or list(POPULATIONS)
    if asked.tables:
        rows = [row for name in names if (kept := measured(asked.folder, name)) for row in summary(name, *kept)]
        pd.DataFrame(rows).to_csv(NUMBERS, index=False, float_format="%.5g", lineterminator="\n")
        return
    this, of = map(int, asked.part.split("/"))
    asked.folder.mkdir(parents=True, exist_ok=True)
    for name in names[this - 1 :: of]:
        started = time.process_time()
        keep(asked.folder / f"{name}-truth.csv", lambda name=name: truths(name))
        for first in range(0, asked.sets, PIECE):
            keep(asked.folder / f"{name}-{first}.csv", lambda name=name, first=first: piece(name, first))
        print(f"{name}: {time.process_time() - started:.0f} s CPU", flush=True)


def keep(path, measure):
    """Measure what is not there yet; a file that is there is whole."""
    if path.exists():
        return
    unfinished = path.with_suffix(".part")
    pd.DataFrame(measure()).to_csv(unfinished, index=False, float_format="%.10g")
    unfinished.rename(path)


def measured(folder, name):
    """Return all rows of a population, and the truth; nothing if there is none."""
    pieces = sorted(folder.glob(f"{name}-[0-9]*.csv"), key=lambda path: int(path.stem.rpartition("-")[2]))
    truth = folder / f"{name}-truth.csv"
    return (pd.concat(map(pd.read_csv, pieces)), pd.read_csv(truth)) if pieces and truth.exists() else None


def summary(name, rows, truth):
    """One row for each cell and method: share that covers, where it misses, and how wide it is."""
    known = truth.set_index(["cell", "share"])
    for cell, of_cell in rows.groupby("cell", sort=False):
        spread = NORMAL * of_cell.loc[of_cell["method"] == REFERENCE, "estimate"].std(ddof=1)
        for method, found in of_cell.groupby("method", sort=False):
            fits, share, _ = METHODS[method]
            target = known.loc[(cell, share), "truth"]
            low, high = found["estimate"] - found["half"], found["estimate"] + found["half"]
            # An interval that is undefined, because nothing varied, covers nothing.
            covered = float(((low <= target) & (target <= high)).mean())
            yield {
                "population": name,
                "cell": cell,
                "learners": 2 if " - " in cell else 1,
                "method": method,
                "fits": fits,
                "sets": len(found),
                "covered": covered,
                "error": np.sqrt(covered * (1 - covered) / len(found)),
                "below": float((high < target).mean()),
                "above": float((low > target).mean()),
                "undefined": float(found["half"].isna().mean()),
                "width": found["half"].median() / spread,
                "truth": target,
                "truth_error": known.loc[(cell, share), "error"],
                "mean_estimate": found["estimate"].mean(),
            }


if __name__ == "__main__":
    main()
