"""How a test of one's own reads the trials, one by one, and what it may answer."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise.lab._fold_scores import FoldScores
from foldwise.lab._found import Found
from foldwise.lab._own_procedure import OwnProcedure
from foldwise.lab._run_of import run_of
from foldwise.verdicts.tests import call_own

Given = tuple[tuple[Any, ...], dict[str, Any]]


def read_own(procedure: OwnProcedure, answers: Any, *, first_trial: int = 0) -> Found:
    """Apply a test of one's own to every execution of every trial of a block.

    Parameters
    ----------
    procedure : OwnProcedure
        The test.
    answers : Answers, or FoldScores if the test reads differences
        Of the block.
    first_trial : int, default 0
        Number of its first trial, for error messages.
    """
    d = answers.differences()
    numbers = np.empty((2, *d.shape[:2]))
    give = giver(procedure, answers)
    for trial, execution in np.ndindex(d.shape[:2]):
        numbers[:, trial, execution] = ask(procedure, give(trial, execution), trial=first_trial + trial)
    statistic, pvalue = numbers
    estimate = d.mean(axis=(-2, -1))
    return Found(
        statistic=statistic, pvalue=pvalue, estimate=estimate, direction=statistic if procedure.signed else estimate
    )


def giver(procedure: OwnProcedure, answers: Any) -> Callable[[int, int], Given]:
    """Return a function that gives, for trial and execution, the arguments of the test; arrays are copies."""
    if procedure.reads == "run":
        return lambda trial, execution: ((run_of(answers, trial, execution, procedure.scheme),), {})
    if procedure.reads == "losses":
        return _losses(answers)
    return _differences(answers, with_sizes=procedure.takes_sizes)


def ask(procedure: OwnProcedure, given: Given, *, trial: int) -> tuple[float, float]:
    """Call the test and return statistic and p-value; NaN for a statistic that it does not return."""
    positional, named = given
    return call_own(procedure.test, procedure.name, *positional, where=f"in trial {trial}", **named)


def _differences(scores: FoldScores, *, with_sizes: bool) -> Callable[[int, int], Given]:
    d = scores.differences()
    if not with_sizes:
        return lambda trial, execution: ((d[trial, execution].copy(),), {})
    n_train, n_test = scores.sizes()

    def give(*place: int) -> Given:
        return (d[place].copy(),), {"n_train": n_train[place].copy(), "n_test": n_test[place].copy()}

    return give


def _losses(answers: Any) -> Callable[[int, int], Given]:
    right: npt.NDArray[np.bool_] = answers.right

    def give(trial: int, execution: int) -> Given:
        tested = answers.folds[trial, execution] >= 0
        return (np.where(tested, 1.0 - right[trial, :, execution], np.nan),), {}

    return give
