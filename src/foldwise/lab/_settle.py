"""Procedures that add repeats until the verdict is settled, executed on the datasets of trials."""

import numpy as np
import numpy.typing as npt

from foldwise._core import FoldwiseError, one_line
from foldwise.lab._found import Found
from foldwise.lab.sources import DataSource, Source
from foldwise.lab.sources._source import trial_seed
from foldwise.runs._door import make_plans
from foldwise.verdicts import Procedure
from foldwise.workers._door import Workers


def settle_trials(procedure: Procedure, source: Source, trials: range, n_executions: int, seed: int) -> Found:
    """Execute a settled procedure on the dataset of every trial, the one that other procedures see there.

    Parameters
    ----------
    procedure : Procedure
        With a `Settled`.
    source : DataSource
        Where datasets come from.
    trials : range
        Which ones.
    n_executions : int
        How often on each dataset.
    seed : int
        Of the study.
    """
    # Another source has been refused before the first trial.
    assert isinstance(source, DataSource)
    numbers = np.empty((3, len(trials), n_executions))
    for row, trial in enumerate(trials):
        try:
            numbers[:, row] = _settle_one(procedure, source, trial_seed(seed, trial), n_executions)
        except (Exception, SystemExit) as error:
            # Learners may raise anything; the message says on which dataset.
            said = "" if isinstance(error, FoldwiseError) else f"{type(error).__name__}: "
            raise FoldwiseError(f"{source.name}, trial {trial} of seed {seed}: {said}{one_line(error)}") from error
    statistic, pvalue, estimate = numbers
    return Found(statistic=statistic, pvalue=pvalue, estimate=estimate, direction=estimate)


def _settle_one(
    procedure: Procedure, source: DataSource, trial_seed: int, n_executions: int
) -> npt.NDArray[np.float64]:
    """Statistic, p-value and estimate of every execution, of shape (3, n_executions)."""
    X, y = source.draw(np.random.default_rng([trial_seed, 0]))
    learners = dict(zip("ab", source.learners, strict=True))
    # The partitions are drawn by the procedure itself; those of the plan do not matter.
    (plan,), _ = make_plans(learners, X, y, scheme="holdout", metric="accuracy", seed=trial_seed)
    verdicts = procedure.settle(plan, Workers(), n_executions=n_executions, progress=False)
    rows = [verdict.comparisons[0] for verdict in verdicts]
    return np.transpose([(row.statistic, row.pvalue, row.estimate) for row in rows])
