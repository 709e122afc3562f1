"""One learner on some folds: clone, fit, predict; a failure is a record, not a crash."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from foldwise._core import counted
from foldwise.runs._listen import Listen, first_line, listen_here
from foldwise.runs._metric import Metric
from foldwise.runs._prepare import copy_table, take_rows
from foldwise.runs._seeding import SeededClones
from foldwise.runs._target import Target, heard_about_occurring
from foldwise.splits import Assignment
from foldwise.tuning import Tried, tried

Pair = tuple[int, int]


class Tables(Protocol):
    """What the first steps of a pipeline make of the rows of a fold, where they need not be fitted for that."""

    def make(self, train: npt.NDArray[np.intp], test: npt.NDArray[np.intp]) -> tuple[Any, Any] | None:
        """Return the tables to fit and to predict, which are nobody else's; None if the steps have to be fitted."""
        ...

    def rest(self, learner: Any) -> Any:
        """Return what follows these steps in a learner or a clone of it."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """What every fold of one learner needs to know; `labels` are those of the target as this learner takes them."""

    learner: int
    name: str
    estimator: Any
    X: Any
    target: Target
    labels: Any
    assignment: Assignment
    seed: int
    response: tuple[str, ...]
    fit_time_metric: Metric | None
    dataset: str = ""
    tables: Tables | None = None


# Whose work some folds are, where several programs may work on the same: asked for folds, those that are granted.
Claim = Callable[[Job, Sequence[Pair]], list[Pair]]


@dataclass(frozen=True, slots=True, eq=False)
class FoldOutcome:
    """What one fold gave, just now or as a store has kept it.

    Parameters
    ----------
    repeat, fold : int
        Which.
    predicted : ndarray, optional
        Class codes or real numbers of the tested examples, in their order; None if it failed.
    response, response_method
        As in a Run.
    score : float
        Of a metric that is computed at the time of the fit.
    fit_seconds, predict_seconds : float
        What it took.
    tried : Tried, optional
        What a search inside of it tried.
    error : str
        What it failed with.
    warnings : Counter of str
        What the learner warned of; of a block of folds, all is put to the account of the first.
    shared : bool
        Whether it was computed together with others.
    unsure : int
        How many of its examples rounding might have decided, had it been.
    """

    repeat: int
    fold: int
    predicted: npt.NDArray[Any] | None = None
    response: npt.NDArray[np.float64] | None = None
    response_method: str = ""
    score: float = np.nan
    fit_seconds: float = np.nan
    predict_seconds: float = np.nan
    tried: Tried | None = None
    error: str = ""
    warnings: Counter[str] = field(default_factory=Counter)
    shared: bool = False
    unsure: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """What a block of folds gave, one by one, with what the learner printed on the way."""

    learner: int
    outcomes: list[FoldOutcome]
    output: str = ""


def work(job: Job, folds: Sequence[Pair], listen: Listen = listen_here) -> Block:
    """Fit and predict the given (repeat, fold) pairs."""
    clones = SeededClones(job.estimator)
    with listen() as heard:
        outcomes = [_run_fold(job, clones, repeat, fold) for repeat, fold in folds]
    if heard.warnings:
        outcomes[0] = replace(outcomes[0], warnings=heard.warnings)
    return Block(job.learner, outcomes, heard.text)


def _run_fold(job: Job, clones: SeededClones, repeat: int, fold: int) -> FoldOutcome:
    train, test = job.assignment.split(repeat, fold)
    outcome = FoldOutcome(repeat, fold)
    try:
        # Whoever is asked gets rows of its own: a learner that writes into its input reaches nothing of the user's, and
        # does not see its own output when it is asked again.
        made = None if job.tables is None else job.tables.make(train, test)
        X_train, X_test = (take_rows(job.X, train), take_rows(job.X, test)) if made is None else made
        X_again = copy_table(X_test) if job.response and made is not None else None
        part = None if made is None or job.tables is None else job.tables.rest
        estimator = clones.make(job.seed, job.name, repeat, fold, part=part)
        started = perf_counter()
        # What it returns does not matter, as in scikit-learn: a history of the training, the learner inside a wrapper.
        estimator.fit(X_train, job.labels[train])
        outcome = replace(outcome, fit_seconds=perf_counter() - started, tried=tried(estimator))
        estimator = heard_about_occurring(estimator, job.target)
        started = perf_counter()
        predicted = as_predictions(estimator.predict(X_test), job.target, len(test))
        outcome = replace(outcome, predict_seconds=perf_counter() - started)
        if job.response:
            response, method = _responses(estimator, take_rows(job.X, test) if X_again is None else X_again, job)
            outcome = replace(outcome, response=response, response_method=method)
        if job.fit_time_metric is not None:
            X_test = take_rows(job.X, test)
            score = float(job.fit_time_metric.function(estimator, X_test, job.target.labels[test]))
            outcome = replace(outcome, score=score)
        return replace(outcome, predicted=predicted)
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:
        # Some compiled extensions raise what is no Exception.
        return replace(outcome, error=f"{type(error).__name__}: {first_line(error)}")


def as_predictions(predicted: Any, target: Target, n_test: int) -> npt.NDArray[Any]:
    """Check what predict returned; classes become codes."""
    values = np.asarray(predicted)
    if values.shape == (n_test, 1):
        values = values[:, 0]
    if values.shape != (n_test,):
        raise ValueError(f"predict returned shape {values.shape} for {n_test} examples")
    if target.task == "regression":
        numbers = values.astype(np.float64)
        if not np.isfinite(numbers).all():
            raise ValueError(f"predict returned NaN or infinity for {int((~np.isfinite(numbers)).sum())} examples")
        return numbers
    # The answers are not sorted where some of them never occur.
    order = np.argsort(target.answers)
    return order[_codes(values, target.answers[order], "predict returned")]


def _codes(values: npt.NDArray[Any], classes: npt.NDArray[Any], whose: str) -> npt.NDArray[np.intp]:
    """Place every value among the sorted classes."""
    if values.dtype != classes.dtype or classes.dtype == object:
        # Slower, but exact for values of different types: 1.0 is the class 1, '1' is not, 2**63 is not 2**63 + 1.
        places = {label: code for code, label in enumerate(classes.tolist())}
        codes = np.array([places.get(value, -1) for value in values.tolist()], dtype=np.intp)
        known = codes >= 0
    else:
        codes = np.searchsorted(classes, values)
        known = classes.take(codes, mode="clip") == values
    if not known.all():
        odd = values[~known].tolist()[0]
        raise ValueError(f"{whose} {'NaN' if odd != odd else repr(odd)}, which is not a class of y")
    return codes


def _responses(estimator: Any, X: Any, job: Job) -> tuple[npt.NDArray[np.float64], str]:
    """Probabilities or decision values, one column per class of y, or one value per example for two classes."""
    method = response_method(estimator, job.response)
    if method is None:
        raise TypeError(f"{type(estimator).__name__} has no {' or '.join(job.response)}, which the metric needs")
    n, classes = X.shape[0], job.target.classes
    # A copy: a learner may use the same memory in its next answer.
    values = np.array(getattr(estimator, method)(X), dtype=np.float64)
    if values.ndim == 1 and method != "predict_proba" and getattr(estimator, "classes_", None) is not None:
        # Of two classes, the decision value of the second; its opposite is that of the first.
        values = np.column_stack([-values, values])
    if values.ndim == 2:
        # A class that the training fold lacks gets probability 0, or a decision value below all others.
        lowest = 0.0 if method == "predict_proba" else values.min() - 1
        full = np.full((len(values), len(classes)), lowest)
        full[:, _columns(estimator.classes_, classes, values.shape[1], method)] = values
        values = full[:, 1] if len(classes) == 2 else full
    expected = (n,) if len(classes) == 2 else (n, len(classes))
    if values.shape != expected or not np.isfinite(values).all():
        raise ValueError(f"{method} returned shape {values.shape} or values that are not finite; expected {expected}")
    return values, method


def _columns(own: Any, classes: npt.NDArray[Any], n_columns: int, method: str) -> npt.NDArray[np.intp]:
    """Find for every column of a response which class of y it is about; the learner's `classes_` say so."""
    codes = _codes(np.asarray(own), classes, "classes_ holds")
    if len(codes) != n_columns:
        labels = counted(len(codes), "label")
        raise ValueError(f"{method} returned values for {n_columns} classes, but classes_ holds {labels}")
    if len(np.unique(codes)) < len(codes):
        raise ValueError(f"classes_ holds {classes.tolist()[np.bincount(codes).argmax()]!r} twice")
    return codes


