"""Two learners of one run, their scores checked: what every test is fed from."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from foldwise._core import Caveat, IncompleteRunError, SchemeMismatchError, UndefinedMetricError, counted
from foldwise.runs import Metric, Run
from foldwise.splits import Layout
from foldwise.verdicts.evidence._setting import Setting

Bools = npt.NDArray[np.bool_]

Floats = npt.NDArray[np.float64]

Counts = npt.NDArray[np.int64]

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """Scores of two learners of one run, and the folds that count."""

    run: Run
    a: int
    b: int
    scores: Floats
    valid: Bools
    filled: Bools
    setting: Setting
    _known: dict[Any, Any] = field(init=False, repr=False, default_factory=dict)

    def once(self, work: Callable[..., T], *options: Any) -> T:
        """Return what `work` makes of this pair, whichever test asks: all tests of a panel ask the same."""
        key = (work, *options)
        if key not in self._known:
            self._known[key] = work(self, *options)
        found: T = self._known[key]
        return found

    @property
    def names(self) -> tuple[str, str]:
        """Names of the two learners."""
        return self.run.learner_names[self.a], self.run.learner_names[self.b]

    @property
    def differences(self) -> Floats:
        """``score(a) - score(b)``, of shape (n_repeats, n_folds)."""
        return np.asarray(self.scores[self.a] - self.scores[self.b])

    @property
    def valid_differences(self) -> Floats:
        """The differences of the folds on which neither failed, in order."""
        return np.asarray(self.differences[self.valid])

    @property
    def mean_difference(self) -> float:
        """Mean over the folds that count, each fold counting the same."""
        return float(self.valid_differences.mean())

    @property
    def mean_scores(self) -> tuple[float, float]:
        """Mean score of each learner over the folds that count."""
        return self.once(Pair._mean_scores)

    def _mean_scores(self) -> tuple[float, float]:
        a, b = (float(self.scores[learner][self.valid].mean()) for learner in (self.a, self.b))
        return a, b

    @property
    def is_partial(self) -> bool:
        """Whether folds are left out because a learner failed."""
        return not self.valid.all()

    @property
    def magnitude(self) -> float:
        """Largest absolute score: what rounding errors of differences are measured by.

        Errors of predictions of numbers that are large beside their spread have lost digits before they are averaged.
        """
        return self.once(Pair._magnitude)

    def _magnitude(self) -> float:
        largest = float(np.abs(self.scores[[self.a, self.b]][:, self.valid]).max())
        if self.setting.task == "classification" or not self.run.has_predictions:
            return largest
        y = self.run.target.values
        spread = float(np.std(y))
        return largest * max(1.0, float(np.abs(y).max()) / spread) if spread > 0 else largest

    @property
    def table(self) -> Floats:
        """The differences as (n_repeats, n_folds), or as one row where folds are missing."""
        return self.valid_differences[np.newaxis] if self.is_partial else self.differences

    def complete(self, test: str) -> Floats:
        """Return the differences, unless folds are missing: for tests that have no meaning without all of them."""
        if self.is_partial:
            raise IncompleteRunError(
                f"{test} needs every fold, and {int((~self.valid).sum())} of {self.valid.size} failed on "
                f"{self.run.data.name}. Mend the learner, or use corrected_repeated_kfold_t.",
                self.run,
            )
        return self.differences

    def sizes(self) -> tuple[Counts, Counts]:
        """Training and test sizes of the folds that count, or two numbers in their ratio where only that is known."""
        sizes = self.run.sizes()
        if sizes is not None:
            return sizes[0][self.valid], sizes[1][self.valid]
        layout = self.run.assignment
        ratio = layout.test_train_ratio if isinstance(layout, Layout) else None
        if ratio is None:
            scheme = f"resampled:{layout.n_repeats}:0.1"
            raise SchemeMismatchError(
                f"The correction needs the sizes of training and test sets, which the results on {self.run.data.name} "
                f"do not hold. If every repeat was a new random split, add columns n_train and n_test, or say how they "
                f"were split (scheme='{scheme}', --scheme {scheme}, if a tenth was tested). Several trainings on one "
                "test set are not independent splits: no test here can judge them yet."
            )
        return _two_sizes(ratio)

    @property
    def test_train_ratio(self) -> float:
        """Test size over training size, summed over folds."""
        n_train, n_test = self.sizes()
        return float(n_test.sum() / n_train.sum())

    def pooled_difference(self) -> float:
        """Mean difference, each fold weighted by its number of test examples; NaN where that is not known."""
        sizes = self.run.sizes()
        return np.nan if sizes is None else float(np.average(self.valid_differences, weights=sizes[1][self.valid]))

    def caveats(self) -> list[Caveat]:
        """List what to beware of for this pair, whatever the test."""
        caveats = [*self.run.learners[self.a].caveats, *self.run.learners[self.b].caveats]
        if self.is_partial:
            n_lost = int((~self.valid).sum())
            left_out = "is left out" if n_lost == 1 else "are left out"
            message = f"{n_lost} of {self.valid.size} folds {left_out}: {self._why_left_out(n_lost)}."
            caveats.append(Caveat(code="partial_design", message=message))
        numbers = {
            name: int(self.filled[which][self.valid].sum())
            for name, which in zip(self.names, (self.a, self.b), strict=True)
        }
        return [*caveats, *filled_caveats(self.setting.metric, numbers, int(self.valid.sum()))]

    def _why_left_out(self, n_lost: int) -> str:
        if not self.run.is_imported:
            return f"a learner failed on {'it' if n_lost == 1 else 'them'}"
        names = {self.run.learner_names[number] for number in (self.a, self.b)}
        lacking = [each.error for each in self.run.failures if each.learner in names]
        return "; ".join(lacking[:3]) + (f"; and {len(lacking) - 3} more" if len(lacking) > 3 else "")


@lru_cache
def _two_sizes(ratio: float) -> tuple[Counts, Counts]:
    """Return a training and a test size in this ratio."""
    share = Fraction(ratio).limit_denominator(10**6)
    return np.array(share.denominator), np.array(share.numerator)


def filled_caveats(metric: Metric, numbers: dict[str, int], n_folds: int) -> Iterator[Caveat]:
    """List on how many folds the metric of each learner has no value and counts as 0, if on any."""
    where = [f"of {name} on {number} of {counted(n_folds, 'fold')}" for name, number in numbers.items() if number]
    if where:
        yield Caveat(
            code="undefined_as_zero",
            message=f"Where no example of a class is tested, or none is predicted, {metric.label} may have no value, "
            f"and scikit-learn counts that as 0: so it is {' and '.join(where)}.",
        )


def make_pairs(run: Run, metric: Metric, *, allow_partial: bool, n_datasets: int = 1) -> list[Pair]:
    """All pairs of learners, in the order of the run, with their scores checked.

    On one of several datasets a learner that failed on every fold is one that has no score there: others go on.
    """
    scores, failed, filled = checked_scores(run, metric, allow_partial=allow_partial, n_datasets=n_datasets)
    setting = Setting.of(run, metric, n_datasets)
    is_absent = np.asarray(failed.all(axis=(1, 2)) & (n_datasets > 1))
    pairs = []
    for a in range(len(run.learners)):
        for b in range(a + 1, len(run.learners)):
            if is_absent[a] or is_absent[b]:
                continue
            valid = ~(failed[a] | failed[b])
            if valid.sum() < min(2, valid.size):
                raise IncompleteRunError(
                    f"Only {int(valid.sum())} folds of {run.learner_names[a]} and {run.learner_names[b]} on "
                    f"{run.data.name} did not fail, too few to judge. Mend the learner; the first failure was "
                    f"{run.failures[0].error}",
                    run,
                )
            pairs.append(Pair(run, a, b, scores, valid, filled, setting))
    return pairs


def checked_scores(
    run: Run, metric: Metric, *, allow_partial: bool, n_datasets: int = 1
) -> tuple[Floats, Bools, Bools]:
    """Scores of all folds, which failed and which are filled; refuses failures not allowed and undefined scores."""
    failed = run.failed()
    some_failed = failed & (~failed.all(axis=(1, 2), keepdims=True) | (n_datasets == 1))
    if some_failed.any() and not allow_partial:
        partly = {run.learner_names[number] for number in np.flatnonzero(some_failed.any(axis=(1, 2)))}
        first = next(failure for failure in run.failures if failure.learner in partly)
        error = first.error.rstrip(".")
        # Of a learner that failed throughout there are no other folds.
        hopeless = failed.all(axis=(1, 2)).any()
        partial = "" if hopeless else ", or allow a verdict from the other folds (allow_partial=True, --allow-partial)"
        raise IncompleteRunError(
            f"{len(run.failures)} of {failed.size} fits failed on {run.data.name}; the first was {first.learner}, "
            f"repeat {first.repeat}, fold {first.fold}: {error}. Mend the learner{partial}.",
            run,
        )
    scores, filled = run.scored(metric)
    undefined = np.argwhere(~np.isfinite(scores) & ~failed)
    if len(undefined):
        learner, repeat, fold = undefined[0].tolist()
        raise UndefinedMetricError(
            f"Metric {metric.name!r} is undefined for {run.learner_names[learner]} in repeat {repeat}, fold {fold} "
            f"({len(undefined)} folds in all). Use fewer or stratified folds, or another metric."
        )
    return scores, failed, filled
