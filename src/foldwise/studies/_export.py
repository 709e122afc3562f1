"""The results of a study as files for other programs: the same results give the same bytes, but for the timings."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from foldwise._core import write_atomically
from foldwise.runs import MISSING, Metric, Run, Store
from foldwise.splits import Assignment
from foldwise.studies._csv_cells import csv_lines
from foldwise.studies._definition import from_json
from foldwise.studies._read_results import read_results
from foldwise.studies._results import StudyResults
from foldwise.studies._study import Study
from foldwise.verdicts import Panel, verdict_rows

Row = list[Any]

_OF_A_FOLD = ("dataset", "learner", "repeat", "fold")


def export(
    study: Study | str | os.PathLike[str], target: str | os.PathLike[str], *, predictions: bool = False
) -> list[Path]:
    """Write the results of a study as tables.

    Parameters
    ----------
    study : Study or path-like
        As in `read_results`.
    target : path-like
        A folder, made if it is not there, for ``scores.csv``, ``verdicts.csv``, ``cells.csv`` and ``study.json``; or a
        path that ends in ``.csv``, for the scores only. Only ``cells.csv`` holds timings.
    predictions : bool, default False
        Write ``predictions.csv`` as well, or these only if `target` ends in ``.csv``.

    Returns
    -------
    list of Path
        What was written. Each file appears complete or not at all.
    """
    path = Path(target).expanduser()
    is_file = path.suffix.lower() == ".csv"
    if is_file and path.is_dir():
        raise ValueError(f"{path} is a folder. Give the name of a file in it.")
    if not is_file and path.exists() and not path.is_dir():
        raise ValueError(f"{path} is a file. Give the name of a folder, or one that ends in .csv for the scores only.")
    if not path.parent.is_dir():
        raise ValueError(f"{path}: there is no folder {str(path.parent)!r}. Make it first, or choose another place.")
    results = read_results(study)
    if is_file:
        write_atomically(path, _predictions(results) if predictions else _scores(results))
        return [path]
    path.mkdir(exist_ok=True)
    files = {
        "scores.csv": _scores(results),
        "verdicts.csv": _verdicts(results),
        "cells.csv": _cells(results),
        "study.json": _study(results),
    }
    if predictions:
        files["predictions.csv"] = _predictions(results)
    for name, lines in files.items():
        write_atomically(path / name, lines)
    return [path / name for name in files]


def _scores(results: StudyResults) -> Iterator[str]:
    metrics = _metrics(results)
    headings = (*_OF_A_FOLD, "n_train", "n_test", *(metric.name for metric in metrics), "status", "reason")
    return csv_lines(headings, (row for run in results.runs for row in _score_rows(run, metrics)))


def _score_rows(run: Run, metrics: list[Metric]) -> Iterator[Row]:
    errors = {(each.learner, each.repeat, each.fold): each.error for each in run.failures}
    by_metric = [_natural(run, metric) for metric in metrics]
    sizes = run.sizes()
    for learner, name in enumerate(run.learner_names):
        for repeat, fold in np.ndindex(run.fit_seconds.shape[1:]):
            error = errors.get((name, repeat, fold))
            status = "done" if error is None else "missing" if error == MISSING else "failed"
            n_train, n_test = (None, None) if sizes is None else (size[repeat, fold] for size in sizes)
            scores = [values[learner, repeat, fold] for values in by_metric]
            said = error if status == "failed" else None
            yield [run.data.name, name, repeat, fold, n_train, n_test, *scores, status, said]


def _natural(run: Run, metric: Metric) -> Any:
    """Score a run on the scale that the name of the metric tells; empty where it cannot be scored."""
    try:
        scores = run.scores(metric)
    except ValueError:
        return np.full(run.fit_seconds.shape, np.nan)
    return -scores if metric.lower_is_better and not metric.name.startswith("neg_") else scores


def _metrics(results: StudyResults) -> list[Metric]:
    judged = [found.advised.metric if isinstance(found, Panel) else found.metric for found in results.verdicts]
    return list({metric.name: metric for metric in (*judged, results.runs[0].metric)}.values())


def _verdicts(results: StudyResults) -> Iterator[str]:
    rows = [row for result in results.verdicts for row in verdict_rows(result)]
    headings = list(dict.fromkeys(("metric", "test", *(name for row in rows for name in row))))
    return csv_lines(headings, ([row.get(name) for name in headings] for row in rows))


def _cells(results: StudyResults) -> Iterator[str]:
    headings = ("dataset", "learner", "n_folds", "n_done", "n_failed", "seconds", "error")
    return csv_lines(headings, ([getattr(cell, name) for name in headings] for cell in results.cells))


def _predictions(results: StudyResults) -> Iterator[str]:
    headings = (*_OF_A_FOLD, "instance", "actual", "predicted")
    return csv_lines(headings, (row for run in results.runs for row in _prediction_rows(run)))


def _prediction_rows(run: Run) -> Iterator[Row]:
    assert isinstance(run.assignment, Assignment)
    classes = run.target.classes if run.target.task == "classification" else None
    there = run.tested()
    for learner, repeat, instance in np.argwhere(there).tolist():
        value = run.predictions[learner, repeat, instance]
        yield [
            run.data.name,
            run.learner_names[learner],
            repeat,
            run.assignment.folds[repeat, instance],
            instance,
            run.target.labels[instance],
            value if classes is None else classes[value],
        ]


def _study(results: StudyResults) -> str:
    with Store(results.store, writes=False) as store:
        definition = from_json(store.definition(results.name))
        identities = store.identities(results.name)
        environments = store.environments(results.name)
    document = {
        "schema": "foldwise.study-export/1",
        "name": results.name,
        "definition": definition,
        "datasets": [_dataset(run) for run in results.runs],
        "learners": [
            {
                "name": learner.name,
                "description": learner.description,
                "fixed_seeds": list(learner.fixed_seeds),
                **identities[learner.name],
                "preparation": {run.data.name: run.learners[number].preparation for run in results.runs},
            }
            for number, learner in enumerate(results.runs[0].learners)
        ],
        "environments": environments,
    }
    return json.dumps(document, indent=2, allow_nan=False) + "\n"


def _dataset(run: Run) -> dict[str, Any]:
    assert isinstance(run.assignment, Assignment)
    return {
        "name": run.data.name,
        "fingerprint": run.data.fingerprint,
        "n_examples": run.data.n_examples,
        "n_attributes": run.data.n_attributes,
        "task": run.data.task,
        "classes": [str(label) for label in run.data.classes],
        "scheme": run.assignment.scheme,
        # As text: it may be larger than the numbers that other programs read.
        "seed": None if run.assignment.seed is None else str(run.assignment.seed),
        "partitions": list(run.assignment.fingerprints()),
    }
