"""Learners that are a function of sums over training examples: all folds of all repeats at once."""

import numpy as np


def training_sums(features, folds, n_folds):
    """Sum the rows of `features` over the training part of each fold: shape (n_repeats, n_folds, ...)."""
    tested = (folds[:, None, :] == np.arange(n_folds - 1)[:, None]).astype(np.float64)
    sums = (tested.reshape(-1, len(features)) @ features).reshape(len(folds), n_folds - 1, -1)
    # The last fold is trained on all that the others test.
    return np.concatenate([features.sum(axis=0) - sums, sums.sum(axis=1, keepdims=True)], axis=1)


def _linear(slopes, constants, X, folds):
    """Scores of all examples by the fit of the fold that tests them: slopes of shape (r, k, C, p) to (r, C, n)."""
    # One large product instead of many small ones.
    scores = (slopes.reshape(-1, X.shape[1]) @ X.T + constants.reshape(-1, 1)).reshape(*constants.shape, len(X))
    return np.take_along_axis(scores, folds[:, None, None, :], axis=1)[:, 0]


def _relative(slopes, constants, X, folds):
    """Scores of the other classes less that of class 0: (r, C - 1, n)."""
    return _linear(slopes[..., 1:, :] - slopes[..., :1, :], constants[..., 1:] - constants[..., :1], X, folds)


def _class_sums(X, y, n_classes, folds, n_folds):
    member = np.eye(n_classes)[y]
    sums = training_sums(np.hstack([member, np.einsum("nc,np->ncp", member, X).reshape(len(X), -1)]), folds, n_folds)
    counts = sums[..., :n_classes].round()
    means = sums[..., n_classes:].reshape(*counts.shape, -1) / np.maximum(counts, 1)[..., None]
    with np.errstate(divide="ignore"):
        priors = np.log(counts / counts.sum(axis=-1, keepdims=True))
    return counts, means, priors


def lda_scores(X, y, n_classes, folds, n_folds):
    """Log likelihoods by linear discriminants with pooled covariance, less that of class 0: (r, C - 1, n)."""
    X = X - X.mean(axis=0)
    n, p = X.shape
    counts, means, priors = _class_sums(X, y, n_classes, folds, n_folds)
    products = training_sums(np.einsum("np,nq->npq", X, X).reshape(n, -1), folds, n_folds)
    within = products.reshape(len(folds), n_folds, p, p)
    within -= np.einsum("rkc,rkcp,rkcq->rkpq", counts, means, means)
    within /= counts.sum(axis=-1)[..., None, None]
    slopes = np.linalg.solve(within, means.swapaxes(-1, -2)).swapaxes(-1, -2)
    constants = priors - (slopes * means).sum(axis=-1) / 2
    return _relative(slopes, constants, X, folds)


def bayes_scores(X, y, n_classes, folds, n_folds):
    """Log likelihoods by Gaussian naive Bayes, less that of class 0: (r, C - 1, n); smoothed as scikit-learn does."""
    X = X - X.mean(axis=0)
    n, p = X.shape
    counts, means, priors = _class_sums(X, y, n_classes, folds, n_folds)
    member = np.eye(n_classes)[y]
    squares = training_sums(np.einsum("nc,np->ncp", member, X**2).reshape(n, -1), folds, n_folds)
    squares = squares.reshape(*counts.shape, p)
    divisor = np.maximum(counts, 1)[..., None]
    n_train = counts.sum(axis=-1)[..., None]
    whole_means = (counts[..., None] * means).sum(axis=-2) / n_train
    whole = squares.sum(axis=-2) / n_train - whole_means**2
    smoothing = 1e-9 * whole.max(axis=-1)[..., None, None]
    variances = np.maximum(squares / divisor - means**2, 0) + smoothing
    slopes, curves = means / variances, -0.5 / variances
    constants = priors - (np.log(2 * np.pi * variances) + means**2 / variances).sum(axis=-1) / 2
    return _relative(np.concatenate([slopes, curves], axis=-1), constants, np.hstack([X, X**2]), folds)


def ridge_answers(X, y, folds, n_folds, penalty=1.0):
    """Predictions of ridge regression with an intercept: (r, n)."""
    middle = y.mean()
    X, y = X - X.mean(axis=0), y - middle
    n, p = X.shape
    ones = np.column_stack([np.ones(n), X, y])
    products = np.einsum("np,nq->npq", ones, ones).reshape(n, -1)
    sums = training_sums(products, folds, n_folds).reshape(len(folds), n_folds, p + 2, p + 2)
    n_train, firsts = sums[..., 0, 0], sums[..., 0, 1:]
    centred = sums[..., 1:, 1:] - firsts[..., :, None] * firsts[..., None, :] / n_train[..., None, None]
    slopes = np.linalg.solve(centred[..., :p, :p] + penalty * np.eye(p), centred[..., :p, p:])[..., 0]
    means = firsts / n_train[..., None]
    constants = middle + means[..., p] - (slopes * means[..., :p]).sum(axis=-1)
    return _linear(slopes[..., None, :], constants[..., None], X, folds)[:, 0]
