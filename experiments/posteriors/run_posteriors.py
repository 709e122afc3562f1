"""Ranks and coverage of the Bayesian comparisons over datasets; ``docs/posterior-*.csv`` and tables of their page.

``python experiments/posteriors/run_posteriors.py`` takes about three minutes of one core.
"""

import argparse
import re
from pathlib import Path

import pandas as pd
from coverage import POPULATIONS, TOURNAMENTS, bradley_terry_coverage, hierarchical_coverage
from ranks import bradley_terry_ranks, hierarchical_ranks, uniformity

DOCS = Path(__file__).parents[2] / "docs"
SEED = 17
RANKS = {
    "hierarchical, 3 datasets of 10 folds": lambda n: hierarchical_ranks(n, 3, 10, SEED),
    "hierarchical, 10 datasets of 5 folds": lambda n: hierarchical_ranks(n, 10, 5, SEED),
    "hierarchical, 30 datasets of 100 folds": lambda n: hierarchical_ranks(n, 30, 100, SEED),
    "Bradley-Terry, 3 learners, 2 datasets": lambda n: bradley_terry_ranks(n, 3, 2, SEED),
    "Bradley-Terry, 5 learners, 20 datasets": lambda n: bradley_terry_ranks(n, 5, 20, SEED),
    "Bradley-Terry, 5 learners, 20 datasets, no ties": lambda n: bradley_terry_ranks(n, 5, 20, SEED, with_ties=False),
}


def measure_ranks(n):
    return pd.DataFrame(
        {"model": model, "n_trials": n, "quantity": quantity, "mean_rank": ranks.mean() / 63, "p": uniformity(ranks)}
        for model, measured in RANKS.items()
        for quantity, ranks in measured(n).items()
    )


def measure_populations(n):
    return pd.DataFrame(hierarchical_coverage(name, k, n, SEED) for name in POPULATIONS for k in (10, 30))


def measure_tournaments(n):
    return pd.DataFrame(bradley_terry_coverage(name, k, n, SEED) for name in TOURNAMENTS for k in (20, 100))


TABLES = {
    "ranks": (measure_ranks, 1000),
    "populations": (measure_populations, 100),
    "tournaments": (measure_tournaments, 100),
}


def markdown(table):
    cells = table.map(lambda value: f"{value:.3f}".replace("0.", ".", 1) if isinstance(value, float) else str(value))
    rows = [[name.replace("_", " ") for name in table], ["---"] * table.shape[1], *cells.to_numpy().tolist()]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def fill(page, name, table):
    """Put a table between its marks."""
    marked = re.compile(rf"(<!-- posterior-{name} -->\n).*?(<!-- end of posterior-{name} -->)", re.DOTALL)
    return marked.sub(lambda found: f"{found[1]}{markdown(table)}{found[2]}", page)


def main(given=None, out=DOCS):
    parser = argparse.ArgumentParser(description=__doc__.partition(";")[0])
    parser.add_argument("--only", choices=TABLES, help="one of the tables")
    parser.add_argument("--trials", type=int, help="instead of 1000 for ranks and 100 for coverage")
    asked = parser.parse_args(given)
    page = out / "posteriors.md"
    for name in [asked.only] if asked.only else TABLES:
        measured, n = TABLES[name]
        table = measured(asked.trials or n)
        table.to_csv(out / f"posterior-{name}.csv", index=False, float_format="%.4g", lineterminator="\n")
        table = pd.read_csv(out / f"posterior-{name}.csv")
        page.write_text(fill(page.read_text("utf-8"), name, table), encoding="utf-8")
        print(table.round(3).to_string(), flush=True)


if __name__ == "__main__":
    main()
