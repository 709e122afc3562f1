"""A block of trials as evidence: what `judge` reads of one pair, of all executions of all trials at once."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise._core import digest
from foldwise.lab._answers import Answers
from foldwise.lab._designs import given_folds
from foldwise.runs import DataInfo, Learner, Metric, Run, Target, as_metric
from foldwise.splits import Assignment, Scheme
from foldwise.splits._door import count_whole_splits

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class BlockEvidence:
    """What two learners did in a block of trials, as `foldwise.verdicts.tests.Evidence`.

    Parameters
    ----------
    answers : Answers, or FoldScores for tests on differences
        Of the block. The leading axes of all that is read from it are trials and executions. Scores are shares of
        counts, so that equal ones differ by exactly zero: there is no size of rounding errors to speak of.
    """

    answers: Any

    @property
    def is_cross_validation(self) -> bool:
        """Whether every repeat tests two or more folds in turn."""
        return bool(self.answers.differences().shape[-1] > 1)

    def table(self) -> Floats:
        """Differences of repeats and folds."""
        return self.answers.differences()  # type: ignore[no-any-return]

    def complete(self, _: str, /) -> Floats:
        """Differences of repeats and folds, of which none is ever missing."""
        return self.table()

    def row(self) -> Floats:
        """Differences in one row."""
        return _in_a_row(self.table())

    def mean_difference(self) -> Floats:
        """Mean of all differences."""
        return np.asarray(self.table().mean(axis=(-2, -1)))

    def magnitude(self) -> dict[str, Any]:
        """Nothing: differences are exact."""
        return {}

    def ratio(self) -> dict[str, Any]:
        """Nothing: folds are as equal as can be."""
        return {}

    def sizes(self) -> tuple[Counts, Counts]:
        """Training and test sizes in one row."""
        n_train, n_test = self.answers.sizes()
        return _in_a_row(n_train), _in_a_row(n_test)

    def disagreements(self) -> tuple[Counts, Counts]:
        """Examples of each repeat that only one learner gets right."""
        return self.answers.disagreements()  # type: ignore[no-any-return]

    def n_right(self) -> tuple[Counts, Counts]:
        """Right answers of each."""
        a, b = (count.sum(axis=(-2, -1)) for count in self.answers.n_right())
        return a, b

    def n_tested(self) -> Counts:
        """Answers in all."""
        return np.asarray(self.answers.sizes()[1].sum(axis=(-2, -1)))

    def loss_differences(self) -> tuple[Counts, Counts, dict[str, Any]]:
        """1 where only a is right, -1 where only b is, 0 also where an example is not tested; how many are."""
        return self._ahead().sum(axis=-2, dtype=np.int64), self.n_tested(), {}

    def losses(self) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
        """Wrong answers, and which examples all repeats tested."""
        return ~self.answers.right.swapaxes(1, 2), np.asarray((self.answers.folds >= 0).all(axis=-2))

    def halves(self) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int32], dict[str, Any]]:
        """1 where only a is right, -1 where only b is, and the half that tested it."""
        return self._ahead(), self.answers.folds, {}

    def fold_losses(self, _: str, /) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int32], dict[str, Any]]:
        """1 where only a is right, -1 where only b is, and the fold that tested it; examples stand alone."""
        return self._ahead(), self.answers.folds, {}

    def sample_scores(self, _: str, /) -> Floats:
        """Accuracies of both on all samples."""
        (a, b), n_tested = self.answers.n_right(), self.answers.sizes()[1]
        return np.asarray(np.stack([a[..., 0], b[..., 0]], axis=-2) / n_tested[..., np.newaxis, :, 0])

    def own_samples(self) -> tuple[range, range]:
        """Every other sample."""
        n = self.answers.sizes()[1].shape[-2]
        return range(0, n, 2), range(1, n, 2)

    def n_whole_splits(self) -> int:
        """How many splits of all examples precede those of halves, in every trial."""
        return count_whole_splits(given_folds(self.answers.folds[0, 0])) or 0

    def _ahead(self) -> npt.NDArray[np.int8]:
        right = self.answers.right
        return np.asarray(np.subtract(right[:, 0], right[:, 1], dtype=np.int8))


def _in_a_row(table: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return table.reshape(*table.shape[:-2], -1)


@cache
def accuracy() -> Metric:
    """Return what trials score; looking it up takes longer than many a test."""
    return as_metric("accuracy", "classification")


def assignment_of(answers: Answers, trial: int, execution: int, scheme: Scheme) -> Assignment:
    """Return the partitions of one execution."""
    folds = answers.folds[trial, execution]
    return Assignment(
        folds=folds.view(),
        n_folds=answers.n_folds,
        scheme=str(scheme),
        description=str(scheme),
        stratified=scheme.stratified,
        seed=None,
        repeats_per_execution=len(folds),
    )


def run_of(answers: Answers, trial: int, execution: int, scheme: Scheme) -> Run:
    """Return the run of the learners a and b that `evaluate` would have left, but for the times.

    Parameters
    ----------
    answers : Answers
        Of a block of trials.
    trial : int
        Place of the trial in the block.
    execution : int
        Which one.
    scheme : Scheme
        That the answers have.
    """
    truth = answers.truth[trial].astype(np.intp)
    # In memory of its own: whoever gets the run may keep it longer than the block.
    predictions = answers.predicted[trial, :, execution].copy()
    classes = np.arange(max(int(truth.max()), int(predictions.max()), 1) + 1)
    seconds = np.zeros((2, predictions.shape[1], answers.n_folds))
    for array in (truth, predictions, seconds):
        array.setflags(write=False)
    return Run(
        data=DataInfo(
            name="trial",
            fingerprint=digest(truth.tobytes()),
            n_examples=truth.size,
            n_attributes=None,
            task="classification",
            classes=tuple(classes.tolist()),
        ),
        learners=(Learner(name="a", description="a"), Learner(name="b", description="b")),
        assignment=assignment_of(answers, trial, execution, scheme),
        target=Target("classification", truth, classes, truth),
        predictions=predictions,
        responses=None,
        response_methods=("", ""),
        metric=accuracy(),
        fitted_scores=None,
        fit_seconds=seconds,
        predict_seconds=seconds,
        failures=(),
        caveats=(),
    )
