"""Which example is tested when: one array of fold codes that serves every learner."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from foldwise._core import digest

TRAIN_ONLY = -1
LEFT_OUT = -2

Indices = npt.NDArray[np.intp]
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Assignment:
    """Fold codes of all repeats, shared by all learners, so that every comparison is paired.

    Parameters
    ----------
    folds : ndarray of int32, shape (n_repeats, n_examples)
        ``f >= 0``: the example is tested in fold f of that repeat. ``-1``: trained on, never tested. ``-2``: left out
        of that repeat. The training set of fold f is every code ``>= -1`` other than f. Read-only.
    n_folds : int
        Folds per repeat.
    scheme : str
        The scheme as one would type it, such as ``'RepeatedKFold(10, 10)'``.
    description : str
        The scheme in words.
    stratified : bool or None
        Whether every fold got its share of each class; None if the folds were made elsewhere.
    seed : int or None
        The integer that, with the dataset and the scheme, determines `folds`; None if they were made elsewhere.
    repeats_per_execution : int
        How many repeats make one execution of the procedure (5 for 5x2, else usually all of them).
    flags : frozenset of str
        ``'groups_split'``: some group has examples on both sides of a split. ``'small_class'``: a class has fewer
        members than there are folds, so some folds test none of it. ``'fixed_splits'``: a splitter has a `random_state`
        of its own, so every seed gives the same folds. ``'not_drawn'``: nothing says that chance made the splits.

    Examples
    --------
    >>> from foldwise.splits import KFold
    >>> assignment = KFold(3).assign(7, seed=1)
    >>> [int(size) for size in assignment.sizes()[1][0]]
    [2, 3, 2]
    >>> [(repeat, fold, len(train), len(test)) for repeat, fold, train, test in assignment.splits()]
    [(0, 0, 5, 2), (0, 1, 4, 3), (0, 2, 5, 2)]
    """

    folds: npt.NDArray[np.int32]
    n_folds: int
    scheme: str
    description: str
    stratified: bool | None
    seed: int | None
    repeats_per_execution: int
    flags: frozenset[str] = frozenset()
    _sizes: tuple[Counts, Counts] | None = field(init=False, default=None, repr=False)

    def __post_init__(self) -> None:
        self.folds.setflags(write=False)

    @property
    def n_repeats(self) -> int:
        """Number of repeats."""
        return int(self.folds.shape[0])

    @property
    def n_examples(self) -> int:
        """Number of examples."""
        return int(self.folds.shape[1])

    @property
    def fingerprint(self) -> str:
        """Digest of all fold codes."""
        return digest(*self.fingerprints())

    @property
    def each_example_tested_once(self) -> bool:
        """Whether no example is tested twice: what counting wins and losses requires."""
        return bool((self.folds >= 0).sum(axis=0).max() <= 1)

    @property
    def has_folds(self) -> bool:
        """Whether it is known which examples were tested together: always, here."""
        return True

    @property
    def is_irregular(self) -> bool:
        """Whether some examples are left out of a repeat, so that training sets are not what corrections assume."""
        return bool(np.any(self.folds == LEFT_OUT))

    @property
    def test_train_ratio(self) -> float | None:
        """Test size over training size, each summed over all splits."""
        n_train, n_test = self.sizes()
        return float(n_test.sum() / n_train.sum())

    def fingerprints(self) -> tuple[str, ...]:
        """One digest per repeat, of its fold codes alone."""
        return tuple(digest(row.astype("<i4").tobytes()) for row in self.folds)

    def sizes(self) -> tuple[Counts, Counts]:
        """Numbers of training and of test examples, each of shape (n_repeats, n_folds)."""
        if self._sizes is None:
            counts = [np.bincount(row[row >= 0], minlength=self.n_folds) for row in self.folds]
            n_test = np.stack(counts).astype(np.int64)
            n_used = (self.folds >= TRAIN_ONLY).sum(axis=1, dtype=np.int64)
            sizes = n_used[:, np.newaxis] - n_test, n_test
            for each in sizes:
                each.setflags(write=False)
            # Every comparison of a verdict asks for them, and the folds never change.
            object.__setattr__(self, "_sizes", sizes)
            return sizes
        return self._sizes

    def split(self, repeat: int, fold: int) -> tuple[Indices, Indices]:
        """Row numbers of the training and of the test examples, ascending."""
        codes = self.folds[repeat]
        return np.flatnonzero((codes >= TRAIN_ONLY) & (codes != fold)), np.flatnonzero(codes == fold)

    def pairs(self) -> list[tuple[int, int]]:
        """All pairs (repeat, fold), in order."""
        return [(repeat, fold) for repeat in range(self.n_repeats) for fold in range(self.n_folds)]

    def splits(self) -> Iterator[tuple[int, int, Indices, Indices]]:
        """Repeat, fold, training rows and test rows of every split in turn."""
        for repeat, fold in self.pairs():
            yield repeat, fold, *self.split(repeat, fold)
