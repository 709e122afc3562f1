"""Naive Bayes with entropy cuts, fold by fold, and lists of entries, without sharing anything."""

import math


def predict(X, y, n_values, n_classes, folds, cuts, probabilities):
    """Class probabilities of every tested row of every repeat; None for rows that are not tested.

    `cuts` discretizes one column and `probabilities` fits and predicts once, as the oracles of these do.
    """
    return [[_tested(X, y, n_values, n_classes, row, i, cuts, probabilities) for i in range(len(y))] for row in folds]


def _tested(X, y, n_values, n_classes, row, i, cuts, probabilities):
    if row[i] < 0:
        return None
    train = [t for t in range(len(y)) if row[t] >= -1 and row[t] != row[i]]
    classes, ones = [y[t] for t in train], [1.0] * len(train)
    found = [None if m else cuts([X[t][a] for t in train], classes, ones) for a, m in enumerate(n_values)]
    sizes = [m if m else len(at) + 1 for m, at in zip(n_values, found, strict=True)]

    def place(values):
        return [
            value if at is None or math.isnan(value) else float(sum(cut < value for cut in at))
            for value, at in zip(values, found, strict=True)
        ]

    return probabilities([place(X[t]) for t in train], classes, ones, sizes, n_classes, [place(X[i])])[0]


def entries(column, y):
    """Value, class and number of rows for every pair of a value and a class that occurs, in order of the values."""
    known = [(value, c) for value, c in zip(column, y, strict=True) if not math.isnan(value)]
    return [(*pair, known.count(pair)) for pair in sorted(set(known))]
