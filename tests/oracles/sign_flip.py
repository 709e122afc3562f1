"""Sums with flipped signs, one at a time, in Python integers and fractions."""

from fractions import Fraction
from itertools import product


def count_drawn(sizes, flips, bounds, both):
    counts = []
    for row, bound in zip(sizes, bounds, strict=True):
        count = 0
        for words in flips:
            signs = [-1 if words[i // 64] >> (i % 64) & 1 else 1 for i in range(len(row))]
            total = sum(s * x for s, x in zip(signs, row, strict=True))
            count += total >= bound or (both and -total >= bound)
        counts.append(count)
    return counts


def count_all(sizes, lengths, bounds):
    return [
        sum(sum(s * x for s, x in zip(signs, row, strict=False)) >= bound for signs in product((-1, 1), repeat=length))
        for row, length, bound in zip(sizes, lengths, bounds, strict=True)
    ]


def tail(sizes, bounds):
    result = []
    for row, bound in zip(sizes, bounds, strict=True):
        ways = {0: 1}
        for size in row:
            more = {}
            for total, count in ways.items():
                for signed in (total - size, total + size):
                    more[signed] = more.get(signed, 0) + count
            ways = more
        reached = sum(count for total, count in ways.items() if total >= bound)
        result.append(Fraction(reached, 2 ** len(row)))
    return result
