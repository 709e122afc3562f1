"""The verb that runs a study: all of it is checked against its data, and what is missing is computed and stored."""

import os
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

from foldwise._core import FoldwiseError, SchemeMismatchError, StudyFileError, listed, one_line, show_progress
from foldwise.data import doubts_in_words
from foldwise.evaluation._door import Execution
from foldwise.runs import Metric, as_metric
from foldwise.runs._door import Plan, make_plans
from foldwise.store import Store
from foldwise.studies._dataset import StudyDataset
from foldwise.studies._definition import define, from_json, to_json
from foldwise.studies._kept import needed_metric, not_kept
from foldwise.studies._progress import StudyProgress
from foldwise.studies._read_results import read_results, standing_of
from foldwise.studies._results import StudyResults
from foldwise.studies._standing import Standing
from foldwise.studies._study import Study
from foldwise.studies._toml import toml_lines, where
from foldwise.verdicts import NEEDS, usable_tests
from foldwise.workers import Limits


def run_study(
    study: Study | str | os.PathLike[str],
    *,
    n_jobs: int = 1,
    sharing: bool = True,
    isolate: bool | Limits = False,
    dask: Any = None,
    only_failed: bool = False,
    allow_partial: bool = False,
    progress: bool | None = None,
) -> StudyResults:
    """Compute what is missing of a study, store it, and judge all of it.

    All data are loaded and checked before the first fit. What the store has is not computed again: a study that was
    interrupted goes on where it was.

    Parameters
    ----------
    study : Study or path-like
        What is asked for, or the path of a study file.
    n_jobs, sharing, isolate, dask
        As in `foldwise.evaluate`; the result depends on none of them.
    only_failed : bool, default False
        Compute the folds again that failed, and no others.
    allow_partial
        As in `read_results`.
    progress : bool, optional
        Say on standard error how it goes on: with bars if that is a terminal, else in lines. By default only on a
        terminal.

    Returns
    -------
    StudyResults
        A fold on which a learner fails is recorded there, and does not end the study.

    Examples
    --------
    >>> import tempfile
    >>> from foldwise.studies import Study, run_study
    >>> learners = {"bayes": "nb", "guess": "sklearn.dummy.DummyClassifier"}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     study = Study(name="first", datasets=["iris"], learners=learners, scheme="2x3", store=folder + "/first.db")
    ...     run_study(study).frame()[["learner", "folds", "missing", "failed"]].values.tolist()
    [['bayes', 6, 0, 0], ['guess', 6, 0, 0]]
    """
    study = study if isinstance(study, Study) else Study.read(study)
    assert study.store is not None
    execution = Execution(
        n_jobs=n_jobs, sharing=sharing, store=study.store, isolate=isolate, dask=dask, progress=progress
    )
    with execution.workers() as workers:
        plans = plan_study(study)
        with ExitStack() as until:
            store = until.enter_context(Store(study.store))

            def standing() -> Standing:
                return standing_of(store, study.name, store.status(study.name), study.metrics)

            bars = StudyProgress(plans, only_failed=only_failed, standing=standing)
            until.enter_context(execution.interruption_told(bars))
            until.enter_context(show_progress(bars, progress))
            for doubts in filter(None, (doubts_in_words(plan.dataset) for plan in plans)):
                bars.note(f"warning: {doubts}")
            before = from_json(store.definition(study.name)) if study.name in store.studies() else {}
            again = not_kept(before, study.metrics)
            for sentence in again:
                bars.note(f"changed: {sentence}")
            changes = store.complete(
                plans,
                workers,
                bars,
                name=study.name,
                definition=to_json(define(study)),
                only_failed=only_failed,
            )
    # The data are not needed any more, and the runs are about to be.
    del plans
    results = read_results(study, allow_partial=allow_partial)
    return replace(results, changes=(*again, *changes, *results.changes))


def plan_study(study: Study) -> list[Plan]:
    """Load and split all data of a study.

    Parameters
    ----------
    study : Study
        What is asked for.

    Returns
    -------
    list of Plan
        One for each dataset.

    Raises
    ------
    StudyFileError
        If something of a study file does not go with its data; the message names the line.

    Examples
    --------
    >>> study = Study(name="first", datasets=["iris"], learners={"bayes": "nb"}, scheme="2x3")
    >>> [(plan.dataset.name, plan.assignment.folds.shape) for plan in plan_study(study)]
    [('iris', (2, 150))]
    """
    plans = [_plan(study, source) for source in study.datasets.values()]
    tasks = {plan.target.task: plan.dataset.name for plan in plans}
    if len(tasks) > 1:
        (one, first), (other, second) = tasks.items()
        raise ValueError(
            f"One study is about one task, but {first!r} is {one} and {second!r} is {other}. Make two studies."
        )
    _check_tests(study, plans)
    return plans


def _plan(study: Study, source: StudyDataset) -> Plan:
    dataset, groups = source.load()
    try:
        metric, probabilities = needed_metric(study.metrics)
        (plan,), _ = make_plans(
            study.learners,
            dataset,
            scheme=study.scheme,
            metric=metric,
            groups=groups,
            seed=study.seed,
            probabilities=probabilities,
        )
        for each in study.metrics:
            as_metric(each, plan.target.task).try_out(plan.target)
    except (FoldwiseError, ValueError, TypeError) as error:
        message = f"dataset {source.name!r}: {one_line(error)}"
        raise (StudyFileError(f"{source.where}: {message}") if source.where else ValueError(message)) from error
    return plan


def _check_tests(study: Study, plans: list[Plan]) -> None:
    """Refuse tests that could not judge what the study will have run."""
    if len(study.learners) == 1:
        return
    for plan in plans:
        for metric in study.metrics or (None,):
            resolved = as_metric(metric, plan.target.task)
            for test in study.tests or (None,):
                _check_test(study, plan, resolved, test)


def _check_test(study: Study, plan: Plan, metric: Metric, test: str | None) -> None:
    usable = usable_tests(plan.assignment, plan.target.task, metric, n_datasets=len(study.datasets))
    if usable and (test in usable or test in (None, "all")):
        return
    design = f"{plan.assignment.scheme} on {len(study.datasets)} datasets, scored by {metric.name}"
    there = (
        f"Usable here: {listed(usable, most=40, quote=False)}." if usable else "Use cross-validation, such as 10x10."
    )
    named = test is not None and test != "all"
    message = f"{test} needs {NEEDS[test].design}; this is {design}." if named and test else f"No test judges {design}."
    lines = toml_lines(study.text) if study.text else {}
    line = next((lines[key,] for key in ("tests", "test", "scheme") if (key,) in lines), None)
    if study.path is not None and line is not None:
        raise StudyFileError(f"{where(study.path, line)}: {message} {there}")
    raise SchemeMismatchError(f"{message} {there}")
