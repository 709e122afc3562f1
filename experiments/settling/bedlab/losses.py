"""Losses of a learner on every example, in every repeat of a cross-validation."""

import numpy as np
from bedlab.neighbors import nearest, neighbor_means
from bedlab.sums import bayes_scores, lda_scores, ridge_answers, training_sums
from bedlab.trees import tree_answers

TREES = {"tree": {}, "tree3": {"max_depth": 3, "min_leaf": 3}}
SCORES = {"LDA": lda_scores, "GaussianNB": bayes_scores}
NEIGHBORS = {"1-NN": 1, "5-NN": 5}


class Losses:
    """One learner on one data set.

    Parameters
    ----------
    learner : str
        '1-NN', '5-NN' (regression), 'LDA', 'GaussianNB', 'tree', 'tree3', 'majority' or 'ridge'.
    loss : str
        'zero-one', 'log', 'Brier', 'squared' or 'absolute'.
    X, y : ndarray
        All examples; labels are numbers from 0.
    """

    def __init__(self, learner, loss, X, y):
        self._learner, self._loss, self._X, self._y = learner, loss, X, y
        self._near = nearest(X) if learner in NEIGHBORS else None

    def of(self, folds, n_folds):
        """Return the losses, of the shape of `folds`, (n_repeats, n_examples)."""
        y = self._y
        if self._loss in ("zero-one", "squared", "absolute"):
            answers = self._answers(folds, n_folds)
            if self._loss == "zero-one":
                return (answers != y).astype(np.int8)
            return (answers - y) ** 2 if self._loss == "squared" else np.abs(answers - y)
        scores = self._scores(folds, n_folds)
        scores = np.concatenate([np.zeros_like(scores[:, :1]), scores], axis=1)
        logs = scores - np.logaddexp.reduce(scores, axis=1, keepdims=True)
        if self._loss == "log":
            return -logs[:, y, np.arange(len(y))]
        return ((np.exp(logs) - np.eye(logs.shape[1])[:, y]) ** 2).sum(axis=1)

    def _scores(self, folds, n_folds):
        # Of a rare class there may be no example at all.
        n_classes = max(2, int(self._y.max()) + 1)
        return SCORES[self._learner](self._X, self._y, n_classes, folds, n_folds)

    def _answers(self, folds, n_folds):
        if self._learner in NEIGHBORS:
            return neighbor_means(self._near, self._y, folds, NEIGHBORS[self._learner])
        if self._learner in TREES:
            return tree_answers(self._X, self._y, folds, n_folds, **TREES[self._learner])
        if self._learner == "ridge":
            return ridge_answers(self._X, self._y, folds, n_folds)
        if self._learner == "majority":
            lead = training_sums(2 * self._y[:, None] - 1, folds, n_folds)
            return np.take_along_axis(lead[..., 0] > 0, folds, axis=1)
        scores = self._scores(folds, n_folds)
        return np.where(scores.max(axis=1) > 0, 1 + scores.argmax(axis=1), 0)
