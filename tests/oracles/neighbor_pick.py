"""Nearest training rows and every way in which ties among them could go, one query at a time."""

from itertools import combinations
from math import inf


def select(distances, itself, m):
    """The m nearest rows but the query itself: (distance, row) in order."""
    return sorted((d, row) for row, d in enumerate(distances) if row != itself)[:m]


def measure(X, query, rows, weights, kind):
    """Rows in order of their distance anew: (distance, row)."""
    found = []
    for row in rows:
        terms = [(a - b) * w for a, b, w in zip(X[query], X[row], weights, strict=True)]
        if kind == 0:
            d = sum(term * term for term in terms)
        else:
            d = sum(map(abs, terms)) if kind == 1 else max(map(abs, terms))
        found.append((d, row))
    return sorted(found)


def choices(table, horizon, relative, slack, folds, fold, k):
    """All sets of k places in the table that might be the nearest training rows, the likeliest first; None if unknown.

    `table` lists (distance, row) in order. Two distances are told apart if the greater exceeds the smaller by more
    than its share `relative` and `slack`.
    """
    places = [place for place, (_, row) in enumerate(table) if folds[row] >= -1 and folds[row] != fold]
    if len(places) < k:
        return None

    def blurred(place):
        return table[place][0] * (1 + relative) + slack

    limit = blurred(places[k - 1])
    if limit >= horizon:
        return None
    inside, outside = places[:k], [place for place in places[k:] if table[place][0] <= limit]
    safe = [place for place in inside if not outside or blurred(place) < table[outside[0]][0]]
    unsettled = [place for place in inside + outside if place not in safe]
    return [[*safe, *some] for some in combinations(unsettled, k - len(safe))]


def counted(weights):
    """Infinite weights count 1 and leave nothing to the others."""
    return [float(w == inf) for w in weights] if inf in weights else weights


def votes(chosen, labels, weights, n_classes):
    total = [0.0] * n_classes
    for place, w in zip(chosen, counted([weights[place] for place in chosen]), strict=True):
        total[labels[place]] += w
    return total


def average(chosen, values, weights):
    w = counted([weights[place] for place in chosen])
    return sum(a * values[place] for a, place in zip(w, chosen, strict=True)) / sum(w)
