"""The results of a study as files for other programs: the same results give the same bytes, but for the timings."""

import json
import math
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from foldwise._core import make_folder, write_atomically
from foldwise.data import means_missing
from foldwise.runs import Metric, Run
from foldwise.splits import Assignment
from foldwise.store import CellStatus, Store
from foldwise.store._door import MISSING
from foldwise.studies._definition import from_json
from foldwise.studies._read_results import read_results
from foldwise.studies._registered import Registered, registered_document
from foldwise.studies._results import StudyResults
from foldwise.studies._study import Study
from foldwise.verdicts import NEEDS, Panel, verdict_rows

Row = list[Any]

_OF_A_FOLD = ("dataset", "learner", "repeat", "fold")
_OF_A_PREDICTION = (*_OF_A_FOLD, "instance", "actual", "predicted")
_OF_A_CELL = ("dataset", "learner", "n_folds", "n_done", "n_failed", "n_missing", "seconds", "error")
_SCHEMA = "foldwise.study-export/1"
# How each file begins: nothing that begins otherwise is ever replaced.
_BEGINNINGS: Final = {
    "scores.csv": (",".join((*_OF_A_FOLD, "n_train", "n_test,")),),
    "predictions.csv": (",".join(_OF_A_PREDICTION) + "\n",),
    "verdicts.csv": ("metric,test,dataset,", "metric,test\n"),
    "cells.csv": (",".join(_OF_A_CELL) + "\n",),
    "study.json": (f'{{\n  "schema": "{_SCHEMA}"',),
}


def export(
    study: Study | StudyResults | str | os.PathLike[str], target: str | os.PathLike[str], *, predictions: bool = False
) -> list[Path]:
    """Write the results of a study as tables.

    Parameters
    ----------
    study : Study, StudyResults or path-like
        What `read_results` takes, or what it has returned.
    target : path-like
        A folder, made if it is not there, for ``scores.csv``, ``verdicts.csv``, ``cells.csv`` and ``study.json``; or a
        path that ends in ``.csv``, for the scores only. Only ``cells.csv`` holds timings. A file that is there already
        is replaced if it is such an export, and refused if not.
    predictions : bool, default False
        Write ``predictions.csv`` as well, or these only if `target` ends in ``.csv``.

    Returns
    -------
    list of Path
        What was written. Each file appears complete or not at all.

    Examples
    --------
    >>> import tempfile
    >>> from foldwise.studies import Study, export, run_study
    >>> learners = {"bayes": "nb", "guess": "sklearn.dummy.DummyClassifier"}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     study = Study(name="a", datasets=["iris"], learners=learners, scheme="2x3", store=folder + "/a.db")
    ...     results = run_study(study, progress=False)
    ...     names = [path.name for path in export(results, folder + "/tables")]
    >>> names
    ['scores.csv', 'verdicts.csv', 'cells.csv', 'study.json']
    """
    path = Path(target).expanduser()
    is_file = path.suffix.lower() == ".csv"
    _check_target(path, predictions=predictions)
    results = study if isinstance(study, StudyResults) else read_results(study)
    if is_file:
        write_atomically(path, _predictions(results) if predictions else _scores(results))
        return [path]
    make_folder(path)
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


def _check_target(path: Path, *, predictions: bool) -> None:
    """Refuse a place that cannot be written, or where something lies that is no export."""
    is_file = path.suffix.lower() == ".csv"
    if is_file and path.is_dir():
        raise ValueError(f"{path} is a folder. Give the name of a file in it.")
    if not is_file and not path.is_dir() and (path.exists() or path.suffix):
        is_one = "is a file" if path.exists() else f"ends in {path.suffix}"
        raise ValueError(
            f"{path} {is_one}. Give a folder (one with a dot in its name must be there already), or a name that ends "
            "in .csv for the scores only; foldwise study report writes pages."
        )
    if not path.parent.is_dir():
        raise ValueError(f"{path}: there is no folder {str(path.parent)!r}. Make it first, or choose another place.")
    for file, beginnings in _BEGINNINGS.items() if path.is_dir() else ():
        if predictions or file != "predictions.csv":
            _check_own(path / file, beginnings)
    if is_file:
        _check_own(path, (*_BEGINNINGS["scores.csv"], *_BEGINNINGS["predictions.csv"]))


