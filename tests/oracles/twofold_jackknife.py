"""The jackknife of two-fold cross-validation, number by number, and the joint regression with NumPy's least squares."""

from math import sqrt

import numpy as np


def _mean(values):
    values = list(values)
    return sum(values) / len(values)


def _own(d):
    return [_mean(row[i] for row in d) for i in range(len(d[0]))]


def plain(d, halves):
    """Jackknife variance from co-tested examples; errors over partitions at statistics against `value`."""
    r, n = len(d), len(d[0])
    own = _own(d)
    contributions = []
    for row, half in zip(d, halves, strict=True):
        e = [(x - mean) * r / (r - 1) for x, mean in zip(row, own, strict=True)]
        raw = []
        for j in range(n):
            others = [e[i] for i in range(n) if half[i] == half[j] and i != j]
            raw.append(-row[j] / (n - 1) + sum(others) / len(others))
        centre = _mean(raw)
        contributions.append([x - centre for x in raw])
    values = [_mean(row[j] for row in contributions) for j in range(n)]
    noise = [sum((row[j] - values[j]) ** 2 for row in contributions) / (r - 1) / r for j in range(n)]
    swings = [sum(values[j] * (row[j] - values[j]) for j in range(n)) for row in contributions]
    return _summary(d, values, sum(noise), sum(x**2 for x in noise), swings)


def regressed(d, halves):
    """The same with training effects by least squares of the gaps between halves on all memberships."""
    d, z = np.asarray(d, dtype=float), 2.0 * np.asarray(halves) - 1
    r, n = d.shape
    apart = d - d.mean(axis=0)
    gaps, weight_of = np.empty(r), np.empty((r, n))
    for q in range(r):
        for side in (-1, 1):
            weight_of[q, z[q] == side] = 1 / ((z[q] == side).sum() - 1)
        gaps[q] = ((z[q] > 0) * weight_of[q] * apart[q]).sum() / 2 - ((z[q] < 0) * weight_of[q] * apart[q]).sum() / 2
    slopes, _, rank, _ = np.linalg.lstsq(z, gaps, rcond=1e-10)
    shared = (_mean(row.sum() ** 2 for row in z) - n) / (n * (n - 1))
    centre = np.eye(n) - 1 / n
    effects = centre @ (np.eye(n) * (1 - shared) + shared)
    values = centre @ (effects @ slopes - d.mean(axis=0) / (n - 1) - (weight_of * apart).mean(axis=0))
    rest = gaps - z @ slopes
    inverse = np.linalg.pinv(z.T @ z, rcond=1e-10)
    spread = (rest**2).sum() / (r - rank) * effects @ inverse @ effects.T
    sizes = (z > 0).sum(axis=1)
    weight = -1 / (n - 1) - np.mean([1 / (sizes - 1), 1 / (n - sizes - 1)]) / 2
    noise = np.trace(spread)
    for j in range(n):
        together = sum(rest[q] * z[q, j] * apart[q, j] for q in range(r)) / (r - rank)
        noise += (weight**2 * apart[:, j].var(ddof=1) + 2 * weight * together) / r
    # One repeat's pull on the slopes, and on the means of the examples.
    swings = [
        values @ (r * effects @ inverse @ z[q] * rest[q] * sqrt(r / (r - rank)) + weight * apart[q]) for q in range(r)
    ]
    return _summary(d.tolist(), values.tolist(), noise, (spread**2).sum(), swings)


def _summary(d, values, noise, doubled, swings):
    n = len(d[0])
    own = _own(d)
    mean = _mean(own)
    factor = (n - 1) / n
    return {
        "mean": mean,
        "own": sum((x - mean) ** 2 for x in own) / (n * (n - 1)),
        "jackknife": factor * (sum(x**2 for x in values) - noise),
        "values": values,
        "of_repeats": [_mean(row) - mean for row in d],
        "swings": [2 * factor * x for x in swings],
        "noise": 2 * factor**2 * doubled,
    }


def error_over_partitions(found, variance, value=0.0):
    """Standard error of (mean - value) / sqrt(variance), by the delta method, repeat by repeat."""
    r = len(found["swings"])
    slope = (found["mean"] - value) / (2 * variance**1.5)
    pulls = [a / sqrt(variance) - slope * g for a, g in zip(found["of_repeats"], found["swings"], strict=True)]
    square = sum(x**2 for x in pulls) / (r * (r - 1))
    return sqrt(max(square - slope**2 * found["noise"], square / 2))
