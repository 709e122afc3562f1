"""Naive Bayes and J48's tree on rows of zeros and ones with two classes, fold by fold, from the definitions.

A table is a list of (values, class). Naive Bayes in exact fractions, the tree by recursion over lists of rows: nothing
is shared between folds, tabulated, or updated in place.
"""

import math
from fractions import Fraction
from statistics import NormalDist

SMALL = 1e-6


def folds_of(rows, folds):
    """Training rows, and numbers of the tested ones, of every fold that tests something."""
    for fold in range(max(folds) + 1):
        test = [i for i, f in enumerate(folds) if f == fold]
        if test:
            yield [row for row, f in zip(rows, folds, strict=True) if f >= -1 and f != fold], test


def bayes(rows, folds):
    """Probability of class 1 of each tested row, by number."""
    answers = {}
    for train, test in folds_of(rows, folds):
        for i in test:
            weights = []
            for c in (0, 1):
                inside = [values for values, label in train if label == c]
                weight = Fraction(len(inside) + 1, len(train) + 2)
                for a, value in enumerate(rows[i][0]):
                    weight *= Fraction(sum(values[a] == value for values in inside) + 1, len(inside) + 2)
                weights.append(weight)
            answers[i] = weights[1] / sum(weights)
    return answers


def tree(rows, folds, **options):
    """Training rows of each class that answer for each tested row, by number."""
    answers = {}
    for train, test in folds_of(rows, folds):
        root = fit(train, **options)
        for i in test:
            answers[i] = ask(root, rows[i][0])
    return answers


def fit(rows, *, min_leaf=2, confidence=0.25, prune=True, raising=True, collapse=True):
    root = grow(rows, min_leaf)
    if collapse:
        root = collapsed(root)
    return pruned(root, confidence, raising) if prune else root


def ask(node, values):
    """Counts at the leaf; those of the node above if the leaf is empty."""
    while node["children"]:
        below = node["children"][values[node["attribute"]]]
        if not below["rows"]:
            break
        node = below
    return counts(node["rows"])


def counts(rows):
    ones = sum(label for _, label in rows)
    return len(rows) - ones, ones


def leaf(rows):
    return {"rows": rows, "attribute": None, "children": []}


def parts(rows, attribute):
    return [[row for row in rows if row[0][attribute] == value] for value in (0, 1)]


def bits(numbers):
    """Entropy of counts, times their sum."""
    total = sum(numbers)
    return sum(k * math.log2(total / k) for k in numbers if k)


def grow(rows, min_leaf):
    gains, ratios = {}, {}
    for a in range(len(rows[0][0]) if rows else 0):
        sides = parts(rows, a)
        if min(map(len, sides)) >= min_leaf:
            gain = bits(counts(rows)) - sum(bits(counts(side)) for side in sides)
            gain = gain if gain >= SMALL else 0.0
            gains[a] = gain / len(rows)
            ratios[a] = gain / bits([len(side) for side in sides])
    best, chosen = 0.0, None
    for a, gain in gains.items():
        if gain >= sum(gains.values()) / len(gains) - 1e-3 and ratios[a] - best > SMALL:
            best, chosen = ratios[a], a
    if chosen is None or len(rows) < 2 * min_leaf or min(counts(rows)) == 0:
        return leaf(rows)
    return {"rows": rows, "attribute": chosen, "children": [grow(side, min_leaf) for side in parts(rows, chosen)]}


def training_errors(node):
    return sum(map(training_errors, node["children"])) if node["children"] else min(counts(node["rows"]))


def collapsed(node):
    if training_errors(node) >= min(counts(node["rows"])):
        return leaf(node["rows"])
    return node | {"children": [collapsed(child) for child in node["children"]]}


def pessimistic(rows, confidence):
    n, e = len(rows), min(counts(rows))
    if n == 0:
        return 0.0
    if e == 0:
        return n * (1 - confidence ** (1 / n))
    z, f = NormalDist().inv_cdf(1 - confidence), (e + 0.5) / n
    return n * (f + z * z / (2 * n) + z * math.sqrt(f * (1 - f) / n + (z / (2 * n)) ** 2)) / (1 + z * z / n)


def estimated(node, confidence):
    if not node["children"]:
        return pessimistic(node["rows"], confidence)
    return sum(estimated(child, confidence) for child in node["children"])


def filled(node, rows):
    """The same questions with other rows."""
    if not node["children"]:
        return leaf(rows)
    sides = zip(node["children"], parts(rows, node["attribute"]), strict=True)
    return node | {"rows": rows, "children": [filled(child, side) for child, side in sides]}


def pruned(node, confidence, raising):
    """From the leaves up: a leaf or the larger branch instead of a node, if that is not expected to cost 0.1 errors."""
    if not node["children"]:
        return node
    node = node | {"children": [pruned(child, confidence, raising) for child in node["children"]]}
    zero, one = node["children"]
    larger = filled(one if len(one["rows"]) >= len(zero["rows"]) else zero, node["rows"])
    as_leaf, as_tree = pessimistic(node["rows"], confidence), estimated(node, confidence)
    as_raised = estimated(larger, confidence) if raising else math.inf
    if as_leaf < as_tree + 0.1 + SMALL and as_leaf < as_raised + 0.1 + SMALL:
        return leaf(node["rows"])
    if as_raised < as_tree + 0.1 + SMALL:
        return pruned(larger, confidence, raising)
    return node
