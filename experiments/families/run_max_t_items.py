"""Measure families of comparisons on scores of items, as `judge` makes them: docs/max-t-items.csv.

Systems that were scored on the same items are compared in all pairs, or with one of them. The same families are judged
without an adjustment, with Holm's method and with max-T. Run ``python experiments/families/run_max_t_items.py``; then
``python docs/fill_tables.py`` writes the table of docs/items.md.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from foldwise.results import ItemScores
from foldwise.runs import as_metric
from foldwise.stats import clopper_pearson, holm
from foldwise.verdicts import judge

TRIALS = 2000
ALPHA = 0.05
SEED = 47
Draw = Callable[[np.random.Generator], np.ndarray]


@dataclass(frozen=True)
class Family:
    """Scores of systems (systems, items): in words, how they are drawn, and what is compared with what."""

    families: str
    draw: Draw
    metric: str = "accuracy"
    cluster_size: int = 1
    against: str | None = None
    n_better: int = 0


def ratings(rng: np.random.Generator, k: int, n: int, *, gain: float = 0.0, cluster_size: int = 1) -> np.ndarray:
    """K systems that find the same items hard, and the same clusters; the last is better by `gain`."""
    hard = rng.normal(size=n) + np.repeat(rng.normal(size=n // cluster_size), cluster_size)
    own = rng.normal(size=(k, n)) + np.repeat(rng.normal(size=(k, n // cluster_size)), cluster_size, axis=1)
    x = hard + own if cluster_size > 1 else hard + rng.normal(size=(k, n))
    x[-1] += gain
    return x


def skewed(rng: np.random.Generator, k: int, n: int) -> np.ndarray:
    """K systems with one mean, of which the first half is far below it on a few items."""
    x = rng.normal(size=(k, n))
    x[: k // 2] = 1 - rng.exponential(size=(k // 2, n))
    return x


def right(rng: np.random.Generator, k: int, n: int) -> np.ndarray:
    """Right and wrong answers of k systems to items of which some are hard for all."""
    ease = rng.beta(4, 1, size=n)
    return (rng.random((k, n)) < ease).astype(float)


def families() -> Iterator[Family]:
    """List what is measured."""
    yield Family("all pairs of 6, right or wrong, 100 items", lambda rng: right(rng, 6, 100))
    yield Family("all pairs of 6, ratings, 60 items", lambda rng: ratings(rng, 6, 60), "neg_mean_absolute_error")
    yield Family(
        "all pairs of 6, ratings, 40 clusters of 3",
        lambda rng: ratings(rng, 6, 120, cluster_size=3),
        "neg_mean_absolute_error",
        3,
    )
    yield Family(
        "all pairs of 6, half of them skewed, 60 items", lambda rng: skewed(rng, 6, 60), "neg_mean_absolute_error"
    )
    yield Family(
        "14 against one, ratings, 60 items", lambda rng: ratings(rng, 15, 60), "neg_mean_absolute_error", against="s0"
    )
    yield Family(
        "14 against one, one better by .7, 60 items",
        lambda rng: ratings(rng, 15, 60, gain=0.7),
        "neg_mean_absolute_error",
        against="s0",
        n_better=1,
    )


def measure(family: Family, trials: int, seed: int) -> dict[str, object]:
    """Count families with a false alarm, and with the true difference found."""
    rng = np.random.default_rng(seed)
    metric = as_metric(family.metric, "classification" if family.metric == "accuracy" else "regression")
    false, found = np.zeros((2, 3), dtype=int)
    for _ in range(trials):
        x = family.draw(rng)
        if metric.lower_is_better:
            # As the quantity is recorded: a constant is of no account.
            x = 20 - x
        k, n = x.shape
        names = tuple(f"s{number}" for number in range(k))
        clusters = None if family.cluster_size == 1 else np.arange(n) // family.cluster_size
        scores = ItemScores(
            dataset="made up",
            learners=names,
            items=np.array([f"item {number}" for number in range(n)], dtype=object),
            scores=x[:, :, np.newaxis],
            metric=metric,
            clusters=clusters,
        )
        alone, together = (judge(scores, adjust=adjust, against=family.against) for adjust in ("none", "max_t"))
        p = np.array([row.pvalue for row in alone.comparisons])
        adjusted = np.array([row.adjusted_pvalue for row in together.comparisons])
        is_true = np.array([family.n_better > 0 and names[-1] in (row.a, row.b) for row in alone.comparisons])
        for place, values in enumerate((p, holm(p), adjusted)):
            is_small = values <= ALPHA
            found[place] += bool(is_small[is_true].any())
            false[place] += bool(is_small[~is_true].any())
    row: dict[str, object] = {"families": family.families, "trials": trials}
    for place, name in enumerate(("none", "holm", "max_t")):
        row |= {f"false_{name}": false[place] / trials}
        row |= {f"found_{name}": found[place] / trials if family.n_better else None}
    interval = clopper_pearson(int(false[2]), trials)
    return row | {"low": interval.low, "high": interval.high}


def main() -> None:
    """Write the table."""
    rows = [measure(family, TRIALS, SEED + place) for place, family in enumerate(families())]
    path = Path(__file__).parents[2] / "docs" / "max-t-items.csv"
    pd.DataFrame(rows).round(4).to_csv(path, index=False)


if __name__ == "__main__":
    main()
