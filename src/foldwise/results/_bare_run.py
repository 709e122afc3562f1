"""Runs of which only the outcome is known: nobody here has fitted anything, or taken the time."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from foldwise._core import Caveat
from foldwise.results._cells import check_same_design, complete_datasets, left_out_datasets
from foldwise.runs import DataInfo, Failure, Learner, Metric, Run, Target
from foldwise.splits import Assignment, Layout


def run_of_each(
    table: pd.DataFrame, role: str, make: Callable[[str, pd.DataFrame, tuple[str, ...]], Run], *, allow_partial: bool
) -> list[Run]:
    """Make one run per dataset of a table.

    Parameters
    ----------
    table : DataFrame
        With the columns dataset and learner.
    role : str
        Column of the results: where it is empty, a result is missing.
    make : callable
        Makes a run of the name of a dataset, its rows and the names of all learners.
    allow_partial : bool
        Whether results may be missing. Datasets without any of some learner are then left out, with a caveat.
    """
    learners = tuple(dict.fromkeys(table["learner"].tolist()))
    there = table[table[role].notna()]
    caveats = left_out_datasets(table, there, learners) if allow_partial else ()
    is_complete = table["dataset"].isin(complete_datasets(there, learners)) | (not caveats)
    runs = [
        make(str(name), part.reset_index(drop=True), learners)
        for name, part in table[is_complete].groupby("dataset", sort=False)
    ]
    # About the whole table, so every run has it.
    runs = [replace(run, caveats=(*run.caveats, *caveats)) for run in runs]
    check_same_design({run.data.name: (run.assignment.n_repeats, run.assignment.n_folds) for run in runs})
    return runs


def bare_run(
    data: DataInfo,
    learners: tuple[str, ...],
    design: Assignment | Layout,
    target: Target,
    metric: Metric,
    *,
    predictions: npt.NDArray[Any] | None = None,
    scores: npt.NDArray[np.float64] | None = None,
    failures: tuple[Failure, ...],
    caveats: Iterable[Caveat],
) -> Run:
    """Make a run that holds predictions, or scores, and nothing else."""
    nothing = np.full((len(learners), design.n_repeats, design.n_folds), np.nan)
    if predictions is None:
        predictions = np.empty((len(learners), design.n_repeats, 0))
    for array in (predictions, nothing, *([] if scores is None else [scores])):
        array.setflags(write=False)
    return Run(
        data=data,
        learners=tuple(Learner(name=learner, description=learner) for learner in learners),
        assignment=design,
        target=target,
        predictions=predictions,
        responses=None,
        response_methods=("",) * len(learners),
        metric=metric,
        fitted_scores=scores,
        fit_seconds=nothing,
        predict_seconds=nothing,
        failures=failures,
        caveats=tuple(caveats),
    )
