"""C4.5 as Weka 3.9.7's J48 grows, collapses, prunes and reads it, slowly: recursion over lists of (row, weight).

A node is one object; nothing is shared, cached or updated in place except by pruning. Found out from the behaviour of
J48 and checked against its trees and class distributions; the comparisons with 1e-6, 1e-5 and 1e-3 are Weka's.
"""

from dataclasses import dataclass, field

import numpy as np
from scipy.special import ndtri

SMALL = 1e-6


@dataclass(frozen=True)
class Table:
    """Training rows; `n_values` is 0 for a numeric column; `rows` is what each row counts for as a row."""

    X: np.ndarray
    n_values: list
    y: list
    n_classes: int
    rows: list
    confidence: float
    min_leaf: float


@dataclass
class Node:
    """`counts`: weight by class. A split also has `bags`: weight by branch and class; `data`: its (row, weight)."""

    data: list
    counts: np.ndarray
    attribute: int = -1
    threshold: float = np.nan
    bags: np.ndarray | None = None
    children: list = field(default_factory=list)
    empty: bool = False

    @property
    def is_leaf(self):
        return not self.children


def fit(
    X,
    n_values,
    y,
    weight,
    n_classes,
    *,
    confidence=0.25,
    min_leaf=2,
    pruned=True,
    raising=True,
    collapse=True,
    rows=None,
):
    """Grow and prune a tree.

    J48 counts rows, not weights, in two places: known values against twice the smallest branch, and values of a nominal
    attribute against 0.3 n. Here a row counts for its weight there, so that a row of weight 2 equals two rows;
    ``rows=[1, 1, ...]`` is J48 to the letter.
    """
    rows = list(weight if rows is None else rows)
    table = Table(np.asarray(X, float), list(n_values), [int(c) for c in y], n_classes, rows, confidence, min_leaf)
    root = grow(table, [(i, float(w)) for i, w in enumerate(weight)])
    if collapse:
        collapse_tree(root)
    if pruned:
        prune(table, root, raising)
    return root


# Growing


def grow(table, data):
    counts = class_counts(table, data)
    node = Node(data, counts, empty=abs(counts.sum()) < SMALL)
    if counts.sum() < 2 * table.min_leaf - SMALL or abs(counts.sum() - most(counts)) < SMALL:
        return node
    split = choose_split(table, data)
    if split is None:
        return node
    node.attribute, node.threshold = split
    node.bags = branch_counts(table, data, *split)
    node.children = [grow(table, part) for part in parts(table, data, node)]
    return node


def choose_split(table, data):
    """Attribute and threshold of the best gain ratio among those whose gain is at least about average."""
    splits = {}
    for attribute, n_values in enumerate(table.n_values):
        found = nominal_split(table, data, attribute) if n_values else numeric_split(table, data, attribute)
        if found is not None:
            splits[attribute] = found
    many = {a for a, n in enumerate(table.n_values) if n and not n < 0.3 * sum(table.rows) - SMALL}
    if len(many) == len(table.n_values):
        many = set()
    gains = [gain for attribute, (gain, _, _) in splits.items() if attribute not in many]
    if not gains:
        return None
    average, best, chosen = sum(gains) / len(gains), 0.0, None
    for attribute, (gain, ratio, threshold) in splits.items():
        if gain >= average - 1e-3 and ratio > best + SMALL:
            best, chosen = ratio, (attribute, threshold)
    if chosen is None:
        return None
    attribute, threshold = chosen
    if not table.n_values[attribute]:
        column = table.X[:, attribute]
        threshold = column[column <= threshold].max()
    return attribute, threshold


def nominal_split(table, data, attribute):
    """One branch for each declared value, at least two of them of some weight."""
    bags = np.zeros((table.n_values[attribute], table.n_classes))
    for i, w in data:
        if not np.isnan(table.X[i, attribute]):
            bags[int(table.X[i, attribute]), table.y[i]] += w
    if sum(table.min_leaf - w < SMALL for w in bags.sum(axis=1)) < 2:
        return None
    total = sum(w for _, w in data)
    gain = information_gain(bags, total)
    return gain, gain_ratio(bags, total, gain), np.nan


