"""Levels of the settled tests on samples of real data sets; ``docs/settled-populations.csv`` and a table of the docs.

``FOLDWISE_DATA=FOLDER python experiments/settling/run_populations.py [--samples N] [POPULATION ...]`` measures
what has no rows yet, one population after another, and writes the table anew; a population that is named, such as
``adult-60``, is measured again. About forty minutes on one core.
"""

import argparse
import time
from dataclasses import replace

import pandas as pd
from datalab.pages import DOCS, fill, share, table
from datalab.populations import POPULATIONS, measure_samples, summarise

NUMBERS = DOCS / "settled-populations.csv"
PAGE = "settled-uci.md"
KEY = ["population", "n"]
FORMS = {"jackknife": "strict", "corrected_10": "10x10", "corrected_30": "30x10", "guard": "guard"}


def named(population):
    return f"{population.name}-{population.n}"


def read():
    return pd.read_csv(NUMBERS) if NUMBERS.exists() else pd.DataFrame(columns=KEY)


def with_rows(rows, population, new):
    """Replace the rows of a population, in the order of the list of all."""
    kept = rows[(rows["population"] != population.name) | (rows["n"] != population.n)]
    joined = pd.concat([kept, new]) if len(kept) else new
    order = {(one.name, one.n): place for place, one in enumerate(POPULATIONS)}
    places = [order[key] for key in zip(joined["population"], joined["n"], strict=True)]
    return joined.assign(place=places).sort_values("place", kind="stable").drop(columns="place")


def markdown(rows):
    heads = ["population, n", "pair", "samples", "n/2", ".9n", "V/Var strict", "V/Var 30x10"]
    heads += [f"misses {words}" for words in FORMS.values()]
    heads += [f"rejects {words}" for words in FORMS.values() if words != "30x10"]
    lines = []
    for row in rows.to_dict("records"):
        cells = [f"{row['population']} {row['n']}", row["pair"], row["samples"]]
        cells += [f"{100 * row[name]:+.1f}" for name in ("two_fold", "ten_fold")]
        cells += [f"{row[f'ratio_{name}']:.2f}" for name in ("jackknife", "corrected_30")]
        cells += [share(row[f"miss_{name}"]) for name in FORMS]
        cells += [share(row[f"rejects_{name}"]) for name in FORMS if name != "corrected_30"]
        lines.append(cells)
    return table(heads, lines) + "\n\n" + in_short(rows)


def in_short(rows):
    heads = ["misses of 95 % intervals", "mean", "largest", f"rows of {len(rows)} above .075"]
    lines = []
    for name, words in FORMS.items():
        misses = rows[f"miss_{name}"]
        lines.append([words, share(misses.mean()), share(misses.max()), int((misses > 0.075).sum())])
    return table(heads, lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("populations", nargs="*", help="such as adult-60")
    parser.add_argument("--samples", type=int, help="of each population, in place of 1000")
    asked = parser.parse_args()
    known = {named(population): population for population in POPULATIONS}
    if wrong := set(asked.populations) - set(known):
        parser.error(f"no population {sorted(wrong)}; there are {', '.join(known)}")
    done = set(zip(*(read()[name] for name in KEY), strict=True))
    missing = [name for name, one in known.items() if (one.name, one.n) not in done]
    for name in asked.populations or missing:
        begin = time.process_time()
        population = known[name] if asked.samples is None else replace(known[name], n_samples=asked.samples)
        rows = summarise(population, measure_samples(population))
        with_rows(read(), population, rows).to_csv(NUMBERS, index=False)
        print(f"{name}: {population.n_samples} samples, {time.process_time() - begin:.0f} s", flush=True)
    if set(read()["population"]):
        fill(PAGE, "run_populations.py", markdown(read()))


if __name__ == "__main__":
    main()
