"""Datasets of a population: fold scores and losses of all learners, and the true scores from fresh training sets."""

from zlib import crc32

import numpy as np
from methods import SCHEMES, SHARES, intervals
from populations import GROUP, POPULATIONS

from foldwise.lab._designs import given_folds
from foldwise.sharing._door import predict_folds
from foldwise.splits import LEFT_OUT, TRAIN_ONLY

SEED = 41
PIECE = 25
# Training sets and fresh test examples behind the true scores. Regressors do not share work here.
N_TRUTH = {"classification": (400, 500), "regression": (200, 1000)}


def _rng(*key):
    return np.random.default_rng([SEED, *(crc32(word.encode()) if isinstance(word, str) else word for word in key)])


def _groups(population, n):
    return np.arange(n) // GROUP if population.groups else None


def _answers(population, name, X, y, folds):
    predicted = predict_folds(
        population.learners[name], X, y, given_folds(folds), name=name, seed=SEED, task=population.task
    )
    return np.unique(y)[np.maximum(predicted, 0)] if population.task == "classification" else predicted


def _goodness(population, predicted, y, tested):
    """Return minus the loss of every example, 0 where it is not tested."""
    if population.task == "classification":
        return np.where(tested, (predicted == y).astype(float), 0.0)
    apart = np.abs(np.where(tested, predicted, y) - y)
    return -(apart**2 if population.metric == "squared" else apart)


def _scores(population, good, y, folds):
    """Return the score of every fold, of shape (n_repeats, n_folds)."""
    in_fold = folds[:, np.newaxis] == np.arange(folds.max() + 1)[:, np.newaxis]

    def means(which):
        count = (in_fold & which).sum(axis=-1)
        with np.errstate(invalid="ignore"):
            return (np.where(in_fold & which, good[:, np.newaxis], 0.0)).sum(axis=-1) / count

    if population.metric != "balanced_accuracy":
        return means(np.ones(len(y), dtype=bool))
    # A class that is not tested does not count, as in scikit-learn.
    return np.nanmean([means(y == label) for label in np.unique(y)], axis=0)


def piece(name, first):
    """Return a row for each dataset of a piece, cell and method: estimate and half-width.

    A cell is a learner, or a pair of learners as ``a - b``.
    """
    population = POPULATIONS[name]
    n, numbers = population.n, range(first, first + PIECE)
    groups = _groups(population, n)
    gathered = {cell: ({s: [] for s in SCHEMES}, {s: [] for s in SCHEMES}) for cell in population.learners}
    folds = {scheme: [] for scheme in SCHEMES}
    for number in numbers:
        X, y = population.draw(n, _rng(name, number))
        classes = y if population.task == "classification" else None
        parts = {
            scheme: each.assign(n, classes=classes, groups=groups, seed=SEED, dataset=f"{name} {number}").folds
            for scheme, each in SCHEMES.items()
        }
        for scheme, codes in parts.items():
            folds[scheme].append(codes)
        together = np.concatenate(list(parts.values()))
        ends = np.cumsum([0, *(len(part) for part in parts.values())])
        for learner in population.learners:
            predicted = _answers(population, learner, X, y, together)
            good = _goodness(population, predicted, y, together >= 0)
            for (scheme, codes), start, end in zip(parts.items(), ends, ends[1:], strict=False):
                gathered[learner][0][scheme].append(_scores(population, good[start:end], y, codes))
                gathered[learner][1][scheme].append(good[start:end])
    stacked = {
        cell: tuple({scheme: np.stack(values) for scheme, values in kind.items()} for kind in kinds)
        for cell, kinds in gathered.items()
    }
    folds = {scheme: np.stack(values) for scheme, values in folds.items()}
    for a, b in population.pairs:
        stacked[f"{a} - {b}"] = tuple(
            {scheme: of_a[scheme] - of_b[scheme] for scheme in SCHEMES}
            for of_a, of_b in zip(stacked[a], stacked[b], strict=True)
        )
    rows = []
    for cell, (scores, losses) in stacked.items():
        found = intervals(scores, None if population.metric == "balanced_accuracy" else losses, folds, groups)
        for method, (estimate, half) in found.items():
            rows += [
                {"dataset": number, "cell": cell, "method": method, "estimate": e, "half": h}
                for number, e, h in zip(numbers, estimate, half, strict=True)
            ]
    return rows


def truths(name):
    """Return the true score of each cell at each training size, from fresh training sets and fresh test examples."""
    population = POPULATIONS[name]
    sizes = {share: round(share * population.n / GROUP) * GROUP if population.groups else round(share * population.n)
             for share in SHARES}  # fmt: skip
    largest = max(sizes.values())
    n_truth, n_fresh = N_TRUTH[population.task]
    found = {learner: [] for learner in population.learners}
    folds = np.zeros((len(sizes), largest + n_fresh), dtype=np.int32)
    for row, size in zip(folds, sizes.values(), strict=True):
        row[:largest] = LEFT_OUT
        row[:size] = TRAIN_ONLY
    for number in range(n_truth):
        X, y = population.draw(largest + n_fresh, _rng(name, "truth", number))
        for learner in found:
            predicted = _answers(population, learner, X, y, folds)
            good = _goodness(population, predicted, y, folds >= 0)
            found[learner].append(_scores(population, good, y, folds)[:, 0])
    values = {learner: np.array(each) for learner, each in found.items()}
    for a, b in population.pairs:
        values[f"{a} - {b}"] = values[a] - values[b]
    return [
        {"cell": cell, "share": share, "truth": each[:, i].mean(), "error": each[:, i].std(ddof=1) / n_truth**0.5}
        for cell, each in values.items()
        for i, share in enumerate(sizes)
    ]
