"""Measure three tests of a mean difference, of skewed differences and others: docs/items-skewness.csv.

Student's t, Hall's, and the larger p-value of both, on differences with a mean of zero (how often one is called) and
with means of 2.8 standard errors to either side (how often it is found). In units of their standard deviation.
Run ``python experiments/items/run_skewness.py``; then ``python docs/fill_tables.py`` writes the table of docs/items.md.
"""

from pathlib import Path

import numpy as np
import pandas as pd

from foldwise.stats import hall_t, paired_items_t

TRIALS = 10_000
SEED = 26
ALPHA = 0.05
SHIFT = 2.8


def normal(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    """Differences that are not skewed."""
    return rng.normal(size=shape)


def long_tails(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    """Student's t with 3 degrees of freedom: long tails on both sides."""
    return rng.standard_t(3, size=shape) / np.sqrt(3)


def exponential(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    """Skewness 2."""
    return rng.exponential(size=shape) - 1


def log_normal(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    """Skewness 6.2."""
    return (rng.lognormal(size=shape) - np.exp(0.5)) / np.sqrt((np.e - 1) * np.e)


POPULATIONS = {
    "normal": normal,
    "long tails on both sides": long_tails,
    "exponential": exponential,
    "log-normal": log_normal,
}


def rates(d: np.ndarray) -> dict[str, float]:
    """Return how often each test rejects."""
    student, hall = np.asarray(paired_items_t(d).pvalue), np.asarray(hall_t(d).pvalue)
    found = {"student": student, "hall": hall, "both": np.maximum(student, hall)}
    return {name: float(np.mean(p <= ALPHA)) for name, p in found.items()}


def main() -> None:
    """Measure all and write the table."""
    rows = []
    for number, (name, draw) in enumerate(POPULATIONS.items()):
        for n in (10, 25, 40, 100):
            d = draw(np.random.default_rng([SEED, number, n]), (TRIALS, n))
            for side, shift in (("none", 0.0), ("to the long tail", SHIFT), ("away from it", -SHIFT)):
                rows.append({"differences": name, "n": n, "mean": side, **rates(d + shift / np.sqrt(n))})
    path = Path(__file__).parents[2] / "docs" / "items-skewness.csv"
    pd.DataFrame(rows).to_csv(path, index=False, float_format="%.4f", lineterminator="\n")


if __name__ == "__main__":
    main()
