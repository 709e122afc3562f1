"""The one table that says what each test reads from a run."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from foldwise._core import SchemeMismatchError, listed
from foldwise.runs import Metric
from foldwise.splits import LEFT_OUT, Assignment

Reads = Literal["differences", "disagreements"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """What a test reads, and of which designs.

    Parameters
    ----------
    label : str
        The test in words.
    symbol : str
        How its statistic is written.
    reads : {'differences', 'disagreements'}
        Differences of scores per fold, or counts of examples that only one learner gets right.
    design : str
        The designs it is made for, in words.
    fits : callable
        Whether an assignment, for classification or regression, is such a design.
    """

    label: str
    symbol: str
    reads: Reads
    design: str
    fits: Callable[[Assignment, str], bool]


def _is_cross_validation(assignment: Assignment, _: str) -> bool:
    return assignment.n_folds >= 2


def _is_one_cross_validation(assignment: Assignment, _: str) -> bool:
    return assignment.n_folds >= 2 and assignment.n_repeats == 1


def _is_several_splits(assignment: Assignment, _: str) -> bool:
    return assignment.n_folds == 1 and assignment.n_repeats >= 2


def _counts_examples(assignment: Assignment, task: str) -> bool:
    return task == "classification" and assignment.each_example_tested_once


_TESTED_ONCE = "a classification run that tests each example once (a hold-out or a single cross-validation)"

NEEDS = {
    "corrected_repeated_kfold_t": Need(
        label="corrected repeated k-fold t test",
        symbol="t",
        reads="differences",
        design="k-fold cross-validation, repeated or not",
        fits=_is_cross_validation,
    ),
    "corrected_resampled_t": Need(
        label="corrected resampled t test",
        symbol="t",
        reads="differences",
        design="two or more random splits",
        fits=_is_several_splits,
    ),
    "kfold_t": Need(
        label="k-fold cross-validated t test",
        symbol="t",
        reads="differences",
        design="a single k-fold cross-validation",
        fits=_is_one_cross_validation,
    ),
    "binomial": Need(
        label="exact binomial test on disagreements",
        symbol="wins",
        reads="disagreements",
        design=_TESTED_ONCE,
        fits=_counts_examples,
    ),
    "mcnemar": Need(
        label="McNemar's test",
        symbol="chi2",
        reads="disagreements",
        design=_TESTED_ONCE,
        fits=_counts_examples,
    ),
}


def usable_tests(assignment: Assignment, task: str, metric: Metric) -> list[str]:
    """Names of the tests that can judge this design with this metric, the advised one first."""
    return [
        name
        for name, need in NEEDS.items()
        if need.fits(assignment, task) and (need.reads == "differences" or metric.is_accuracy)
    ]


def check_test(test: str | None) -> None:
    """Refuse the name of a test that does not exist."""
    if test is not None and test not in NEEDS:
        raise ValueError(f"Unknown test {test!r}. There are: {listed(NEEDS, most=40, quote=False)}.")


def choose_test(assignment: Assignment, task: str, metric: Metric, test: str | None) -> str:
    """Return the test asked for if the design feeds it, or the advised one; else say which tests would do."""
    check_test(test)
    usable = usable_tests(assignment, task, metric)
    if test in usable:
        assert test is not None
        return test
    there = f"Usable here: {listed(usable, quote=False)}." if usable else _what_to_do(assignment)
    if test is None:
        if usable:
            return usable[0]
        raise SchemeMismatchError(f"No test can judge {assignment.scheme} with {metric.name}. {there}")
    if NEEDS[test].fits(assignment, task):
        raise SchemeMismatchError(f"{test} counts right and wrong answers and cannot judge {metric.name}. {there}")
    raise SchemeMismatchError(f"{test} needs {NEEDS[test].design}; this is {assignment.scheme} for {task}. {there}")


def _what_to_do(assignment: Assignment) -> str:
    single = assignment.n_folds * assignment.n_repeats == 1
    return "One split gives one difference: use cross-validation, such as scheme='10x10'." if single else ""


def is_irregular(assignment: Assignment) -> bool:
    """Whether some examples are left out of a repeat, so that training sets are not what the corrections assume."""
    return bool(np.any(assignment.folds == LEFT_OUT))
