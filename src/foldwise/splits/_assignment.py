"""Designs: which example is tested when, or, of results from elsewhere, as much as is known of it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

import numpy as np
import numpy.typing as npt

from foldwise._core import digest

#: Stands for an example that trains in every fold and is never tested.
TRAIN_ONLY = -1
#: Stands for an example that takes no part in a repeat.
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
        ``'by_group'``: groups were kept together.
    groups : ndarray of int64, shape (n_examples,), or None
        Number of the group of each example that was kept together. None if there are no groups, or if, as with folds
        that a store kept, they are not known any more.

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
    groups: Counts | None = field(default=None, repr=False)
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
    def is_time_ordered(self) -> bool:
        """Whether every split trains on rows before those that it tests, and each tests later rows than the last."""
        if self.n_folds != 1 or self.n_repeats < 2 or "not_drawn" not in self.flags:
            return False
        first, last = self._tested_from_to()
        ends = [int(np.flatnonzero(row == TRAIN_ONLY)[-1]) for row in self.folds]
        later = (np.diff(first) > 0).all() and (np.diff(last) > 0).all()
        return bool(later and (np.array(ends) < first).all())

    @property
    def horizon(self) -> int:
        """Of splits in the order of time: over how many splits in a row some row is tested again, at most."""
        first, last = self._tested_from_to()
        return int((np.searchsorted(first, last, side="right") - np.arange(self.n_repeats)).max())

    def _tested_from_to(self) -> tuple[Indices, Indices]:
        tested = self.folds >= 0
        return np.argmax(tested, axis=1), self.n_examples - 1 - np.argmax(tested[:, ::-1], axis=1)

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
        return list(product(range(self.n_repeats), range(self.n_folds)))

    def splits(self) -> Iterator[tuple[int, int, Indices, Indices]]:
        """Repeat, fold, training rows and test rows of every split in turn."""
        for repeat, fold in self.pairs():
            yield repeat, fold, *self.split(repeat, fold)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Layout:
    """Repeats and folds of results from elsewhere, where nobody says which example was tested when.

    It answers the questions about a design that an `Assignment` answers, as far as they can be.

    Parameters
    ----------
    n_repeats, n_folds : int
        Shape of the design; `n_folds` is 1 for independent splits, and where folds are not known.
    scheme : str
        The scheme as one would type it, such as ``'RepeatedKFold(10, 10)'``.
    description : str
        The scheme in words.
    each_example_tested_once : bool
        Whether no example is tested twice: what counting wins and losses requires.
    repeats_per_execution : int
        How many repeats make one execution of the procedure (5 for 5x2, else usually all of them).
    has_folds : bool, default True
        False when it is not known which examples were tested together.
    n_train, n_test : ndarray of int64, shape (n_repeats, n_folds), or None
        Sizes, if known.
    ratio : float, optional
        Test size over training size, if the scheme says it although the sizes are not known.
    is_irregular : bool, default False
        Whether some examples are left out of a repeat, if anything says so.
    is_time_ordered : bool, default False
        Whether the repeats are periods in the order of time.
    stratified, seed : None
        Not known.

    Examples
    --------
    >>> from foldwise.splits import Layout
    >>> layout = Layout(
    ...     n_repeats=10, n_folds=10, scheme="RepeatedKFold(10, 10)", description="10 times 10-fold cross-validation",
    ...     each_example_tested_once=False, repeats_per_execution=10,
    ... )
    >>> layout.sizes() is None, round(layout.test_train_ratio, 3)
    (True, 0.111)
    """

    n_repeats: int
    n_folds: int
    scheme: str
    description: str
    each_example_tested_once: bool
    repeats_per_execution: int
    has_folds: bool = True
    n_train: Counts | None = None
    n_test: Counts | None = None
    ratio: float | None = None
    is_irregular: bool = False
    is_time_ordered: bool = False
    stratified: None = None
    seed: None = None

    @property
    def horizon(self) -> int:
        """Of periods in the order of time: 1, for nothing says that they overlap."""
        return 1

    @property
    def test_train_ratio(self) -> float | None:
        """Test size over training size, each summed over all splits; None if nothing tells."""
        if self.n_train is not None and self.n_test is not None:
            return float(self.n_test.sum() / self.n_train.sum())
        if self.has_folds and self.n_folds >= 2:
            # Every example is tested once and trained on in all other folds, whatever the sizes of the folds.
            return 1 / (self.n_folds - 1)
        return self.ratio

    @property
    def fingerprint(self) -> str:
        """Digest of the shape and the scheme: all there is."""
        return digest("layout", self.n_repeats, self.n_folds, self.scheme)

    def sizes(self) -> tuple[Counts, Counts] | None:
        """Numbers of training and of test examples, each of shape (n_repeats, n_folds), or None if not known."""
        return None if self.n_train is None or self.n_test is None else (self.n_train, self.n_test)


def design_words(n_repeats: int, n_folds: int) -> str:
    """Return a design in words, by its shape alone.

    >>> design_words(10, 10), design_words(1, 5), design_words(100, 1), design_words(1, 1)
    ('10 times 10-fold cross-validation', '5-fold cross-validation', '100 independent splits', 'one split')
    """
    if n_folds == 1:
        return "one split" if n_repeats == 1 else f"{n_repeats} independent splits"
    return f"{'' if n_repeats == 1 else f'{n_repeats} times '}{n_folds}-fold cross-validation"


def short_design(n_repeats: int, n_folds: int, share: float | None = None) -> str:
    """Return a design as one would type it as a scheme, by its shape and the share of examples that is tested.

    Nothing if it has no such name: one split, or splits of which nobody knows how many examples they test.

    >>> short_design(10, 10), short_design(1, 5), short_design(100, 1, 0.1), short_design(100, 1)
    ('10x10', '5', 'resampled:100:0.1', '')
    """
    if n_folds > 1:
        return f"{n_repeats}x{n_folds}" if n_repeats > 1 else f"{n_folds}"
    return f"resampled:{n_repeats}:{share:.2g}" if n_repeats > 1 and share is not None else ""


def design_scheme(n_repeats: int, n_folds: int) -> str:
    """Return the scheme that has a design of this shape, as `Scheme` writes it, as far as it is known.

    >>> design_scheme(10, 10), design_scheme(1, 5), design_scheme(100, 1)
    ('RepeatedKFold(10, 10)', 'KFold(5)', '100 independent splits')
    """
    if n_folds == 1:
        return design_words(n_repeats, n_folds)
    return f"KFold({n_folds})" if n_repeats == 1 else f"RepeatedKFold({n_folds}, {n_repeats})"
