"""How procedures read a whole block of trials at once: with the numbers that `judge` would give for each."""

from typing import Any, Final

from foldwise.lab._answers import Answers
from foldwise.lab._found import Found
from foldwise.lab._own_procedure import OwnProcedure
from foldwise.lab._read_counts import ANSWER_READERS
from foldwise.lab._read_differences import DIFFERENCE_READERS
from foldwise.lab._read_own import read_own
from foldwise.lab._read_partitions import PARTITION_READERS
from foldwise.lab._run_of import accuracy, assignment_of
from foldwise.verdicts import Procedure

READERS: Final[dict[str, Any]] = {**DIFFERENCE_READERS, **ANSWER_READERS, **PARTITION_READERS}


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
    return READERS[chosen_test(procedure, answers)](answers, procedure.alternative)  # type: ignore[no-any-return]


def chosen_test(procedure: Procedure, answers: Answers) -> str:
    """Return the test that a procedure applies to the answers; raises if their design cannot feed it."""
    return procedure.test_for(assignment_of(answers, 0, 0, procedure.scheme), "classification", accuracy())
