"""Error and speed of looking at a stream after every example: ``python experiments/streams/run_streams.py``.

Streams of differences of two learners from -1 to 1: right and wrong answers of which few, some or all differ,
continuous ones, skewed ones, and answers in clusters of five that are all alike, for which the test is not made. Each
with mean zero and with a difference. A learner is called better as soon as a test rejects at .05: the bets of
`betting_e_process`, or a t test that is looked at after every example from the tenth on, after every hundredth, or
once at the end. Writes docs/streams-levels.csv, in some minutes.
"""

import sys
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.special import ndtri, stdtrit

from foldwise.stats import betting_confidence_sequence, betting_e_process

ALPHA, SEED = 0.05, 20261119
LOOKS = (100, 1000, 5000)


def answers(differing):
    """Right or wrong: a share of the answers differs."""

    def draw(rng, shape, mean):
        return rng.choice(
            [-1.0, 0.0, 1.0], p=[(differing - mean) / 2, 1 - differing, (differing + mean) / 2], size=shape
        )

    return draw


def continuous(rng, shape, mean):
    """Differences of scores, normal with standard deviation .1."""
    return (mean + 0.1 * rng.normal(size=shape)).clip(-1, 1)


def skewed(rng, shape, mean):
    """A little won on almost all examples, nearly everything lost on one in a hundred."""
    return np.where(rng.random(shape) < 0.01, mean - 0.9, mean + 0.9 / 99)


def clustered(rng, shape, mean):
    """Clusters of five examples on which the same learner is right."""
    return np.repeat(answers(0.2)(rng, (shape[0], shape[1] // 5), mean), 5, axis=1)


# A population and a difference of its mean that is worth finding in it.
POPULATIONS = {
    "answers, .02 differ": (answers(0.02), 0.01),
    "answers, .2 differ": (answers(0.2), 0.04),
    "answers, all differ": (answers(1.0), 0.1),
    "continuous, sd .1": (continuous, 0.01),
    "skewed, one in a hundred lost": (skewed, 0.02),
    "answers in clusters of five alike": (clustered, 0.04),
}


def t_rejections(d):
    """Where a two-sided t test of the examples so far rejects."""
    n = np.arange(1, d.shape[-1] + 1)
    mean = np.cumsum(d, axis=-1) / n
    squares = np.maximum(np.cumsum(d**2, axis=-1) - n * mean**2, 0)
    with np.errstate(all="ignore"):
        t = np.abs(mean) / np.sqrt(squares / (n - 1) / n)
        return (t >= -stdtrit(n - 1.0, ALPHA / 2)) & (squares > 1e-12)


def procedures(d):
    """Where each of them may be looked at, and rejects."""
    n = np.arange(1, d.shape[-1] + 1)
    t = t_rejections(d)
    yield "bets, after every example", betting_e_process(d).pvalues <= ALPHA
    yield "t test, after every example", t & (n >= 10)
    yield "t test, after every 100", t & (n % 100 == 0)
    yield "t test, once at the end", t & (n == n[-1])


def covered(d, mean):
    """Share of streams whose limits never exclude the mean."""
    limits = betting_confidence_sequence(d, alpha=ALPHA)
    return float(((limits.low < mean) & (mean < limits.high)).all(axis=-1).mean())


def table(n_streams=2000, n_limits=300):
    """Return a row for each population, mean and procedure."""
    rows = []
    for place, (name, (draw, difference)) in enumerate(POPULATIONS.items()):
        for mean in (0.0, difference):
            d = draw(np.random.default_rng([SEED, place, int(1000 * mean)]), (n_streams, LOOKS[-1]), mean)
            planned = (ndtri(1 - ALPHA / 2) + ndtri(0.8)) ** 2 * d.var() / mean**2 if mean else np.nan
            inside = covered(d[:n_limits, : LOOKS[1]], mean)
            for procedure, rejects in procedures(d):
                ever = rejects.any(axis=1)
                first = np.where(ever, rejects.argmax(axis=1) + 1, np.inf)
                rates = [float((first <= look).mean()) for look in LOOKS]
                limits = inside if procedure.startswith("bets") else np.nan
                rows.append((name, mean, procedure, *rates, np.median(first), planned, limits, n_streams, n_limits))
    heads = ["population", "mean", "procedure", *(f"by_{look}" for look in LOOKS), "median_examples", "planned"]
    return pd.DataFrame(rows, columns=[*heads, "covered", "n_streams", "n_limits"])


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2] / "docs" / "streams-levels.csv")
    table().to_csv(target, index=False, float_format="%.6g")
