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
from foldwise.sharing._door import predict_folds
from foldwise.splits import Assignment, Holdout, KFold, RepeatedKFold, Resampled, Scheme


def trial_seed(seed: int, trial: int) -> int:
    """Seed of one trial of a study: the same for all sources and procedures, which are thus compared like for like."""
    return derive_seed("trial", seed, trial, bits=64)


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
    def labels_are_coins(self) -> bool:
        """Whether nothing can be learned, so that stratified folds give away a little to who follows the majority."""
        return False

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
                one = self._answer_one(trial, designs, trial_seed(seed, trial))
            except (Exception, SystemExit) as error:
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

    def _answer_one(self, trial: int, designs: Sequence[Design], seed: int) -> "_Trial":
        X, y = self.draw(np.random.default_rng([seed, 0]))
        whole, n_folds, rows = _assigned(designs, y, seed, f"trial {trial}")
        predicted = [
            predict_folds(learner, X, y, whole, name=name, seed=seed)
            for name, learner in zip("ab", self.learners, strict=True)
        ]
        truth = np.unique(y, return_inverse=True)[1]
        return _Trial(truth, whole, predicted, n_folds, rows)


@dataclass(frozen=True, slots=True, eq=False)
class _Trial:
    """What both learners answered in one trial, and which rows belong to each design."""

    truth: npt.NDArray[np.intp]
    whole: Assignment
    predicted: list[npt.NDArray[np.int32]]
    n_folds: list[int]
    rows: list[slice]


def _assigned(
    designs: Sequence[Design], y: npt.NDArray[Any], seed: int, dataset: str
) -> tuple[Assignment, list[int], list[slice]]:
    """Split by all designs, one after the other; say how many folds each has, and where its repeats are.

    Of designs whose repeats are the first ones of another's, only the longest is drawn: nothing is fitted twice.
    """
    longest: dict[Any, tuple[int, Assignment]] = {}
    n_rows = 0
    for design in sorted(designs, key=lambda design: -design.n_executions * max(_stream(design.scheme)[1], 1)):
        stream, _ = _stream(design.scheme)
        if stream not in longest:
            part = design.scheme.assign(len(y), classes=y, seed=seed, dataset=dataset, n_executions=design.n_executions)
            longest[stream] = n_rows, part
            n_rows += part.n_repeats
    n_folds, rows = [], []
    for design in designs:
        stream, n_repeats = _stream(design.scheme)
        start, part = longest[stream]
        n_folds.append(part.n_folds)
        rows.append(slice(start, start + design.n_executions * (n_repeats or part.repeats_per_execution)))
    whole = Assignment(
        folds=np.concatenate([part.folds for _, part in longest.values()]),
        n_folds=max(n_folds),
        scheme="several",
        description="several schemes one after the other",
        stratified=None,
        seed=None,
        repeats_per_execution=1,
    )
    return whole, n_folds, rows


def _stream(scheme: Scheme) -> tuple[Any, int]:
    """Return what schemes have in common if one begins with the repeats of the other, and how many this one has.

    A scheme that is like no other says itself how many: 0.
    """
    match scheme:
        case KFold():
            return ("folds", scheme.n_folds, scheme.stratified), 1
        case RepeatedKFold():
            return ("folds", scheme.n_folds, scheme.stratified), scheme.n_repeats
        case Holdout():
            return ("splits", scheme.test_size, scheme.stratified), 1
        case Resampled():
            return ("splits", scheme.test_size, scheme.stratified), scheme.n_repeats
        case _:
            return scheme, 0
