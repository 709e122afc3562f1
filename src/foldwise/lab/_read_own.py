"""How a test of one's own reads the trials, one by one, and what it may answer."""

import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from foldwise._core import FoldwiseError, one_line, shortened
from foldwise.lab._fold_scores import FoldScores
from foldwise.lab._found import Found
from foldwise.lab._own_procedure import OwnProcedure
from foldwise.lab._run_of import run_of

# By how much rounding may carry a p-value beyond 1.
_ROUNDING: Final = 1e-9

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
    try:
        answer = procedure.test(*positional, **named)
    except (Exception, SystemExit) as error:
        # The test is somebody else's code: it may raise anything, and the message says where.
        words = f"{type(error).__name__}: {shortened(one_line(error), 200)}"
        raise FoldwiseError(f"{procedure.name} failed in trial {trial}: {words}") from error
    try:
        return _as_numbers(answer)
    except (TypeError, ValueError) as error:
        raise FoldwiseError(
            f"{procedure.name} must return a p-value, a pair of statistic and p-value, or an object with a pvalue; in "
            f"trial {trial} {error}."
        ) from error


def _as_numbers(answer: Any) -> tuple[float, float]:
    # An object first: results of scipy.stats are tuples, too, and some have more than two members.
    if hasattr(answer, "pvalue"):
        statistic, pvalue = getattr(answer, "statistic", None), answer.pvalue
    elif isinstance(answer, tuple | list):
        if len(answer) != 2:
            raise ValueError(f"it returned a {type(answer).__name__} of {len(answer)}")
        statistic, pvalue = answer
    else:
        statistic, pvalue = None, answer
    p = _number(pvalue, "p-value")
    if not (math.isnan(p) or -_ROUNDING <= p <= 1 + _ROUNDING):
        raise ValueError(f"the p-value was {p:g}, not between 0 and 1")
    return math.nan if statistic is None else _number(statistic, "statistic"), min(max(p, 0.0), 1.0) if p == p else p


def _number(value: Any, what: str) -> float:
    array = np.asarray(value)
    if array.dtype.kind not in "iuf" or array.size != 1:
        raise TypeError(f"the {what} was {shortened(repr(value), 60)}, not a number")
    return float(array.reshape(()))


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
