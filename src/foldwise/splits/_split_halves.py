"""Random splits of all examples, and of both halves of random halvings."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from foldwise._core import check_integer
from foldwise.splits._assignment import LEFT_OUT, TRAIN_ONLY, Assignment
from foldwise.splits._k_fold import RepeatedKFold
from foldwise.splits._nested import nested_folds
from foldwise.splits._random_split import Resampled, check_test_size, count_tests, short_size, size_words
from foldwise.splits._scheme import Request, Scheme, check_memory


@dataclass(frozen=True, slots=True)
class SplitHalves(Scheme):
    """Random splits, and as many of both halves of random halvings: what `foldwise.stats.conservative_z` reads.

    Parameters
    ----------
    n_splits : int, default 5
        Number of splits of all examples, and of each half.
    n_halvings : int, default 10
        How often the examples are halved. Halving i is the same however many there are.
    test_size : float or int, default 0.1
        Fraction of all examples in every test set, or their number: also in the test sets of the halves, which train on
        the rest of their half.
    stratified : bool, optional
        Whether halves and test sets get their shares of every class. By default False.

    Examples
    --------
    >>> from foldwise.splits import SplitHalves
    >>> SplitHalves(1, 1, 2).assign(8, seed=1).folds.tolist()
    [[0, -1, -1, -1, 0, -1, -1, -1], [0, -1, -2, -2, -1, -2, 0, -2], [-2, -2, 0, 0, -2, -1, -2, -1]]
    """

    n_splits: int = 5
    n_halvings: int = 10
    test_size: float = 0.1

    def __post_init__(self) -> None:
        check_integer(self.n_splits, "n_splits", least=1)
        check_integer(self.n_halvings, "n_halvings", least=1)
        check_test_size(self.test_size)

    def _parameters(self) -> tuple[object, ...]:
        return (self.n_splits, self.n_halvings, self.test_size)

    @property
    def _short(self) -> str:
        return f"split-halves:{self.n_splits}:{self.n_halvings}:{short_size(self.test_size)}"

    @property
    def _words(self) -> str:
        halvings = "one random halving" if self.n_halvings == 1 else f"{self.n_halvings} random halvings"
        splits = "one random split" if self.n_splits == 1 else f"{self.n_splits} random splits"
        return f"{splits} of all examples and of both halves of {halvings}, {size_words(self.test_size)} for testing"

    def _draw(self, request: Request, *, stratified: bool) -> Assignment:
        n, per_execution = request.n_examples, self.n_splits * (1 + 2 * self.n_halvings)
        # An odd example is in neither half more than in the other: the smaller half decides what fits.
        n_test = count_tests(self, self.test_size, n, least_rest=n - n // 2 + 1)
        check_memory(self, n_repeats=per_execution * request.n_executions, n_folds=1, n_examples=n)
        splits = Resampled(self.n_splits, n_test, stratified=stratified)
        whole = _assign(splits, request, n_executions=request.n_executions)
        n_halvings = self.n_halvings * request.n_executions
        halvings = _assign(RepeatedKFold(2, n_halvings, stratified=stratified), request)
        rows = np.full((request.n_executions, per_execution, n), LEFT_OUT, dtype=np.int32)
        rows[:, : self.n_splits] = whole.reshape(request.n_executions, self.n_splits, n)
        in_halves = rows[:, self.n_splits :].reshape(n_halvings, 2, self.n_splits, n)
        for number, half in enumerate(halvings):
            for side in (0, 1):
                here = np.flatnonzero(half == side)
                part = _part(request, here, f"half {side} of halving {number}")
                in_halves[number, side][:, here] = _assign(splits, part)
        rows[:, self.n_splits :] = in_halves.reshape(request.n_executions, -1, n)
        return self._assignment(
            rows.reshape(-1, n), request, n_folds=1, repeats_per_execution=per_execution, stratified=stratified
        )


def _assign(scheme: Scheme, request: Request, *, n_executions: int = 1) -> npt.NDArray[np.int32]:
    return scheme.assign(
        request.n_examples,
        classes=request.classes,
        groups=request.groups,
        seed=request.seed,
        dataset=request.dataset,
        n_executions=n_executions,
    ).folds


def _part(request: Request, here: npt.NDArray[np.intp], name: str) -> Request:
    """Return a request for some of the examples; by its name their splits differ from those of other parts."""
    return replace(
        request,
        n_examples=len(here),
        classes=None if request.classes is None else request.classes[here],
        groups=None if request.groups is None else request.groups[here],
        dataset=f"{request.dataset}, {name}",
    )


def plain_repeats(design: object, n_repeats: int) -> npt.NDArray[np.bool_]:
    """Return which repeats stand for the design: not those that only measure an error, inside of others.

    >>> plain_repeats(SplitHalves(1, 1, 0.2).assign(20, seed=1), 3)
    array([ True, False, False])
    """
    n_folds, n_splits = nested_folds(design), count_whole_splits(design)
    if n_folds is not None:
        return np.arange(n_repeats) % (n_folds * (n_folds + 1) // 2) < n_folds
    return np.arange(n_repeats) < (n_repeats if n_splits is None else n_splits)


def count_whole_splits(design: object) -> int | None:
    """Return how many splits of all examples precede those of halves, as in `SplitHalves`; None of any other design.

    >>> count_whole_splits(SplitHalves(3, 2).assign(20, seed=1)), count_whole_splits(Resampled(3).assign(20, seed=1))
    (3, None)
    """
    if not isinstance(design, Assignment) or design.n_folds != 1:
        return None
    out = design.folds == LEFT_OUT
    n_splits = int(np.argmax(out.any(axis=1)))
    if n_splits < 1 or (design.n_repeats - n_splits) % (2 * n_splits) or design.n_repeats == n_splits:
        return None
    halves = out[n_splits:].reshape(-1, 2, n_splits, design.n_examples)
    one_half = (halves == halves[:, :, :1]).all()
    others = (halves[:, 0, 0] != halves[:, 1, 0]).all()
    trained = (design.folds == TRAIN_ONLY).any(axis=1).all()
    return n_splits if one_half and others and trained else None
