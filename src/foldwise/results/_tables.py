"""Tables of scores and of predictions: their columns found, their rows made runs."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pandas as pd

from foldwise._core import DataFormatError
from foldwise.results._asked import Asked, distinct_names
from foldwise.results._cells import RepeatedCellsError
from foldwise.results._columns import KEYS, OF_PREDICTIONS, OF_SCORES, Columns
from foldwise.results._from_predictions import runs_from_predictions
from foldwise.results._from_scores import numbers, runs_from_scores
from foldwise.results._guess import needs_place, no_learner, unnamed_predictions, untold_apart
from foldwise.results._how import how_columns
from foldwise.results._quantity import Scale
from foldwise.results._reading import Reading
from foldwise.results._row_checks import check_one_kind, the_metric
from foldwise.results._untold_design import check_design_told
from foldwise.runs import Run
from foldwise.runs._door import Task

_LABELS = ("instance", "actual")


def from_score_table(frame: pd.DataFrame, asked: Asked) -> tuple[list[Run], Reading]:
    """Make runs from a table of scores."""
    known = Columns.of(frame, asked.columns)
    try:
        table, found, scale = _find_scores(frame, known, asked.score_name())
    except DataFormatError as error:
        raise (None if known.of_scores else unnamed_predictions(frame, known)) or error from None
    return from_scores(table, scale, asked, kind="scores", found=found, frame=frame)


def _find_scores(frame: pd.DataFrame, known: Columns, metric: str | None) -> tuple[pd.DataFrame, dict[str, Any], Scale]:
    wide = known.given.get("learner")
    if isinstance(wide, list | tuple):
        if known.likely(["actual"]) and (refusal := unnamed_predictions(frame[[*known.likely(_LABELS), *wide]], known)):
            raise refusal
        found = known.find([role for role in OF_SCORES if role != "learner"], ())
        table = _each(frame, found, {name: numbers(frame.loc[:, name], name) for name in wide}, "score")
        found = {**found, "learner": list(wide)}
        scale = Columns.of(["score"], {"score": "score"}).find_score((), metric)[1]
    else:
        found = known.find(OF_SCORES, ())
        if "learner" not in found:
            raise no_learner(frame, found, "learner")
        unread = [name for name in _unread(frame, found) if name not in known.given.values()]
        check_one_kind(frame, unread, found.get("dataset"))
        score, scale = known.find_score(found.values(), metric or the_metric(frame, unread))
        found = {**found, "score": score}
        table = _roles(frame, found)
        table["score"] = numbers(frame[score], score)
    for role in ("n_train", "n_test"):
        if role in table:
            table[role] = numbers(table[role], found[role])
    return table, found, scale


def from_prediction_table(frame: pd.DataFrame, asked: Asked) -> tuple[list[Run], Reading]:
    """Make runs from a table of predictions."""
    table, found = _find_predictions(frame, Columns.of(frame, asked.columns))
    check_one_kind(frame, _unread(frame, found), found.get("dataset"))
    reading = Reading(kind="predictions", n_rows=len(frame), columns=found, unread=_texts(_unread(frame, found)))
    with _told(reading), _hinted(frame, found, ("dataset", "learner", "repeat", "instance")):
        table = asked.named(table)
        runs = runs_from_predictions(table, asked.metric, asked.given, allow_partial=asked.allow_partial)
    return runs, _complete(replace(reading, scale=f"scored by {runs[0].metric.label}"), runs, table)


def _find_predictions(frame: pd.DataFrame, known: Columns) -> tuple[pd.DataFrame, dict[str, Any]]:
    wide, learner = known.given.get("predicted"), known.given.get("learner")
    if isinstance(learner, list | tuple) or (isinstance(wide, list | tuple) and learner is not None):
        several = next(list(name) for name in (learner, wide) if isinstance(name, list | tuple))
        raise ValueError(
            "Predictions with a column for each learner have no column of the learner. Name only: "
            f"{how_columns({'predicted': several})}."
        )
    if isinstance(wide, list | tuple):
        roles = [role for role in OF_PREDICTIONS if role not in ("learner", "predicted")]
        found = known.find(roles, ("instance", "actual"))
        table = _each(frame, found, {name: frame.loc[:, name] for name in wide}, "predicted")
        return table, {**found, "predicted": list(wide)}
    found = known.find(OF_PREDICTIONS, ("instance", "actual", "predicted"))
    if "learner" in found:
        return _roles(frame, found), found
    places = [found[role] for role in ("dataset", "repeat", "fold", "instance") if role in found]
    if frame.duplicated(places).any():
        raise no_learner(frame, found, "predicted")
    # Nothing is there twice: these are the predictions of one learner.
    return _roles(frame, found).assign(learner=str(found["predicted"])), found


def from_scores(
    table: pd.DataFrame,
    scale: Scale,
    asked: Asked,
    *,
    kind: str,
    found: Mapping[str, Any] | None = None,
    frame: pd.DataFrame | None = None,
    task: Task | None = None,
) -> tuple[list[Run], Reading]:
    """Make runs from scores whose columns are called after their roles; `frame` is the table they were found in."""
    found = found or {}
    unread = () if frame is None else _texts(_unread(frame, found))
    reading = Reading(kind=kind, n_rows=len(table), columns=found, scale=scale.words, unread=unread)
    with _told(reading), _hinted(frame, found, KEYS, asked):
        check_design_told(table, found, asked.given)
        table = asked.named(table)
        runs = runs_from_scores(table, scale, asked.given, task, allow_partial=asked.allow_partial)
    return runs, _complete(reading, runs, table)


def _complete(reading: Reading, runs: list[Run], table: pd.DataFrame) -> Reading:
    there = {run.data.name for run in runs}
    lost = [failure.error for run in runs for failure in run.failures]
    return replace(
        reading,
        design=runs[0].assignment.description,
        learners=runs[0].learner_names,
        left_out=(*(f"dataset {name}" for name in dict.fromkeys(table["dataset"]) if name not in there), *lost),
    )


@contextmanager
def _told(reading: Reading) -> Iterator[None]:
    """Say with every refusal how the table was read so far."""
    try:
        yield
    except (ValueError, TypeError) as error:
        if reading.columns:
            error.add_note(str(reading))
        raise


@contextmanager
def _hinted(
    frame: pd.DataFrame | None, found: Mapping[str, Any], keys: tuple[str, ...], asked: Asked | None = None
) -> Iterator[None]:
    """Say of rows that occur twice what tells them apart, or what would."""
    try:
        yield
    except RepeatedCellsError as error:
        untold = None if frame is None else untold_apart(frame, found, keys, _unread(frame, found))
        raise untold or (asked and needs_place(found, asked.given)) or error from None


def _roles(frame: pd.DataFrame, found: Mapping[str, Any]) -> pd.DataFrame:
    return frame[list(found.values())].set_axis(list(found), axis=1)


def _each(
    frame: pd.DataFrame, found: Mapping[str, Any], columns: Mapping[Any, "pd.Series[Any]"], role: str
) -> pd.DataFrame:
    """One row per learner from a table with a column for each."""
    shared = _roles(frame, found)
    names = distinct_names(columns)
    parts = [shared.assign(learner=names[name], **{role: column}) for name, column in columns.items()]
    return pd.concat(parts, ignore_index=True)


def _unread(frame: pd.DataFrame, found: Mapping[str, Any]) -> list[Any]:
    used: list[Any] = []
    for name in found.values():
        used.extend(name if isinstance(name, list) else [name])
    return [name for name in frame if name not in used and not str(name).startswith("Unnamed: ")]


def _texts(names: list[Any]) -> tuple[str, ...]:
    return tuple(map(str, names))
