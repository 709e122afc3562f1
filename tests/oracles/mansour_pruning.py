"""Pruning by size, node by node: how the pruned subtree of each node changes as the penalty grows.

A tree is nested dicts: ``counts`` (weight by class) and, unless it is a leaf, ``column``, ``threshold`` (None for a
nominal column) and ``children``.
"""

from math import inf, isnan, sqrt

ROUNDING = 1e-10


def critical(node):
    """Write into each node the least penalty at which nothing is left below it."""
    steps(node)
    lower(node, inf)


def lower(node, limit):
    """A node is gone with the one above it."""
    node["critical"] = min(node["critical"], limit)
    for child in node.get("children", []):
        lower(child, node["critical"])


def steps(node):
    """The pruned subtree as the penalty grows: from which penalty on it has how many errors and leaves.

    Between two penalties at which the subtrees of the children change, the node becomes a leaf at the ratio of what the
    leaf costs to what size costs, if that ratio lies between them, or at once if it is smaller.
    """
    weight = sum(node["counts"])
    leaf_errors = weight - max(node["counts"])
    if "children" not in node:
        node["critical"] = 0.0
        return [(0.0, leaf_errors, 1 if weight > 0 else 0)]
    below = [steps(child) for child in node["children"]]
    starts = sorted({start for each in below for start, _, _ in each})
    mine = []
    for start, end in zip(starts, [*starts[1:], inf], strict=True):
        now = [[step for step in each if step[0] <= start][-1] for each in below]
        errors, leaves = sum(step[1] for step in now), sum(step[2] for step in now)
        saved = leaf_errors - errors
        ratio = 0.0 if saved <= ROUNDING * weight else saved / sqrt(leaves * weight)
        if max(start, ratio) < end:
            node["critical"] = max(start, ratio)
            break
        mine.append((start, errors, leaves))
    if node["critical"] > starts[len(mine)]:
        mine.append((starts[len(mine)], errors, leaves))
    return [*mine, (node["critical"], leaf_errors, 1)]


def by_the_rule(node, penalty):
    """Prune at one penalty from the bottom up, without regard to smaller ones; return errors and leaves."""
    weight = sum(node["counts"])
    leaf_errors = weight - max(node["counts"])
    if "children" not in node:
        return leaf_errors, 1 if weight > 0 else 0
    below = [by_the_rule(child, penalty) for child in node["children"]]
    errors, leaves = sum(part[0] for part in below), sum(part[1] for part in below)
    if leaf_errors / weight <= errors / weight + penalty * sqrt(leaves / weight) + ROUNDING:
        return leaf_errors, 1
    return errors, leaves


def shares(node, row, penalty):
    """Class shares of a row in the tree that is left at a penalty."""
    weight = sum(node["counts"])
    if node["critical"] <= penalty:
        return [count / weight for count in node["counts"]]
    value = row[node["column"]]
    if isnan(value):
        answer = [0.0] * len(node["counts"])
        for child in node["children"]:
            part = sum(child["counts"])
            if part >= 1e-6:
                for place, share in enumerate(shares(child, row, penalty)):
                    answer[place] += part / weight * share
        return answer
    branch = int(value) if node["threshold"] is None else int(value > node["threshold"])
    child = node["children"][branch]
    if sum(child["counts"]) < 1e-6:
        return [count / weight for count in node["counts"]]
    return shares(child, row, penalty)


def label(answer):
    """The first class that no later one exceeds by more than a millionth."""
    best = 0
    for place, share in enumerate(answer):
        if share - answer[best] > 1e-6:
            best = place
    return best


def losses(node, rows, classes, weights, penalties):
    """Weight of the rows that are predicted wrongly at each penalty."""
    return [
        sum(
            weight
            for row, actual, weight in zip(rows, classes, weights, strict=True)
            if label(shares(node, row, penalty)) != actual
        )
        for penalty in penalties
    ]
