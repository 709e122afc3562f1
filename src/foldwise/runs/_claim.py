"""Whose work a fold is, where several programs may work on the same folds."""

from collections.abc import Callable, Sequence

from foldwise.runs._fold import Job, Pair

Claim = Callable[[Job, Sequence[Pair]], list[Pair]]


def claim_all(_: Job, pairs: Sequence[Pair]) -> list[Pair]:
    """Take everything: nobody else works on it."""
    return list(pairs)
