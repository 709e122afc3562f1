"""Random halvings, and cross-validation in each half: how much it differs between independent samples."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from foldwise._core import TooManyFoldsError, check_integer
from foldwise._kernels import fold_codes
from foldwise.splits._assignment import LEFT_OUT, Assignment, design_words
from foldwise.splits._scheme import Request, Scheme, check_class_sizes, check_memory
from foldwise.splits._strata import Strata, group_table, halve_groups

Int32 = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class HalvedKFold(Scheme):
    """k-fold cross-validation in both halves of the examples, for several random halvings.

    The halves share no example, so that the difference of their two results tells how much a cross-validation varies
    between samples: half of its square, averaged over halvings, estimates the variance of one on half of the examples
    without bias (half-sampling; Nadeau and Bengio, 2003, *Machine Learning* 52).

    Parameters
    ----------
    n_folds : int, default 10
        Number of folds of each half.
    n_halvings : int, default 50
        Number of halvings. Each is two repeats, one for each half, in which the other half is left out. Halving i is
        the same however many there are.
    stratified : bool, optional
        Whether each half, and each fold of it, gets its share of every class. By default so where there are classes,
        as far as a small class reaches; True refuses a class that has fewer members than both halves have folds.

    Examples
    --------
    >>> from foldwise.splits import HalvedKFold
    >>> HalvedKFold(2, 1).assign(8, seed=1).folds.tolist()
    [[0, 1, 0, -2, -2, -2, 1, -2], [-2, -2, -2, 0, 0, 1, -2, 1]]
    """

    n_folds: int = 10
    n_halvings: int = 50

    def __post_init__(self) -> None:
        check_integer(self.n_folds, "n_folds", least=2)
        check_integer(self.n_halvings, "n_halvings", least=1)

    @property
    def _stratifies_by_default(self) -> bool:
        return True

    def _parameters(self) -> tuple[object, ...]:
        return (self.n_folds, self.n_halvings)

    @property
    def _short(self) -> str:
        return f"halved:{self.n_halvings}:{self.n_folds}"

    @property
    def _words(self) -> str:
        several = "one random halving" if self.n_halvings == 1 else f"{self.n_halvings} random halvings"
        return f"{several}, {design_words(1, self.n_folds)} in each half"

    def _draw(self, request: Request, *, stratified: bool) -> Assignment:
        if self.stratified:
            assert request.classes is not None
            check_class_sizes(request.classes, self.n_folds, self, n_sets=2)
        n_halvings = self.n_halvings * request.n_executions
        check_memory(self, n_repeats=2 * n_halvings, n_folds=self.n_folds, n_examples=request.n_examples)
        draw = self._deal if request.groups is None else self._deal_groups
        return self._assignment(
            draw(request, request.classes if stratified else None, n_halvings),
            request,
            n_folds=self.n_folds,
            repeats_per_execution=2 * self.n_halvings,
            stratified=stratified,
            flags=frozenset({"small_class"} if self._has_small_class(request) else ()),
        )

    def _deal(self, request: Request, classes: npt.NDArray[np.generic] | None, n_halvings: int) -> Int32:
        n = request.n_examples
        if 2 * self.n_folds > n:
            raise TooManyFoldsError(f"{self} needs at least {2 * self.n_folds} examples, got {n}.")
        strata = Strata.single(n) if classes is None else Strata.by_class(classes)
        folds = np.empty((2 * n_halvings, n), dtype=np.int32)
        fold_codes.deal_halves(
            strata.members,
            strata.starts,
            request.key(self._stream(classes)),
            0,
            LEFT_OUT,
            np.empty((2, self.n_folds), dtype=np.int32),
            np.empty(n, dtype=np.int32),
            folds,
        )
        return folds

    def _deal_groups(self, request: Request, classes: npt.NDArray[np.generic] | None, n_halvings: int) -> Int32:
        assert request.groups is not None
        codes, table = group_table(request.groups, classes)
        if 2 * self.n_folds > len(table):
            raise TooManyFoldsError(f"{self} needs at least {2 * self.n_folds} groups, got {len(table)}.")
        stream = self._stream(classes)
        keys = request.key(f"{stream} groups"), request.key(f"{stream} group labels")
        parts = halve_groups(table, self.n_folds, *keys, n_halvings)[:, np.newaxis, codes]
        here = parts // self.n_folds == np.arange(2)[:, np.newaxis]
        folds = np.where(here, parts % self.n_folds, np.int32(LEFT_OUT))
        return np.ascontiguousarray(folds.reshape(2 * n_halvings, request.n_examples))

    def _stream(self, classes: npt.NDArray[np.generic] | None) -> str:
        return f"halved {self.n_folds} {'plain' if classes is None else 'stratified'}"

    def _has_small_class(self, request: Request) -> bool:
        """Whether a class has fewer members, or groups, than both halves have folds."""
        if request.classes is None:
            return False
        if request.groups is None:
            members = np.unique(request.classes, return_counts=True)[1]
        else:
            members = (group_table(request.groups, request.classes)[1] > 0).sum(axis=0)
        return bool(members.min() < 2 * self.n_folds)
