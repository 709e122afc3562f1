"""Random divisions into a training and a test part."""

from dataclasses import dataclass
from numbers import Integral

import numpy as np
import numpy.typing as npt

from foldwise._core import check_fraction, check_integer, counted
from foldwise._kernels import fold_codes
from foldwise.splits._assignment import LEFT_OUT, TRAIN_ONLY, Assignment
from foldwise.splits._scheme import Request, Scheme, check_class_sizes, check_memory
from foldwise.splits._strata import Strata, draw_groups, group_table, shares_of_parts

Int32 = npt.NDArray[np.int32]


def check_test_size(test_size: float) -> None:
    """Accept a fraction between 0 and 1 or a positive number of examples."""
    if isinstance(test_size, Integral) and not isinstance(test_size, bool):
        check_integer(test_size, "test_size", least=1)
    else:
        check_fraction(test_size, "test_size")


def count_tests(scheme: Scheme, test_size: float, n_examples: int, *, least_rest: int) -> int:
    """Round the number of test examples to the nearest integer, leaving at least `least_rest` to train on."""
    count = int(test_size) if isinstance(test_size, Integral) else max(1, int(np.floor(test_size * n_examples + 0.5)))
    if n_examples - count < least_rest:
        raise ValueError(
            f"{scheme} tests on {count} of {n_examples} examples and leaves {max(n_examples - count, 0)} for training, "
            f"where at least {least_rest} are needed. Use a smaller test_size."
        )
    return count


def draw_parts(
    scheme: Scheme,
    request: Request,
    counts: tuple[int, ...],
    kinds: tuple[str, ...],
    *,
    n_draws: int,
    stratified: bool,
    stream: str,
) -> Int32:
    """Part of each example in each draw: 0, 1, ... for parts of `counts` examples, ``len(counts)`` for the rest.

    Parts of one kind have one size; what rounding gives to one of them it takes from another.
    """
    n, classes = request.n_examples, request.classes if stratified else None
    if request.groups is not None:
        if classes is not None:
            raise ValueError(
                f"{scheme} cannot keep groups together and stratify at once. Pass stratified=False, or use KFold."
            )
        codes, table = group_table(request.groups, None)
        if len(table) <= len(counts):
            raise ValueError(f"{scheme} needs at least {len(counts) + 1} groups, got {len(table)}.")
        return draw_groups(table, counts, request.key(f"{stream} groups"), n_draws)[:, codes]
    if classes is None:
        strata = Strata.single(n)
    else:
        check_class_sizes(classes, len(counts) + 1, scheme)
        strata = Strata.by_class(classes)
    shares = np.empty((len(strata.sizes), len(counts)), dtype=np.int32)
    left = strata.sizes
    for kind in dict.fromkeys(kinds):
        mine = [part for part, other in enumerate(kinds) if other == kind]
        shares[:, mine] = shares_of_parts(left, counts[mine[0]], len(mine))
        left = left - shares[:, mine].sum(axis=1)
    parts = np.empty((n_draws, n), dtype=np.int32)
    fold_codes.draw(
        strata.members,
        strata.starts,
        np.ascontiguousarray(shares),
        np.arange(len(counts), dtype=np.int32),
        len(counts),
        request.key(stream),
        0,
        np.empty(n, dtype=np.int32),
        parts,
    )
    return parts


def _draw_tests(scheme: Scheme, request: Request, *, test_size: float, n_repeats: int, stratified: bool) -> Assignment:
    """One test set per repeat; the rest is trained on. Holdout is the first repeat of Resampled."""
    n_test = count_tests(scheme, test_size, request.n_examples, least_rest=1)
    stream = f"random split {n_test} {'stratified' if stratified else 'plain'}"
    n_draws = n_repeats * request.n_executions
    check_memory(scheme, n_repeats=n_draws, n_folds=1, n_examples=request.n_examples)
    parts = draw_parts(scheme, request, (n_test,), ("test",), n_draws=n_draws, stratified=stratified, stream=stream)
    # Part 0 is tested, the rest is trained on.
    folds = np.negative(parts, out=parts)
    if request.groups is not None and not (folds == TRAIN_ONLY).any(axis=1).all():
        raise ValueError(
            f"{scheme}: the groups are too large to leave any example for training. Use a smaller test_size."
        )
    return scheme._assignment(folds, request, n_folds=1, repeats_per_execution=n_repeats, stratified=stratified)


