"""Runs of which only the outcome is known: nobody here has fitted anything, or taken the time."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from foldwise._core import Caveat
from foldwise.results._cells import check_same_design
from foldwise.results._missing import check_learners_have_some, empty_datasets, lacking_cells, lacking_learners
from foldwise.results._reading import NamedRows
from foldwise.results._similar_names import similar_names
from foldwise.runs import DataInfo, Failure, Learner, Metric, Run, Target
from foldwise.splits import Assignment, Layout


def run_of_each(
    named: NamedRows, role: str, make: Callable[[str, pd.DataFrame, tuple[str, ...]], Run]
) -> tuple[list[Run], dict[tuple[str, str], str]]:
    """Make one run per dataset of a table, of the learners that have a result there.

    Parameters
    ----------
    named : NamedRows
        The results.
    role : str
        Column of the results: where it is empty, a result is missing.
    make : callable
        Makes a run of the name of a dataset, the rows of its learners and their names.

    Returns
    -------
    runs : list of Run
        With a caveat that names the learners which have no result on the dataset. Datasets without any result are left
        out, with a caveat of every run.
    lacking : dict of (str, str) to str
        Learners without a result on a dataset, and why.
    """
    learners, datasets = named.learners, named.datasets
    lacking = lacking_cells(named.table, role, learners, datasets)
    check_learners_have_some(lacking, learners, datasets)
    by_run: dict[str, tuple[Run, tuple[Caveat, ...]]] = {}
    rows_of = dict(iter(named.table.groupby("dataset", sort=False)))
    for dataset in datasets:
        there = tuple(learner for learner in learners if (learner, dataset) not in lacking)
        if there:
            rows = rows_of[dataset]
            part = rows if len(there) == len(learners) else rows[rows["learner"].isin(there)]
            run = make(dataset, part.reset_index(drop=True), there)
            by_run[dataset] = run, lacking_learners(lacking, learners, dataset)
    # About the whole table, so every run has them.
    common = (*similar_names(learners, datasets), *empty_datasets([name for name in datasets if name not in by_run]))
    runs = [replace(run, caveats=(*run.caveats, *own, *common)) for run, own in by_run.values()]
    check_same_design({run.data.name: (run.assignment.n_repeats, run.assignment.n_folds) for run in runs})
    return runs, lacking


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
