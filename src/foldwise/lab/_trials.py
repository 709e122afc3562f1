"""Trials of a source, decided by every procedure: what every study of tests summarizes."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise._core import check_integer
from foldwise.lab._blocks import TrialBlock, TrialQuestion, ask_blocks, block_keys, blocks_of, question_key
from foldwise.lab._designs import Design
from foldwise.lab._executed import execute_trials
from foldwise.lab._parts import Arrays
from foldwise.lab._procedures import AnyProcedure, as_procedures, at_level
from foldwise.lab._read import Findings, read
from foldwise.lab._source import DataSource, Source, as_sources, check_right_or_wrong, is_right_or_wrong
from foldwise.runs import Metric, as_metric
from foldwise.runs._door import Task, find_task
from foldwise.store._door import ArrayStore
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
    found : dict of str to Findings
        What they found, by the same names; arrays of shape (n_trials, n_executions).
    seed : int
        With the source and the procedures it determines everything.

    Examples
    --------
    >>> from foldwise.lab import sources, type_one_error
    >>> trials = type_one_error("10/kfold_t", sources.TwoKinds(0.4), n_trials=100).trials[0]
    >>> trials.n_trials, list(trials.procedures), trials.seed
    (100, ['10/kfold_t'], 0)
    """

    source: Source
    procedures: dict[str, AnyProcedure] = field(repr=False)
    found: dict[str, Findings] = field(repr=False)
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

    Examples
    --------
    >>> from foldwise.lab import run_trials, sources
    >>> trials = run_trials("10/kfold_t", sources.TwoKinds(0.4), n_trials=100, seed=1)
    >>> trials.n_trials, trials.seed
    (100, 1)
    """
    named = as_procedures(procedures)
    check_integer(n_executions, "n_executions", least=1)
    _check_designs(named, source)
    trials, _ = ask_trials(
        named,
        source,
        n_trials=n_trials,
        n_executions=n_executions,
        seed=seed,
        n_jobs=n_jobs,
        store=store,
        progress=progress,
    )
    return trials


def ask_trials(
    procedures: Mapping[str, AnyProcedure],
    source: Source,
    questions: Sequence[TrialQuestion] = (),
    *,
    n_executions: int = 1,
    seed: int,
    **how: Any,
) -> tuple[Trials, list[list[Arrays]]]:
    """Apply procedures in every trial, and answer further questions about the same trials.

    Parameters
    ----------
    procedures : mapping of str to Procedure or OwnProcedure
        By name.
    source : Source
        Where datasets come from.
    questions : sequence of TrialQuestion, optional
        What else to find out.
    n_executions, seed, **how
        As in `run_trials`.

    Returns
    -------
    Trials
        Of the procedures.
    list of list of dict of str to ndarray
        For each further question what it found, block by block.
    """
    one_by_one = not is_right_or_wrong(source)
    decisions = [Decided(procedure, n_executions, one_by_one) for procedure in procedures.values()]
    results = ask_blocks(source, [*decisions, *questions], seed=seed, **how)
    findings = {name: Findings.joined(blocks) for name, blocks in zip(procedures, results, strict=False)}
    return Trials(source=source, procedures=dict(procedures), found=findings, seed=seed), results[len(decisions) :]


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
    one_by_one : bool, default False
        Whether trials are scored by something else than right and wrong answers, and so one by one. A matter of the
        source, whose key tells of it.
    """

    procedure: AnyProcedure
    n_executions: int
    one_by_one: bool = False

    @property
    def designs(self) -> tuple[Design, ...]:
        """One, since procedures with the same scheme read the same answers; none if each executes by itself."""
        return () if self._is_alone else (Design(self.procedure.scheme, self.n_executions),)

    def key(self) -> str:
        """Made from all that the procedure is made of."""
        return question_key("decisions", self.procedure, self.n_executions)

    def find(self, block: TrialBlock) -> dict[str, Floats]:
        """Read the answers, or execute the procedure."""
        if self._is_alone:
            findings = execute_trials(self.procedure, block, self.n_executions)
        else:
            findings = read(self.procedure, *block.answers, first_trial=block.trials.start)
        return {part.name: getattr(findings, part.name) for part in fields(findings)}

    @property
    def _is_alone(self) -> bool:
        return self.one_by_one or (isinstance(self.procedure, Procedure) and self.procedure.settled is not None)


def kept_trials(
    procedures: Any,
    sources: Any,
    *,
    store: str | os.PathLike[str],
    n_trials: int,
    n_executions: int = 1,
    alpha: float = 0.05,
    seed: int = 0,
) -> int:
    """Count the trials of a study that a store has, with what all of the procedures found in them.

    Parameters
    ----------
    procedures, sources, n_trials, n_executions, alpha, seed
        Those of the study: `type_one_error`, `power`, `calibration`, or `replicability`.
    store : path
        Its file.

    Returns
    -------
    int
        Of `n_trials` from each source.

    Examples
    --------
    >>> import tempfile
    >>> from foldwise.lab import kept_trials, sources, type_one_error
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = type_one_error("5x2", sources.TwoKinds(), n_trials=200, store=folder + "/lab.db")
    ...     kept_trials("5x2", sources.TwoKinds(), n_trials=1000, store=folder + "/lab.db")
    200
    """
    if not Path(store).exists():
        return 0
    questions = [Decided(procedure, n_executions) for procedure in at_level(procedures, alpha).values()]
    n_kept = 0
    for source in as_sources(sources):
        blocks = blocks_of(source, n_trials)
        keys = block_keys(source, questions, blocks, seed)
        with ArrayStore(store) as array_store:
            n_kept += sum(
                len(block)
                for block, own in zip(blocks, keys, strict=True)
                if all(array_store.get(key) is not None for key in own)
            )
    return n_kept


def _check_designs(procedures: Mapping[str, AnyProcedure], source: Source) -> None:
    """Refuse a procedure that cannot split the datasets of a source, or whose test its scheme or metric cannot feed."""
    task, metric = _scored(source)
    classes = np.arange(source.n_examples) % 2 if task == "classification" else None
    for procedure in procedures.values():
        if isinstance(procedure, Procedure) and procedure.settled is not None:
            if not isinstance(source, DataSource):
                raise ValueError(
                    f"{procedure.settled} trains learners on as many partitions as it needs, and {source.name} has "
                    "none to train. Use a source of datasets, such as ExchangeableBlocks, or a fixed scheme."
                )
            continue
        assignment = procedure.scheme.assign(source.n_examples, classes=classes, seed=0)
        if isinstance(procedure, Procedure):
            procedure.test_for(assignment, task, metric)
        elif procedure.reads == "losses":
            check_right_or_wrong(source, procedure.name)


def _scored(source: Source) -> tuple[Task, Metric]:
    """Return what the learners of a source are for, and how they are scored."""
    if not isinstance(source, DataSource) or is_right_or_wrong(source):
        return "classification", as_metric(None, "classification")
    # Who says nothing is a classifier.
    task = find_task(dict(zip("ab", source.learners, strict=True)), np.arange(2))
    return task, as_metric(source.metric, task)
