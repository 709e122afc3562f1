"""Measure how often intervals for squared errors cover: docs/errors-coverage.csv.

One model on one test set: the interval for its mean squared error, and the root of it. Two models on the same test set:
the interval for the difference of their mean squared errors. The errors are drawn, so that the truth is known; those of
two models are correlated, and the second model's are half as large again.
Run ``python experiments/intervals/run_errors.py``; then ``python docs/fill_tables.py`` writes the tables of
docs/one-learner.md.
"""

from pathlib import Path

import numpy as np
import pandas as pd

from foldwise.stats import hall_t, paired_items_t

TRIALS = 10_000
SEED = 27
LEVEL = 0.95
# Errors of a second model: so many times those of the first in size, and so correlated with them.
SIZE, CORRELATION = 1.5, 0.7


def normal(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Errors as most textbooks have them: squares have skewness 2.8."""
    return rng.normal(size=shape)


def long_tails(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Student's t with 9 degrees of freedom: squares have a skewness of about 12."""
    return rng.standard_t(9, size=shape) * np.sqrt(7 / 9)


def longer_tails(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Student's t with 5 degrees of freedom: squares have a variance, and no skewness."""
    return rng.standard_t(5, size=shape) * np.sqrt(3 / 5)


def outliers(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Normal errors, one in fifty of them five times as large."""
    large = np.where(rng.random(shape) < 0.02, 5.0, 1.0)
    return rng.normal(size=shape) * large / np.sqrt(0.98 + 0.02 * 25)


def uneven(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Normal errors whose size differs from example to example, log-normally."""
    return rng.normal(size=shape) * rng.lognormal(-0.25, 0.5, size=shape)


# Each has mean square 1.
ERRORS = {
    "normal": normal,
    "t, 9 df": long_tails,
    "t, 5 df": longer_tails,
    "2% outliers": outliers,
    "uneven": uneven,
}


def limits(d: np.ndarray) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Return the limits of each interval, and of the wider of both."""
    found = {"student": paired_items_t(d).confidence_interval(LEVEL), "hall": hall_t(d).confidence_interval(LEVEL)}
    found = {name: (np.asarray(low), np.asarray(high)) for name, (low, high) in found.items()}
    lows, highs = zip(*found.values(), strict=True)
    return found | {"both": (np.minimum(*lows), np.maximum(*highs))}


def measured(d: np.ndarray, truth: float) -> dict[str, float]:
    """Return how often each interval covers, and its mean width."""
    row = {}
    for name, (low, high) in limits(d).items():
        row |= {name: float(np.mean((low <= truth) & (truth <= high))), f"{name}_above": float(np.mean(truth > high))}
        row[f"{name}_width"] = float(np.mean(high - low))
    return row


def of_two(draw, rng: np.random.Generator, n: int) -> np.ndarray:
    """Return squared errors of the second model less those of the first."""
    first = draw(rng, (TRIALS, n))
    second = SIZE * (CORRELATION * first + np.sqrt(1 - CORRELATION**2) * draw(rng, (TRIALS, n)))
    return second**2 - first**2


def main() -> None:
    """Measure all and write the table."""
    rows = []
    for number, (name, draw) in enumerate(ERRORS.items()):
        for n in (20, 50, 100, 300, 1000):
            rng = np.random.default_rng([SEED, number, n])
            rows.append({"models": 1, "errors": name, "n": n, **measured(draw(rng, (TRIALS, n)) ** 2, 1.0)})
            rows.append({"models": 2, "errors": name, "n": n, **measured(of_two(draw, rng, n), SIZE**2 - 1)})
    path = Path(__file__).parents[2] / "docs" / "errors-coverage.csv"
    pd.DataFrame(rows).to_csv(path, index=False, float_format="%.4f", lineterminator="\n")


if __name__ == "__main__":
    main()
