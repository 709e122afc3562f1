"""The verb that runs a study: what is missing is computed and stored, and all of it is judged."""

import os
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

from foldwise._core import show_progress
from foldwise.data import doubts_in_words
from foldwise.evaluation._door import Execution
from foldwise.store import Store
from foldwise.studies._definition import define, from_json, to_json, what_changed
from foldwise.studies._kept import not_kept
from foldwise.studies._plan_study import plan_study
from foldwise.studies._progress import StudyProgress
from foldwise.studies._read_results import read_results
from foldwise.studies._results import StudyResults
from foldwise.studies._seal import kept_definition
from foldwise.studies._settling import SettlingStore, settle_study
from foldwise.studies._standing import Standing
from foldwise.studies._status import standing_of
from foldwise.studies._study import Study
from foldwise.verdicts import Settled
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
    if isinstance(study.scheme, Settled):
        changes = _settle(study, replace(execution, retry_failed=only_failed), allow_partial=allow_partial)
    else:
        changes = _complete(study, execution, only_failed=only_failed)
    results = read_results(study, allow_partial=allow_partial)
    return replace(results, changes=(*changes, *results.changes))


def _complete(study: Study, execution: Execution, *, only_failed: bool) -> list[str]:
    """Compute what is missing of a fixed design; return what has changed since the last run."""
    assert study.store is not None
    with execution.workers() as workers, ExitStack() as until:
        plans = plan_study(study)
        store = until.enter_context(Store(study.store))

        def standing() -> Standing:
            return standing_of(store, study.name, store.status(study.name), study.metrics)

        bars = StudyProgress(plans, only_failed=only_failed, standing=standing)
        until.enter_context(execution.interruption_told(bars))
        until.enter_context(show_progress(bars, execution.progress))
        for doubts in filter(None, (doubts_in_words(plan.dataset) for plan in plans)):
            bars.note(f"warning: {doubts}")
        before = from_json(store.definition(study.name)) if study.name in store.studies() else {}
        again = not_kept(before, study.metrics)
        for sentence in again:
            bars.note(f"changed: {sentence}")
        changes = store.complete(
            plans, workers, bars, name=study.name, definition=to_json(kept_definition(study)), only_failed=only_failed
        )
        return [*again, *changes]


def _settle(study: Study, execution: Execution, *, allow_partial: bool) -> list[str]:
    """Add repeats until all pairs are settled, or the budget ends; return what has changed since the last run."""
    plans = plan_study(study)
    store = SettlingStore(study, computes=True)
    with store:
        before = from_json(store.definition(study.name)) if study.name in store.studies() else {}
        settle_study(study, plans, execution, store, allow_partial=allow_partial)
    changed = what_changed(before, define(study))
    return [f"the study has changed since the last run, in {', '.join(changed)}."] if changed else []
