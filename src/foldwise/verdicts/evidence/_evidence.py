"""What a test may read: of a batch of experiments, and of one pair of learners of a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from foldwise.splits import Assignment
from foldwise.verdicts.evidence._pair import whole_splits
from foldwise.verdicts.evidence._setting import metric_losses
from foldwise.verdicts.evidence._two_fold import TwoFold, loss_differences, two_fold

if TYPE_CHECKING:
    from foldwise.verdicts.evidence._pair import Pair

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]
Options = dict[str, Any]


class Evidence(Protocol):
    """What two learners a and b did in every experiment of a batch.

    The leading axes of all arrays, written as ..., are the experiments; a single pair has none. Options are what the
    functions of `foldwise.stats` take beside the arrays, as far as it is known.
    """

    @property
    def is_cross_validation(self) -> bool:
        """Whether every repeat tests two or more folds in turn."""

    def table(self) -> Floats:
        """Differences ``score(a) - score(b)`` of shape (..., n_repeats, n_folds); one row if folds are missing."""

    def row(self) -> Floats:
        """All differences, of shape (..., n)."""

    def complete(self, test: str, /) -> Floats:
        """Differences of shape (..., n_repeats, n_folds); refused in the name of `test` if folds are missing."""

    def mean_difference(self) -> Any:
        """Mean of all differences, of shape (...)."""

    def magnitude(self) -> Options:
        """Size of the scores, which rounding errors are measured by."""

    def ratio(self) -> Options:
        """Test size over training size, where it is not that of equal folds."""

    def sizes(self) -> tuple[Counts, Counts]:
        """Training and test sizes behind `row`, of its shape, or two numbers in their ratio."""

    def disagreements(self) -> tuple[Counts, Counts]:
        """Examples that only a, and that only b gets right, of shape (..., n_repeats)."""

    def n_right(self) -> tuple[Any, Any]:
        """Right answers of a and of b, of shape (...)."""

    def n_tested(self) -> Any:
        """Answers in all, of shape (...)."""

    def loss_differences(self) -> tuple[npt.NDArray[Any], Any, Options]:
        """``loss(b) - loss(a)`` of examples tested once, (..., n); how many are tested if not all; options."""

    def losses(self) -> tuple[npt.NDArray[Any], npt.NDArray[np.bool_]]:
        """Losses of shape (..., 2, n_repeats, n), and which examples all repeats tested, (..., n)."""

    def halves(self) -> tuple[npt.NDArray[Any], npt.NDArray[np.int32], Options]:
        """``loss(b) - loss(a)`` and the half that tested it, both (..., n_repeats, n); options."""

    def fold_losses(self, test: str, /) -> tuple[npt.NDArray[Any], npt.NDArray[np.int32], Options]:
        """``loss(b) - loss(a)`` and the fold that tested it, both (..., n_repeats, n); options, with clusters."""

    def sample_scores(self, test: str, /) -> Floats:
        """Scores of both, of shape (..., 2, n_samples); refused in the name of `test` if some are missing."""

    def own_samples(self) -> tuple[range, range]:
        """Which samples are those of a alone, and of b, if they are dealt to all learners in turn."""

    def n_whole_splits(self) -> int:
        """How many splits of all examples precede those of halves."""


@dataclass(frozen=True, eq=False)
class PairEvidence:
    """What two learners did on one dataset, or on each of several.

    Parameters
    ----------
    pairs : sequence of Pair
        One for each dataset; all but `datasets` is about the first.
    """

    pairs: Sequence[Pair]

    @property
    def pair(self) -> Pair:
        """The pair on the first dataset."""
        return self.pairs[0]

    @property
    def is_cross_validation(self) -> bool:
        """Whether every repeat tests two or more folds in turn."""
        return self.pair.setting.is_cross_validation

    def table(self) -> Floats:
        """Differences of repeats and folds, or one row of those that did not fail."""
        return self.pair.table

    def row(self) -> Floats:
        """Differences of the folds that did not fail."""
        return self.pair.valid_differences

    def complete(self, test: str, /) -> Floats:
        """Differences of all repeats and folds, refused if one failed."""
        return self.pair.complete(test)

    def mean_difference(self) -> float:
        """Mean of the differences that count."""
        return self.pair.mean_difference

    def magnitude(self) -> Options:
        """Largest absolute score."""
        return {"score_magnitude": self.pair.magnitude}

    def ratio(self) -> Options:
        """Test size over training size, of the folds that did not fail."""
        return {"test_train_ratio": self.pair.test_train_ratio}

    def sizes(self) -> tuple[Counts, Counts]:
        """Training and test sizes of the folds that did not fail."""
        return self.pair.sizes()

    def disagreements(self) -> tuple[Counts, Counts]:
        """Examples of each repeat that only one learner gets right, of those that both were tested on."""
        return self._only_one_right

    def n_right(self) -> tuple[int, int]:
        """Right answers of each, of those that both gave."""
        right = self.pair.run.correct()
        return int((right[self.pair.a] & self._both).sum()), int((right[self.pair.b] & self._both).sum())

    def n_tested(self) -> int:
        """Answers that both gave."""
        return int(self._both.sum())

    def loss_differences(self) -> tuple[Floats, None, Options]:
        """Differences of losses where both were tested; the seed of the design makes random flips repeatable."""
        losses = self._losses_once
        options = {"seed": self.pair.run.assignment.seed or 0, "score_magnitude": np.abs(losses).max(axis=0)}
        return losses[1] - losses[0], None, options

    def losses(self) -> tuple[Floats, npt.NDArray[np.bool_]]:
        """Losses of both, and which examples all repeats tested."""
        return self._losses, np.asarray(np.isfinite(self._losses).all(axis=(0, 1)))

    def halves(self) -> tuple[npt.NDArray[Any], npt.NDArray[np.int32], Options]:
        """Differences of losses in the repeats without a failure; right and wrong answers need the floor."""
        losses = self.two_fold
        return losses.differences, losses.halves, {"floor": losses.is_zero_one, "score_magnitude": losses.largest_loss}

    def fold_losses(self, test: str, /) -> tuple[npt.NDArray[Any], npt.NDArray[np.int32], Options]:
        """Differences of losses of all repeats; refused in the name of `test` if a fold failed."""
        self.pair.complete(test)
        assert isinstance(self.pair.run.assignment, Assignment), "the records of tests ask for known folds"
        differences, largest = loss_differences(self.pair)
        options = {"clusters": self.pair.run.assignment.groups, "score_magnitude": largest}
        return differences, self.pair.run.assignment.folds, options

    def sample_scores(self, test: str, /) -> Floats:
        """Scores of both on all samples; refused in the name of `test` if one failed."""
        self.pair.complete(test)
        return self.pair.scores[[self.pair.a, self.pair.b], :, 0]

    def own_samples(self) -> tuple[range, range]:
        """Deal samples by the order of names, not of learners: who comes first must not matter."""
        names, n = sorted(self.pair.run.learner_names), self.pair.run.assignment.n_repeats
        a, b = (range(names.index(name), n, len(names)) for name in self.pair.names)
        return a, b

    def n_whole_splits(self) -> int:
        """How many splits of all examples precede those of halves."""
        return self.pair.once_for_all(whole_splits)

    def responses(self) -> tuple[Floats, Floats, npt.NDArray[np.bool_]]:
        """Responses to the test set of a hold-out, and which of its examples are positive."""
        run, both = self.pair.run, [self.pair.a, self.pair.b]
        assert run.responses is not None, "roc_auc keeps responses"
        rows = np.flatnonzero(run.tested()[both].all(axis=(0, 1)))
        a, b = run.responses[both, 0][:, rows]
        return a, b, np.asarray(run.target.values[rows] == 1)

    def datasets(self) -> tuple[Floats, Options]:
        """Mean difference of each dataset."""
        d = np.array([pair.mean_difference for pair in self.pairs])
        return d, {"score_magnitude": [pair.magnitude for pair in self.pairs]}

    @cached_property
    def two_fold(self) -> TwoFold:
        """Losses of repeated two-fold cross-validation."""
        return two_fold(self.pair, None)

    @cached_property
    def _only_one_right(self) -> tuple[Counts, Counts]:
        right = self.pair.run.correct()
        a, b = right[self.pair.a], right[self.pair.b]
        return np.asarray((a & ~b & self._both).sum(axis=1)), np.asarray((b & ~a & self._both).sum(axis=1))

    @cached_property
    def _losses_once(self) -> Floats:
        """Losses of both on the examples that both were tested on, of shape (2, n)."""
        once = np.full(self._losses[:, 0].shape, np.nan)
        for repeat in range(self._losses.shape[1]):
            losses = self._losses[:, repeat]
            np.copyto(once, losses, where=np.isfinite(losses))
        return once[:, np.isfinite(once).all(axis=0)]

    @cached_property
    def _both(self) -> npt.NDArray[np.bool_]:
        tested = self.pair.run.tested()
        return np.asarray(tested[self.pair.a] & tested[self.pair.b])

    @cached_property
    def _losses(self) -> Floats:
        return metric_losses(self.pair.run, self.pair.setting.metric)[[self.pair.a, self.pair.b]]
