"""How procedures read a whole block of trials at once, through the code that `judge` runs on one pair."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise.lab._answers import Answers, FoldScores
from foldwise.lab._block_evidence import BlockEvidence, accuracy, assignment_of, run_of
from foldwise.lab._procedures import OwnProcedure
from foldwise.verdicts import NEEDS, Alternative, Procedure
from foldwise.verdicts.tests import call_own

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Findings:
    """Results of one procedure, each array of shape (n_trials, n_executions).

    Parameters
    ----------
    statistic : ndarray
        Of the test; infinite or NaN where it has none.
    pvalue : ndarray
        NaN where it is undefined; 1 where a settled verdict calls nobody better in spite of a small p.
    estimate : ndarray
        Mean difference in the metric of the source, a less b.
    direction : ndarray
        Positive where the evidence is for a, negative where it is for b.
    """

    statistic: Floats
    pvalue: Floats
    estimate: Floats
    direction: Floats

    @classmethod
    def joined(cls, blocks: Sequence[Mapping[str, Floats]]) -> "Findings":
        """Join the findings of blocks of trials."""
        return cls(**{part.name: np.concatenate([block[part.name] for block in blocks]) for part in fields(cls)})

    def decisions(self, alpha: float) -> npt.NDArray[np.int8]:
        """1 where a is declared better, -1 where b is, 0 where no difference is established, as `judge` decides.

        A statistic that contradicts the mean difference declares nobody better, however small its p-value.
        """
        # NaN compares as False: an undefined p-value rejects nothing.
        with np.errstate(invalid="ignore"):
            declared = (self.pvalue <= alpha) & ~(self.direction * self.estimate < 0)
            return np.where(declared, np.sign(self.direction), 0).astype(np.int8)


Arguments = tuple[tuple[Any, ...], dict[str, Any]]


def read_own(procedure: OwnProcedure, answers: Any, *, first_trial: int = 0) -> Findings:
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
    return Findings(
        statistic=statistic, pvalue=pvalue, estimate=estimate, direction=statistic if procedure.signed else estimate
    )


def giver(procedure: OwnProcedure, answers: Any) -> Callable[[int, int], Arguments]:
    """Return a function that gives, for trial and execution, the arguments of the test; arrays are copies."""
    if procedure.reads == "run":
        return lambda trial, execution: ((run_of(answers, trial, execution, procedure.scheme),), {})
    if procedure.reads == "losses":
        return _losses(answers)
    return _differences(answers, with_sizes=procedure.takes_sizes)


def ask(procedure: OwnProcedure, arguments: Arguments, *, trial: int) -> tuple[float, float]:
    """Call the test and return statistic and p-value; NaN for a statistic that it does not return."""
    positional, named = arguments
    return call_own(procedure.test, procedure.name, *positional, where=f"in trial {trial}", **named)


def _differences(scores: FoldScores, *, with_sizes: bool) -> Callable[[int, int], Arguments]:
    d = scores.differences()
    if not with_sizes:
        return lambda trial, execution: ((d[trial, execution].copy(),), {})
    n_train, n_test = scores.sizes()

    def give(*place: int) -> Arguments:
        return (d[place].copy(),), {"n_train": n_train[place].copy(), "n_test": n_test[place].copy()}

    return give


def _losses(answers: Any) -> Callable[[int, int], Arguments]:
    right: npt.NDArray[np.bool_] = answers.right

    def give(trial: int, execution: int) -> Arguments:
        tested = answers.folds[trial, execution] >= 0
        return (np.where(tested, 1.0 - right[trial, :, execution], np.nan),), {}

    return give


def read(procedure: Procedure | OwnProcedure, answers: Answers, *, first_trial: int = 0) -> Findings:
    """Apply a procedure to every execution of every trial of a block.

    Parameters
    ----------
    procedure : Procedure or OwnProcedure
        Of the scheme that the answers have.
    answers : Answers
        Of the block.
    first_trial : int, default 0
        Number of its first trial, for error messages.

    Returns
    -------
    Findings
        Statistic, p-value, estimate and direction are those of `judge` on the same run.
    """
    if isinstance(procedure, OwnProcedure):
        return read_own(procedure, answers, first_trial=first_trial)
    return read_test(chosen_test(procedure, answers), answers, procedure.alternative)


def read_test(test: str, answers: Any, alternative: Alternative) -> Findings:
    """Apply a test of foldwise to every execution of every trial of a block.

    Parameters
    ----------
    test : str
        Its name.
    answers : Answers, or FoldScores for tests on differences
        Of the block.
    alternative : {'two-sided', 'greater', 'less'}
        Direction asked for.
    """
    read = NEEDS[test].read(BlockEvidence(answers), alternative)
    return Findings(statistic=read.statistic, pvalue=read.pvalue, estimate=read.estimate, direction=read.direction)


def chosen_test(procedure: Procedure, answers: Answers) -> str:
    """Return the test that a procedure applies to the answers; raises if their design cannot feed it."""
    return procedure.test_for(assignment_of(answers, 0, 0, procedure.scheme), "classification", accuracy())
