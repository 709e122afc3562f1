"""Two-fold cross-validations whose halves overlap as evenly as can be."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy.linalg import hadamard

from foldwise._core import check_integer
from foldwise.splits._assignment import Assignment, design_words
from foldwise.splits._k_fold import RepeatedKFold
from foldwise.splits._scheme import Request, Scheme, check_memory

_MOST: Final = 31


@dataclass(frozen=True, slots=True)
class BalancedTwoFold(Scheme):
    """Two-fold cross-validations any two of whose halves share a quarter of the examples (block-regularized m x 2).

    Random halvings share more or less than a quarter, which adds to the variance of their mean. Here examples are dealt
    to blocks at random, 4 of them for up to 3 repeats, 8 for up to 7, 16 for up to 15, and each repeat takes half of
    the blocks by a column of a Hadamard matrix, a two-level orthogonal array [1]_. `foldwise.stats.balanced_two_fold_t`
    reads it. Groups stay together, and may be too uneven for that.

    Parameters
    ----------
    n_repeats : int, default 3
        Number of halvings, from 2 to 31.
    stratified : bool, optional
        Whether each block gets its share of every class. By default False.

    References
    ----------
    .. [1] R. Wang, Y. Wang, J. Li, X. Yang and J. Yang (2017). Block-regularized m x 2 cross-validated estimator of the
       generalization error. Neural Computation 29, 519-554.

    Examples
    --------
    >>> from foldwise.splits import BalancedTwoFold
    >>> BalancedTwoFold(3).assign(8, seed=1).folds.tolist()
    [[0, 1, 1, 0, 1, 1, 0, 0], [1, 1, 0, 1, 0, 1, 0, 0], [1, 0, 1, 1, 1, 0, 0, 0]]
    """

    n_repeats: int = 3

    def __post_init__(self) -> None:
        if check_integer(self.n_repeats, "n_repeats", least=2) > _MOST:
            raise ValueError(f"n_repeats must be at most {_MOST}, got {self.n_repeats}: use RepeatedKFold(2, ...).")

    def _parameters(self) -> tuple[object, ...]:
        return (self.n_repeats,)

    @property
    def _short(self) -> str:
        return f"balanced:{self.n_repeats}"

    @property
    def _words(self) -> str:
        return f"{design_words(self.n_repeats, 2)}, halves balanced"

    @property
    def _n_blocks(self) -> int:
        return 4 if self.n_repeats < 4 else 1 << self.n_repeats.bit_length()

    def _draw(self, request: Request, *, stratified: bool) -> Assignment:
        check_memory(self, n_repeats=self.n_repeats * request.n_executions, n_folds=2, n_examples=request.n_examples)
        dealt = RepeatedKFold(self._n_blocks, request.n_executions, stratified=stratified).assign(
            request.n_examples,
            classes=request.classes,
            groups=request.groups,
            seed=request.seed,
            dataset=request.dataset,
        )
        # The first column is that of no halving.
        halves = (hadamard(self._n_blocks)[1 : self.n_repeats + 1] < 0).astype(np.int32)
        folds = halves[:, dealt.folds].swapaxes(0, 1).reshape(-1, request.n_examples)
        return self._assignment(
            np.ascontiguousarray(folds),
            request,
            n_folds=2,
            repeats_per_execution=self.n_repeats,
            stratified=stratified,
            flags=dealt.flags - {"by_group"},
        )


def is_balanced(folds: np.ndarray) -> bool:
    """Whether any two halves share as many examples, up to what blocks of unequal sizes explain.

    >>> is_balanced(BalancedTwoFold(3).assign(9, seed=1).folds), is_balanced(np.tile([[0, 0, 0, 1, 1, 1]], (2, 1)))
    (True, False)
    """
    signs = np.where(folds == 0, 1, -1).astype(np.int64)
    n_repeats, n = signs.shape
    products = signs @ signs.T
    n_blocks = 4 if n_repeats < 4 else 1 << n_repeats.bit_length()
    off = np.abs(products[~np.eye(n_repeats, dtype=bool)]).max(initial=0)
    return bool(off <= min(n_blocks // 2, n // 4))
