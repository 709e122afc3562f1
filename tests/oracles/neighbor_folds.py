"""Nearest neighbours in every training fold by comparing with every row, in plain Python floats."""

from math import inf, isnan


def ranges(X, nominal):
    """Least and greatest known value of each numeric column; (0, 1) for a nominal one."""
    found = []
    for a, is_nominal in enumerate(nominal):
        known = [row[a] for row in X if not isnan(row[a])]
        found.append((0.0, 1.0) if is_nominal else (min(known, default=inf), max(known, default=-inf)))
    return found


def squared_distance(one, other, nominal, low_high):
    total = 0.0
    for v, w, is_nominal, (low, high) in zip(one, other, nominal, low_high, strict=True):
        if is_nominal:
            total += 0.0 if v == w else 1.0
            continue
        width = high - low if low < high else inf
        v, w = ((x - low) / width if width < inf else x - x for x in (v, w))
        if isnan(v) and isnan(w):
            difference = 1.0
        elif isnan(v) or isnan(w):
            known = w if isnan(v) else v
            difference = max(known, 1.0 - known)
        else:
            difference = v - w
        total += difference * difference
    return total


def training_rows(folds, fold):
    return [row for row, code in enumerate(folds) if code >= -1 and code != fold]


def votes(X, y, nominal, n_classes, folds, k):
    """Votes by class of each row of one repeat; None where it is not tested."""
    counts = []
    for query, fold in zip(X, folds, strict=True):
        if fold < 0:
            counts.append(None)
            continue
        train = training_rows(folds, fold)
        low_high = ranges([X[row] for row in train], nominal)
        distances = [squared_distance(query, X[row], nominal, low_high) for row in train]
        limit = sorted(distances)[:k][-1]
        near = [y[row] for row, distance in zip(train, distances, strict=True) if distance <= limit]
        counts.append([near.count(c) for c in range(n_classes)])
    return counts
