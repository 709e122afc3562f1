"""Whether the difference of two learners is the same where they are trained on half of the examples and on more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from foldwise._core import SchemeMismatchError
from foldwise.splits import Assignment
from foldwise.stats import paired_items_t
from foldwise.verdicts.evidence._setting import metric_losses

if TYPE_CHECKING:
    from foldwise.runs import Metric, Run

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeChange:
    """Mean differences of two learners at two training sizes, and what lies between them.

    Parameters
    ----------
    sizes : tuple of two int
        Mean training sizes, the smaller first.
    differences : tuple of two float
        Mean ``score(a) - score(b)`` of examples at each.
    change : float
        The second difference less the first.
    low, high : float
        Interval of the change, over the examples that both were tested on.
    """

    sizes: tuple[int, int]
    differences: tuple[float, float]
    change: float
    low: float
    high: float

    @property
    def is_seen(self) -> bool:
        """Whether the interval leaves out zero: the difference depends on the size, by more than chance."""
        return self.low > 0 or self.high < 0

    @property
    def is_reversed(self) -> bool:
        """Whether different learners are ahead."""
        return self.differences[0] * self.differences[1] < 0


def size_change(small: Run, large: Run, names: tuple[str, str], metric: Metric, *, level: float = 0.95) -> SizeChange:
    """Compare the difference of two learners in two runs on the same examples, example by example.

    Parameters
    ----------
    small, large : Run
        Trained on fewer and on more of the same examples, each tested in both.
    names : tuple of two str
        The learners a and b.
    metric : Metric
        A mean of losses of examples.
    level : float, default 0.95
        Of the interval.
    """
    per_example = [_mean_differences(run, names, metric) for run in (small, large)]
    both = np.asarray(np.isfinite(per_example).all(axis=0))
    before, after = (d[both] for d in per_example)
    magnitude = float(np.abs([before, after]).max(initial=0.0))
    result = paired_items_t(after - before, _groups(small, both), score_magnitude=magnitude)
    low, high = result.confidence_interval(level)
    constant = bool(np.isnan(low))
    change = float(result.estimate)
    return SizeChange(
        sizes=(mean_train_size(small), mean_train_size(large)),
        differences=(float(before.mean()), float(after.mean())),
        change=change,
        low=change if constant else float(low),
        high=change if constant else float(high),
    )


def difference_at_size(
    run: Run, names: tuple[str, str], metric: Metric, *, level: float = 0.95
) -> tuple[float, float, float]:
    """Return the mean difference of two learners over the examples of a run, with Student's limits over them."""
    d = _mean_differences(run, names, metric)
    tested = np.isfinite(d)
    result = paired_items_t(d[tested], _groups(run, tested), score_magnitude=float(np.abs(d[tested]).max(initial=0.0)))
    low, high = result.confidence_interval(level)
    estimate = float(result.estimate)
    return (estimate, estimate, estimate) if np.isnan(low) else (estimate, float(low), float(high))


def _groups(run: Run, tested: npt.NDArray[np.bool_]) -> npt.NDArray[Any] | None:
    design = run.assignment
    groups = design.groups if isinstance(design, Assignment) else None
    return None if groups is None else np.unique(groups[tested], return_inverse=True)[1]


def mean_train_size(run: Run) -> int:
    """Return how many examples the learners of a run were trained on, on average; 0 if that is not known."""
    sizes = run.sizes()
    return 0 if sizes is None else round(float(np.mean(sizes[0])))


def check_same_examples(small: Run, large: Run, what: str) -> None:
    """Refuse a run that is not of the same learners on the same examples, trained on more of them."""
    wanted = f"{what} must be a run of the same learners on the same examples, trained on more of them"
    if not (np.shape(small.target.values) == np.shape(large.target.values)):
        raise SchemeMismatchError(
            f"{wanted}: {small.data.name} has {len(small.target.values)} examples, the other run "
            f"{len(large.target.values)}."
        )
    if not np.array_equal(small.target.values, large.target.values):
        raise SchemeMismatchError(f"{wanted}: the targets on {small.data.name} differ.")
    absent = [name for name in small.learner_names if name not in large.learner_names]
    if absent:
        raise SchemeMismatchError(f"{wanted}: {absent[0]} is not in it.")
    if not (small.has_predictions and large.has_predictions):
        raise SchemeMismatchError(f"{wanted}, with predictions: scores of folds do not tell one example from another.")
    if not 0 < mean_train_size(small) < mean_train_size(large):
        raise SchemeMismatchError(
            f"{wanted}: {mean_train_size(large)} training examples are not more than {mean_train_size(small)}."
        )


def _mean_differences(run: Run, names: tuple[str, str], metric: Metric) -> npt.NDArray[Any]:
    """Return ``loss(b) - loss(a)`` of each example, its mean over repeats; NaN where it was never tested."""
    losses = metric_losses(run, metric)
    a, b = (losses[run.learner_names.index(name)] for name in names)
    d = b - a
    tested = np.isfinite(d)
    counts = tested.sum(axis=0)
    means = np.where(tested, d, 0.0).sum(axis=0) / np.maximum(counts, 1)
    return np.where(counts > 0, means, np.nan)
