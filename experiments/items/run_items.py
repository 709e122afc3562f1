"""Measure how often a verdict on scores of items is wrong where both models are equally good: docs/items-levels.csv.

Every population has a mean difference of zero. Counted are winners that are called at level .05 and intervals at level
.95 that miss zero; of samples that are drawn twice, how often both decide the same beside what the first one foretold.
Run ``python experiments/items/run_items.py``; then ``python docs/fill_tables.py`` writes the table of docs/items.md.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd

import foldwise as fw
from foldwise.results import ItemScores
from foldwise.runs import Metric, as_metric

TRIALS = 4000
SEED = 25
ALPHA = 0.05


@dataclass(frozen=True)
class Population:
    """Where scores come from: what they are, and how a sample of both models is drawn."""

    scores: str
    n: str
    told: str
    draw: Callable[[np.random.Generator], np.ndarray]
    metric: Metric
    more: dict


def independent_answers(rng: np.random.Generator, n: int, p: float) -> np.ndarray:
    """Answers that are right with this probability, whoever answers."""
    return (rng.random((2, n, 1)) < p).astype(float)


def losses(rng: np.random.Generator, n: int) -> np.ndarray:
    """Exponential losses: skewed, their differences symmetric."""
    return rng.exponential(size=(2, n, 1))


def skewed_differences(rng: np.random.Generator, n: int) -> np.ndarray:
    """Differences that are skewed: log-normal less its mean."""
    d = rng.lognormal(size=(n, 1)) - np.exp(0.5)
    return np.stack([d, np.zeros_like(d)])


def clustered(rng: np.random.Generator, n_clusters: int, size: int, correlation: float) -> np.ndarray:
    """Differences that are correlated within clusters."""
    common = rng.normal(size=n_clusters).repeat(size)
    own = rng.normal(size=n_clusters * size)
    d = np.sqrt(correlation) * common + np.sqrt(1 - correlation) * own
    return np.stack([d, np.zeros_like(d)])[:, :, np.newaxis]


def epochs(rng: np.random.Generator, n: int, k: int) -> np.ndarray:
    """Items of their own difficulty, answered several times by both."""
    p = rng.beta(1, 1, size=(1, n, 1))
    return (rng.random((2, n, k)) < p).astype(float)


def trainings(rng: np.random.Generator, n: int, k: int, spread: float) -> np.ndarray:
    """Models trained several times: every training has a skill of its own, every item a difficulty."""
    difficulty = rng.normal(size=(1, n, 1))
    skill = spread * rng.normal(size=(2, 1, k))
    return (difficulty + skill + rng.normal(size=(2, n, k)) > -0.5).astype(float)


def populations() -> Iterator[Population]:
    """Return them all, in the order of the table."""
    accuracy, loss = as_metric("accuracy", None), as_metric("neg_mean_squared_error", None)
    for n in (20, 100, 1000):
        for words, p in (("half", 0.5), ("98%", 0.98)):
            draw = partial(independent_answers, n=n, p=p)
            yield Population(f"right or wrong, {words} right", str(n), "", draw, accuracy, {})
    for n in (10, 25, 40, 200):
        yield Population("losses, symmetric differences", str(n), "", partial(losses, n=n), loss, {})
        yield Population("differences far from symmetric", str(n), "", partial(skewed_differences, n=n), loss, {})
    for n in (8, 20, 40):
        draw = partial(clustered, n_clusters=n, size=5, correlation=0.5)
        told = {"clusters": np.arange(n).repeat(5)}
        yield Population("clusters of 5, correlation .5", f"{n} clusters", "clusters", draw, loss, told)
        yield Population("clusters of 5, correlation .5", f"{n} clusters", "nothing", draw, loss, {})
    yield Population("4 answers to each item", "50", "epochs", partial(epochs, n=50, k=4), accuracy, {})
    for spread in (0.0, 0.1, 0.4):
        for k in (3, 5, 10):
            draw = partial(trainings, n=200, k=k, spread=spread)
            name = f"seeds, skill varies by {spread:g}"
            yield Population(name, f"200, {k} seeds", "seeds", draw, accuracy, {"again": "seed"})


def measure(population: Population, rng: np.random.Generator) -> dict[str, object]:
    """Judge samples of one population."""
    called = missed = same = 0
    foretold = 0.0
    tests = set()
    before = None
    n_pairs = 0
    for trial in range(TRIALS):
        scores = population.draw(rng)
        items = ItemScores(
            dataset="made",
            learners=("a", "b"),
            items=np.arange(scores.shape[1]),
            scores=scores,
            metric=population.metric,
            **population.more,
        )
        verdict = fw.judge(items)
        row, pair = verdict.comparisons[0], verdict.pairs[0]
        tests.add(pair.test)
        called += row.winner is not None
        missed += row.low > 0 or row.high < 0
        # Every second sample is the other one of a pair.
        if trial % 2 and before is not None and np.isfinite(before[1]):
            n_pairs += 1
            same += before[0] == row.decision
            foretold += before[1]
        before = (row.decision, pair.agreement)
    return {
        "scores": population.scores,
        "n": population.n,
        "told": population.told,
        "test": "/".join(sorted(tests)),
        "called": called / TRIALS,
        "missed": missed / TRIALS,
        "agreed": same / max(n_pairs, 1),
        "foretold": foretold / max(n_pairs, 1),
        "trials": TRIALS,
    }


def main() -> None:
    """Measure all populations and write the table."""
    rows = []
    for number, population in enumerate(populations()):
        rows.append(measure(population, np.random.default_rng([SEED, number])))
        print(rows[-1], flush=True)
    path = Path(__file__).parents[2] / "docs" / "items-levels.csv"
    pd.DataFrame(rows).to_csv(path, index=False, float_format="%.4f", lineterminator="\n")


if __name__ == "__main__":
    main()
