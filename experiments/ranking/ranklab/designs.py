"""Designs of single procedures: all that one of them needs is one assignment, whose rows have no empty fold."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from foldwise.splits import LEFT_OUT, TRAIN_ONLY, RepeatedKFold, Resampled, Scheme

# Dataclasses here have no __repr__: the one that Python makes is in no file, so that a store could not tell it from
# another.
TEN_BY_TEN = RepeatedKFold(10, 10)


@dataclass(frozen=True, slots=True, repr=False)
class Joined(Scheme):
    """Several schemes with the same number of folds, one after the other in every execution.

    Parameters
    ----------
    parts : tuple of Scheme
        Each draws the partitions that it would draw alone.
    """

    parts: tuple[Scheme, ...] = ()

    def _parameters(self):
        return self.parts

    @property
    def _short(self):
        return "+".join(part.short_name for part in self.parts)

    @property
    def _words(self):
        return ", then ".join(part._words for part in self.parts)

    def _draw(self, request, *, stratified):
        drawn = [_assigned(part, request) for part in self.parts]
        (n_folds,) = {each.n_folds for each in drawn}
        return _gathered(self, request, [_by_execution(each) for each in drawn], n_folds)


@dataclass(frozen=True, slots=True, repr=False)
class InTurn(Scheme):
    """Each partition of a scheme in several rows, of which each tests some of its folds and trains on all others.

    Ten folds in five rows of two can stand beside partitions into two folds.

    Parameters
    ----------
    whole : Scheme
        Whose partitions these are.
    n_at_once : int, default 2
        Folds in each row; divides the number of folds.
    """

    whole: Scheme = TEN_BY_TEN
    n_at_once: int = 2

    def _parameters(self):
        return (self.whole, self.n_at_once)

    @property
    def _short(self):
        return f"{self.whole.short_name} by {self.n_at_once}"

    @property
    def _words(self):
        return f"{self.whole._words}, {self.n_at_once} folds in a row"

    def _draw(self, request, *, stratified):
        whole = _assigned(self.whole, request)
        folds = _by_execution(whole)[:, :, np.newaxis]
        piece = np.arange(whole.n_folds // self.n_at_once)[:, np.newaxis]
        rest = np.minimum(folds, TRAIN_ONLY)
        codes = np.where(folds // self.n_at_once == piece, folds % self.n_at_once, rest)
        return _gathered(self, request, [codes.reshape(request.n_executions, -1, request.n_examples)], self.n_at_once)


@dataclass(frozen=True, slots=True, repr=False)
class ReversedKFold(Scheme):
    """Train on one fold, test on all others: each partition is as many rows of one fold.

    Parameters
    ----------
    n_folds : int, default 3
        Of every partition.
    n_repeats : int, default 150
        Number of partitions, plain draws.
    """

    n_folds: int = 3
    n_repeats: int = 150

    def _parameters(self):
        return (self.n_folds, self.n_repeats)

    @property
    def _short(self):
        return f"reversed:{self.n_repeats}x{self.n_folds}"

    @property
    def _words(self):
        return f"{self.n_repeats} times {self.n_folds}-fold cross-validation, trained on one fold"

    def _draw(self, request, *, stratified):
        folds = _plain_folds(self.n_folds, self.n_repeats, request)[:, :, np.newaxis]
        codes = np.where(folds == np.arange(self.n_folds)[:, np.newaxis], TRAIN_ONLY, 0)
        return _gathered(self, request, [codes.reshape(request.n_executions, -1, request.n_examples)], 1)


@dataclass(frozen=True, slots=True, repr=False)
class NestedKFold(Scheme):
    """All folds, and all pairs of folds: each is one row, which tests them and trains on the rest.

    Trained without folds j and k, a learner is tested on j inside k and on k inside j: the inner cross-validations of
    all outer folds need a fit for each pair only.

    Parameters
    ----------
    n_folds : int, default 10
        Of every partition.
    n_repeats : int, default 20
        Number of partitions, plain draws.
    """

    n_folds: int = 10
    n_repeats: int = 20

    def _parameters(self):
        return (self.n_folds, self.n_repeats)

    @property
    def _short(self):
        return f"nested:{self.n_repeats}x{self.n_folds}"

    @property
    def _words(self):
        return f"{self.n_repeats} times nested {self.n_folds}-fold cross-validation"

    def _draw(self, request, *, stratified):
        folds = _plain_folds(self.n_folds, self.n_repeats, request)
        out = [(k, k) for k in range(self.n_folds)] + list(combinations(range(self.n_folds), 2))
        rows = [np.where((folds == j) | (folds == k), 0, TRAIN_ONLY) for j, k in out]
        codes = np.stack(rows, axis=2).reshape(request.n_executions, -1, request.n_examples)
        return _gathered(self, request, [codes], 1)


@dataclass(frozen=True, slots=True, repr=False)
class SplitHalves(Scheme):
    """Random splits of all examples, then of both halves of random halvings, with test sets of the same size.

    Parameters
    ----------
    n_splits : int, default 15
        Of all examples, and of each half.
    n_halvings : int, default 10
        How often the examples are halved.
    test_size : float, default 0.1
        Fraction of all examples in every test set, also in those of the halves.
    """

    n_splits: int = 15
    n_halvings: int = 10
    test_size: float = 0.1

    def _parameters(self):
        return (self.n_splits, self.n_halvings, self.test_size)

    @property
    def _short(self):
        return f"split-halves:{self.n_splits}:{self.n_halvings}:{self.test_size:g}"

    @property
    def _words(self):
        return f"{self.n_splits} random splits of all examples and of both halves of {self.n_halvings} halvings"

    def _draw(self, request, *, stratified):
        n = request.n_examples
        n_test = max(1, int(np.floor(self.test_size * n + 0.5)))
        splits = Resampled(self.n_splits, n_test, stratified=False)
        whole = _by_execution(_assigned(splits, request))
        halves = _plain_folds(2, self.n_halvings, request)
        rows = np.full((request.n_executions, self.n_halvings, 2, self.n_splits, n), LEFT_OUT, dtype=np.int32)
        for number, half in enumerate(halves.reshape(-1, n)):
            for side in (0, 1):
                here = np.flatnonzero(half == side)
                name = f"{request.dataset}, halving {number}, half {side}"
                drawn = splits.assign(len(here), seed=request.seed, dataset=name).folds
                rows[*divmod(number, self.n_halvings), side][:, here] = drawn
        return _gathered(self, request, [whole, rows.reshape(request.n_executions, -1, n)], 1)


def _assigned(scheme, request):
    return scheme.assign(
        request.n_examples,
        classes=request.classes,
        groups=request.groups,
        seed=request.seed,
        dataset=request.dataset,
        n_executions=request.n_executions,
    )


def _plain_folds(n_folds, n_repeats, request):
    return _by_execution(_assigned(RepeatedKFold(n_folds, n_repeats, stratified=False), request))


def _by_execution(assignment):
    """Fold codes of shape (n_executions, n_repeats, n_examples)."""
    return assignment.folds.reshape(-1, assignment.repeats_per_execution, assignment.n_examples)


def _gathered(scheme, request, parts, n_folds):
    codes = np.concatenate(parts, axis=1).astype(np.int32)
    return scheme._assignment(
        codes.reshape(-1, request.n_examples),
        request,
        n_folds=n_folds,
        repeats_per_execution=codes.shape[1],
        stratified=False,
    )
