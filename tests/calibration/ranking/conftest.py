"""Tests import the programs that they check from the folder of experiments."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[3] / "experiments" / "ranking"))


@pytest.fixture(scope="session")
def examples():
    """Sixty examples of two overlapping classes."""
    rng = np.random.default_rng(7)
    y = rng.integers(0, 2, 60)
    return rng.normal(size=(60, 3)) + 0.8 * y[:, np.newaxis], y


@pytest.fixture(scope="session")
def runs(examples):
    """What two learners answer to a design."""
    from sklearn.naive_bayes import GaussianNB

    from foldwise import evaluate
    from foldwise.learners import NearestNeighbor

    kept = {}

    def run(scheme):
        if scheme not in kept:
            kept[scheme] = evaluate({"a": NearestNeighbor(), "b": GaussianNB()}, *examples, scheme=scheme, seed=4)
        return kept[scheme]

    return run
