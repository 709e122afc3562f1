"""The runs of a study judged on its terms, cell by cell; what cannot be judged is named, never dropped in silence."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from foldwise._core import FoldwiseError, SchemeMismatchError, listed, one_line
from foldwise.runs import Failure, Metric, Run
from foldwise.runs._door import choose_learners
from foldwise.store import CellStatus
from foldwise.studies._gaps import is_done, lacks_of
from foldwise.studies._results import EVERY, LeftOut
from foldwise.verdicts import NEEDS, Estimates, Panel, Verdict
from foldwise.verdicts._door import Terms, judge_runs

Result = Verdict | Panel | Estimates

_COUNTS: Final = ("n_folds", "n_failed", "n_missing")
_MOST_NAMES: Final = 3


def judgeable(
    runs: Sequence[Run], cells: Sequence[CellStatus], *, allow_partial: bool
) -> tuple[list[Run], tuple[str, ...], list[LeftOut]]:
    """Take what can be judged as one family: the cells that are complete, where two learners or more have one.

    With `allow_partial` a cell counts that has any score. Datasets are left out on which fewer than two learners (of
    one alone: none) have such a cell, and learners that have none on the others. What else is not complete is a missing
    cell: its learner has failed on every fold of that run, for the reason that it is not complete. Where nothing could
    be judged, all learners stay.

    Returns
    -------
    runs, learners, left_out : list of Run, tuple of str, list of LeftOut
        What is left, and what is not, with the reasons.
    """
    names = tuple(dict.fromkeys(cell.learner for cell in cells))
    counting = {
        (cell.dataset, cell.learner) for cell in cells if (_has_score(cell) if allow_partial else is_done(cell))
    }
    datasets, learners = _judged_together(counting, tuple(run.data.name for run in runs), names)
    left = []
    if not datasets:
        learners = names
    for name in names:
        if name not in learners:
            own = [cell for cell in cells if cell.learner == name]
            left.append(_learner_left_out(own, is_ever_complete=any(each == name for _, each in counting)))
    lacking = {
        (cell.dataset, cell.learner): lacks_of(cell)
        for cell in cells
        if cell.learner in learners and (cell.dataset, cell.learner) not in counting
    }
    judged = []
    for run in runs:
        lacks = {learner: reason for (dataset, learner), reason in lacking.items() if dataset == run.data.name}
        if run.data.name in datasets:
            chosen = run if learners == run.learner_names else choose_learners(run, learners)
            judged.append(_without_scores(chosen, lacks))
        else:
            reason = "; ".join(f"{one_line(learner)}: {reason}" for learner, reason in lacks.items())
            left.append(LeftOut(dataset=run.data.name, reason=reason))
    return judged, learners, left


def _judged_together(
    counting: set[tuple[str, str]], datasets: tuple[str, ...], learners: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return datasets with two learners that count or more, and learners that count on one of these.

    >>> there = {("iris", "nb"), ("iris", "tree"), ("wine", "nb"), ("wine", "tree"), ("zoo", "odd")}
    >>> _judged_together(there, ("iris", "wine", "zoo"), ("nb", "tree", "odd"))
    (('iris', 'wine'), ('nb', 'tree'))
    """
    least = min(2, len(learners))
    kept = tuple(name for name in datasets if sum((name, learner) in counting for learner in learners) >= least)
    return kept, tuple(learner for learner in learners if any((name, learner) in counting for name in kept))


def _learner_left_out(cells: Sequence[CellStatus], *, is_ever_complete: bool) -> LeftOut:
    n_folds, n_failed, n_missing = (sum(getattr(cell, key) for cell in cells) for key in _COUNTS)
    error = next((one_line(cell.error).rstrip(".") for cell in cells if cell.n_failed), "")
    reasons = [f"{n_missing} of {n_folds} folds have not been run"] if n_missing else []
    reasons += [f"{n_failed} of {n_folds} folds failed: {error}"] if n_failed else []
    where = "complete only where no other learner is," if is_ever_complete else "complete on no dataset"
    reason = f"{where} and left out of all verdicts ({'; '.join(reasons)})"
    return LeftOut(dataset=EVERY, learner=cells[0].learner, reason=reason)


def _has_score(cell: CellStatus) -> bool:
    return cell.n_done > cell.n_failed


def _without_scores(run: Run, lacks: Mapping[str, str]) -> Run:
    """Return a run in which these learners have no score on any fold, for these reasons."""
    shape = run.fit_seconds.shape[1:]
    lost = [
        Failure(learner=name, repeat=repeat, fold=fold, error=why)
        for name, why in lacks.items()
        for repeat, fold in np.ndindex(*shape)
    ]
    return replace(run, failures=(*(each for each in run.failures if each.learner not in lacks), *lost))


def judge_study_runs(
    runs: Sequence[Run], metric: Metric | None, test: str | None, terms: Terms
) -> tuple[Result | None, list[LeftOut]]:
    """Judge all runs as one family, without those that cannot be judged by this metric.

    Returns
    -------
    result, left_out : Verdict, Panel, Estimates or None, and list of LeftOut
        None if there is nothing to judge.
    """
    if test is not None and test in NEEDS and NEEDS[test].reads == "datasets":
        runs, left = _with_all_learners(runs, test)
        if left:
            result, more = judge_study_runs(runs, metric, test, terms)
            return result, [*left, *more]
    if not runs:
        return None, []
    if len(runs) == 1:
        # Of a single dataset, learners without a score are none of it.
        runs = [choose_learners(runs[0], _scored(runs[0]))]
    try:
        return judge_runs(runs, terms, test=test, metric=metric), []
    except SchemeMismatchError as error:
        # About the design of all of them, such as a test over datasets of which only one is complete.
        return None, [_left_out(run, metric, error) for run in runs]
    except (FoldwiseError, ValueError) as error:
        problem = error
    left = []
    for run in runs:
        try:
            judge_runs([choose_learners(run, _scored(run))], terms, metric=metric)
        except (FoldwiseError, ValueError) as error:
            left.append(_left_out(run, metric, error))
    if not left:
        return None, [_left_out(run, metric, problem) for run in runs]
    names = {each.dataset for each in left}
    result, more = judge_study_runs([run for run in runs if run.data.name not in names], metric, test, terms)
    return result, [*left, *more]


def _scored(run: Run) -> list[str]:
    """Return the learners that have not failed on every fold; all if there is none."""
    failed = run.failed()
    return [name for number, name in enumerate(run.learner_names) if not failed[number].all()] or [*run.learner_names]


def _with_all_learners(runs: Sequence[Run], test: str) -> tuple[list[Run], list[LeftOut]]:
    """Return the runs in which every learner has a score, for tests that need as much, and what is left out then."""
    whole, left = [], []
    for run in runs:
        lacking = [one_line(name) for name in run.learner_names if name not in _scored(run)]
        if lacking:
            who = listed(lacking, most=_MOST_NAMES, quote=False)
            left.append(LeftOut(dataset=run.data.name, reason=f"{test} needs all learners, and {who} is not complete"))
        else:
            whole.append(run)
    return whole, left


def _left_out(run: Run, metric: Metric | None, error: Exception) -> LeftOut:
    name = run.metric.name if metric is None else metric.name
    return LeftOut(dataset=run.data.name, reason=f"{name}: {one_line(error).rstrip('.')}")
