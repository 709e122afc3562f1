"""The runs of a study judged on its terms; a dataset that cannot be judged is named, never dropped in silence."""

from collections.abc import Sequence
from typing import Final

from foldwise._core import FoldwiseError, SchemeMismatchError, one_line
from foldwise.runs import Metric, Run
from foldwise.runs._door import choose_learners
from foldwise.store import CellStatus
from foldwise.studies._results import EVERY, LeftOut
from foldwise.verdicts import Estimates, Panel, Verdict
from foldwise.verdicts._door import Terms, judge_runs

Result = Verdict | Panel | Estimates

_COUNTS: Final = ("n_folds", "n_failed", "n_missing")


def judgeable(
    runs: Sequence[Run], cells: Sequence[CellStatus], *, allow_partial: bool
) -> tuple[list[Run], tuple[str, ...], list[LeftOut]]:
    """Take what can be judged as one family, which has the same learners on all of its datasets.

    First the learners are left out that are complete on no dataset: they would take every dataset with them. Then the
    datasets that still lack something; with `allow_partial`, none, and a learner is left out if it has no score at all.
    Where fewer than two learners of several would be left, all stay.

    Returns
    -------
    runs, learners, left_out : list of Run, tuple of str, list of LeftOut
        What is left, and what is not, with the reasons.
    """
    names = tuple(dict.fromkeys(cell.learner for cell in cells))
    fit = {cell.learner for cell in cells if (_has_score(cell) if allow_partial else _is_complete(cell))}
    learners = tuple(name for name in names if name in fit)
    if len(learners) < min(2, len(names)):
        learners = names
    left = [
        _learner_left_out([cell for cell in cells if cell.learner == name]) for name in names if name not in learners
    ]
    if not allow_partial:
        left += _incomplete([cell for cell in cells if cell.learner in learners])
    dropped = {each.dataset for each in left if each.learner is None}
    judged = [
        run if learners == names else choose_learners(run, learners) for run in runs if run.data.name not in dropped
    ]
    return judged, learners, left


def _learner_left_out(cells: Sequence[CellStatus]) -> LeftOut:
    n_folds, n_failed, n_missing = (sum(getattr(cell, key) for cell in cells) for key in _COUNTS)
    error = next((one_line(cell.error).rstrip(".") for cell in cells if cell.n_failed), "")
    reasons = [f"{n_missing} of {n_folds} folds have not been run"] if n_missing else []
    reasons += [f"{n_failed} of {n_folds} folds failed: {error}"] if n_failed else []
    reason = f"complete on no dataset and left out of all verdicts ({'; '.join(reasons)})"
    return LeftOut(dataset=EVERY, learner=cells[0].learner, reason=reason)


def _is_complete(cell: CellStatus) -> bool:
    return not cell.n_missing and not cell.n_failed


def _has_score(cell: CellStatus) -> bool:
    return cell.n_done > cell.n_failed


def _incomplete(cells: Sequence[CellStatus]) -> list[LeftOut]:
    """Return of every dataset that is not complete what it lacks."""
    reasons: dict[str, list[str]] = {}
    for cell in cells:
        learner = one_line(cell.learner)
        if cell.n_missing:
            verb = "has" if cell.n_missing == 1 else "have"
            reason = f"{cell.n_missing} of {cell.n_folds} folds of {learner} {verb} not been run"
            reasons.setdefault(cell.dataset, []).append(reason)
        if cell.n_failed:
            error = one_line(cell.error).rstrip(".")
            reason = f"{cell.n_failed} of {cell.n_folds} folds of {learner} failed: {error}"
            reasons.setdefault(cell.dataset, []).append(reason)
    return [LeftOut(dataset=dataset, reason="; ".join(lacks)) for dataset, lacks in reasons.items()]


def judge_study_runs(
    runs: Sequence[Run], metric: Metric | None, test: str | None, terms: Terms
) -> tuple[Result | None, list[LeftOut]]:
    """Judge all runs as one family, without those that cannot be judged by this metric.

    Returns
    -------
    result, left_out : Verdict, Panel, Estimates or None, and list of LeftOut
        None if there is nothing to judge.
    """
    if not runs:
        return None, []
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
            judge_runs([run], terms, metric=metric)
        except (FoldwiseError, ValueError) as error:
            left.append(_left_out(run, metric, error))
    if not left:
        return None, [_left_out(run, metric, problem) for run in runs]
    names = {each.dataset for each in left}
    result, more = judge_study_runs([run for run in runs if run.data.name not in names], metric, test, terms)
    return result, [*left, *more]


def _left_out(run: Run, metric: Metric | None, error: Exception) -> LeftOut:
    name = run.metric.name if metric is None else metric.name
    return LeftOut(dataset=run.data.name, reason=f"{name}: {one_line(error).rstrip('.')}")
