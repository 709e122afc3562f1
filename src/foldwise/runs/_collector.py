"""From the outcomes of single folds to a Run, which may be larger than memory and outlives a later error."""

import errno
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from operator import itemgetter
from tempfile import TemporaryFile, gettempdir
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from foldwise._core import Caveat, FoldwiseError, bytes_in_words
from foldwise.runs._caveats import learner_caveats
from foldwise.runs._fold import Block, SharedBlock
from foldwise.runs._fold_columns import FoldColumns
from foldwise.runs._learner import Learner
from foldwise.runs._listen import Printed
from foldwise.runs._metric import Metric
from foldwise.runs._run import FAILED, UNTESTED, DataInfo, Failure, Run
from foldwise.runs._target import Target
from foldwise.splits import Assignment
from foldwise.tuning import Entry, Ledger, Tried

# Past this size an array lives in a file, of which the system keeps in memory what is used.
_LARGE: Final = 1 << 28
# Its times and score, and its place in lists of what is to be done.
_BYTES_OF_A_FIT: Final = 100


class Collector:
    """Puts the outcomes of blocks, which arrive in any order, in their places."""

    def __init__(self, n_learners: int, assignment: Assignment, target: Target, keep_responses: bool) -> None:
        self.assignment, self.target, self.keep_responses = assignment, target, keep_responses
        shape = (n_learners, assignment.n_repeats, assignment.n_examples)
        if target.task == "classification":
            smallest = np.min_scalar_type(-len(target.answers))
            self.predictions: npt.NDArray[Any] = filled(shape, UNTESTED, smallest)
        else:
            self.predictions = filled(shape, np.nan, np.dtype(np.float64))
        wide = shape if len(target.classes) == 2 else (*shape, len(target.classes))
        self.responses = filled(wide, np.nan, np.dtype(np.float64)) if keep_responses else None
        folds = (n_learners, assignment.n_repeats, assignment.n_folds)
        self.fit_seconds, self.predict_seconds, self.scores = (np.full(folds, np.nan) for _ in range(3))
        self.errors: dict[tuple[int, int, int], str] = {}
        self.tried: dict[tuple[int, int, int], Tried] = {}
        self.output: list[dict[tuple[int, int], str]] = [{} for _ in range(n_learners)]
        self.response_methods = [""] * n_learners
        self.sharing_errors = [""] * n_learners
        self.warnings: list[Counter[str]] = [Counter() for _ in range(n_learners)]
        # Folds that are done, together with others or by themselves.
        self.shared, self.fitted = (np.zeros(folds, dtype=np.bool_) for _ in range(2))
        self.n_unsure = [0] * n_learners

    @property
    def n_bytes(self) -> int:
        """How much memory it takes."""
        return bytes_kept(len(self.output), self.assignment, self.target, self.keep_responses)

    def grow(self, assignment: Assignment) -> None:
        """Make room for more repeats; those that are there are the first of the new assignment."""
        grown = Collector(len(self.output), assignment, self.target, self.keep_responses)
        n_repeats = self.assignment.n_repeats
        for name in ("predictions", "responses", "fit_seconds", "predict_seconds", "scores", "shared", "fitted"):
            if getattr(self, name) is not None:
                getattr(grown, name)[:, :n_repeats] = getattr(self, name)
                setattr(self, name, getattr(grown, name))
        self.assignment = assignment

    def take(self, block: Block | SharedBlock) -> int:
        """Store what a block of folds gave; return by how many more folds the run is complete."""
        return self._take_shared(block) if isinstance(block, SharedBlock) else self._take_folds(block)

    def forget(self, learner: int, error: str) -> int:
        """Forget what the folds of a learner gave together, which will be fitted one by one; return how many.

        `error` says what it failed with, if it had offered to do them together.
        """
        self.sharing_errors[learner] = error or self.sharing_errors[learner]
        n_folds = int(self.shared[learner].sum())
        if not n_folds and not self.n_unsure[learner]:
            # What was printed and warned of before, when these folds were fitted one by one, stays.
            return 0
        self.shared[learner] = False
        self.response_methods[learner] = ""
        self.n_unsure[learner] = 0
        self.output[learner].clear()
        self.warnings[learner].clear()
        return n_folds

    def missing(self, learner: int) -> list[tuple[int, int]]:
        """Return the folds of a learner that are not done, in their order."""
        done = self.shared[learner] | self.fitted[learner]
        return [(repeat, fold) for repeat, fold in self.assignment.pairs() if not done[repeat, fold]]

    def note_output(self, learner: int, text: str) -> None:
        """Note what this learner printed, as a store has kept it."""
        self.output[learner].setdefault((0, -1), text)

    def _note_shared_warnings(self, learner: int, warnings: Counter[str]) -> None:
        # Once each: in how many blocks the repeats came depends on the clock.
        self.warnings[learner] |= Counter(set(warnings))

    def _take_shared(self, block: SharedBlock) -> int:
        at = block.learner, block.repeats
        tested = self.assignment.folds[block.repeats] >= 0
        np.copyto(self.predictions[at], block.predicted, where=tested, casting="unsafe")
        if self.responses is not None and block.response is not None:
            self.responses[at][tested] = block.response[tested]
        self.fit_seconds[at] = block.fold_seconds
        self.predict_seconds[at] = 0.0
        self.shared[at] = True
        for repeat, fold in block.left:
            self.shared[block.learner, repeat, fold] = False
        n_shared = int(self.shared[at].sum())
        if n_shared:
            self.response_methods[block.learner] = block.response_method
        self.n_unsure[block.learner] += int(block.n_unsure.sum())
        self._note_shared_warnings(block.learner, block.warnings)
        if block.output:
            self.output[block.learner][block.repeats.start, -1] = block.output[: Printed.KEPT]
        return n_shared

    def _take_folds(self, block: Block) -> int:
        learner = block.learner
        if block.output:
            first = block.outcomes[0]
            self.output[learner][first.repeat, first.fold] = block.output
        # The folds of a repeat mostly follow one another.
        repeat, tested = -1, list[npt.NDArray[np.intp]]()
        for outcome in block.outcomes:
            at = learner, outcome.repeat
            if outcome.repeat != repeat:
                repeat = outcome.repeat
                tested = self._tested(repeat)
            test = tested[outcome.fold]
            self.n_unsure[learner] += outcome.unsure
            self.fitted[*at, outcome.fold] = True
            if outcome.shared:
                self.shared[*at, outcome.fold] = True
                if outcome.warnings:
                    self._note_shared_warnings(learner, outcome.warnings)
            elif outcome.warnings:
                self.warnings[learner].update(outcome.warnings)
            self.fit_seconds[*at, outcome.fold] = outcome.fit_seconds
            self.predict_seconds[*at, outcome.fold] = outcome.predict_seconds
            self.scores[*at, outcome.fold] = outcome.score
            if outcome.tried is not None:
                self.tried[*at, outcome.fold] = outcome.tried
            if outcome.predicted is None:
                self.errors[*at, outcome.fold] = outcome.error
                self.predictions[*at, test] = FAILED if self.target.task == "classification" else np.nan
                if self.responses is not None:
                    # Folds that share work may have left something here, before this one was fitted by itself.
                    self.responses[*at, test] = np.nan
                continue
            self.predictions[*at, test] = outcome.predicted
            if self.responses is not None and outcome.response is not None:
                self.responses[*at, test] = outcome.response
                self.response_methods[learner] = outcome.response_method
        return len(block.outcomes)

    def take_columns(self, block: FoldColumns) -> None:
        """Store what many folds gave at once."""
        learner = block.learner
        at = learner, np.asarray(block.repeats, dtype=np.intp), np.asarray(block.folds, dtype=np.intp)
        self.fitted[at] = True
        self.shared[at] |= block.shared
        self.fit_seconds[at], self.predict_seconds[at] = block.fit_seconds, block.predict_seconds
        self.scores[at] = block.scores
        self.n_unsure[learner] += block.n_unsure
        if block.response_method:
            self.response_methods[learner] = block.response_method
        ends = [*(1 + np.flatnonzero(np.diff(at[1]))).tolist(), len(block.repeats)]
        for start, end in pairwise([0, *ends]):
            repeat, folds = block.repeats[start], block.folds[start:end]
            predicted = np.concatenate(block.predicted[start:end])
            if len(folds) == self.assignment.n_folds:
                # All that are tested, fold by fold; what is not tested comes before.
                order = self.assignment.folds[repeat].argsort(kind="stable")
                self.predictions[learner, repeat, order[len(order) - len(predicted) :]] = predicted
            else:
                tested = self._tested(repeat)
                self.predictions[learner, repeat, np.concatenate([tested[fold] for fold in folds])] = predicted
            if self.responses is not None and block.response_method:
                tested = self._tested(repeat)
                for fold, response in zip(folds, block.responses[start:end], strict=True):
                    if response is not None:
                        self.responses[learner, repeat, tested[fold]] = response

    def _tested(self, repeat: int) -> list[npt.NDArray[np.intp]]:
        """Return the rows that each fold of a repeat tests, ascending."""
        codes = self.assignment.folds[repeat]
        order = np.argsort(codes, kind="stable")
        ends = np.searchsorted(codes, np.arange(self.assignment.n_folds + 1), sorter=order)
        return [order[start:end] for start, end in pairwise(ends.tolist())]

    def finish(self, learners: tuple[Learner, ...], data: DataInfo, metric: Metric, caveats: Sequence[Caveat]) -> Run:
        """Make the Run, with what there is to beware of."""
        names = [learner.name for learner in learners]
        failures = tuple(
            Failure(learner=names[learner], repeat=repeat, fold=fold, error=error)
            for (learner, repeat, fold), error in sorted(self.errors.items())
        )
        for array in (self.predictions, self.responses, self.fit_seconds, self.predict_seconds, self.scores):
            if array is not None:
                array.setflags(write=False)
        return Run(
            data=data,
            learners=tuple(self._report(number, learner) for number, learner in enumerate(learners)),
            assignment=self.assignment,
            target=self.target,
            predictions=self.predictions,
            responses=self.responses,
            response_methods=tuple(self.response_methods),
            metric=metric,
            fitted_scores=None if metric.response else self.scores,
            fit_seconds=self.fit_seconds,
            predict_seconds=self.predict_seconds,
            failures=failures,
            caveats=tuple(caveats),
            ledger=self._ledger(names),
        )

    def _ledger(self, names: list[str]) -> Ledger:
        """Return what was tried; folds with the same candidates share one list of them."""
        shared: dict[tuple[str, ...], tuple[str, ...]] = {}
        return Ledger(
            tuple(
                Entry(
                    learner=names[learner],
                    repeat=repeat,
                    fold=fold,
                    candidates=shared.setdefault(tried.candidates, tried.candidates),
                    chosen=tried.chosen,
                    uncounted=tried.uncounted,
                )
                for (learner, repeat, fold), tried in sorted(self.tried.items(), key=itemgetter(0))
            )
        )

    def _report(self, number: int, learner: Learner) -> Learner:
        """Add what was learned about a learner; blocks arrive in any order, so the first by number speaks."""
        output = min(self.output[number].items(), default=((0, 0), ""))[1]
        # Of a run that grows, a learner may have fewer repeats than the others.
        done = ~np.isnan(self.fit_seconds[number])
        for which, repeat, fold in self.errors:
            done[repeat, fold] |= which == number
        n_tested = (self.assignment.folds >= 0).sum() * done.mean()
        return replace(
            learner,
            output=output,
            caveats=tuple(learner_caveats(learner, self.warnings[number], self.sharing_errors[number])),
            shared=float(self.shared[number].sum() / max(done.sum(), 1)),
            unsure=float(self.n_unsure[number] / max(n_tested, 1)),
        )


