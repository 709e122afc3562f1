"""A study at a glance: what its first verdict says, how far it is, what was left out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from foldwise._core import Glance, counted, listed, one_line
from foldwise.splits._door import design_words
from foldwise.studies._registered import registered_words
from foldwise.verdicts import Estimates, Panel, Verdict

if TYPE_CHECKING:
    from foldwise.studies._results import StudyResults

_MOST_NAMES: Final = 3


def study_glance(results: StudyResults) -> Glance:
    """Return what a reader sees first of a study: the first verdict, then how far all of it is."""
    study = _study_words(results)
    notes = [
        ("also", listed([one_line(_named(each)) for each in results.verdicts[1:]], most=_MOST_NAMES, quote=False)),
        ("left out", listed(list(map(str, results.left_out)), most=_MOST_NAMES, quote=False)),
        ("registered", "" if results.registration is None else registered_words(results.registration)),
        ("changed", " ".join(results.changes)),
    ]
    notes = [(label, words) for label, words in notes if words]
    if not results.verdicts:
        return Glance(headline=f"{study}.", lines=tuple(notes), call="results.details()")
    first = results.verdicts[0]
    answer = (first.advised if isinstance(first, Panel) else first).glance()
    if isinstance(first, Panel):
        notes.insert(0, ("panel", f"the advised one of {counted(len(first.verdicts), 'test')}"))
    return replace(
        answer,
        lines=(("study", study), *answer.lines, *notes),
        all_rows=answer.all_rows and "results.verdicts, each with frame()",
        call="results.details()",
    )


def _named(verdict: Verdict | Panel | Estimates) -> str:
    if isinstance(verdict, Panel):
        return f"a panel of {counted(len(verdict.verdicts), 'test')}"
    what = "estimates" if isinstance(verdict, Estimates) else verdict.test
    return f"{what} of {verdict.metric.label}"


def _study_words(results: StudyResults) -> str:
    """Return how large the study is, and how far."""
    n_folds = sum(cell.n_folds for cell in results.cells)
    n_failed, n_missing = (sum(getattr(cell, key) for cell in results.cells) for key in ("n_failed", "n_missing"))
    learners, datasets = (len({getattr(cell, key) for cell in results.cells}) for key in ("learner", "dataset"))
    if results.is_complete:
        how_far = f"all {n_folds} folds run"
    else:
        how_far = f"{n_folds - n_missing} of {n_folds} folds run, {n_failed} failed, {n_missing} missing"
        how_far += " (so far: the answer may change)" if n_missing and results.verdicts else ""
    return (
        f"{one_line(results.name)}: {counted(learners, 'learner')} on {counted(datasets, 'dataset')}, "
        f"{study_design(results)}, {how_far}"
    )


def study_design(results: StudyResults) -> str:
    """Return in words how the data were split."""
    if results.is_settled:
        return "repeats added until settled"
    with_folds = [run.assignment for run in results.runs if run.assignment.has_folds]
    shapes = {(assignment.n_repeats, assignment.n_folds) for assignment in with_folds}
    if len(shapes) == 1 and all(assignment.is_time_ordered for assignment in with_folds):
        return f"{with_folds[0].n_repeats} periods in the order of time"
    return design_words(*shapes.pop()) if len(shapes) == 1 else results.scheme
