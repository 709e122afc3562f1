"""All procedures by level, power and replicability together; ``docs/lab-ranking*.csv`` and the figure of the ranking.

``python experiments/ranking/run_ranking.py --jobs 2 --store lab.db`` says first about how long it will take, and goes
on where it stopped if it is interrupted. With ``--only NAME ...`` some procedures are measured and printed, and no
table is written; ``python docs/fill_tables.py`` puts the tables into their page.
"""

import argparse
import os
import sys
from dataclasses import fields
from pathlib import Path

os.environ.setdefault("MPLBACKEND", "Agg")

from ranklab.populations import alternatives, nulls
from ranklab.procedures import RANKED
from ranklab.studies import Sizes, batches, measure

from foldwise import lab, plot

DOCS = Path(__file__).parents[2] / "docs"


def say(line):
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def hours(seconds):
    return f"{seconds / 3600:.1f} hours" if seconds > 5400 else f"{max(seconds / 60, 1):.0f} minutes"


def write(ranked, studies, folder):
    ranked.frame().to_csv(folder / "lab-ranking.csv", index=False, float_format="%.6g")
    names = {"levels": "levels", "power": "power", "again": "replicability"}
    for study, name in names.items():
        table = studies[study].frame()
        table.to_csv(folder / f"lab-ranking-{name}.csv", index=False, float_format="%.6g")
    (folder / "img").mkdir(exist_ok=True)
    figure = plot(ranked).figure
    figure.savefig(folder / "img" / "lab-ranking.png", dpi=90, metadata={"Software": None}, bbox_inches="tight")


def main(arguments=None, *, without=None, between=None):
    """Measure what is asked for; other populations `without` and with a difference are for tests."""
    parser = argparse.ArgumentParser(description=__doc__.partition(";")[0])
    parser.add_argument("--only", nargs="+", metavar="NAME", choices=list(RANKED), help="procedures, by name")
    for size in fields(Sizes):
        option = f"--{size.name.replace('_', '-')}"
        parser.add_argument(option, type=int, default=size.default, metavar="N", help="datasets (default %(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--store", help="file that keeps finished trials")
    parser.add_argument("--out", type=Path, default=DOCS, help="folder of the tables")
    asked = parser.parse_args(arguments)
    procedures = {name: RANKED[name] for name in asked.only or RANKED}
    sizes = Sizes(**{size.name: getattr(asked, size.name) for size in fields(Sizes)})
    several = batches(procedures, without or nulls(), between or alternatives(), sizes)
    seconds = sum(batch.seconds_to_go(asked.store) for batch in several) / asked.jobs
    say(f"{len(several)} batches, about {hours(seconds)}" if seconds else f"{len(several)} batches, all there")
    studies = measure(several, {"n_jobs": asked.jobs, "store": asked.store}, say)
    ranked = lab.rank_results(studies["levels"], studies["power"], studies["again"])
    if asked.only:
        print(ranked.frame().to_string(index=False, float_format=lambda value: f"{value:.3f}"))
    else:
        write(ranked, studies, asked.out)


if __name__ == "__main__":
    main()