def _check_own(path: Path, beginnings: tuple[str, ...]) -> None:
    if not path.exists():
        return
    if path.is_dir():
        raise ValueError(f"{path} is a folder. Choose another place.")
    with path.open(encoding="utf-8", errors="replace", newline="") as file:
        begins = file.read(max(map(len, beginnings)))
    # An empty file has nothing to lose.
    if begins and not begins.startswith(beginnings):
        raise ValueError(f"{path} is there already, and is no export of a study. Choose another name, or remove it.")


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
            reason = error if status == "failed" else None
            yield [run.data.name, name, repeat, fold, n_train, n_test, *scores, status, reason]


def _natural(run: Run, metric: Metric) -> Any:
    """Score a run on the scale that the name of the metric tells; empty where it cannot be scored."""
    try:
        scores = run.scores(metric)
    except ValueError:
        return np.full(run.fit_seconds.shape, np.nan)
    return -scores if metric.lower_is_better and not metric.name.startswith("neg_") else scores


def _metrics(results: StudyResults) -> list[Metric]:
    judged = [each.advised.metric if isinstance(each, Panel) else each.metric for each in results.verdicts]
    return list({metric.name: metric for metric in (*judged, results.runs[0].metric)}.values())


def _verdicts(results: StudyResults) -> Iterator[str]:
    rows = [row for result in results.verdicts for row in verdict_rows(result)]
    if results.registration is not None:
        rows = [{**row, "kind": _kind(row, results.registration)} for row in rows]
    headings = list(dict.fromkeys(("metric", "test", *(name for row in rows for name in row))))
    return csv_lines(headings, ([row.get(name) for name in headings] for row in rows))


def _kind(row: Mapping[str, Any], registered: Registered) -> str:
    """Return whether a comparison is a registered one or exploratory; estimates of one learner are never registered."""
    if "a" not in row:
        return "exploratory"
    dataset = None if NEEDS[row["test"]].reads == "datasets" else row["dataset"]
    return registered.kind_of(row["metric"], row["test"], dataset, row["a"], row["b"])


def _cells(results: StudyResults) -> Iterator[str]:
    return csv_lines(_OF_A_CELL, map(_cell_row, results.cells))


def _cell_row(cell: CellStatus) -> Row:
    # Done is what has a score, here as in the table of scores.
    n_done = cell.n_done - cell.n_failed
    return [cell.dataset, cell.learner, cell.n_folds, n_done, cell.n_failed, cell.n_missing, cell.seconds, cell.error]


def _predictions(results: StudyResults) -> Iterator[str]:
    return csv_lines(_OF_A_PREDICTION, (row for run in results.runs for row in _prediction_rows(run)))


def _prediction_rows(run: Run) -> Iterator[Row]:
    assert isinstance(run.assignment, Assignment)
    classes = run.target.answers if run.target.task == "classification" else None
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
        "schema": _SCHEMA,
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
        "registration": None if results.registration is None else registered_document(results.registration),
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


_NUMBER: Final = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_FORMULA: Final = tuple("=+-@\uff1d\uff0b\uff0d\uff20")
_HIDDEN: Final = tuple("\t\r\n'")


def csv_lines(headings: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    r"""Yield a table line by line.

    >>> list(csv_lines(["learner", "score"], [["=cmd()", -0.5], ["a,b", None]]))
    ['learner,score\n', "'=cmd(),-0.5\n", '"a,b",\n']
    """
    yield _line(headings)
    for row in rows:
        yield _line(row)


def csv_cell(value: Any) -> str:
    """Return one value as text; what is not known is empty, and a text that looks like a formula begins with a quote.

    >>> csv_cell("NA"), csv_cell("yes "), csv_cell("01")
    ('"NA"', '"yes "', '01')
    >>> csv_cell(-1.0), csv_cell("-1"), csv_cell("-a"), csv_cell("'a"), csv_cell(float("nan"))
    ('-1.0', '-1', "'-a", "''a", '')
    """
    value = value.item() if hasattr(value, "item") else value
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, int | float):
        return repr(value)
    text = str(value)
    # A label such as -1 stays what it is: a number is no formula.
    if text.startswith(_HIDDEN) or (text.lstrip().startswith(_FORMULA) and not _NUMBER.fullmatch(text)):
        text = f"'{text}"
    # By hand: not every version of the csv module puts a lone carriage return in quotes.
    # In quotes, a word for a missing value is a name that someone gave.
    if any(char in text for char in ',"\r\n') or text != text.strip() or means_missing(text):
        text = '"' + text.replace('"', '""') + '"'
    return text


def _line(row: Sequence[Any]) -> str:
    return ",".join(map(csv_cell, row)) + "\n"
