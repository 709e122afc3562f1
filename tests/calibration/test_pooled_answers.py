"""How often the counting tests reject a true null on the pooled answers of one cross-validation.

The null holds exactly: two blocks of attributes have the same law given the class, one learner sees the first, the same
learner the second. 200 examples, 5 + 5 normal attributes, shift .35, two classes, ten folds, level .05. The recorded
rates, from 3000 datasets with another seed, are in ``docs/calibration.md``.
"""

import numpy as np
import pytest

from foldwise.splits import KFold
from foldwise.stats import binomial, mcnemar

N, N_FOLDS, DATASETS = 200, 10, 1500
RECORDED = {"1-NN": 0.111, "LDA": 0.044}


def nearest(X, y, new):
    distances = ((new[:, np.newaxis] - X) ** 2).sum(axis=-1)
    return y[distances.argmin(axis=1)]


def discriminant(X, y, new):
    """Pooled covariance, shares of the classes as priors."""
    first, second = X[y == 0], X[y == 1]
    centred = np.concatenate([first - first.mean(axis=0), second - second.mean(axis=0)])
    direction = np.linalg.solve(centred.T @ centred / len(y), second.mean(axis=0) - first.mean(axis=0))
    middle = (first.mean(axis=0) + second.mean(axis=0)) / 2
    return ((new - middle) @ direction + np.log(len(second) / len(first)) > 0).astype(int)


LEARNERS = {"1-NN": nearest, "LDA": discriminant}


def right_answers(X, y, folds, learn):
    right = np.zeros(len(y), dtype=bool)
    for fold in range(N_FOLDS):
        test = folds == fold
        right[test] = learn(X[~test], y[~test], X[test]) == y[test]
    return right


def disagreements(rng, learn):
    y = rng.integers(0, 2, N)
    folds = KFold(N_FOLDS, stratified=False).assign(N, seed=int(rng.integers(2**31))).folds[0]
    shift = 0.35 * (2 * y[:, np.newaxis] - 1)
    a, b = (right_answers(rng.normal(size=(N, 5)) + shift, y, folds, learn) for _ in range(2))
    return int((a & ~b).sum()), int((b & ~a).sum())


def rates(seed, name, datasets):
    rng = np.random.default_rng(seed)
    a_only, b_only = np.array([disagreements(rng, LEARNERS[name]) for _ in range(datasets)]).T
    return [float((test(a_only, b_only).pvalue <= 0.05).mean()) for test in (binomial, mcnemar)]


@pytest.mark.slow
@pytest.mark.parametrize("name", LEARNERS)
def test_pooling_folds_costs_the_exact_test_its_level(name):
    recorded = RECORDED[name]
    margin = 4 * np.sqrt(recorded * (1 - recorded) * (1 / DATASETS + 1 / 3000))
    for rate in rates(2004, name, DATASETS):
        assert rate == pytest.approx(recorded, abs=margin)
