"""A study at a glance: how far it is, and the outcome on each dataset."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from foldwise._core import (
    Caveat,
    Glance,
    GlanceTable,
    beware_words,
    compact,
    counted,
    decimals,
    first_and_last,
    listed,
    one_line,
)
from foldwise.splits._door import design_words
from foldwise.verdicts import NEEDS, Comparison, Estimates, Panel, Verdict

if TYPE_CHECKING:
    from foldwise.studies._results import StudyResults

_MOST_NAMES: Final = 3


def study_glance(results: StudyResults) -> Glance:
    """Return what a reader sees first of a study."""
    lines, table, caveats, is_cut = [], None, list[Caveat](), False
    first = results.verdicts[0] if results.verdicts else None
    verdict = first.advised if isinstance(first, Panel) else first
    if isinstance(verdict, Verdict):
        caveats = [*(caveat for row in verdict.comparisons for caveat in row.caveats), *verdict.caveats]
        of_panel = ""
        if isinstance(first, Panel):
            caveats += first.caveats
            of_panel = f" (the advised one of {counted(len(first.verdicts), 'test')})"
        lines.append(("tested by", f"{one_line(NEEDS[verdict.test].label)}{of_panel}, {verdict.metric.label}"))
        if NEEDS[verdict.test].reads == "datasets":
            answer = verdict.glance()
            lines.insert(0, ("over datasets", answer.headline))
            table = answer.table
        else:
            table, is_cut = _table(verdict)
    elif isinstance(verdict, Estimates):
        answer = verdict.glance()
        caveats = [*(caveat for row in verdict.rows for caveat in row.caveats), *verdict.caveats]
        lines.append(("estimated", answer.headline))
        table = answer.table
    others = [one_line(_named(each)) for each in results.verdicts[1:]]
    lines += [("also", listed(others, most=_MOST_NAMES, quote=False))] if others else []
    lines += (
        [("left out", listed(list(map(str, results.left_out)), most=_MOST_NAMES, quote=False))]
        if results.left_out
        else []
    )
    lines += [("changed", " ".join(results.changes))] if results.changes else []
    beware, more = beware_words(caveats)
    return Glance(
        headline=_headline(results),
        table=table,
        lines=(*lines, *beware),
        more=more,
        all_rows="verdict.frame() of results.verdicts" if is_cut else "",
        call="results.details()",
    )


def _named(verdict: Verdict | Panel | Estimates) -> str:
    if isinstance(verdict, Panel):
        return f"a panel of {counted(len(verdict.verdicts), 'test')}"
    what = "estimates" if isinstance(verdict, Estimates) else verdict.test
    return f"{what} of {verdict.metric.label}"


def _headline(results: StudyResults) -> str:
    """Return how large the study is, and how far."""
    n_folds = sum(cell.n_folds for cell in results.cells)
    n_failed, n_missing = (sum(getattr(cell, key) for cell in results.cells) for key in ("n_failed", "n_missing"))
    learners, datasets = (len({getattr(cell, key) for cell in results.cells}) for key in ("learner", "dataset"))
    if results.is_complete:
        how_far = f"all {n_folds} folds run"
    else:
        how_far = f"{n_folds - n_missing} of {n_folds} folds run, {n_failed} failed, {n_missing} missing"
    return (
        f"{one_line(results.name)}: {counted(learners, 'learner')} on {counted(datasets, 'dataset')}, "
        f"{study_design(results)}, {how_far}."
    )


def study_design(results: StudyResults) -> str:
    """Return in words how the data were split."""
    if any(isinstance(verdict, Verdict) and verdict.settled is not None for verdict in results.verdicts):
        return "repeats added until settled"
    shapes = {(run.assignment.n_repeats, run.assignment.n_folds) for run in results.runs if run.assignment.has_folds}
    return design_words(*shapes.pop()) if len(shapes) == 1 else results.scheme


def _table(verdict: Verdict) -> tuple[GlanceTable, bool]:
    """Return for each dataset the learner with the best score, and how it stands with the others."""
    rows_of: dict[str, list[Comparison]] = {}
    for row in verdict.comparisons:
        rows_of.setdefault(row.dataset, []).append(row)
    shown, n_left_out = first_and_last(list(rows_of.items()))
    cells, outcomes = [], []
    for dataset, rows in shown:
        scores = {name: score for row in rows for name, score in ((row.a, row.score_a), (row.b, row.score_b))}
        best = max(scores, key=lambda name: scores[name])
        score = verdict.metric.natural(scores[best])
        digits = decimals(abs(score) or 1.0, is_share=abs(score) <= 1)
        cells.append((one_line(dataset), one_line(best), compact(score, digits), _beside(best, rows)))
        outcomes.append(_outcome(best, rows))
    extreme = "lowest" if verdict.metric.lower_is_better else "highest"
    headings = ("dataset", extreme, verdict.metric.label, "outcome")
    table = GlanceTable(headings=headings, rows=tuple(cells), outcomes=tuple(outcomes), n_names=2)
    return table.with_gap(n_left_out), bool(n_left_out)


_BESIDE: Final = {
    "better": "better than {}",
    "none": "not told from {}",
    "equivalent": "practically equivalent to {}",
    "open": "open against {}",
    "undetermined": "undetermined against {}",
    "worse": "the test prefers {}",
}


def _beside(best: str, rows: Sequence[Comparison]) -> str:
    """Return how the learner with the best score stands with the others."""
    others: dict[str, list[str]] = {}
    for row in rows:
        if best in (row.a, row.b):
            others.setdefault(_standing(best, row), []).append(one_line(row.b if row.a == best else row.a))
    parts = [
        words.format(listed(others[key], most=_MOST_NAMES, quote=False))
        for key, words in _BESIDE.items()
        if key in others
    ]
    return ", ".join(parts)


def _standing(best: str, row: Comparison) -> str:
    return "worse" if row.winner not in (None, best) else row.outcome


def _outcome(best: str, rows: Sequence[Comparison]) -> str:
    """Return the one outcome of all comparisons with the best, if it is one."""
    standings = {_standing(best, row) for row in rows if best in (row.a, row.b)}
    return standings.pop() if len(standings) == 1 else ""
