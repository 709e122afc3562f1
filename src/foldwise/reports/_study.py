"""The results of a study as a document."""

from collections import Counter
from dataclasses import asdict

from foldwise._core import one_line
from foldwise.reports._design import metric_document, run_document
from foldwise.reports._document import Document, environment_document, plain
from foldwise.reports._kinds import Kind, kind_of
from foldwise.reports._study_page import study_page
from foldwise.runs import Run
from foldwise.store._door import MISSING
from foldwise.studies import ScoreTable, StudyResults, score_tables
from foldwise.studies._door import registered_document
from foldwise.verdicts import NEEDS, Comparison, Estimates, Panel, Verdict


def _document(results: StudyResults) -> Document:
    return {
        "schema": "foldwise.study/1",
        "words": results.details(),
        "name": results.name,
        # Where it lies is another place on another computer.
        "store": results.store.name,
        "scheme": results.scheme,
        "is_complete": results.is_complete,
        "cells": [
            {
                "dataset": cell.dataset,
                "learner": cell.learner,
                "n_folds": cell.n_folds,
                "n_missing": cell.n_missing,
                "n_failed": cell.n_failed,
                "error": cell.error,
            }
            for cell in results.cells
        ],
        "tables": [_table_document(table) for table in score_tables(results)],
        "wins": [_wins_document(verdict, *pair) for verdict in _by_test(results) for pair in _pairs(verdict)],
        "verdicts": [kind_of(result, "report takes").document(result) for result in results.verdicts],
        "left_out": [plain(asdict(left)) for left in results.left_out],
        "failures": _failure_documents(results.runs),
        "judgements": [{"terms": plain(each.terms), "findings": plain(each.findings)} for each in results.judgements],
        "changes": list(results.changes),
        "registration": None if results.registration is None else registered_document(results.registration),
        "runs": [run_document(run, run.metric) for run in results.runs],
        "timings": [
            {"dataset": cell.dataset, "learner": cell.learner, "seconds": plain(cell.seconds)} for cell in results.cells
        ],
        "environment": environment_document(),
    }


def _table_document(table: ScoreTable) -> Document:
    best, ranks, average = table.best, table.ranks, table.average_ranks
    return {
        "metric": metric_document(table.metric),
        "scores": [
            {
                "dataset": dataset,
                "learner": learner,
                "mean_score": plain(float(table.scores[i, j])),
                "is_best": bool(best[i, j]),
                "rank": plain(float(ranks[i, j])),
                "gap": table.gaps[i, j].reason if (i, j) in table.gaps else "",
            }
            for i, dataset in enumerate(table.datasets)
            for j, learner in enumerate(table.learners)
        ],
        "n_ranked": int(table.complete.sum()),
        "average_ranks": [
            {"learner": learner, "rank": plain(float(average[j]))} for j, learner in enumerate(table.learners)
        ],
    }


def _by_test(results: StudyResults) -> list[Verdict]:
    """Return every test that speaks of datasets one by one, those of panels among them."""
    every: list[Verdict] = []
    for result in results.verdicts:
        if not isinstance(result, Estimates):
            every += result.verdicts if isinstance(result, Panel) else [result]
    return [verdict for verdict in every if NEEDS[verdict.test].reads != "datasets"]


def _pairs(verdict: Verdict) -> list[tuple[str, str]]:
    return list(dict.fromkeys((row.a, row.b) for row in verdict.comparisons))


def _wins_document(verdict: Verdict, a: str, b: str) -> Document:
    rows: list[Comparison] = [row for row in verdict.comparisons if (row.a, row.b) == (a, b)]
    counts = Counter("unsettled" if row.is_unsettled else row.decision for row in rows)
    return {
        "test": verdict.test,
        "metric": metric_document(verdict.metric),
        "a": a,
        "b": b,
        "wins": counts["a"],
        "draws": counts["none"] + counts["equivalent"],
        "losses": counts["b"],
        "undetermined": counts["undetermined"] + counts["unsettled"],
        "open": counts["unsettled"],
    }


def _failure_documents(runs: tuple[Run, ...]) -> list[Document]:
    """Group the folds that failed by learner and error, the most frequent first; those not run yet did not fail."""
    groups: dict[tuple[str, str], list[str]] = {}
    for run in runs:
        for failure in run.failures:
            if failure.error != MISSING:
                groups.setdefault((failure.learner, one_line(failure.error)), []).append(run.data.name)
    failures: list[Document] = [
        {"learner": learner, "error": error, "n_folds": len(places), "datasets": list(dict.fromkeys(places))}
        for (learner, error), places in groups.items()
    ]
    return sorted(failures, key=lambda group: -group["n_folds"])


KIND = Kind(document=_document, page=study_page)
