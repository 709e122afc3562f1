"""Procedures executed trial by trial, as `compare`, `evaluate` and `judge` do it, where trials cannot share answers."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise._core import FoldwiseError, InadvisableWarning, caught_warnings
from foldwise.evaluation._door import Execution, execute
from foldwise.lab._blocks import TrialBlock
from foldwise.lab._procedures import AnyProcedure, OwnProcedure
from foldwise.lab._read import Arguments, Findings, ask
from foldwise.lab._source import DataSource, naming_trial, trial_seed
from foldwise.runs import Run
from foldwise.runs._door import choose_repeats
from foldwise.splits import Assignment
from foldwise.verdicts import Comparison, Procedure
from foldwise.workers._door import Workers

Numbers = tuple[float, float, float, float]


def execute_trials(procedure: AnyProcedure, block: TrialBlock, n_executions: int) -> Findings:
    """Execute a procedure on the dataset of every trial, the one that other procedures see there.

    Parameters
    ----------
    procedure : Procedure or OwnProcedure
        Settled, or of a source that is not scored by right and wrong answers.
    block : TrialBlock
        Which trials.
    n_executions : int
        How often on each dataset.
    """
    source = block.source
    # Another source has been refused before the first trial.
    assert isinstance(source, DataSource)
    numbers = np.empty((4, len(block.trials), n_executions))
    for row, trial in enumerate(block.trials):
        with naming_trial(source, trial, block.seed):
            seed = trial_seed(block.seed, trial)
            numbers[:, row] = np.transpose([*_execute_one(procedure, source, trial, seed, n_executions)])
    statistic, pvalue, estimate, direction = numbers
    return Findings(statistic=statistic, pvalue=pvalue, estimate=estimate, direction=direction)


def _execute_one(
    procedure: AnyProcedure, source: DataSource, trial: int, seed: int, n_executions: int
) -> Iterator[Numbers]:
    """Yield statistic, p-value, estimate and direction of every execution."""
    X, y = source.draw(np.random.default_rng([seed, 0]))
    learners = dict(zip("ab", source.learners, strict=True))
    what: dict[str, Any] = {"metric": source.metric, "seed": seed}
    quietly = Execution(progress=False)
    if isinstance(procedure, Procedure) and procedure.settled is not None:
        (plan,) = procedure.plan(learners, X, y, **what)
        for verdict in procedure.settle(plan, Workers(), quietly, n_executions=n_executions):
            yield _numbers(verdict.comparisons[0], procedure.alpha)
        return
    fixed = procedure if isinstance(procedure, Procedure) else Procedure(procedure.scheme)
    (run,) = execute(fixed.plan(learners, X, y, **what, n_executions=n_executions), quietly)
    if run.failures:
        first = run.failures[0]
        raise FoldwiseError(f"{first.learner} failed in repeat {first.repeat}, fold {first.fold}: {first.error}")
    for each in _executions(run):
        if isinstance(procedure, OwnProcedure):
            yield _own_numbers(procedure, each, trial)
        else:
            # Whoever studies a test need not be told, once for every trial, that it is not advised.
            with caught_warnings(InadvisableWarning):
                verdict = procedure.decide(each)
            yield _numbers(verdict.comparisons[0], procedure.alpha)


def _executions(run: Run) -> Iterator[Run]:
    """Cut a run into executions, which follow one another in it."""
    assert isinstance(run.assignment, Assignment)
    size = run.assignment.repeats_per_execution
    for start in range(0, run.assignment.n_repeats, size):
        yield choose_repeats(run, range(start, start + size))


def _numbers(row: Comparison, alpha: float) -> Numbers:
    pvalue = row.pvalue
    if pvalue <= alpha and row.decision == "none":
        pvalue = 1.0
    # Undetermined although there is a p-value: the statistic contradicts the mean difference.
    is_opposite = row.decision == "undetermined" and not np.isnan(pvalue)
    return row.statistic, pvalue, row.estimate, -row.estimate if is_opposite else row.estimate


def _own_numbers(procedure: OwnProcedure, run: Run, trial: int) -> Numbers:
    differences: npt.NDArray[np.float64] = np.subtract(*run.scores())
    statistic, pvalue = ask(procedure, _arguments(procedure, run, differences), trial=trial)
    estimate = float(differences.mean())
    return statistic, pvalue, estimate, statistic if procedure.signed else estimate


def _arguments(procedure: OwnProcedure, run: Run, differences: npt.NDArray[np.float64]) -> Arguments:
    if procedure.reads == "run":
        return (run,), {}
    if not procedure.takes_sizes:
        return (differences.copy(),), {}
    sizes = run.sizes()
    assert sizes is not None
    return (differences.copy(),), {"n_train": sizes[0], "n_test": sizes[1]}
