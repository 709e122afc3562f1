"""Runs of MLflow: the table of ``search_runs()``, or a CSV file of it. Folds and seeds are runs of their own."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import pandas as pd

from foldwise._core import DataFormatError, counted, listed
from foldwise.results._columns import Columns, ambiguous
from foldwise.results._quantity import known_scale
from foldwise.results._reading import ReadingOptions
from foldwise.results.harness._given import Given, rows_together
from foldwise.results.harness._items import chosen_metric
from foldwise.results.harness._translated import Translated
from foldwise.runs._door import plain

_METRIC: Final = "metrics."
_PARENT: Final = "tags.mlflow.parentRunId"
_NAME: Final = "tags.mlflow.runName"
_OWN: Final = ("metrics.system/", "tags.mlflow.")
_PART: Final = re.compile(r"^(val|valid|validation|eval|test|cv|dev)[-_ /.]+", re.IGNORECASE)
_ROLES: Final = ("dataset", "learner", "repeat", "fold", "n_train", "n_test")


def is_mlflow(source: Given) -> bool:
    """Whether a table has the columns of ``search_runs()`` and some metric."""
    is_runs = source.has_columns("run_id", "experiment_id", "status")
    return is_runs and source.frame is not None and any(str(name).startswith(_METRIC) for name in source.frame)


def read_mlflow(sources: Sequence[Given], options: ReadingOptions) -> Translated:
    """Read one score from each run that has a fold, repeat or seed; what a run does not say, its parent may say."""
    frame = rows_together(sources)
    if "start_time" in frame:
        # MLflow puts the newest first; the first learner is the one that was run first.
        frame = frame.iloc[pd.to_datetime(frame["start_time"], errors="coerce", utc=True).argsort(kind="stable")]
    frame = frame.set_axis(frame["run_id"].astype(str), axis=0)
    if not frame.index.is_unique:
        raise DataFormatError(f"{sources[0].name}: run {frame.index[frame.index.duplicated()][0]} is there twice.")
    parent = frame[_PARENT] if _PARENT in frame else pd.Series(None, index=frame.index, dtype=object)
    columns: dict[str, Any] = {}
    for role in _ROLES:
        name = _column(frame, role)
        if name is not None:
            columns[role] = name
    found = {role: _inherited(frame[name], parent) for role, name in columns.items()}
    places = [found[role] for role in ("repeat", "fold") if role in found]
    # Parents sum up what their children did.
    rows = pd.concat(places, axis=1).notna().any(axis=1) if places else ~frame.index.isin(parent.dropna().astype(str))
    metric = _metric(frame[rows], options.score_name(), sources[0].name)
    found["score"] = _scores(frame, f"{_METRIC}{metric}")
    columns["score"] = f"{_METRIC}{metric}"
    if "learner" not in found:
        found["learner"], columns["learner"] = _names(frame, parent, rows, sources[0].name, is_one=not places)
    table = pd.DataFrame({_called(role, columns[role]): found[role] for role in found})[rows]
    if "learner" in columns and table["learner"].isna().any():
        run = table.index[table["learner"].isna()][0]
        raise DataFormatError(
            f"{sources[0].name}: run {run} has no {columns['learner']}, and its parent has none. Log it, or leave the "
            "run out (search_runs(filter_string=...))."
        )
    left_out = int((~rows).sum())
    others = f" ({counted(left_out, 'run')} without fold or seed not taken)" if places and left_out else ""
    return Translated(
        frame=table.reset_index(drop=True),
        options=replace(options, metric=_quantity(metric)),
        kind=f"runs of MLflow{others}",
        columns={role: name for role, name in columns.items() if role != "repeat"},
    )


def _called(role: str, name: str) -> str:
    """Name the column of a role; whether repeats are seeds or dates, only their own name says."""
    return name.partition(".")[2] if role == "repeat" else role


def _column(frame: pd.DataFrame, role: str) -> str | None:
    """Find the parameter, or else the tag, that is called after a role; one that never changes is no repeat or fold."""
    for prefix in ("params.", "tags."):
        names = {
            str(name).removeprefix(prefix): str(name)
            for name in frame
            if str(name).startswith(prefix) and not str(name).startswith(_OWN)
        }
        likely = Columns.of(names, None).likely([role])
        if role in ("repeat", "fold"):
            likely = [name for name in likely if frame[names[name]].nunique() > 1]
        exact = [name for name in likely if plain(name) == plain(role)]
        if len(exact) == 1:
            likely = exact
        if len(likely) > 1:
            raise ambiguous(role, [names[name] for name in likely])
        if likely:
            return names[likely[0]]
    return None


def _inherited(column: "pd.Series[Any]", parent: "pd.Series[Any]") -> "pd.Series[Any]":
    """Take from the parent what a run does not say."""
    return column.astype(object).where(column.notna(), parent.map(column.astype(object)))


def _metric(rows: pd.DataFrame, wanted: str | None, where: str) -> str:
    names = [
        str(name).removeprefix(_METRIC)
        for name in rows
        if str(name).startswith(_METRIC) and not str(name).startswith(_OWN) and rows[name].notna().any()
    ]
    tested = [name for name in names if not plain(name).startswith("train")]
    if names and not tested and wanted is None:
        raise DataFormatError(
            f"{where} has only scores on training sets ({listed(names, most=4)}), which say little about other data. "
            "Log those on test sets."
        )
    return chosen_metric(tested if wanted is None else names, wanted, where)


def _quantity(metric: str) -> str:
    """Return a metric without what says on which part of the data it was measured, if what is left is known.

    >>> _quantity("val_rmse"), _quantity("eval_quality")
    ('rmse', 'eval_quality')
    """
    rest = _PART.sub("", metric)
    return rest if known_scale(rest) is not None else metric


def _scores(frame: pd.DataFrame, name: str) -> "pd.Series[Any]":
    """Return the scores of runs that were finished; of the others what became of them."""
    status = frame["status"].astype(str)
    words = {"FAILED": "failed", "KILLED": "killed"}
    unfinished = [words.get(each, f"not finished: {each}") for each in status]
    return frame[name].astype(object).where(status == "FINISHED", pd.Series(unfinished, index=frame.index))


def _names(
    frame: pd.DataFrame, parent: "pd.Series[Any]", rows: Any, where: str, *, is_one: bool
) -> tuple["pd.Series[Any]", str]:
    """Name learners after the parents of the runs; runs without folds after themselves."""
    own = frame[_NAME].astype(object) if _NAME in frame else pd.Series(None, index=frame.index, dtype=object)
    names = own if is_one else parent.map(own)
    if names[rows].isna().any():
        run = names[rows].index[names[rows].isna()][0]
        raise DataFormatError(
            f"{where}: nothing says which learner run {run} belongs to: no parameter or tag is called model, learner "
            "or algorithm, and it has no parent run with a name. Log it: mlflow.log_param('model', ...)."
        )
    return names, _NAME