@dataclass(frozen=True, slots=True)
class Holdout(Scheme):
    """One random division into a training and a test set.

    Parameters
    ----------
    test_size : float or int, default 1/3
        Fraction of the examples to test on, or their number.
    stratified : bool, optional
        Whether the test set gets its share of every class. By default False.

    Examples
    --------
    >>> from foldwise.splits import Holdout
    >>> Holdout(0.5).assign(6, seed=1).folds.tolist()
    [[-1, -1, -1, 0, 0, 0]]
    """

    test_size: float = 1 / 3

    def __post_init__(self) -> None:
        check_test_size(self.test_size)

    def _parameters(self) -> tuple[object, ...]:
        return (self.test_size,)

    @property
    def _short(self) -> str:
        return f"holdout:{short_size(self.test_size)}"

    @property
    def _words(self) -> str:
        return f"one random split, {size_words(self.test_size)} for testing"

    def _draw(self, request: Request, *, stratified: bool) -> Assignment:
        return _draw_tests(self, request, test_size=self.test_size, n_repeats=1, stratified=stratified)


@dataclass(frozen=True, slots=True)
class Resampled(Scheme):
    """Several random divisions into a training and a test set, each drawn anew ("random subsampling").

    Parameters
    ----------
    n_repeats : int, default 100
        Number of divisions. Division i is the same however many there are.
    test_size : float or int, default 0.1
        Fraction of the examples to test on, or their number.
    stratified : bool, optional
        Whether each test set gets its share of every class. By default False.

    Examples
    --------
    >>> from foldwise.splits import Resampled
    >>> Resampled(2, 0.5).assign(6, seed=1).folds.tolist()
    [[-1, -1, -1, 0, 0, 0], [0, 0, -1, 0, -1, -1]]
    """

    n_repeats: int = 100
    test_size: float = 0.1

    def __post_init__(self) -> None:
        check_integer(self.n_repeats, "n_repeats", least=1)
        check_test_size(self.test_size)

    def _parameters(self) -> tuple[object, ...]:
        return (self.n_repeats, self.test_size)

    @property
    def _short(self) -> str:
        return f"resampled:{self.n_repeats}:{short_size(self.test_size)}"

    @property
    def _words(self) -> str:
        return f"{self.n_repeats} random splits, {size_words(self.test_size)} for testing"

    def _draw(self, request: Request, *, stratified: bool) -> Assignment:
        return _draw_tests(self, request, test_size=self.test_size, n_repeats=self.n_repeats, stratified=stratified)


@dataclass(frozen=True, slots=True)
class DisjointTraining(Scheme):
    """One test set and several disjoint training sets of equal size (the DELVE design).

    Parameters
    ----------
    n_sets : int, default 5
        Number of training sets; each is a repeat.
    test_size : float or int, default 0.5
        Fraction of the examples in the common test set, or their number.
    stratified : bool, optional
        Whether every set gets its share of each class. By default False.

    Examples
    --------
    >>> from foldwise.splits import DisjointTraining
    >>> DisjointTraining(2, 2).assign(6, seed=1).folds.tolist()
    [[-1, 0, -2, 0, -1, -2], [-2, 0, -1, 0, -2, -1]]
    """

    n_sets: int = 5
    test_size: float = 0.5

    def __post_init__(self) -> None:
        check_integer(self.n_sets, "n_sets", least=2)
        check_test_size(self.test_size)

    def _parameters(self) -> tuple[object, ...]:
        return (self.n_sets, self.test_size)

    @property
    def _short(self) -> str:
        return f"disjoint:{self.n_sets}:{short_size(self.test_size)}"

    @property
    def _words(self) -> str:
        return f"{self.n_sets} disjoint training sets, {size_words(self.test_size)} for testing"

    def _draw(self, request: Request, *, stratified: bool) -> Assignment:
        n_test = count_tests(self, self.test_size, request.n_examples, least_rest=self.n_sets)
        n_train = (request.n_examples - n_test) // self.n_sets
        n_repeats = self.n_sets * request.n_executions
        check_memory(self, n_repeats=n_repeats, n_folds=1, n_examples=request.n_examples)
        parts = draw_parts(
            self,
            request,
            (n_test,) + (n_train,) * self.n_sets,
            ("test",) + ("train",) * self.n_sets,
            n_draws=request.n_executions,
            stratified=stratified,
            stream=f"disjoint {self.n_sets} {n_test} {'stratified' if stratified else 'plain'}",
        )
        mine = np.arange(1, self.n_sets + 1)[np.newaxis, :, np.newaxis]
        codes = np.where(parts[:, np.newaxis] == 0, 0, np.where(parts[:, np.newaxis] == mine, TRAIN_ONLY, LEFT_OUT))
        folds = codes.reshape(-1, request.n_examples).astype(np.int32)
        if not (folds == TRAIN_ONLY).any(axis=1).all():
            raise ValueError(f"{self}: some training set stays empty. Use fewer sets or a smaller test_size.")
        return self._assignment(
            folds,
            request,
            n_folds=1,
            repeats_per_execution=self.n_sets,
            stratified=stratified,
        )


def short_size(test_size: float) -> str:
    return str(test_size) if isinstance(test_size, Integral) else f"{test_size:.3g}"


def size_words(test_size: float) -> str:
    return (
        counted(int(test_size), "example")
        if isinstance(test_size, Integral)
        else f"{float(test_size):.3g} of the examples"
    )
