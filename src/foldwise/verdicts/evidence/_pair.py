"""Two learners of one run, their scores checked: what every test is fed from."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from foldwise._core import Caveat, IncompleteRunError, SchemeMismatchError, UndefinedMetricError, counted
from foldwise.runs import Metric, Run
from foldwise.splits import Layout
from foldwise.splits._door import count_whole_splits, plain_repeats
from foldwise.verdicts._against import pair_numbers
from foldwise.verdicts.evidence._setting import Setting

Bools = npt.NDArray[np.bool_]

Floats = npt.NDArray[np.float64]

Counts = npt.NDArray[np.int64]

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class CountedFolds:
    """What learners of a run did on folds that count for several pairs: numbers of all learners, and of all pairs.

    Parameters
    ----------
    scores : ndarray of shape (n_learners, n)
        Of the folds that count.
    filled : ndarray of bool, of the same shape
        Where the metric has no value and counts as 0.
    valid : ndarray of bool of shape (n_repeats, n_folds)
        On which folds nobody failed.
    counted : ndarray of bool, of the same shape
        Which of them count: not those that only measure an error, inside of others.
    lost_digits : float
        How many times its size a score stands for where rounding errors are measured.
    """

    scores: Floats
    filled: Bools
    valid: Bools
    counted: Bools
    lost_digits: float
    known: dict[Any, Any] = field(init=False, repr=False, default_factory=dict)

    @classmethod
    def of(cls, scores: Floats, filled: Bools, valid: Bools, plain: Bools, lost_digits: float) -> "CountedFolds":
        """Take the valid folds of plain repeats out of all."""
        counted = valid & plain[:, np.newaxis]
        # In rows, whose sums then do not depend on how many learners there are.
        return cls(np.ascontiguousarray(scores[:, counted]), filled[:, counted], valid, counted, lost_digits)

    @cached_property
    def mean_scores(self) -> list[float]:
        """Of each learner."""
        means: list[float] = self.scores.mean(axis=-1).tolist()
        return means

    @cached_property
    def magnitudes(self) -> list[float]:
        """Largest absolute score of each learner, as `Pair.magnitude` takes it."""
        largest: list[float] = (self.lost_digits * np.abs(self.scores).max(axis=-1)).tolist()
        return largest

    @cached_property
    def n_filled(self) -> list[int]:
        """On how many folds the metric has no value, of each learner."""
        numbers: list[int] = self.filled.sum(axis=-1).tolist()
        return numbers

    @cached_property
    def mean_differences(self) -> list[list[float]]:
        """Mean of ``score(a) - score(b)`` by a and b."""
        return self.of_each_pair(lambda differences: differences.mean(axis=-1))

    def of_each_pair(self, number_of: Callable[[Floats], Floats]) -> list[list[float]]:
        """Return a number of the differences of every a and b, by a and b: one that turns its sign with them."""
        n_learners = len(self.scores)
        a, b = np.triu_indices(n_learners, 1)
        numbers = np.zeros((n_learners, n_learners))
        numbers[a, b] = number_of(self.scores[a] - self.scores[b])
        # Not by a minus sign, which would make a zero negative.
        numbers[b, a] = 0.0 - numbers[a, b]
        by_pair: list[list[float]] = numbers.tolist()
        return by_pair

    @cached_property
    def n_repeats(self) -> int:
        """Number of repeats that have a fold that counts."""
        return int(self.valid.any(axis=1).sum())

    @cached_property
    def is_partial(self) -> bool:
        """Whether folds are left out."""
        return not self.valid.all()


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """Scores of two learners of one run, and the folds that count.

    `on` is what all pairs have in common for which the same folds count, worked out for all of them at once.
    """

    run: Run
    a: int
    b: int
    names: tuple[str, str]
    scores: Floats
    valid: Bools
    filled: Bools
    setting: Setting
    on: CountedFolds

    def once(self, work: Callable[..., T], *options: Any) -> T:
        """Return what `work` makes of this pair, whichever test asks: all tests of a panel ask the same."""
        return self._once(((self.a, self.b), work, *options), work, *options)

    def once_for_all(self, work: Callable[..., T], *options: Any) -> T:
        """Return what `work` makes of this pair, if that is the same for every pair on the same folds of the run."""
        return self._once((work, *options), work, *options)

    def _once(self, key: Any, work: Callable[..., T], *options: Any) -> T:
        known = self.on.known
        if key not in known:
            known[key] = work(self, *options)
        found: T = known[key]
        return found

    @property
    def differences(self) -> Floats:
        """``score(a) - score(b)``, of shape (n_repeats, n_folds)."""
        return np.asarray(self.scores[self.a] - self.scores[self.b])

    @property
    def valid_differences(self) -> Floats:
        """The differences of the folds on which neither failed, in order."""
        return np.asarray(self.differences[self.on.counted])

    @property
    def mean_difference(self) -> float:
        """Mean over the folds that count, each fold counting the same."""
        return self.on.mean_differences[self.a][self.b]

    @property
    def mean_scores(self) -> tuple[float, float]:
        """Mean score of each learner over the folds that count."""
        return self.on.mean_scores[self.a], self.on.mean_scores[self.b]

    @property
    def n_repeats(self) -> int:
        """Number of repeats that have a fold that counts."""
        return self.on.n_repeats

    @property
    def is_partial(self) -> bool:
        """Whether folds are left out because a learner failed."""
        return self.on.is_partial

    @property
    def magnitude(self) -> float:
        """Largest absolute score: what rounding errors of differences are measured by.

        Errors of predictions of numbers that are large beside their spread have lost digits before they are averaged.
        """
        return max(self.on.magnitudes[self.a], self.on.magnitudes[self.b])

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
            return sizes[0][self.on.counted], sizes[1][self.on.counted]
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
        return self.once_for_all(Pair._test_train_ratio)

    def _test_train_ratio(self) -> float:
        n_train, n_test = self.sizes()
        return float(n_test.sum() / n_train.sum())

    def pooled_difference(self) -> float:
        """Mean difference, each fold weighted by its number of test examples; NaN where that is not known."""
        pooled = self.once_for_all(Pair._pooled_differences)
        return np.nan if pooled is None else pooled[self.a][self.b]

    def _pooled_differences(self) -> list[list[float]] | None:
        sizes = self.run.sizes()
        if sizes is None:
            return None
        weights = sizes[1][self.on.counted]
        return self.on.of_each_pair(lambda differences: np.average(differences, axis=-1, weights=weights))

    def caveats(self) -> list[Caveat]:
        """List what to beware of for this pair, whatever the test."""
        learners, n_filled = self.run.learners, self.on.n_filled
        caveats = [*learners[self.a].caveats, *learners[self.b].caveats]
        if self.is_partial:
            n_lost = int((~self.valid).sum())
            left_out = "is left out" if n_lost == 1 else "are left out"
            message = f"{n_lost} of {self.valid.size} folds {left_out}: {self._why_left_out(n_lost)}."
            caveats.append(Caveat(code="partial_design", message=message))
        if n_filled[self.a] or n_filled[self.b]:
            numbers = {name: n_filled[which] for name, which in zip(self.names, (self.a, self.b), strict=True)}
            caveats.extend(filled_caveats(self.setting.metric, numbers, int(self.valid.sum())))
        return caveats

    def _why_left_out(self, n_lost: int) -> str:
        if not self.run.is_imported:
            return f"a learner failed on {'it' if n_lost == 1 else 'them'}"
        lacking = [each.error for each in self.run.failures if each.learner in self.names]
        return "; ".join(lacking[:3]) + (f"; and {len(lacking) - 3} more" if len(lacking) > 3 else "")


def whole_splits(pair: Pair) -> int:
    """Return how many splits of all examples precede those of halves; 0 where there are none."""
    return count_whole_splits(pair.run.assignment) or 0


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


def make_pairs(
    run: Run, metric: Metric, *, allow_partial: bool, n_datasets: int = 1, against: str | None = None
) -> list[Pair]:
    """All pairs of learners, or each with one of them, in the order of the run, with their scores checked.

    On one of several datasets a learner that failed on every fold is one that has no score there: others go on.
    """
    scores, failed, filled = checked_scores(run, metric, allow_partial=allow_partial, n_datasets=n_datasets)
    setting, names = Setting.of(run, metric, n_datasets), run.learner_names
    is_absent = np.asarray(failed.all(axis=(1, 2)) & (n_datasets > 1)).tolist()
    lost_digits, on = _lost_digits(run), dict[bytes, CountedFolds]()
    nobody_failed, all_valid = not failed.any(), np.ones(failed.shape[1:], dtype=bool)
    plain = plain_repeats(run.assignment, failed.shape[1])
    pairs = []
    for a, b in pair_numbers(names, against):
        if is_absent[a] or is_absent[b]:
            continue
        valid = all_valid if nobody_failed else ~(failed[a] | failed[b])
        if valid.sum() < min(2, valid.size):
            raise IncompleteRunError(
                f"{'Only one' if valid.any() else 'No'} fold is left of {names[a]} and {names[b]} on {run.data.name}, "
                f"too few to judge. Mend what failed first: {run.failures[0].error}",
                run,
            )
        which = valid.tobytes()
        if which not in on:
            on[which] = CountedFolds.of(scores, filled, valid, plain, lost_digits)
        pairs.append(Pair(run, a, b, (names[a], names[b]), scores, on[which].valid, filled, setting, on[which]))
    return pairs


def _lost_digits(run: Run) -> float:
    if run.target.task == "classification" or not run.has_predictions:
        return 1.0
    y = run.target.values
    spread = float(np.std(y))
    return max(1.0, float(np.abs(y).max()) / spread) if spread > 0 else 1.0


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
