"""Where trials come from."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise._core import FoldwiseError, derive_seed, one_line
from foldwise.lab._answers import Answers
from foldwise.lab._design import Design
from foldwise.runs import predict_folds
from foldwise.splits import Assignment


@dataclass(frozen=True, slots=True, kw_only=True)
class Source(ABC):
    """A population from which every trial draws a dataset of its own, with two learners to compare on it.

    Sources are frozen dataclasses: their fields say all that determines the trials, besides the seed. Trial i is a pure
    function of the source, the seed and i.

    Parameters
    ----------
    name : str, optional
        For tables and figures; made from the parameters if not given.
    """

    name: str = field(default="")

    @property
    @abstractmethod
    def n_examples(self) -> int:
        """Size of every dataset."""

    @property
    @abstractmethod
    def difference(self) -> float | None:
        """True difference in accuracy, first learner less second; 0.0 for an exact null, None if it is not known."""

    @property
    def trials_per_block(self) -> int:
        """How many trials are done together; fixed, so that results do not depend on the number of workers."""
        return 10

    @abstractmethod
    def answer(self, trials: range, designs: Sequence[Design], seed: int) -> list[Answers]:
        """Do some trials: draw datasets, split them by every design, let both learners answer.

        Parameters
        ----------
        trials : range
            Which ones.
        designs : sequence of Design
            Every trial's dataset is the same for all of them.
        seed : int
            Of the study.

        Returns
        -------
        list of Answers
            One for each design.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class DataSource(Source):
    """A source of datasets on which two real learners are trained; its kinds say how to draw one."""

    @property
    @abstractmethod
    def learners(self) -> tuple[Any, Any]:
        """The two classifiers."""

    @abstractmethod
    def draw(self, rng: np.random.Generator) -> tuple[Any, npt.NDArray[Any]]:
        """Draw a dataset.

        Parameters
        ----------
        rng : numpy.random.Generator
            The only source of chance.

        Returns
        -------
        X : array or DataFrame of shape (n_examples, n_attributes)
        y : ndarray of shape (n_examples,)
        """

    def draw_with_calibration(self, rng: np.random.Generator) -> tuple[Any, npt.NDArray[Any], Any, npt.NDArray[Any]]:
        """Draw a dataset, and examples that are not in it, on which to measure what is learned from it.

        Parameters
        ----------
        rng : numpy.random.Generator
            The only source of chance.

        Returns
        -------
        X, y
            As `draw` returns them.
        X_calibration, y_calibration
            Another dataset; some kinds have a better one.
        """
        return *self.draw(rng), *self.draw(rng)

    def answer(self, trials: range, designs: Sequence[Design], seed: int) -> list[Answers]:
        """Draw datasets, and train both learners on all folds of all designs at once."""
        n = self.n_examples
        for number, trial in enumerate(trials):
            try:
                one = self._answer_one(trial, designs, derive_seed("trial", seed, trial))
            except Exception as error:
                said = "" if isinstance(error, FoldwiseError) else f"{type(error).__name__}: "
                raise FoldwiseError(f"{self.name}, trial {trial} of seed {seed}: {said}{one_line(error)}") from error
            if number == 0:
                # Filled trial by trial: memory that was just used is the quickest.
                shape = len(one.whole.folds), n
                folds = np.empty((len(trials), *shape), dtype=np.int32)
                predicted = np.empty((len(trials), 2, *shape), dtype=np.int8)
                truth = np.empty((len(trials), n), dtype=np.int32)
            if one.truth.max() > np.iinfo(predicted.dtype).max:
                predicted = predicted.astype(np.int32)
            folds[number], truth[number] = one.whole.folds, one.truth
            predicted[number, 0], predicted[number, 1] = one.predicted
        return [
            Answers(
                truth=truth,
                predicted=predicted[:, :, rows].reshape(len(trials), 2, design.n_executions, -1, n),
                folds=folds[:, rows].reshape(len(trials), design.n_executions, -1, n),
                n_folds=n_folds,
            )
            for design, n_folds, rows in zip(designs, one.n_folds, one.rows, strict=True)
        ]

    def _answer_one(self, trial: int, designs: Sequence[Design], trial_seed: int) -> "_Trial":
        X, y = self.draw(np.random.default_rng([trial_seed, 0]))
        parts = [
            design.scheme.assign(
                len(y), classes=y, seed=trial_seed, dataset=f"trial {trial}", n_executions=design.n_executions
            )
            for design in designs
        ]
        whole, rows = _together(parts)
        predicted = [
            predict_folds(learner, X, y, whole, name=name, seed=trial_seed)
            for name, learner in zip("ab", self.learners, strict=True)
        ]
        truth = np.unique(y, return_inverse=True)[1]
        return _Trial(truth, whole, predicted, [part.n_folds for part in parts], rows)


@dataclass(frozen=True, slots=True, eq=False)
class _Trial:
    """What both learners answered in one trial, and which rows belong to each design."""

    truth: npt.NDArray[np.intp]
    whole: Assignment
    predicted: list[npt.NDArray[np.int32]]
    n_folds: list[int]
    rows: list[slice]


def _together(parts: Sequence[Assignment]) -> tuple[Assignment, list[slice]]:
    """Put assignments one after the other, and say where each of them is.

    The repeats of a scheme are the first ones of the same scheme with more of them: they are not fitted twice.
    """
    places: dict[int, slice] = {}
    kept: list[int] = []
    n_rows = 0
    for number in sorted(range(len(parts)), key=lambda place: -parts[place].n_repeats):
        part = parts[number]
        longer = next((place for place in kept if _begins_with(parts[place], part)), None)
        if longer is None:
            kept.append(number)
            places[number] = slice(n_rows, n_rows + part.n_repeats)
            n_rows += part.n_repeats
        else:
            start = places[longer].start
            places[number] = slice(start, start + part.n_repeats)
    whole = Assignment(
        folds=np.concatenate([parts[number].folds for number in kept]),
        n_folds=max(part.n_folds for part in parts),
        scheme="several",
        description="several schemes one after the other",
        stratified=None,
        seed=None,
        repeats_per_execution=1,
    )
    return whole, [places[number] for number in range(len(parts))]


def _begins_with(longer: Assignment, part: Assignment) -> bool:
    # The first row nearly always tells.
    return np.array_equal(longer.folds[0], part.folds[0]) and np.array_equal(longer.folds[: part.n_repeats], part.folds)