def numeric_split(table, data, attribute):
    """The best of all cuts between values more than 1e-5 apart, both sides of some weight."""
    known = [(table.X[i, attribute], i, w) for i, w in data if not np.isnan(table.X[i, attribute])]
    known.sort()
    total, known_weight = sum(w for _, w in data), sum(w for _, _, w in known)
    least = 0.1 * known_weight / table.n_classes
    least = table.min_leaf if least - table.min_leaf < SMALL else min(least, 25)
    if sum(table.rows[i] for _, i, _ in known) < 2 * least - SMALL:
        return None
    below = np.zeros((len(known), table.n_classes))  # row k: weight by class of the first k + 1 values
    for position, (_, i, w) in enumerate(known):
        below[position, table.y[i]] = w
    below = below.cumsum(axis=0)
    values = [value for value, _, _ in known]
    cuts = [k for k in range(len(values) - 1) if values[k] + 1e-5 < values[k + 1]]
    bags = np.stack([below[cuts], below[-1] - below[cuts]], axis=1)
    fits = (least - bags.sum(axis=2) < SMALL).all(axis=1)
    best, chosen = 0.0, None
    for number, gain in enumerate(information_gain(bags, total)):
        if fits[number] and gain > best + SMALL:
            best, chosen = gain, number
    if chosen is None:
        return None
    best -= np.log2(fits.sum()) / total
    if best < SMALL:
        return None
    low, high = values[cuts[chosen]], values[cuts[chosen] + 1]
    middle = (low + high) / 2
    return best, gain_ratio(bags[chosen], total, best), low if middle == high else middle


def information_gain(bags, total):
    """Bits saved per known row, times the share of the weight that is known; `bags`: (..., branches, classes)."""
    known = bags.sum(axis=(-2, -1))
    saved = x_log_x(known) - x_log_x(bags.sum(axis=-2)).sum(axis=-1)
    saved = saved - x_log_x(bags.sum(axis=-1)).sum(axis=-1) + x_log_x(bags).sum(axis=(-2, -1))
    saved = saved * known / total
    return np.where(abs(saved) < SMALL, 0.0, saved / known)


def gain_ratio(bags, total, gain):
    """Gain over the information of the split, where missing values are one more branch."""
    information = x_log_x(total) - x_log_x(bags.sum(axis=1)).sum() - x_log_x(total - bags.sum())
    return 0.0 if abs(information) < SMALL else gain / (information / total)


def x_log_x(x):
    return np.where(np.less(x, SMALL), 0.0, x * np.log2(np.maximum(x, SMALL)))


# What a split does with rows


def branch(table, attribute, threshold, row):
    """Number of the branch, None where the value is missing."""
    value = row[attribute]
    if np.isnan(value):
        return None
    return int(value) if table.n_values[attribute] else int(value > threshold)


def class_counts(table, data):
    counts = np.zeros(table.n_classes)
    for i, w in data:
        counts[table.y[i]] += w
    return counts


def branch_counts(table, data, attribute, threshold):
    """Weight by branch and class; a missing value is shared out as the known weight is."""
    n_branches = table.n_values[attribute] or 2
    bags = np.zeros((n_branches, table.n_classes))
    missing = np.zeros(table.n_classes)
    for i, w in data:
        number = branch(table, attribute, threshold, table.X[i])
        if number is None:
            missing[table.y[i]] += w
        else:
            bags[number, table.y[i]] += w
    known = bags.sum()
    share = np.full(n_branches, 1 / n_branches) if known < SMALL else bags.sum(axis=1) / known
    return bags + np.outer(share, missing)


def parts(table, data, node):
    """The rows of each branch; a branch whose share is at most 1e-6 gets no missing values."""
    share = node.bags.sum(axis=1) / node.bags.sum() if data else np.zeros(len(node.bags))
    result = [[] for _ in share]
    for i, w in data:
        number = branch(table, node.attribute, node.threshold, table.X[i])
        if number is not None:
            result[number].append((i, w))
            continue
        for number, part in enumerate(share):
            if part > SMALL:
                result[number].append((i, part * w))
    return result


# Pruning


def most(counts):
    """Weight of the largest class; the first of those within 1e-6."""
    largest = 0.0
    for count in counts:
        if count > largest + SMALL:
            largest = count
    return largest


def errors(counts):
    return counts.sum() - most(counts)


def collapse_tree(node):
    """Top down: a split that saves less than 1e-3 training errors becomes a leaf."""
    if node.is_leaf:
        return
    if training_errors(node) >= errors(node.counts) - 1e-3:
        make_leaf(node)
    for child in node.children:
        collapse_tree(child)


