"""Ranks among distinct values, and the order of rows, by sorting Python lists."""

import math
from itertools import pairwise


def rank_columns(columns, gap):
    """For each list of numbers: codes, distinct values, and whether two neighbours are no further apart than `gap`."""
    answers = []
    for values in columns:
        distinct = sorted({value for value in values if not math.isnan(value)})
        codes = [-1 if math.isnan(value) else distinct.index(value) for value in values]
        tight = any(low + gap >= high for low, high in pairwise(distinct))
        answers.append((codes, distinct, tight))
    return answers


def sort_keys(codes, n_codes, y):
    """Code, class and row of every value, by code and row; a missing value counts as the code after the last."""
    filled = [n_codes if code < 0 else code for code in codes]
    rows = sorted(range(len(codes)), key=lambda row: (filled[row], row))
    return [(filled[row], y[row], row) for row in rows]
