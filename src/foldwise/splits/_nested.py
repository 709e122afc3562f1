"""Cross-validation inside cross-validation, every pair of folds left out once."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from foldwise._core import check_integer
from foldwise.splits._assignment import TRAIN_ONLY, Assignment, design_words
from foldwise.splits._k_fold import RepeatedKFold
from foldwise.splits._scheme import Request, Scheme, check_memory


@dataclass(frozen=True, slots=True)
class NestedKFold(Scheme):
    """k-fold cross-validation with another one inside each training set: what `foldwise.stats.nested_cv_z` reads.

    Trained without the folds j and k, a learner is tested on j inside of what is left without k, and on k inside of
    what is left without j. So a partition takes a fit for each fold and one for each pair of folds, 15 for five folds,
    and not the 25 of cross-validations done one by one.

    Parameters
    ----------
    n_folds : int, default 5
        Number of folds of each partition, three or more.
    n_repeats : int, default 3
        Number of partitions. Partition i is the same however many there are. Each is ``n_folds (n_folds + 1) / 2``
        repeats of one fold: first those that test a fold, then those that test two.
    stratified : bool, optional
        Whether each fold gets its share of every class. By default so where there are classes, as far as a small
        class reaches; True refuses a class that has fewer members than there are folds.

    Examples
    --------
    >>> from foldwise.splits import NestedKFold
    >>> (NestedKFold(3, 1).assign(6, seed=1).folds >= 0).astype(int)
    array([[0, 0, 0, 1, 0, 1],
           [1, 0, 0, 0, 1, 0],
           [0, 1, 1, 0, 0, 0],
           [1, 0, 0, 1, 1, 1],
           [0, 1, 1, 1, 0, 1],
           [1, 1, 1, 0, 1, 0]])
    """

    n_folds: int = 5
    n_repeats: int = 3

    def __post_init__(self) -> None:
        check_integer(self.n_folds, "n_folds", least=3)
        check_integer(self.n_repeats, "n_repeats", least=1)

    @property
    def _stratifies_by_default(self) -> bool:
        return True

    def _parameters(self) -> tuple[object, ...]:
        return (self.n_folds, self.n_repeats)

    @property
    def _short(self) -> str:
        return f"nested:{self.n_repeats}:{self.n_folds}"

    @property
    def _words(self) -> str:
        return f"{design_words(self.n_repeats, self.n_folds)}, nested"

    def _draw(self, request: Request, *, stratified: bool) -> Assignment:
        n_rows = self.n_folds * (self.n_folds + 1) // 2
        n = request.n_examples
        n_drawn = self.n_repeats * request.n_executions
        check_memory(self, n_repeats=n_drawn * n_rows, n_folds=1, n_examples=n)
        # The partitions are those of a cross-validation of as many folds.
        plain = RepeatedKFold(self.n_folds, n_drawn, stratified=self.stratified).assign(
            n, classes=request.classes, groups=request.groups, seed=request.seed, dataset=request.dataset
        )
        tested = nested_rows(plain.folds, self.n_folds)
        folds = np.where(tested, np.int32(0), np.int32(TRAIN_ONLY)).reshape(-1, n)
        return self._assignment(
            np.ascontiguousarray(folds),
            request,
            n_folds=1,
            repeats_per_execution=self.n_repeats * n_rows,
            stratified=stratified,
            flags=plain.flags - {"by_group"},
        )


def nested_rows(folds: npt.NDArray[np.int32], n_folds: int) -> npt.NDArray[np.bool_]:
    """Return who is tested, of shape (n_partitions, n_rows, n_examples): each fold, then each pair of folds.

    >>> nested_rows(np.array([[0, 1, 2]], dtype=np.int32), 3).astype(int).tolist()
    [[[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [1, 0, 1], [0, 1, 1]]]
    """
    left_out = [(k, k) for k in range(n_folds)] + list(combinations(range(n_folds), 2))
    return np.stack([(folds == j) | (folds == k) for j, k in left_out], axis=1)


def nested_folds(design: object) -> int | None:
    """Return the number of folds of a design whose repeats are those of `NestedKFold`; None of any other.

    >>> nested_folds(NestedKFold(4, 2).assign(9, seed=1)), nested_folds(RepeatedKFold(4, 2).assign(9, seed=1))
    (4, None)
    """
    if not isinstance(design, Assignment) or design.n_folds != 1 or design.n_repeats < 6:
        return None
    tested = design.folds >= 0
    # Random splits test some example twice before long.
    if (tested[:3].sum(axis=0) > 1).any() or not np.array_equal(design.folds == TRAIN_ONLY, ~tested):
        return None
    how_often = tested.cumsum(axis=0)
    whole = np.flatnonzero((how_often == 1).all(axis=1))
    n_folds = int(whole[0]) + 1 if whole.size else 0
    n_rows = n_folds * (n_folds + 1) // 2
    if n_folds < 3 or design.n_repeats % n_rows:
        return None
    rows = tested.reshape(-1, n_rows, design.n_examples)
    folds = np.argmax(rows[:, :n_folds], axis=1).astype(np.int32)
    return n_folds if np.array_equal(nested_rows(folds, n_folds), rows) else None
