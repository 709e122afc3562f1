"""What a test can ask of a run before anything is computed: its design, its task, its metric."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from sklearn import metrics

from foldwise.runs import Metric, Run
from foldwise.splits import TRAIN_ONLY, Assignment, Layout
from foldwise.splits._door import count_whole_splits, has_distinct_samples, is_balanced, nested_folds, plain_repeats

# By function, not by name: a user's own function may be called anything.
_LOSS_OF_FUNCTION = {
    metrics.accuracy_score: "zero_one",
    metrics.log_loss: "log",
    metrics.brier_score_loss: "brier",
    metrics.mean_absolute_error: "absolute",
    metrics.mean_squared_error: "squared",
}


def loss_of(metric: Metric) -> str | None:
    """Name of the loss whose mean is the metric, if the metric is such a mean."""
    return None if metric.options or not metric.response else _LOSS_OF_FUNCTION.get(metric.function)


def metric_losses(run: Run, metric: Metric) -> npt.NDArray[np.float64]:
    """Losses of shape (n_learners, n_repeats, n_examples) whose mean is minus the score, but for a constant."""
    loss = loss_of(metric)
    assert loss is not None, "the records of tests ask for a metric that is a mean of losses"
    losses = run.losses(loss)
    # With two classes scikit-learn's Brier score is that of one of them, half the sum over both.
    return losses / 2 if loss == "brier" and len(run.target.classes) == 2 else losses


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """A design with the task and the metric to judge by."""

    assignment: Assignment | Layout
    task: str
    metric: Metric
    n_datasets: int = 1

    @classmethod
    def of(cls, run: Run, metric: Metric, n_datasets: int = 1) -> "Setting":
        """Make the setting of a run that is to be judged by `metric`."""
        return cls(run.assignment, run.target.task, metric, n_datasets)

    @property
    def is_cross_validation(self) -> bool:
        """Whether every repeat tests two or more folds in turn."""
        return self.assignment.has_folds and self.assignment.n_folds >= 2

    @property
    def is_single(self) -> bool:
        """Whether there is one repeat."""
        return self.assignment.n_repeats == 1

    @property
    def is_repeated(self) -> bool:
        """Whether a cross-validation is done twice or more."""
        return self.is_cross_validation and not self.is_single

    @property
    def is_five_by_two(self) -> bool:
        """Whether it is five times two-fold cross-validation."""
        return self.is_cross_validation and (self.assignment.n_repeats, self.assignment.n_folds) == (5, 2)

    @property
    def is_balanced_two_fold(self) -> bool:
        """Whether it is two-fold cross-validations any two of whose halves share a quarter of the examples."""
        design = self.assignment
        if not self.is_repeated or design.n_folds != 2 or not isinstance(design, Assignment):
            return False
        return bool((design.folds >= 0).all()) and is_balanced(design.folds)

    @property
    def is_several_splits(self) -> bool:
        """Whether each of several repeats tests one part of the examples, and others train on it."""
        several = self.assignment.has_folds and self.assignment.n_folds == 1 and self.assignment.n_repeats >= 2
        return several and not self.is_nested and not self.is_split_halves and not self.is_distinct_samples

    @property
    def is_distinct_samples(self) -> bool:
        """Whether every split has examples of its own, to train on and to test."""
        return has_distinct_samples(self.assignment)

    @property
    def is_nested(self) -> bool:
        """Whether there is a cross-validation inside each training set of another."""
        return nested_folds(self.assignment) is not None

    @property
    def is_split_halves(self) -> bool:
        """Whether random splits of all examples are followed by as many of random halves."""
        return count_whole_splits(self.assignment) is not None

    @property
    def knows_groups(self) -> bool:
        """Whether it is known which examples belong together, or that each stands alone."""
        layout = self.assignment
        return isinstance(layout, Assignment) and (layout.groups is not None or "by_group" not in layout.flags)

    @property
    def is_disjoint_training(self) -> bool:
        """Whether several training sets share no example, and all are tested on the same examples."""
        if not self.is_several_splits or not isinstance(self.assignment, Assignment):
            return False
        folds = self.assignment.folds
        tested = folds >= 0
        return bool((tested == tested[0]).all() and ((folds == TRAIN_ONLY).sum(axis=0) <= 1).all())

    @property
    def is_time_ordered(self) -> bool:
        """Whether the repeats are periods in the order of time, each tested by learners of what came before."""
        return self.is_several_splits and self.assignment.is_time_ordered

    @property
    def counts_examples(self) -> bool:
        """Whether right and wrong answers can be counted, each example once."""
        return self.is_accuracy and self.assignment.each_example_tested_once

    @property
    def is_accuracy(self) -> bool:
        """Whether the share of right answers of a classifier is what is judged."""
        return self.task == "classification" and self.metric.is_accuracy

    @property
    def loss(self) -> str | None:
        """Name of the loss of one example whose mean is the metric, if the metric is such a mean."""
        return loss_of(self.metric)

    @property
    def is_hold_out(self) -> bool:
        """Whether there is one training and one test set."""
        return self.is_single and self.assignment.n_folds == 1

    def __str__(self) -> str:
        layout = self.assignment
        bare = isinstance(layout, Layout) and layout.has_folds and not layout.each_example_tested_once
        only = " (scores without predictions)" if bare else ""
        several = f" on {self.n_datasets} datasets" if self.n_datasets > 1 else ""
        return f"{layout.scheme}{only} for {self.task}{several}, scored by {self.metric.name}"


def spread_of_sizes(run: Run) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
    """Smallest and largest training and test size of a fold, or None twice where they are not known."""
    sizes = run.sizes()
    if sizes is None:
        return None, None
    plain = plain_repeats(run.assignment, run.assignment.n_repeats)
    (n_train, n_test) = ((int(np.min(size[plain])), int(np.max(size[plain]))) for size in sizes)
    return n_train, n_test
