"""k-fold cross-validation, once, repeated, and five times two."""

from dataclasses import dataclass

import numpy as np

from foldwise._core import TooManyFoldsError, check_integer
from foldwise._kernels import fold_codes
from foldwise.splits._assignment import Assignment, design_words
from foldwise.splits._scheme import Request, Scheme, check_class_sizes, check_memory
from foldwise.splits._strata import Strata, deal_groups, group_table


def _draw_folds(scheme: Scheme, request: Request, *, n_folds: int, n_repeats: int, stratified: bool) -> Assignment:
    """Partition the examples `n_repeats` times per execution.

    The name of the stream does not hold the number of repeats, nor which of the three classes asked: KFold(10) is the
    first repeat of RepeatedKFold(10, 10), and FiveByTwo the same as RepeatedKFold(2, 5) without strata.
    """
    n = request.n_examples
    if n_folds > n:
        raise TooManyFoldsError(f"{scheme} needs at least {n_folds} examples, got {n}.")
    if scheme.stratified:
        assert request.classes is not None
        # Who asked for strata gets them or an error; by default a small class goes as far as it reaches, with a flag.
        check_class_sizes(request.classes, n_folds, scheme)
    n_drawn = n_repeats * request.n_executions
    check_memory(scheme, n_repeats=n_drawn, n_folds=n_folds, n_examples=n)
    stream = f"kfold {n_folds} {'stratified' if stratified else 'plain'}"
    classes = request.classes if stratified else None
    small = False
    if request.groups is None:
        if request.classes is not None:
            small = bool(np.unique(request.classes, return_counts=True)[1].min() < n_folds)
        strata = Strata.single(n) if classes is None else Strata.by_class(classes)
        folds = np.empty((n_drawn, n), dtype=np.int32)
        labels, order = np.empty(n_folds, dtype=np.int32), np.empty(n, dtype=np.int32)
        fold_codes.deal(strata.members, strata.starts, request.key(stream), 0, labels, order, folds)
    else:
        codes, table = group_table(request.groups, classes)
        by_class = table if classes is not None else group_table(request.groups, request.classes)[1]
        # A class of fewer groups than folds cannot be in all of them.
        small = request.classes is not None and bool((by_class > 0).sum(axis=0).min() < n_folds)
        if n_folds > len(table):
            raise TooManyFoldsError(f"{scheme} needs at least {n_folds} groups, got {len(table)}.")
        keys = request.key(f"{stream} groups"), request.key(f"{stream} group labels")
        folds = np.ascontiguousarray(deal_groups(table, n_folds, *keys, n_drawn)[:, codes])
    return scheme._assignment(
        folds,
        request,
        n_folds=n_folds,
        repeats_per_execution=n_repeats,
        stratified=stratified,
        flags=frozenset({"small_class"} if small else ()),
    )


@dataclass(frozen=True, slots=True)
class KFold(Scheme):
    """One k-fold cross-validation: every example is tested exactly once.

    Parameters
    ----------
    n_folds : int, default 10
        Number of folds, of sizes that differ by at most one.
    stratified : bool, optional
        Whether each fold gets its share of every class. By default so where there are classes, as far as a small
        class reaches; True refuses a class that has fewer members than there are folds.

    Examples
    --------
    >>> from foldwise.splits import KFold
    >>> KFold(3).assign(6, classes=list("aabbba"), seed=1).folds.tolist()
    [[1, 2, 2, 0, 1, 0]]
    """

    n_folds: int = 10

    def __post_init__(self) -> None:
        check_integer(self.n_folds, "n_folds", least=2)

    @property
    def _stratifies_by_default(self) -> bool:
        return True

    def _parameters(self) -> tuple[object, ...]:
        return (self.n_folds,)

    @property
    def _short(self) -> str:
        return f"{self.n_folds}"

    @property
    def _words(self) -> str:
        return design_words(1, self.n_folds)

    def _draw(self, request: Request, *, stratified: bool) -> Assignment:
        return _draw_folds(self, request, n_folds=self.n_folds, n_repeats=1, stratified=stratified)


@dataclass(frozen=True, slots=True)
class RepeatedKFold(Scheme):
    """k-fold cross-validation on several random partitions.

    Parameters
    ----------
    n_folds : int, default 10
        Number of folds of each repeat.
    n_repeats : int, default 10
        Number of partitions. Repeat i is the same however many there are.
    stratified : bool, optional
        Whether each fold gets its share of every class. By default so where there are classes, as far as a small
        class reaches; True refuses a class that has fewer members than there are folds.

    Examples
    --------
    >>> from foldwise.splits import RepeatedKFold
    >>> RepeatedKFold(2, 3).assign(6, seed=1).folds.tolist()
    [[1, 0, 1, 0, 1, 0], [0, 0, 1, 0, 1, 1], [0, 1, 1, 0, 0, 1]]
    """

    n_folds: int = 10
    n_repeats: int = 10

    def __post_init__(self) -> None:
        check_integer(self.n_folds, "n_folds", least=2)
        check_integer(self.n_repeats, "n_repeats", least=1)

    @property
    def _stratifies_by_default(self) -> bool:
        return True

    def _parameters(self) -> tuple[object, ...]:
        return (self.n_folds, self.n_repeats)

    @property
    def _short(self) -> str:
        return f"{self.n_repeats}x{self.n_folds}"

    @property
    def _words(self) -> str:
        return f"{self.n_repeats} times {design_words(1, self.n_folds)}"

    def _draw(self, request: Request, *, stratified: bool) -> Assignment:
        return _draw_folds(self, request, n_folds=self.n_folds, n_repeats=self.n_repeats, stratified=stratified)


@dataclass(frozen=True, slots=True)
class FiveByTwo(Scheme):
    """Five random halvings; each half is once the training and once the test set (Dietterich, 1998).

    Not stratified unless asked.

    Examples
    --------
    >>> from foldwise.splits import FiveByTwo
    >>> FiveByTwo().assign(4, seed=1, n_executions=2).folds.shape
    (10, 4)
    """

    def _parameters(self) -> tuple[object, ...]:
        return ()

    @property
    def _short(self) -> str:
        return "5x2"

    @property
    def _words(self) -> str:
        return design_words(5, 2)

    def _draw(self, request: Request, *, stratified: bool) -> Assignment:
        return _draw_folds(self, request, n_folds=2, n_repeats=5, stratified=stratified)
