"""Everything about a run that can be settled, and refused, before the first fit."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise._core import Caveat, TooManyFoldsError, UndefinedMetricError, counted, listed, written
from foldwise.data import Dataset, as_dataset, with_named_columns
from foldwise.runs._caveats import run_caveats
from foldwise.runs._fold import Job
from foldwise.runs._learner import Learner, name_learners
from foldwise.runs._metric import Metric, as_metric
from foldwise.runs._no_learners import check_knows_outliers
from foldwise.runs._partitions import Given, as_given, draw_partitions, split_given
from foldwise.runs._plain_columns import plain_columns
from foldwise.runs._prepare import look_at, prepare
from foldwise.runs._row_order import check_row_order
from foldwise.runs._run import DataInfo
from foldwise.runs._seeding import fixed_seeds
from foldwise.runs._target import Target, declared_labels, find_task, make_target, takes_declared
from foldwise.runs._vectorizers import as_documents_for
from foldwise.splits import Assignment, RepeatedKFold, Scheme, as_scheme


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Plan:
    """Learners, data, assignment and metric, checked: ready to be executed.

    `estimators` are the learners as given, `groups` what is kept together in every partition.
    """

    learners: tuple[Learner, ...]
    estimators: tuple[Any, ...]
    jobs: list[Job]
    dataset: Dataset
    target: Target
    assignment: Assignment
    metric: Metric
    groups: npt.ArrayLike | None

    @property
    def info(self) -> DataInfo:
        """What a run remembers of the dataset."""
        return DataInfo(
            name=self.dataset.name,
            fingerprint=self.dataset.fingerprint,
            n_examples=self.dataset.n_examples,
            n_attributes=self.dataset.n_attributes,
            task=self.target.task,
            classes=tuple(self.target.classes.tolist()),
        )

    def caveats(self) -> tuple[Caveat, ...]:
        """List what to beware of whichever learners are compared."""
        return tuple(run_caveats(self.dataset, self.assignment, self.metric))

    def check_metric(self) -> None:
        """Refuse partitions with test sets on which the metric is undefined, whatever a learner says."""
        check_defined(self.metric, self.target, self.assignment)

    def redrawn(self, scheme: Scheme, *, seed: int | None = None) -> "Plan":
        """Return the same plan with partitions of another scheme, or of another seed."""
        seed = self.assignment.seed if seed is None else seed
        assignment = draw_partitions(scheme, self.dataset, self.target, self.groups, seed)
        assert assignment.seed is not None
        jobs = [replace(job, assignment=assignment, seed=assignment.seed) for job in self.jobs]
        return replace(self, assignment=assignment, jobs=jobs)

    def chosen(self, learners: Sequence[int]) -> "Plan":
        """Return the plan of some of its learners."""
        jobs = [replace(self.jobs[learner], learner=number) for number, learner in enumerate(learners)]
        return replace(
            self,
            learners=tuple(self.learners[learner] for learner in learners),
            estimators=tuple(self.estimators[learner] for learner in learners),
            jobs=jobs,
        )


def make_plans(
    learners: Any,
    X: Any,
    y: Any = None,
    *,
    scheme: Any = None,
    metric: Any = None,
    groups: npt.ArrayLike | None = None,
    seed: int | None = None,
    probabilities: bool = False,
    n_executions: int = 1,
) -> tuple[list[Plan], bool]:
    """Check everything and split the data; one plan per dataset, and whether several datasets were asked for.

    Several executions of a scheme follow one another in one assignment.
    """
    named = name_learners(learners)
    for name, learner in named.items():
        # Ours, and any learner of a user that offers it: a run that can only fail is not begun.
        if callable(getattr(learner, "check_parameters", None)):
            try:
                learner.check_parameters()
            except (TypeError, ValueError) as error:
                raise type(error)(f"{name}: {error}") from error
            except SystemExit as error:
                raise ValueError(f"{name}: its check_parameters raised {error!r}.") from error
    several = _several(X)
    if several is not None and y is not None:
        raise TypeError("y must not be given with Datasets, which have their own.")
    if several is not None and groups is not None:
        raise ValueError("groups go with one dataset; got several. Evaluate the datasets one by one.")
    if several is None:
        X, y, groups = with_named_columns(X, y, groups)
    datasets = [as_dataset(X, y)] if several is None else [as_dataset(dataset) for dataset in several]
    scheme = RepeatedKFold(10, 10) if scheme is None else as_scheme(scheme)
    plans = []
    for table, dataset in zip([X] if several is None else several, datasets, strict=True):
        examples = as_given(table, y, dataset)
        try:
            read = as_documents_for(named, dataset)
            plans.append(_make_plan(named, read, examples, scheme, metric, groups, seed, probabilities, n_executions))
        except ValueError as error:
            if several is None:
                raise
            if isinstance(error, TooManyFoldsError):
                raise error.of(dataset.name) from error
            raise ValueError(f"{dataset.name}: {error}") from error
    return plans, several is not None


def _make_plan(
    named: Mapping[str, Any],
    dataset: Dataset,
    examples: Given,
    scheme: Any,
    metric: Any,
    groups: npt.ArrayLike | None,
    seed: int | None,
    probabilities: bool,
    n_executions: int,
) -> Plan:
    for name, learner in named.items():
        check_knows_outliers(name, learner, dataset.y)
    target = make_target(dataset.y, find_task(named, dataset.y), dataset.target_names)
    resolved = as_metric(metric, target.task)
    resolved.try_out(target)
    if isinstance(scheme, Scheme):
        assignment = draw_partitions(scheme, dataset, target, groups, seed, n_executions)
    else:
        assignment = split_given(scheme, dataset, examples, groups, seed, n_executions)
    if assignment.is_time_ordered:
        check_row_order(dataset)
    assert assignment.seed is not None
    table = plain_columns(dataset.X)
    contents = look_at(table)
    prepared = {name: prepare(name, learner, contents) for name, learner in named.items()}
    response = ("predict_proba",) if probabilities else resolved.response if resolved.response != ("predict",) else ()
    # Declared classes for those that ask, also those that their training fold lacks or that never occur at all.
    asking = {name for name, (learner, _) in prepared.items() if takes_declared(learner)}
    may_ask = asking and target.task == "classification"
    declared = declared_labels(target, dataset.target_names) if may_ask else target.labels
    jobs = [
        Job(
            learner=number,
            name=name,
            estimator=estimator,
            X=table,
            target=target,
            labels=declared if name in asking else target.labels,
            assignment=assignment,
            seed=assignment.seed,
            response=response,
            fit_time_metric=None if resolved.response else resolved,
            dataset=dataset.name,
        )
        for number, (name, (estimator, _)) in enumerate(prepared.items())
    ]
    return Plan(
        learners=tuple(
            Learner(
                name=name,
                description=written(learner),
                preparation=prepared[name][1],
                fixed_seeds=fixed_seeds(learner),
            )
            for name, learner in named.items()
        ),
        estimators=tuple(named.values()),
        jobs=jobs,
        dataset=dataset,
        target=target,
        assignment=assignment,
        metric=resolved,
        groups=groups,
    )


def _several(X: Any) -> list[Dataset] | None:
    # A sparse matrix may be a mapping, too.
    if (
        isinstance(X, Mapping)
        and not hasattr(X, "tocsr")
        and X
        and all(isinstance(value, Dataset) for value in X.values())
    ):
        return [replace(value, name=str(name)) for name, value in X.items()]
    if isinstance(X, list | tuple) and X and all(isinstance(value, Dataset) for value in X):
        names = Counter(value.name for value in X)
        repeated = [name for name, count in names.items() if count > 1]
        if repeated:
            raise ValueError(f"Datasets must have different names, got {repeated[0]!r} twice. Pass a mapping of names.")
        return list(X)
    return None


def check_defined(metric: Metric, target: Target, assignment: Assignment) -> None:
    """Refuse partitions with a test set for which the metric has no value, such as the AUC of a single class.

    The truth itself is scored, once for each kind of test set: by the classes that it has, or by its size. A metric
    that has no finite value for the truth of all the data, such as the logarithm of an error, is not tried.
    """
    if metric.is_accuracy and target.task == "classification":
        return
    everything = np.arange(len(target.values))
    if not metric.response or not np.isfinite(metric.score_truth(target, everything)):
        return
    known: dict[tuple[object, ...], bool] = {}
    undefined: list[tuple[int, int]] = []
    first = everything[:0]
    for repeat, fold in assignment.pairs():
        rows = np.flatnonzero(assignment.folds[repeat] == fold)
        if not len(rows):
            continue
        kind = _kind(target, rows)
        if kind not in known:
            known[kind] = np.isfinite(metric.score_truth(target, rows))
        if not known[kind]:
            first = first if undefined else rows
            undefined.append((repeat, fold))
    if undefined:
        repeat, fold = undefined[0]
        raise UndefinedMetricError(
            f"Metric {metric.name!r} is undefined on the test set of repeat {repeat}, fold {fold}, which has "
            f"{_words(target, first)} ({len(undefined)} of {counted(len(assignment.pairs()), 'fold')} are such). Use "
            "fewer or stratified folds, or another metric."
        )


def _kind(target: Target, rows: npt.NDArray[np.intp]) -> tuple[object, ...]:
    values = target.values[rows]
    if target.task == "classification":
        return min(len(rows), 2), np.bincount(values, minlength=len(target.classes)).astype(bool).tobytes()
    return len(rows), bool((values == values[0]).all())


def _words(target: Target, rows: npt.NDArray[np.intp]) -> str:
    if target.task == "regression":
        return counted(len(rows), "example")
    there = [str(target.classes[code]) for code in np.unique(target.values[rows])]
    return f"{counted(len(rows), 'example')}, of the class{'es' if len(there) > 1 else ''} {listed(there)} alone"
