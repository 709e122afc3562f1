"""How procedures read a whole block of trials at once, through the code that `judge` runs on one pair."""

from typing import Any

from foldwise.lab._answers import Answers
from foldwise.lab._block_evidence import BlockEvidence
from foldwise.lab._found import Found
from foldwise.lab._own_procedure import OwnProcedure
from foldwise.lab._own_trials import read_own
from foldwise.lab._run_of import accuracy, assignment_of
from foldwise.verdicts import NEEDS, Alternative, Procedure


def read(procedure: Procedure | OwnProcedure, answers: Answers, *, first_trial: int = 0) -> Found:
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
    Found
        Statistic, p-value, estimate and direction are those of `judge` on the same run.
    """
    if isinstance(procedure, OwnProcedure):
        return read_own(procedure, answers, first_trial=first_trial)
    return read_test(chosen_test(procedure, answers), answers, procedure.alternative)


def read_test(test: str, answers: Any, alternative: Alternative) -> Found:
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
    return Found(statistic=read.statistic, pvalue=read.pvalue, estimate=read.estimate, direction=read.direction)


def chosen_test(procedure: Procedure, answers: Answers) -> str:
    """Return the test that a procedure applies to the answers; raises if their design cannot feed it."""
    return procedure.test_for(assignment_of(answers, 0, 0, procedure.scheme), "classification", accuracy())