def response_method(estimator: Any, wanted: tuple[str, ...]) -> str | None:
    """Return the first of the wanted methods that the learner has; an attribute that is None is no method."""
    return next((name for name in wanted if callable(getattr(estimator, name, None))), None)


def claim_all(_: Job, pairs: Sequence[Pair]) -> list[Pair]:
    """Take everything: nobody else works on it."""
    return list(pairs)


@dataclass(frozen=True, slots=True, eq=False)
class SharedBlock:
    """What some whole repeats gave, computed together.

    Parameters
    ----------
    learner : int
        Whose.
    repeats : slice
        Which.
    predicted : ndarray of shape (n_repeats, n_examples)
        Class codes or real numbers; anything where an example is not tested.
    response : ndarray of shape (n_repeats, n_examples[, n_classes]), or None
        As in a Run.
    response_method : str
        Which method gave it.
    n_unsure : ndarray of shape (n_repeats, n_folds)
        How many of the tested examples of each fold may have been decided by rounding.
    left : list of pairs (repeat, fold)
        Folds with such an example, to be fitted by themselves; and those that test nothing.
    elapsed : float
        Seconds that all this took.
    fold_seconds : float
        What a fold took on average, with its part of the preparation.
    output : str
        The beginning of what was printed.
    warnings : Counter of str
        What was warned of.
    """

    learner: int
    repeats: slice
    predicted: npt.NDArray[Any]
    response: npt.NDArray[np.float64] | None
    response_method: str
    n_unsure: npt.NDArray[np.int64]
    left: list[Pair]
    elapsed: float
    fold_seconds: float
    output: str
    warnings: Counter[str]
