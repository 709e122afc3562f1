"""Made-up results to try a test on: differences, or answers, whose properties are known."""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from foldwise.lab._answers import Answers
from foldwise.splits import Assignment, Scheme

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class GivenScores:
    """Differences that nobody's answers stand behind, to try out tests on.

    Parameters
    ----------
    values : ndarray of shape (n_trials, n_executions, n_repeats, n_folds)
        The differences.
    n_train, n_test : ndarray of shape (n_repeats, n_folds)
        Sizes, the same in all trials.
    """

    values: Floats
    n_train: Counts
    n_test: Counts

    def differences(self) -> Floats:
        """Return the differences, which are not to be written into."""
        return self.values

    def sizes(self) -> tuple[Counts, Counts]:
        """Return the sizes, of the shape of the differences."""
        return np.broadcast_to(self.n_train, self.values.shape), np.broadcast_to(self.n_test, self.values.shape)


_SIZES: Final = (200, 2_000, 20_000)
_SPREAD: Final = 0.05
_RIGHT: Final = 0.8


@dataclass(frozen=True, slots=True, eq=False)
class MadeUpScores:
    """Independent normal differences of all folds, on the design of a scheme."""

    assignment: Assignment
    rng: np.random.Generator

    def null(self, n: int, lead: float = 0.0) -> GivenScores:
        """Draw independent normal differences."""
        return self._scores(self.rng.normal(lead, _SPREAD, (n, 1, *self._shape)))

    def identical(self) -> GivenScores:
        """Return differences that are all zero."""
        return self._scores(np.zeros((1, 1, *self._shape)))

    def constant(self) -> GivenScores:
        """Return differences that are all the same."""
        return self._scores(np.full((1, 1, *self._shape), 0.0625))

    def tied(self) -> GivenScores:
        """Return differences of which the first is zero."""
        values = self.null(1).values
        values[..., 0, 0] = 0.0
        return self._scores(values)

    def swapped(self, results: GivenScores) -> GivenScores:
        """Change the sign of every difference."""
        return replace(results, values=-results.values)

    def folds_renumbered(self, results: GivenScores) -> GivenScores:
        """Count the folds from the last one."""
        order = np.arange(self._shape[1])[::-1]
        return GivenScores(results.values[..., order], results.n_train[:, order], results.n_test[:, order])

    def repeats_reordered(self, results: GivenScores) -> GivenScores:
        """Move the last repeat to the first place."""
        order = np.roll(np.arange(self._shape[0]), 1)
        return GivenScores(results.values[:, :, order], results.n_train[order], results.n_test[order])

    def scaled(self, results: GivenScores, factor: float) -> GivenScores:
        """Multiply all differences."""
        return replace(results, values=results.values * factor)

    @property
    def _shape(self) -> tuple[int, int]:
        return self.assignment.n_repeats, self.assignment.n_folds

    def _scores(self, values: npt.NDArray[np.float64]) -> GivenScores:
        return GivenScores(values, *self.assignment.sizes())


@dataclass(frozen=True, slots=True, eq=False)
class MadeUpAnswers:
    """Answers that are right independently of each other, on the partitions of a scheme."""

    assignment: Assignment
    rng: np.random.Generator

    def null(self, n: int, lead: float = 0.0) -> Answers:
        """Draw answers that a gets right more often by this much."""
        shape = n, 1, *self.assignment.folds.shape
        chances = min(_RIGHT + lead / 2, 1.0), _RIGHT - lead / 2
        return self._answers(np.stack([self.rng.random(shape) < chance for chance in chances], axis=1))

    def identical(self) -> Answers:
        """Return the same answers twice."""
        right = self.rng.random((1, 1, *self.assignment.folds.shape)) < _RIGHT
        return self._answers(np.stack([right, right], axis=1))

    def constant(self) -> Answers:
        """Return answers of which those of a are all right, and those of b all wrong."""
        right = np.ones((1, 1, *self.assignment.folds.shape), dtype=bool)
        return self._answers(np.stack([right, ~right], axis=1))

    def tied(self) -> Answers:
        """Return answers that differ on one example."""
        answers = self.identical()
        predicted = answers.predicted.copy()
        repeat, example = np.argwhere(self.assignment.folds >= 0)[0]
        predicted[:, 1, :, repeat, example] = 1 - predicted[:, 0, :, repeat, example]
        return replace(answers, predicted=predicted)

    def swapped(self, results: Answers) -> Answers:
        """Exchange the learners."""
        return replace(results, predicted=np.ascontiguousarray(results.predicted[:, ::-1]))

    def folds_renumbered(self, results: Answers) -> Answers:
        """Count the folds from the last one."""
        folds = results.folds
        return replace(results, folds=np.where(folds >= 0, results.n_folds - 1 - folds, folds).astype(np.int32))

    def repeats_reordered(self, results: Answers) -> Answers:
        """Move the last repeat to the first place."""
        # Made anew in their order: what numpy rolls keeps the strides of a broadcast, which counting cannot read.
        folds = np.roll(np.ascontiguousarray(results.folds), 1, axis=2)
        return replace(results, predicted=np.roll(results.predicted, 1, axis=3), folds=folds)

    def _answers(self, right: npt.NDArray[np.bool_]) -> Answers:
        folds = self.assignment.folds
        return Answers(
            truth=np.ones((len(right), folds.shape[1]), dtype=np.int8),
            predicted=np.where(folds >= 0, right.astype(np.int8), np.int8(-1)),
            folds=np.broadcast_to(folds, (len(right), 1, *folds.shape)),
            n_folds=self.assignment.n_folds,
        )


def partitions_of(scheme: Scheme, seed: int) -> Assignment:
    """Draw partitions of as few examples as the scheme can do with: 200, or more for large test sets."""
    for n in _SIZES[:-1]:
        try:
            return scheme.assign(n, classes=np.arange(n) % 2, seed=seed)
        except ValueError:
            # A size of the scheme is given as a number of examples.
            continue
    n = _SIZES[-1]
    return scheme.assign(n, classes=np.arange(n) % 2, seed=seed)
