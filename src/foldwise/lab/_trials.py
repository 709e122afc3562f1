"""Trials of a source, decided by every procedure: what every study of tests summarizes."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any, TypeGuard

import numpy as np
import numpy.typing as npt

from foldwise._core import check_integer
from foldwise.lab._blocks import Block, ask_blocks
from foldwise.lab._check_designs import check_designs
from foldwise.lab._design import Design
from foldwise.lab._found import Found, joined
from foldwise.lab._identity import question_key
from foldwise.lab._procedures import AnyProcedure, as_procedures
from foldwise.lab._read import read
from foldwise.lab._settle import settle_trials
from foldwise.lab.sources import Source
from foldwise.verdicts import Procedure

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Trials:
    """What procedures found in the trials of one source: what every study of tests is made from.

    Parameters
    ----------
    source : Source
        Where the datasets came from.
    procedures : dict of str to Procedure or OwnProcedure
        What was applied to them, by name.
    found : dict of str to Found
        What they found, by the same names; arrays of shape (n_trials, n_executions).
    seed : int
        With the source and the procedures it determines everything.
    """

    source: Source
    procedures: dict[str, AnyProcedure] = field(repr=False)
    found: dict[str, Found] = field(repr=False)
    seed: int

    @property
    def n_trials(self) -> int:
        """Number of datasets."""
        return len(next(iter(self.found.values())).pvalue)


def run_trials(
    procedures: Any,
    source: Source,
    *,
    n_trials: int,
    n_executions: int = 1,
    seed: int = 0,
    n_jobs: int = 1,
    store: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> Trials:
    """Draw datasets from a source and let every procedure decide on each of them.

    Parameters
    ----------
    procedures : Procedure, OwnProcedure, Settled, str, or a list or mapping of them
        As in `type_one_error`.
    source : Source
        Where datasets come from.
    n_trials : int
        How many datasets.
    n_executions : int, default 1
        How often each procedure is executed on each dataset, with random partitions of its own.
    seed, n_jobs, store, progress
        As in `type_one_error`.

    Returns
    -------
    Trials
    """
    named = as_procedures(procedures)
    check_integer(n_executions, "n_executions", least=1)
    check_designs(named, source)
    questions = [Decided(procedure, n_executions) for procedure in named.values()]
    parts = ask_blocks(source, questions, n_trials=n_trials, seed=seed, n_jobs=n_jobs, store=store, progress=progress)
    found = {name: joined([Found(**part) for part in blocks]) for name, blocks in zip(named, parts, strict=True)}
    return Trials(source=source, procedures=named, found=found, seed=seed)


def run_each(procedures: Any, sources: Sequence[Source], **how: Any) -> tuple[Trials, ...]:
    """Do the same trials with every source.

    Parameters
    ----------
    procedures
        As in `run_trials`.
    sources : sequence of Source
        Where datasets come from.
    **how
        The rest of what `run_trials` takes.

    Returns
    -------
    tuple of Trials
        In the order of the sources.
    """
    return tuple(run_trials(procedures, source, **how) for source in sources)


@dataclass(frozen=True, slots=True)
class Decided:
    """What a procedure finds in every trial.

    Parameters
    ----------
    procedure : Procedure or OwnProcedure
        The procedure.
    n_executions : int
        How often it is executed on each dataset.
    """

    procedure: AnyProcedure
    n_executions: int

    @property
    def designs(self) -> tuple[Design, ...]:
        """One, since procedures with the same scheme read the same answers; none if repeats are added as needed."""
        return () if _is_settled(self.procedure) else (Design(self.procedure.scheme, self.n_executions),)

    def key(self) -> str:
        """Made from all that the procedure is made of."""
        return question_key("decisions", self.procedure, self.n_executions)

    def find(self, block: Block) -> dict[str, Floats]:
        """Read the answers, or execute the procedure."""
        if _is_settled(self.procedure):
            found = settle_trials(self.procedure, block.source, block.trials, self.n_executions, block.seed)
        else:
            found = read(self.procedure, *block.answers, first_trial=block.trials.start)
        return {part.name: getattr(found, part.name) for part in fields(found)}


def _is_settled(procedure: AnyProcedure) -> TypeGuard[Procedure]:
    return isinstance(procedure, Procedure) and procedure.settled is not None
