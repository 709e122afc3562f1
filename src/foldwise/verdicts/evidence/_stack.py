"""Pairs of learners of one run, of which none failed: what many of them did, as one batch."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise.stats import Flags
from foldwise.verdicts.evidence._pair import Counts, Floats, Pair, whole_splits


@dataclass(frozen=True, eq=False)
class Stack:
    """Pairs of one run that count the same folds, as `Evidence` for tests on differences.

    Parameters
    ----------
    pairs : sequence of Pair
        All of one run, and with the same folds.
    """

    pairs: Sequence[Pair]

    @property
    def is_cross_validation(self) -> bool:
        """Whether every repeat tests two or more folds in turn."""
        return self.pairs[0].setting.is_cross_validation

    @cached_property
    def differences(self) -> Floats:
        """``score(a) - score(b)``, of shape (n_pairs, n_repeats, n_folds)."""
        scores = self.pairs[0].scores
        return np.asarray(scores[[pair.a for pair in self.pairs]] - scores[[pair.b for pair in self.pairs]])

    def table(self) -> Floats:
        """Differences of repeats and folds, or one row of those that did not fail."""
        return self.row()[:, np.newaxis] if self.pairs[0].is_partial else self.differences

    def row(self) -> Floats:
        """Differences of the folds that did not fail."""
        scores = self.pairs[0].on.scores
        return np.asarray(scores[[pair.a for pair in self.pairs]] - scores[[pair.b for pair in self.pairs]])

    def complete(self, test: str, /) -> Floats:
        """Differences of all repeats and folds, refused if one failed."""
        self.pairs[0].complete(test)
        return self.differences

    def n_whole_splits(self) -> int:
        """How many splits of all examples precede those of halves."""
        return self.pairs[0].once_for_all(whole_splits)

    def mean_difference(self) -> Floats:
        """Mean of the differences that count."""
        return np.asarray(self.row().mean(axis=-1))

    def magnitude(self) -> dict[str, Any]:
        """Largest absolute score of each pair."""
        return {"score_magnitude": self.magnitudes}

    @cached_property
    def magnitudes(self) -> Floats:
        """Largest absolute score of each pair."""
        each = np.array(self.pairs[0].on.magnitudes)
        return np.asarray(np.maximum(each[[pair.a for pair in self.pairs]], each[[pair.b for pair in self.pairs]]))

    def ratio(self) -> dict[str, Any]:
        """Test size over training size, of the folds that did not fail."""
        return {"test_train_ratio": self.pairs[0].test_train_ratio}

    def sizes(self) -> tuple[Counts, Counts]:
        """Training and test sizes of the folds that did not fail, the same for all pairs."""
        n_train, n_test = self.pairs[0].sizes()
        shape = (len(self.pairs), *np.atleast_1d(n_train).shape)
        return np.broadcast_to(n_train, shape), np.broadcast_to(n_test, shape)


def stacked(pairs: Sequence[Pair]) -> Iterator[tuple[list[int], Stack]]:
    """Yield stacks of the pairs, and which of the pairs are in each."""
    groups: dict[int, list[int]] = {}
    for number, pair in enumerate(pairs):
        groups.setdefault(id(pair.on), []).append(number)
    for numbers in groups.values():
        yield numbers, Stack([pairs[number] for number in numbers])


def members(result: Any, n: int) -> list[Any]:
    """Split a result of `foldwise.stats` on a batch of n experiments into results on one each."""
    values = {field.name: getattr(result, field.name) for field in fields(result)}
    batched = {name: _split(value, n) for name, value in values.items() if _is_batched(value, n)}
    return [replace(result, **{name: parts[index] for name, parts in batched.items()}) for index in range(n)]


def _is_batched(value: Any, n: int) -> bool:
    return isinstance(value, np.ndarray | Flags) and value.shape[:1] == (n,)


def _split(value: npt.NDArray[Any] | Flags, n: int) -> list[Any]:
    if isinstance(value, Flags):
        return [value[index] for index in range(n)] if value.names else [Flags({})] * n
    return value.tolist() if value.ndim == 1 else list(value)
