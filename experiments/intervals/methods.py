"""The intervals that are measured: their splits, and how scores or losses become estimate and half-width."""

import numpy as np
from scipy.special import ndtri

from foldwise import stats
from foldwise.splits import LEFT_OUT, NestedKFold, RepeatedKFold, Resampled, SplitHalves

TENTH = 0.1
N_SPLITS = 5
# In this order in the assignment of a dataset. The first of the ten repeats is the single cross-validation.
SCHEMES = {
    "10x10": RepeatedKFold(10, 10),
    "5x5": RepeatedKFold(5, 5),
    "25 splits": Resampled(25, TENTH),
    "nested": NestedKFold(5, 3),
    "halves": SplitHalves(N_SPLITS, 10, TENTH),
}
# Fits of each learner, training size as a share of n that the interval is about, and whether any metric will do.
METHODS = {
    "corrected t, 25 splits": (25, 0.9, True),
    "corrected t, 5x5": (25, 0.8, True),
    "corrected t, 10x10": (100, 0.9, True),
    "nested, 3x5": (45, 1.0, False),
    "conservative z, 5 splits, 10 halvings": (105, 0.9, True),
    "10-fold z, overall": (10, 0.9, False),
    "10-fold z, fold": (10, 0.9, False),
}
SHARES = sorted({share for _, share, _ in METHODS.values()})


def intervals(scores, losses, folds, clusters):
    """Return estimate and half-width at 95 % of every method, for a batch of datasets.

    Parameters
    ----------
    scores : dict of str to ndarray of shape (n_datasets, n_repeats, n_folds)
        Of each scheme, or differences of two learners.
    losses : dict of str to ndarray of shape (n_datasets, n_repeats, n), or None
        Minus the losses of examples, or their differences; None for metrics that are no means over examples.
    folds : dict of str to ndarray of shape (n_datasets, n_repeats, n)
        Fold codes.
    clusters : ndarray or None
        Groups.
    """
    found = {}
    n_train, n_test = ((f < 0) & (f > LEFT_OUT) for f in [folds["25 splits"]]), folds["25 splits"] >= 0
    n_train = next(n_train).sum(axis=(0, 2)), n_test.sum(axis=(0, 2))
    found["corrected t, 25 splits"] = stats.corrected_resampled_t(
        scores["25 splits"][..., 0], n_train=n_train[0], n_test=n_train[1]
    )
    for scheme in ("5x5", "10x10"):
        found[f"corrected t, {scheme}"] = stats.corrected_repeated_kfold_t(scores[scheme])
    halves = scores["halves"][..., 0]
    found["conservative z, 5 splits, 10 halvings"] = stats.conservative_z(
        halves[:, :N_SPLITS], halves[:, N_SPLITS:].reshape(len(halves), -1, 2, N_SPLITS).mean(axis=-1)
    )
    if losses is not None:
        rows = (len(halves), 3, 15, -1)
        found["nested, 3x5"] = stats.nested_cv_z(
            losses["nested"].reshape(rows), folds["nested"].reshape(rows), clusters
        )
        for around in ("overall", "fold"):
            found[f"10-fold z, {around}"] = stats.cross_validation_z(
                losses["10x10"][:, 0], folds["10x10"][:, 0], clusters, around=around
            )
    return {name: (np.asarray(result.estimate), _half(result)) for name, result in found.items()}


def _half(result):
    low, high = result.confidence_interval(0.95)
    return (np.asarray(high) - np.asarray(low)) / 2


NORMAL = float(-ndtri(0.025))
