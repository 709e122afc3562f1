"""Fayyad and Irani's discretization by the book: every midpoint is tried, entropies are sums of p log2(p)."""

import math


def entropy(rows):
    """Class entropy of (value, class, weight) rows in bits, and the number of classes."""
    weights = {}
    for _, c, w in rows:
        weights[c] = weights.get(c, 0.0) + w
    total = math.fsum(weights.values())
    return -math.fsum(w / total * math.log2(w / total) for w in weights.values()), len(weights)


def total(rows):
    return math.fsum(w for *_, w in rows)


def cuts(values, classes, weights):
    """Accepted cuts in ascending order; missing values are left out."""
    known = [row for row in zip(values, classes, weights, strict=True) if not math.isnan(row[0])]
    return _cuts(sorted(known))


def _cuts(rows):
    candidates = []
    for i in range(1, len(rows)):
        if rows[i - 1][0] < rows[i][0]:
            left, right = rows[:i], rows[i:]
            remaining = (total(left) * entropy(left)[0] + total(right) * entropy(right)[0]) / total(rows)
            # Rounded, so that of cuts which are equally good the first is taken.
            candidates.append((round(remaining, 11), i))
    if not candidates:
        return []
    remaining, i = min(candidates)
    left, right, n = rows[:i], rows[i:], total(rows)
    (e, k), (e1, k1), (e2, k2) = entropy(rows), entropy(left), entropy(right)
    delta = math.log2(3**k - 2) - (k * e - k1 * e1 - k2 * e2)
    if not e - remaining > (math.log2(max(n - 1, 1)) + delta) / n + 1e-11:
        return []
    return [*_cuts(left), (rows[i - 1][0] + rows[i][0]) / 2, *_cuts(right)]
