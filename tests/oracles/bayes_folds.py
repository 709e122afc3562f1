"""Naive Bayes fold by fold, and lists of distinct values, without sharing anything."""

import math
from collections import Counter


def predict(X, y, n_values, n_classes, folds, probabilities):
    """Class probabilities of every tested row of every repeat; None for rows that are not tested.

    `probabilities` fits and predicts once, as the oracle of a single naive Bayes does.
    """
    return [[_tested(X, y, n_values, n_classes, row, i, probabilities) for i in range(len(y))] for row in folds]


def _tested(X, y, n_values, n_classes, row, i, probabilities):
    if row[i] < 0:
        return None
    train = [t for t in range(len(y)) if row[t] >= -1 and row[t] != row[i]]
    ones = [1.0] * len(train)
    return probabilities([X[t] for t in train], [y[t] for t in train], ones, n_values, n_classes, [X[i]])[0]


def distinct(column, y, n_classes):
    """Distinct values in ascending order, the number of rows up to each, and how often each occurs in each class."""
    known = [(value, c) for value, c in zip(column, y, strict=True) if not math.isnan(value)]
    values = sorted({value for value, _ in known})
    up_to = [sum(value <= bound for value, _ in known) for bound in values]
    times = [Counter(values.index(value) for value, c in known if c == k) for k in range(n_classes)]
    return values, up_to, [dict(counter) for counter in times]
