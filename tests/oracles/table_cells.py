"""Pairs of value and class of a column, numbered in both ways by sorting them."""


def cells_of(codes, n_codes, y):
    """Return pairs (code, class) in the order of values, in turn, and of the rows; missing ones have code `n_codes`."""
    pairs = [(n_codes if code < 0 else code, label) for code, label in zip(codes, y, strict=True)]
    return sorted(set(pairs)), sorted(set(pairs), key=lambda pair: (pair[0] == n_codes, pair[1], pair[0])), pairs
