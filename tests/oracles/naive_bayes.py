"""Naive Bayes as Weka 3.9.7 computes it, value by value in the units of the data, with exact sums and logarithms.

The kernel counts numeric values in bins, keeps products and tabulates the normal distribution; nothing here does.
"""

import itertools
import math
from fractions import Fraction


def precision(values):
    """Mean gap between adjacent distinct values, summed in ascending order; 0.01 if there is no gap."""
    distinct = sorted({v for v in values if not math.isnan(v)})
    if len(distinct) < 2:
        return 0.01
    total = 0.0
    for low, high in itertools.pairwise(distinct):
        total += high - low
    return total / (len(distinct) - 1)


def rounded(value, step):
    """Nearest multiple of the step; the even one if two are equally near."""
    return round(value / step) * Fraction(step)


def normal_below(z):
    """Standard normal distribution function, which is 1 from 8.3 on but never 0 on the way down to -37."""
    x = z / math.sqrt(2)
    return 0.5 * math.erfc(-x) if x < 0 else 1.0 - 0.5 * math.erfc(x)


def prior(y, weight, n_classes):
    total = sum(map(Fraction, weight))
    return [
        float((sum(Fraction(w) for c, w in zip(y, weight, strict=True) if c == k) + 1) / (total + n_classes))
        for k in range(n_classes)
    ]


def nominal(column, y, weight, n_values, n_classes):
    """Probability of every value in every class: one is added to each count."""
    table = []
    for k in range(n_classes):
        counts = [Fraction(1)] * n_values
        for v, c, w in zip(column, y, weight, strict=True):
            if c == k and not math.isnan(v):
                counts[int(v)] += Fraction(w)
        table.append([float(count / sum(counts)) for count in counts])
    return table


def normal(column, y, weight, n_classes):
    """Mean and standard deviation in every class, in the units of the data."""
    step = precision(column)
    parameters = []
    for k in range(n_classes):
        rows = [
            (rounded(v, step), Fraction(w))
            for v, c, w in zip(column, y, weight, strict=True)
            if c == k and not math.isnan(v)
        ]
        total = sum(w for _, w in rows)
        mean, sd = Fraction(0), 0.0
        if rows:
            mean = sum(v * w for v, w in rows) / total
            sd = math.sqrt(sum(w * (v - mean) ** 2 for v, w in rows) / total)
        parameters.append((float(mean), max(step / 6, sd) if sd > 1e-10 else step / 6))
    return parameters


def density(value, mean, sd, step):
    """Probability of the bin of a value, over its width; at least 1e-75."""
    centre = float(rounded(value, step))
    mass = normal_below((centre - mean + step / 2) / sd) - normal_below((centre - mean - step / 2) / sd)
    return max(mass / step, 1e-75)


def probabilities(X, y, weight, n_values, n_classes, queries):
    """Class probabilities of each query."""
    columns = list(zip(*X, strict=True))
    models = [
        nominal(column, y, weight, n, n_classes) if n else normal(column, y, weight, n_classes)
        for column, n in zip(columns, n_values, strict=True)
    ]
    start = prior(y, weight, n_classes)
    answers = []
    for row in queries:
        logs = [math.log(p) for p in start]
        for value, column, model, n in zip(row, columns, models, n_values, strict=True):
            if math.isnan(value):
                continue
            for k in range(n_classes):
                p = model[k][int(value)] if n else density(value, *model[k], precision(column))
                logs[k] += math.log(p)
        odds = [math.exp(log - max(logs)) for log in logs]
        answers.append([o / math.fsum(odds) for o in odds])
    return answers
