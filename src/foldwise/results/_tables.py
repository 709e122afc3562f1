"""Tables of scores and of predictions: their columns found, their rows made runs."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pandas as pd

from foldwise._core import DataFormatError
from foldwise.results._cells import RepeatedCellsError, numbers
from foldwise.results._columns import KEYS, OF_PREDICTIONS, OF_SCORES, Columns, check_one_kind, the_metric
from foldwise.results._from_predictions import runs_from_predictions
from foldwise.results._from_scores import runs_from_scores
from foldwise.results._given_design import check_design_told
from foldwise.results._guess import needs_place, no_learner, unnamed_predictions, untold_apart
from foldwise.results._how import how_columns
from foldwise.results._quantity import Scale
from foldwise.results._reading import ReadingOptions, ResultsReading, distinct_names
from foldwise.runs import Run
from foldwise.runs._door import Task

_LABELS = ("instance", "actual")


def from_score_table(frame: pd.DataFrame, options: ReadingOptions) -> tuple[list[Run], ResultsReading]:
    """Make runs from a table of scores."""
    known = Columns.of(frame, options.columns)
    try:
        table, roles, scale = _find_scores(frame, known, options.score_name())
    except DataFormatError as error:
        raise (None if known.of_scores else unnamed_predictions(frame, known)) or error from None
    return from_scores(table, scale, options, kind="scores", roles=roles, frame=frame)


def _find_scores(frame: pd.DataFrame, known: Columns, metric: str | None) -> tuple[pd.DataFrame, dict[str, Any], Scale]:
    wide = known.given.get("learner")
    if isinstance(wide, list | tuple):
        if known.likely(["actual"]) and (refusal := unnamed_predictions(frame[[*known.likely(_LABELS), *wide]], known)):
            raise refusal
        roles = known.find([role for role in OF_SCORES if role != "learner"], ())
        table = _each(frame, roles, {name: numbers(frame.loc[:, name], name) for name in wide}, "score")
        roles = {**roles, "learner": list(wide)}
        scale = Columns.of(["score"], {"score": "score"}).find_score((), metric)[1]
    else:
        roles = known.find(OF_SCORES, ())
        if "learner" not in roles:
            raise no_learner(frame, roles, "learner")
        unread = [name for name in _unread(frame, roles) if name not in known.given.values()]
        check_one_kind(frame, unread, roles.get("dataset"))
        score, scale = known.find_score(roles.values(), metric or the_metric(frame, unread))
        roles = {**roles, "score": score}
        table = _called_after(frame, roles)
        table["score"] = numbers(frame[score], score)
    for role in ("n_train", "n_test"):
        if role in table:
            table[role] = numbers(table[role], roles[role])
    return table, roles, scale


def from_prediction_table(frame: pd.DataFrame, options: ReadingOptions) -> tuple[list[Run], ResultsReading]:
    """Make runs from a table of predictions."""
    table, roles = _find_predictions(frame, Columns.of(frame, options.columns))
    check_one_kind(frame, _unread(frame, roles), roles.get("dataset"))
    reading = ResultsReading(kind="predictions", n_rows=len(frame), columns=roles, unread=_texts(_unread(frame, roles)))
    with _noted(reading), _hinted(frame, roles, ("dataset", "learner", "repeat", "instance")):
        table = options.named(table)
        runs = runs_from_predictions(table, options.metric, options.design, allow_partial=options.allow_partial)
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
        shared = [role for role in OF_PREDICTIONS if role not in ("learner", "predicted")]
        roles = known.find(shared, ("instance", "actual"))
        table = _each(frame, roles, {name: frame.loc[:, name] for name in wide}, "predicted")
        return table, {**roles, "predicted": list(wide)}
    roles = known.find(OF_PREDICTIONS, ("instance", "actual", "predicted"))
    if "learner" in roles:
        return _called_after(frame, roles), roles
    places = [roles[role] for role in ("dataset", "repeat", "fold", "instance") if role in roles]
    if frame.duplicated(places).any():
        raise no_learner(frame, roles, "predicted")
    # Nothing is there twice: these are the predictions of one learner.
    return _called_after(frame, roles).assign(learner=str(roles["predicted"])), roles


def from_scores(
    table: pd.DataFrame,
    scale: Scale,
    options: ReadingOptions,
    *,
    kind: str,
    roles: Mapping[str, Any] | None = None,
    frame: pd.DataFrame | None = None,
    task: Task | None = None,
) -> tuple[list[Run], ResultsReading]:
    """Make runs from scores whose columns are called after their roles; `frame` is the table they were found in."""
    roles = roles or {}
    unread = () if frame is None else _texts(_unread(frame, roles))
    reading = ResultsReading(kind=kind, n_rows=len(table), columns=roles, scale=scale.words, unread=unread)
    with _noted(reading), _hinted(frame, roles, KEYS, options):
        check_design_told(table, roles, options.design)
        table = options.named(table)
        runs = runs_from_scores(table, scale, options.design, task, allow_partial=options.allow_partial)
    return runs, _complete(reading, runs, table)


def _complete(reading: ResultsReading, runs: list[Run], table: pd.DataFrame) -> ResultsReading:
    there = {run.data.name for run in runs}
    lost = [failure.error for run in runs for failure in run.failures]
    return replace(
        reading,
        design=runs[0].assignment.description,
        learners=runs[0].learner_names,
        left_out=(*(f"dataset {name}" for name in dict.fromkeys(table["dataset"]) if name not in there), *lost),
    )


@contextmanager
def _noted(reading: ResultsReading) -> Iterator[None]:
    """Note on every refusal how the table was read so far."""
    try:
        yield
    except (ValueError, TypeError) as error:
        if reading.columns:
            error.add_note(str(reading))
        raise


@contextmanager
def _hinted(
    frame: pd.DataFrame | None, roles: Mapping[str, Any], keys: tuple[str, ...], options: ReadingOptions | None = None
) -> Iterator[None]:
    """Refuse rows that occur twice with what tells them apart, or what would."""
    try:
        yield
    except RepeatedCellsError as error:
        untold = None if frame is None else untold_apart(frame, roles, keys, _unread(frame, roles))
        raise untold or (options and needs_place(roles, options.design)) or error from None


def _called_after(frame: pd.DataFrame, roles: Mapping[str, Any]) -> pd.DataFrame:
    return frame[list(roles.values())].set_axis(list(roles), axis=1)


def _each(
    frame: pd.DataFrame, roles: Mapping[str, Any], columns: Mapping[Any, "pd.Series[Any]"], role: str
) -> pd.DataFrame:
    """Return one row per learner from a table with a column for each."""
    shared = _called_after(frame, roles)
    names = distinct_names(columns)
    parts = [shared.assign(learner=names[name], **{role: column}) for name, column in columns.items()]
    return pd.concat(parts, ignore_index=True)


def _unread(frame: pd.DataFrame, roles: Mapping[str, Any]) -> list[Any]:
    used: list[Any] = []
    for name in roles.values():
        used.extend(name if isinstance(name, list) else [name])
    return [name for name in frame if name not in used and not str(name).startswith("Unnamed: ")]


def _texts(names: list[Any]) -> tuple[str, ...]:
    return tuple(map(str, names))
