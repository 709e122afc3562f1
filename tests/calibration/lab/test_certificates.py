"""Certificates against the truth, on populations where that is known; docs/certificate.md has more of them."""

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from foldwise.data import Dataset
from foldwise.lab import certify, sources
from foldwise.learners import NearestNeighbor


@pytest.mark.slow
@pytest.mark.parametrize(
    ("learner", "low", "high"),
    # True rates of 10x10 are .10 and .04, in 3000 datasets each (exact_null_reference.csv). The mean of three
    # certificates has a standard error of about .02, most of it from what the three datasets are like.
    [(NearestNeighbor(), 0.05, 0.16), (LinearDiscriminantAnalysis(), 0.005, 0.08)],
    ids=["unstable", "stable"],
)
def test_sub_samples_find_the_level(learner, low, high):
    source = sources.ExchangeableBlocks(learner)
    rates = []
    for number in range(3):
        X, y = source.draw(np.random.default_rng([7, number]))
        learners = dict(zip("ab", source.learners, strict=True))
        found = certify(learners, Dataset(X, y), procedure="10x10", n_trials=150, seed=number)
        rates.append(found.pairs[0].rate)
    assert low < np.mean(rates) < high
