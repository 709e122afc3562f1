"""Samples of large real data sets, as if these were all there is: what tests say about them, and how often wrongly.

Nobody knows which learner is better on a sample of n rows on average, but the mean over many samples is close to it. An
interval at level .95 should contain the mean of its own estimate in 95 % of the samples; that it does not is called a
miss here.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd
from scipy.stats import t as t_distribution

from foldwise.data import load
from foldwise.learners import C45, NaiveBayes, NearestNeighbor
from foldwise.splits import RepeatedKFold
from foldwise.stats import corrected_repeated_kfold_t, own_loss_variance, twofold_jackknife_t

ALPHA = 0.05
LEARNERS = {"NB": NaiveBayes(), "C4.5": C45(), "1-NN": NearestNeighbor()}
PAIRS = list(combinations(range(len(LEARNERS)), 2))
N_HALVINGS = 200
# The factor of the variance and the degrees of freedom are those of ten repeats, however many there are.
FEW, MANY, COUNTED = 10, 30, 10
# As in the comparison of datasets: halves of rare classes are stratified, since a half without a class is another task.
RARE = 10


@dataclass(frozen=True, slots=True)
class Population:
    """A data set of the UCI collection, and samples of it."""

    name: str
    n: int
    n_samples: int = 1000


POPULATIONS = (
    Population("adult", 60),
    Population("adult", 200),
    Population("adult", 500),
    Population("kr-vs-kp", 100),
    Population("kr-vs-kp", 200),
    Population("letter", 400),
    Population("satimage", 200),
    Population("segment", 150),
    Population("spambase", 200),
    Population("splice", 200),
    Population("waveform-21", 200),
    Population("waveform-21", 400),
)


@dataclass(frozen=True, slots=True)
class Measured:
    """Estimates and variances of all pairs; every array is (n_pairs,) for one sample, (n_samples, n_pairs) for many."""

    two_fold: np.ndarray
    jackknife: np.ndarray
    own: np.ndarray
    carried: np.ndarray
    few: np.ndarray
    few_corrected: np.ndarray
    many: np.ndarray
    many_corrected: np.ndarray

    @classmethod
    def stack(cls, samples):
        return cls(**{name: np.array([getattr(one, name) for one in samples]) for name in cls.__slots__})


def draw(data, n, number):
    """Sample number `number` of n rows: attributes and labels, which know the classes that occur in the sample."""
    rng = np.random.default_rng([n, number])
    rows = np.sort(rng.choice(data.n_examples, n, replace=False))
    labels = data.y[rows].astype(str)
    found = set(labels)
    declared = [name for name in data.target_names if name in found]
    return data.X.iloc[rows].reset_index(drop=True), pd.Categorical(labels, categories=declared)


def losses(X, y, folds):
    """Wrong answers of every learner, (n_learners, n_repeats, n)."""
    wrong = np.empty((len(LEARNERS), *folds.shape), dtype=np.int8)
    for place, learner in enumerate(LEARNERS.values()):
        predictor = learner.prepare_folds(X, y)
        truth = np.searchsorted(predictor.classes_, np.asarray(y, dtype=predictor.classes_.dtype))
        wrong[place] = predictor.codes(folds) != truth
    return wrong


def fold_means(values, folds, n_folds):
    """Mean of (..., n_repeats, n) over the examples of each fold, (..., n_repeats, n_folds)."""
    inside = folds[:, np.newaxis] == np.arange(n_folds)[:, np.newaxis]
    sums = np.einsum("...rn,rfn->...rf", values.astype(float), inside.astype(float))
    return sums / inside.sum(axis=-1)


def measure(X, y, seed):
    """All estimates and variances from one sample."""
    labels = np.asarray(y, dtype=str)
    rare = np.unique(labels, return_counts=True)[1].min() < RARE
    halves = (
        RepeatedKFold(2, N_HALVINGS, stratified=None if rare else False).assign(len(y), classes=labels, seed=seed).folds
    )
    tenths = RepeatedKFold(10, MANY).assign(len(y), classes=labels, seed=seed).folds
    wrong = losses(X, y, np.concatenate([halves, tenths]))
    first, second = (np.array(side) for side in zip(*PAIRS, strict=True))
    differences = wrong[second] - wrong[first]
    jackknife = twofold_jackknife_t(differences[:, :N_HALVINGS], halves)
    by_fold = fold_means(differences[:, N_HALVINGS:], tenths, 10)
    few, many = (corrected_repeated_kfold_t(by_fold[:, :r], counted_repeats=COUNTED) for r in (FEW, MANY))
    # As `Settled(guard=True)` has it: half of what the variance of the own losses grows to nine tenths is added.
    half, most = (own_loss_variance(part) for part in (differences[:, :N_HALVINGS], differences[:, N_HALVINGS:]))
    return Measured(
        two_fold=jackknife.estimate,
        jackknife=jackknife.standard_error**2,
        own=jackknife.own_variance,
        carried=jackknife.jackknife_variance + np.maximum(np.asarray(most.variance) - half.variance, 0) / 2,
        few=few.estimate,
        few_corrected=few.standard_error**2,
        many=many.estimate,
        many_corrected=many.standard_error**2,
    )


def measure_samples(population):
    """Measure all samples of a population; each is the same however many there are."""
    data = load(f"uci:{population.name}")
    samples = (draw(data, population.n, number) for number in range(population.n_samples))
    return Measured.stack([measure(X, y, seed=number) for number, (X, y) in enumerate(samples)])


def summarise(population, measured):
    """One row per pair: means, variances estimated over true ones, misses and rejections."""
    n_samples = len(measured.two_fold)
    critical = {"two-fold": t_distribution.isf(ALPHA / 2, population.n - 1)}
    critical["ten-fold"] = t_distribution.isf(ALPHA / 2, 10 * COUNTED - 1)
    guarded = np.maximum(measured.many_corrected, measured.carried)
    forms = {
        "jackknife": (measured.two_fold, measured.jackknife, critical["two-fold"]),
        "corrected_10": (measured.few, measured.few_corrected, critical["ten-fold"]),
        "corrected_30": (measured.many, measured.many_corrected, critical["ten-fold"]),
        "guard": (measured.many, guarded, critical["ten-fold"]),
    }
    names = list(LEARNERS)
    table = pd.DataFrame(
        {
            "population": population.name,
            "n": population.n,
            "pair": [f"{names[a]} - {names[b]}" for a, b in PAIRS],
            "samples": n_samples,
            "two_fold": measured.two_fold.mean(axis=0),
            "ten_fold": measured.many.mean(axis=0),
            "on_floor": (measured.jackknife <= measured.own).mean(axis=0),
        }
    )
    for name, (estimate, variance, bound) in forms.items():
        mean, reach = estimate.mean(axis=0), bound * np.sqrt(variance)
        table[f"ratio_{name}"] = variance.mean(axis=0) / estimate.var(axis=0, ddof=1)
        table[f"miss_{name}"] = (np.abs(estimate - mean) > reach).mean(axis=0)
        table[f"rejects_{name}"] = (np.abs(estimate) > reach).mean(axis=0)
    return table.round(5)
