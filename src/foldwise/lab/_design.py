"""A scheme and how often it is executed in every trial."""

from dataclasses import dataclass

from foldwise.splits import Scheme


@dataclass(frozen=True, slots=True)
class Design:
    """What a procedure asks of a trial.

    Parameters
    ----------
    scheme : Scheme
        How to split.
    n_executions : int, default 1
        How many executions, each with random partitions of its own.
    """

    scheme: Scheme
    n_executions: int = 1
