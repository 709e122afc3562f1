"""Measure how often a family of comparisons has a false alarm, and finds what is there: docs/max-t-levels.csv.

Answers of several classifiers to the same examples, right or wrong. Unadjusted, Holm's method and max-T are counted on
the same families. Run ``python experiments/families/run_max_t.py``; then ``python docs/fill_tables.py`` writes the
table of docs/judging.md.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd

from foldwise.stats import clopper_pearson, holm, max_t

TRIALS = 4000
FLIPS = 999
ALPHA = 0.05
SEED = 31

Draw = Callable[[np.random.Generator], np.ndarray]


@dataclass(frozen=True)
class Family:
    """Where comparisons come from: in words, and how their differences are drawn; how many of them are not null."""

    families: str
    n: int
    draw: Draw
    n_true: int = 0


def against_one(rng: np.random.Generator, n: int, m: int, *, gain: float = 0.0, alike: float = 0.0) -> np.ndarray:
    """M variants against one default, each right with probability .8; the first with `gain` more.

    A share of the examples, `alike`, is answered by all variants in the same way.
    """
    right = rng.random((m + 1, n)) < 0.8
    right[1] |= rng.random(n) < gain / 0.2
    shared = rng.random(n) < alike
    right[2:, shared] = right[2][shared]
    return right[1:].astype(float) - right[0]


def all_pairs(rng: np.random.Generator, n: int, k: int) -> np.ndarray:
    """All pairs of k classifiers that are right with probability .8."""
    right = (rng.random((k, n)) < 0.8).astype(float)
    return np.array([right[a] - right[b] for a, b in combinations(range(k), 2)])


def one_wrong(rng: np.random.Generator, n: int, k: int) -> np.ndarray:
    """All pairs of k classifiers of which always one is wrong: their differences are not symmetric together."""
    right = np.ones((k, n))
    right[rng.integers(k, size=n), np.arange(n)] = 0
    return np.array([right[a] - right[b] for a, b in combinations(range(k), 2)])


def families() -> Iterator[Family]:
    """List what is measured."""
    for m, n in ((5, 50), (14, 100), (14, 300)):
        yield Family(f"{m} variants against one default", n, lambda rng, m=m, n=n: against_one(rng, n, m))
    yield Family("14 variants that mostly answer alike", 100, lambda rng: against_one(rng, 100, 14, alike=0.8))
    for k, n in ((4, 100), (6, 100)):
        yield Family(f"all pairs of {k}", n, lambda rng, k=k, n=n: all_pairs(rng, n, k))
    for n in (10, 20, 50):
        yield Family("all pairs of 3, of which one is wrong", n, lambda rng, n=n: one_wrong(rng, n, 3))
    yield Family("14 variants, one better by .1", 300, lambda rng: against_one(rng, 300, 14, gain=0.1), 1)
    yield Family(
        "14 that mostly answer alike, one better by .1",
        300,
        lambda rng: against_one(rng, 300, 14, gain=0.1, alike=0.8),
        1,
    )


def measure(family: Family, trials: int, seed: int) -> dict[str, object]:
    """Count families with a false alarm, and with the true difference found."""
    rng = np.random.default_rng(seed)
    false, found = np.zeros((2, 3), dtype=int)
    for trial in range(trials):
        result = max_t(family.draw(rng), n_flips=FLIPS, seed=trial)
        for place, p in enumerate((result.pvalue, holm(result.pvalue), result.adjusted_pvalue)):
            is_small = p <= ALPHA
            found[place] += bool(is_small[: family.n_true].any())
            false[place] += bool(is_small[family.n_true :].any())
    row: dict[str, object] = {"families": family.families, "n": family.n, "trials": trials}
    for place, name in enumerate(("none", "holm", "max_t")):
        row |= {f"false_{name}": false[place] / trials}
        row |= {f"found_{name}": found[place] / trials if family.n_true else None}
    interval = clopper_pearson(int(false[2]), trials)
    return row | {"low": interval.low, "high": interval.high}


def main() -> None:
    """Write the table."""
    rows = [measure(family, TRIALS, SEED + place) for place, family in enumerate(families())]
    path = Path(__file__).parents[2] / "docs" / "max-t-levels.csv"
    pd.DataFrame(rows).round(4).to_csv(path, index=False)


if __name__ == "__main__":
    main()
