"""Reports of skore: of cross-validation, of one test set, or several of them compared."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from foldwise._core import DataFormatError, listed
from foldwise.results._how import how_learners
from foldwise.results._reading import ReadingOptions
from foldwise.results.harness._given import Given
from foldwise.results.harness._translated import Translated
from foldwise.runs import as_metric


def is_skore(source: Given) -> bool:
    """Whether this is a report that can say what it predicted."""
    return source.form == "thing" and hasattr(source.thing, "get_predictions")


def read_skore(sources: Sequence[Given], options: ReadingOptions) -> Translated:
    """Read what each learner predicted for the examples of each test set, which must be the same for all."""
    reports = _named(sources, options.learners)
    splits = {name: _splits(report) for name, report in reports.items()}
    first = next(iter(splits))
    for name, own in splits.items():
        if [np.asarray(test).tolist() for _, test in own] != [np.asarray(test).tolist() for _, test in splits[first]]:
            raise DataFormatError(
                f"{first} and {name} were not tested on the same splits. Give their reports the same splitter, with a "
                "fixed random_state, and the same data."
            )
    parts = [part.assign(learner=name) for name, report in reports.items() for part in _predictions(name, report)]
    table = pd.concat(parts, ignore_index=True)
    return Translated(
        frame=_with_repeats(table, splits[first], len(_truth(first, reports[first]))),
        options=replace(options, metric=_metric(reports[first], options.metric)),
        kind="reports of skore",
        columns={
            "learner": None,
            "repeat": "split_indices",
            "fold": "split_indices",
            "instance": "split_indices",
            "actual": "y",
            "predicted": "get_predictions",
            "n_train": None,
        },
    )


def _metric(report: Any, wanted: Any) -> Any:
    """Return the usual metric where numbers are predicted: whole numbers may be labels, and only the report tells."""
    is_regression = "regression" in str(getattr(report, "ml_task", ""))
    return as_metric(None, "regression").name if wanted is None and is_regression else wanted


def _named(sources: Sequence[Given], learners: Sequence[str] | None) -> dict[str, Any]:
    """Name the reports: as a comparison does, as the user does, or after their estimators."""
    pairs: list[tuple[str, Any]] = []
    for source in sources:
        inner = getattr(source.thing, "reports_", None)
        if isinstance(inner, dict):
            pairs.extend((str(name), report) for name, report in inner.items())
        else:
            pairs.append((source.stem or str(source.thing.estimator_name_), source.thing))
    names = [name for name, _ in pairs]
    if learners is not None and not set(learners) <= set(names) and len(learners) == len(names):
        names = list(learners)
    if len(set(names)) < len(names):
        raise DataFormatError(
            f"Two reports are of {listed(sorted({name for name in names if names.count(name) > 1}), most=1)}. Name the "
            f"learners in the order of the reports: {how_learners(['NAME1', 'NAME2'])}."
        )
    return dict(zip(names, [report for _, report in pairs], strict=True))


def _splits(report: Any) -> list[tuple[Any, Any]]:
    """Return the rows of training and test sets; of a report of one test set, that all of its rows are tested."""
    splits = getattr(report, "split_indices", None)
    if splits is not None:
        return list(splits)
    n_train = 0 if getattr(report, "y_train", None) is None else len(report.y_train)
    return [(np.arange(n_train), np.arange(len(report.y_test)))]


def _truth(name: str, report: Any) -> Any:
    truth = np.asarray(report.y if hasattr(report, "split_indices") else report.y_test)
    if truth.ndim != 1:
        raise DataFormatError(f"The report of {name} has several targets. Only one can be judged.")
    return truth


def _predictions(name: str, report: Any) -> Iterator[pd.DataFrame]:
    predicted, truth, splits = report.get_predictions(data_source="test"), _truth(name, report), _splits(report)
    folds = predicted if hasattr(report, "split_indices") else [predicted]
    for fold, ((train, test), values) in enumerate(zip(splits, folds, strict=True)):
        rows = np.asarray(test)
        columns: dict[str, Any] = {
            "fold": fold,
            "instance": rows,
            "actual": truth[rows],
            "predicted": np.asarray(values),
        }
        yield pd.DataFrame(columns | ({"n_train": len(train)} if len(train) else {}))


def _with_repeats(table: pd.DataFrame, splits: list[tuple[Any, Any]], n_examples: int) -> pd.DataFrame:
    """Tell apart the repeats of a cross-validation that was repeated; splits of another kind are repeats themselves."""
    if len(splits) == 1:
        return table.drop(columns="fold")
    tested = [np.asarray(test) for _, test in splits]
    n_folds = int(np.searchsorted(np.cumsum([len(rows) for rows in tested]), n_examples)) + 1
    blocks = [np.sort(np.concatenate(tested[start : start + n_folds])) for start in range(0, len(tested), n_folds)]
    is_complete = all(len(train) + len(test) == n_examples for train, test in splits)
    if is_complete and all(np.array_equal(block, np.arange(n_examples)) for block in blocks):
        if len(blocks) == 1:
            return table
        return table.assign(repeat=table["fold"] // n_folds, fold=table["fold"] % n_folds)
    if len({len(train) for train, _ in splits}) > 1:
        raise DataFormatError(
            "The training sets of these reports differ in size, as those in the order of time do. Judge what "
            "cross_validate(..., return_indices=True) returns: it shows which rows came first."
        )
    return table.rename(columns={"fold": "repeat"})
