"""Nearest neighbours by comparing with every row, in plain Python floats: slow, and short enough to check by eye."""

from math import inf, isnan


def ranges(X, n_values):
    """Least and greatest known value of each numeric column; (0, 1) for a nominal one."""
    found = []
    for a, column in enumerate(zip(*X, strict=True)):
        known = [v for v in column if not isnan(v)]
        found.append((0.0, 1.0) if n_values[a] else (min(known, default=inf), max(known, default=-inf)))
    return found


def widened(low_high, row, n_values):
    """The ranges after one more row."""
    new = []
    for (low, high), v, nominal in zip(low_high, row, n_values, strict=True):
        new.append((low, high) if nominal or isnan(v) else (min(low, v), max(high, v)))
    return new


def position(v, low, high):
    return (v - low) / (high - low) if low < high else 0.0


def difference(v, w, nominal, low, high):
    if nominal:
        return 0.0 if v == w else 1.0
    if isnan(v) and isnan(w):
        return 1.0
    if isnan(v) or isnan(w):
        known = position(w if isnan(v) else v, low, high)
        return 1 - known if known < 0.5 else known
    return position(v, low, high) - position(w, low, high)


def squared_distance(one, other, n_values, low_high):
    total = 0.0
    for v, w, nominal, (low, high) in zip(one, other, n_values, low_high, strict=True):
        d = difference(v, w, nominal, low, high)
        total += d * d
    return total


def votes(X, y, weight, n_values, n_classes, query, low_high, k=1):
    """Weight of the rows no farther than the k-th nearest, by class."""
    distances = [squared_distance(query, row, n_values, low_high) for row in X]
    limit = sorted(distances)[:k][-1]
    counts = [0.0] * n_classes
    for distance, code, w in zip(distances, y, weight, strict=True):
        if distance <= limit:
            counts[code] += w
    return counts


def probabilities(X, y, weight, n_values, n_classes, queries, k=1, widen=False):
    low_high, total, answers = ranges(X, n_values), sum(weight), []
    for query in queries:
        if widen:
            low_high = widened(low_high, query, n_values)
        counts = votes(X, y, weight, n_values, n_classes, query, low_high, k)
        answers.append([(count + 1 / total) / (sum(counts) + n_classes / total) for count in counts])
    return answers
