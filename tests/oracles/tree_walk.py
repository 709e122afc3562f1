"""Class probabilities of one row by recursion down a tree of nested dictionaries."""

import math


def probabilities(node, row):
    """Walk down; a node is {'counts': [...], 'column': j or None, 'threshold': v or None, 'children': [...]}."""
    total = sum(node["counts"])
    if node["column"] is None:
        return [count / total for count in node["counts"]]
    value = row[node["column"]]
    if math.isnan(value):
        answer = [0.0] * len(node["counts"])
        for child in node["children"]:
            weight = sum(child["counts"])
            if weight >= 1e-6:
                for c, p in enumerate(probabilities(child, row)):
                    answer[c] += weight / total * p
        return answer
    branch = int(value) if node["threshold"] is None else int(value > node["threshold"])
    child = node["children"][branch]
    if sum(child["counts"]) < 1e-6:
        return [count / total for count in node["counts"]]
    return probabilities(child, row)


def label(answers):
    """First class that none read later exceeds by more than 1e-6."""
    best = 0
    for c, p in enumerate(answers):
        if p - answers[best] > 1e-6:
            best = c
    return best
