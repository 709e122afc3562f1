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
from foldwise.stats import hall_t, sign_flip
from foldwise.verdicts.items._find import FEW_UNITS
from foldwise.verdicts.items._skewness import SKEWED

TRIALS = 4000
# Of means of many items.
FEWER = 2000
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
    trials: int = TRIALS


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


def rare_losses(rng: np.random.Generator, n: int) -> np.ndarray:
    """Differences of which one in ten is a loss, exponential, and all others are the same small gain."""
    d = 0.1 - rng.exponential(size=(n, 1)) * (rng.random((n, 1)) < 0.1)
    return np.stack([d, np.zeros_like(d)])


def grades(rng: np.random.Generator, n: int) -> np.ndarray:
    """Grades from 0 to 1: of one model most are high and a few very low, of the other all are the mean of these."""
    d = rng.beta(1.2, 0.3, size=(n, 1))
    return np.stack([d, np.full_like(d, 0.8)])


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
        yield Population("losses, symmetric differences", str(n), "", partial(losses, n=n), loss, {}, FEWER)
        yield Population(
            "differences far from symmetric", str(n), "", partial(skewed_differences, n=n), loss, {}, FEWER
        )
    for n in (8, 20, 40):
        draw = partial(clustered, n_clusters=n, size=5, correlation=0.5)
        told = {"clusters": np.arange(n).repeat(5)}
        yield Population("clusters of 5, correlation .5", f"{n} clusters", "clusters", draw, loss, told, FEWER)
        yield Population("clusters of 5, correlation .5", f"{n} clusters", "nothing", draw, loss, {}, FEWER)
    yield Population("4 answers to each item", "50", "epochs", partial(epochs, n=50, k=4), accuracy, {})
    for spread in (0.0, 0.1, 0.4):
        for k in (3, 5, 10):
            draw = partial(trainings, n=200, k=k, spread=spread)
            name = f"seeds, skill varies by {spread:g}"
            yield Population(name, f"200, {k} seeds", "seeds", draw, accuracy, {"again": "seed"})
    for n in (10, 25, 40, 200):
        yield Population("rare losses, small gains", str(n), "", partial(rare_losses, n=n), loss, {}, FEWER)
        yield Population("grades, a few very low", str(n), "", partial(grades, n=n), as_metric("f1", None), {}, FEWER)


def measure_few(population: Population, rng: np.random.Generator) -> dict[str, object]:
    """Test samples of few items at once, as `judge` tests each; an interval misses zero just if the test rejects."""
    scores = np.array([population.draw(rng)[..., 0] for _ in range(TRIALS)])
    # Whose differences are which way round does not matter to a test of two sides.
    d = scores[:, 0] - scores[:, 1]
    clusters = population.more.get("clusters")
    hall = hall_t(d, clusters)
    sums = d if clusters is None else d.reshape(TRIALS, hall.n_units, -1).sum(axis=-1)
    called = float(np.mean(np.maximum(sign_flip(sums).pvalue, hall.pvalue) <= ALPHA))
    warned = float(np.mean(np.abs(hall.skewness) > SKEWED * np.sqrt(hall.n_units)))
    rates = {"called": called, "missed": called, "warned": warned, "agreed": np.nan, "foretold": np.nan}
    names = {"scores": population.scores, "n": population.n, "told": population.told, "test": "sign_flip+hall_t"}
    return names | rates | {"trials": TRIALS}


def measure(population: Population, rng: np.random.Generator) -> dict[str, object]:
    """Judge samples of one population."""
    told = population.metric.name != "accuracy" and population.told != "nothing"
    if told and int(population.n.split()[0]) < FEW_UNITS:
        return measure_few(population, rng)
    called = missed = warned = same = 0
    foretold = 0.0
    tests = set()
    before = None
    n_pairs = 0
    for trial in range(population.trials):
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
        warned += any(caveat.code == "skewed_differences" for caveat in row.caveats)
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
        "called": called / population.trials,
        "missed": missed / population.trials,
        "warned": warned / population.trials,
        "agreed": same / max(n_pairs, 1),
        "foretold": foretold / max(n_pairs, 1),
        "trials": population.trials,
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