def training_errors(node):
    return errors(node.counts) if node.is_leaf else sum(map(training_errors, node.children))


def make_leaf(node):
    node.children, node.attribute, node.threshold, node.bags = [], -1, np.nan, None


def prune(table, node, raising):
    """Bottom up: the cheapest of a leaf, the largest branch in place of the node, and the node as it is."""
    if node.is_leaf:
        return
    for child in node.children:
        prune(table, child, raising)
    as_leaf = pessimistic(table, node.counts)
    as_tree = estimated_errors(table, node)
    largest = node.children[largest_branch(node)]
    as_branch = branch_errors(table, largest, node.data) if raising else np.inf
    if as_leaf - as_tree - 0.1 < SMALL and as_leaf - as_branch - 0.1 < SMALL:
        make_leaf(node)
    elif as_branch - as_tree - 0.1 < SMALL:
        node.attribute, node.threshold, node.children = largest.attribute, largest.threshold, largest.children
        redistribute(table, node, node.data)
        prune(table, node, raising)


def largest_branch(node):
    """The last of those whose weights differ by less than 1e-6."""
    largest, number = 0.0, None
    for position, weight in enumerate(node.bags.sum(axis=1)):
        if weight > largest - SMALL:
            largest, number = weight, position
    return number


def estimated_errors(table, node):
    if node.is_leaf:
        return pessimistic(table, node.counts)
    return sum(estimated_errors(table, child) for child in node.children)


def branch_errors(table, node, data):
    """Estimated errors if all rows in `data` went through this node."""
    if node.is_leaf:
        return pessimistic(table, class_counts(table, data))
    moved = Node(data, class_counts(table, data), node.attribute, node.threshold)
    moved.bags = branch_counts(table, data, node.attribute, node.threshold)
    pairs = zip(node.children, parts(table, data, moved), strict=True)
    return sum(branch_errors(table, child, part) for child, part in pairs)


def redistribute(table, node, data):
    """Count again, with other rows; a leaf that was empty may no longer be, never the reverse."""
    node.data, node.counts = data, class_counts(table, data)
    if node.is_leaf:
        node.bags = None
        node.empty = node.empty and node.counts.sum() < SMALL
        return
    node.bags = branch_counts(table, data, node.attribute, node.threshold)
    for child, part in zip(node.children, parts(table, data, node), strict=True):
        redistribute(table, child, part)


def pessimistic(table, counts):
    """Training errors plus what the upper confidence limit adds to them."""
    n, e = counts.sum(), errors(counts)
    return 0.0 if n < SMALL else e + added_errors(n, e, table.confidence)


def added_errors(n, e, confidence):
    """Wilson's upper limit with continuity correction, exact for no errors, a line between 0 and 1 errors.

    J48 keeps the confidence in single precision.
    """
    single = np.float32(confidence)
    if single > 0.5:
        return 0.0
    if e < 1:
        none = n * (1 - float(single) ** (1 / n))
        return none if e == 0 else none + e * (added_errors(n, 1.0, confidence) - none)
    if e + 0.5 >= n:
        return max(n - e, 0.0)
    z = ndtri(float(np.float32(1) - single))
    f = (e + 0.5) / n
    limit = (f + z * z / (2 * n) + z * np.sqrt(f / n - f * f / n + z * z / (4 * n * n))) / (1 + z * z / n)
    return limit * n - e


# Reading


def probabilities(table_n_values, node, row):
    """Class distribution of one row; `table_n_values` tells nominal columns from numeric ones."""
    if node.is_leaf:
        total = node.counts.sum()
        return node.counts / total if total >= SMALL else np.zeros(len(node.counts))
    value = row[node.attribute]
    weights = node.bags.sum(axis=1)
    if np.isnan(value):
        shares = weights / weights.sum()
        filled = [(s, c) for s, c in zip(shares, node.children, strict=True) if not c.empty]
        return sum(s * probabilities(table_n_values, c, row) for s, c in filled)
    number = int(value) if table_n_values[node.attribute] else int(value > node.threshold)
    if not node.children[number].empty:
        return probabilities(table_n_values, node.children[number], row)
    counts = node.bags[number] if weights[number] > SMALL else node.counts
    return counts / counts.sum()


def predict(distribution):
    """The first class whose probability no later one exceeds by more than 1e-6."""
    best, chosen = -1.0, 0
    for code, p in enumerate(distribution):
        if p > best + SMALL:
            best, chosen = p, code
    return chosen