def filled(shape: tuple[int, ...], value: float, dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    """Make an array filled with one value; a large one in a temporary file, which vanishes with it.

    >>> filled((2, 3), -1, np.dtype(np.int8)).tolist()
    [[-1, -1, -1], [-1, -1, -1]]
    """
    n_bytes = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
    if n_bytes <= _LARGE:
        return np.full(shape, value, dtype=dtype)
    with TemporaryFile() as file:
        _reserve(file.fileno(), n_bytes)
        array = np.asarray(np.memmap(file, dtype=dtype, mode="w+", shape=shape))
    array[...] = value
    return array


def _reserve(descriptor: int, n_bytes: int) -> None:
    """Have the room for a file now; a disk that is full when memory is written to it would end the program."""
    try:
        os.posix_fallocate(descriptor, 0, n_bytes)
    except AttributeError:
        # Not a system that can.
        return
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            # Nor a file system that can.
            return
        folder = gettempdir()
        raise FoldwiseError(
            f"The predictions take {bytes_in_words(n_bytes)} in {folder}, where there is no room for them "
            f"({error.strerror}). Set TMPDIR to a folder with more, or use fewer repeats."
        ) from error


def bytes_kept(n_learners: int, assignment: Assignment, target: Target, keep_responses: bool) -> int:
    """Return what a Collector and its Run hold in memory; larger arrays are in files."""
    n_fits = n_learners * assignment.n_repeats * assignment.n_folds
    n_answers = n_learners * assignment.n_repeats * assignment.n_examples
    is_numbers = target.task == "regression"
    each = 8 if is_numbers else np.min_scalar_type(-len(target.answers)).itemsize
    wide = 8 * (1 if len(target.classes) == 2 else len(target.classes)) if keep_responses else 0
    arrays = (n_answers * each, n_answers * wide)
    return sum(size for size in arrays if size <= _LARGE) + n_fits * _BYTES_OF_A_FIT


@contextmanager
def work_kept(computed: Callable[[], Sequence[Run]]) -> Iterator[None]:
    """Add to an error that is raised within what was computed until then, as `run`: a Run, or a list of several."""
    try:
        yield
    except Exception as error:
        runs = list(computed())
        if runs and getattr(error, "run", None) is None:
            error.run = runs[0] if len(runs) == 1 else runs  # type: ignore[attr-defined]
        raise
