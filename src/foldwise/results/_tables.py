"""Tables of scores and of predictions: their columns found, their rows made runs."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from foldwise._core import DataFormatError
from foldwise.results._cells import RepeatedCellsError
from foldwise.results._columns import KEYS, OF_PREDICTIONS, Columns
from foldwise.results._find_scores import called_after, find_scores, one_row_each, texts, unread_columns
from foldwise.results._from_predictions import runs_from_predictions
from foldwise.results._from_scores import runs_from_scores
from foldwise.results._given_design import check_design_told, design_in_time
from foldwise.results._guess import needs_place, no_learner, unnamed_predictions, untold_apart
from foldwise.results._how import how_columns
from foldwise.results._period_order import check_period_order
from foldwise.results._quantity import Scale
from foldwise.results._reading import NamedRows, ReadingOptions, ResultsReading
from foldwise.results._row_kinds import check_one_kind, rows_by
from foldwise.runs import Run
from foldwise.runs._door import Task


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FoundScores:
    """A table of scores with its columns found.

    Parameters
    ----------
    frame : DataFrame
        The table as it was given, without rows of other metrics.
    table : DataFrame
        One row per score, its columns called after their roles.
    roles : mapping of str to str or list
        Role and the columns that play it.
    scale : Scale
        What the scores are.
    """

    frame: pd.DataFrame
    table: pd.DataFrame
    roles: dict[str, Any]
    scale: Scale


def found_scores(frame: pd.DataFrame, options: ReadingOptions) -> FoundScores:
    """Find the scores of a table."""
    known = Columns.of(frame, options.columns)
    metric = options.score_name()
    frame = rows_by(metric, frame, [name for name in frame if name not in known.likely(known.given)])
    try:
        table, roles, scale = find_scores(frame, known, metric)
    except DataFormatError as error:
        raise (None if known.of_scores else unnamed_predictions(frame, known)) or error from None
    return FoundScores(frame=frame, table=table, roles=roles, scale=scale)


def from_score_table(frame: pd.DataFrame, options: ReadingOptions) -> tuple[list[Run], ResultsReading]:
    """Make runs from a table of scores."""
    return from_found(found_scores(frame, options), options)


def from_found(found: FoundScores, options: ReadingOptions) -> tuple[list[Run], ResultsReading]:
    """Make runs from a table whose scores were found."""
    return from_scores(found.table, found.scale, options, kind="scores", roles=found.roles, frame=found.frame)


def from_prediction_table(frame: pd.DataFrame, options: ReadingOptions) -> tuple[list[Run], ResultsReading]:
    """Make runs from a table of predictions."""
    table, roles = _find_predictions(frame, Columns.of(frame, options.columns))
    unread = unread_columns(frame, roles)
    check_one_kind(frame, unread, roles.get("dataset"))
    reading = ResultsReading(kind="predictions", n_rows=len(frame), columns=roles, unread=texts(unread))
    with noted(reading), hinted(frame, roles, ("dataset", "learner", "repeat", "instance")):
        named = options.named(table)
        runs, lacking = runs_from_predictions(
            named, options.metric, options.design, allow_partial=options.allow_partial
        )
    return runs, _complete(replace(reading, scale=f"scored by {runs[0].metric.label}"), runs, named, lacking)


def _find_predictions(frame: pd.DataFrame, known: Columns) -> tuple[pd.DataFrame, dict[str, Any]]:
    wide, learner = known.given.get("predicted"), known.given.get("learner")
    if known.each is not None or (isinstance(wide, list | tuple) and learner is not None):
        several = next((list(name) for name in (learner, wide) if isinstance(name, list | tuple)), ["nb", "svm"])
        raise ValueError(
            "Predictions with a column for each learner have no column of the learner. Name only: "
            f"{how_columns({'predicted': several})}."
        )
    if isinstance(wide, list | tuple):
        shared = [role for role in OF_PREDICTIONS if role not in ("learner", "predicted")]
        roles = known.find(shared, ("instance", "actual"))
        table = one_row_each(frame, roles, "learner", {name: {"predicted": frame.loc[:, name]} for name in wide})
        return table, {**roles, "predicted": list(wide)}
    roles = known.find(OF_PREDICTIONS, ("instance", "actual", "predicted"))
    if "learner" in roles:
        return called_after(frame, roles), roles
    places = [roles[role] for role in ("dataset", "repeat", "fold", "instance") if role in roles]
    if frame.duplicated(places).any():
        raise no_learner(frame, roles, "predicted")
    # Nothing is there twice: these are the predictions of one learner.
    return called_after(frame, roles).assign(learner=str(roles["predicted"])), roles


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
    unread = () if frame is None else texts(unread_columns(frame, roles))
    reading = ResultsReading(kind=kind, n_rows=len(table), columns=roles, scale=scale.words, unread=unread)
    with noted(reading), hinted(frame, roles, KEYS, options):
        design = design_in_time(table, roles, options.design)
        check_design_told(table, roles, design)
        if design is not None and design.in_time and "repeat" in table:
            check_period_order(table["repeat"].unique().tolist())
        named = options.named(table)
        runs, lacking = runs_from_scores(named, scale, design, task, allow_partial=options.allow_partial)
    return runs, _complete(reading, runs, named, lacking)


def _complete(
    reading: ResultsReading, runs: list[Run], named: NamedRows, lacking: Mapping[tuple[str, str], str]
) -> ResultsReading:
    there = {run.data.name for run in runs}
    lost = [failure.error for run in runs for failure in run.failures]
    return replace(
        reading,
        design=runs[0].assignment.description,
        learners=named.learners,
        left_out=(*(f"dataset {name}" for name in named.datasets if name not in there), *lost),
        reasons=lacking,
    )


@contextmanager
def noted(reading: ResultsReading) -> Iterator[None]:
    """Note on every refusal how the table was read so far."""
    try:
        yield
    except (ValueError, TypeError) as error:
        if reading.columns:
            error.add_note(str(reading))
        raise


@contextmanager
def hinted(
    frame: pd.DataFrame | None, roles: Mapping[str, Any], keys: tuple[str, ...], options: ReadingOptions | None = None
) -> Iterator[None]:
    """Refuse rows that occur twice with what tells them apart, or what would."""
    try:
        yield
    except RepeatedCellsError as error:
        untold = None if frame is None else untold_apart(frame, roles, keys, unread_columns(frame, roles))
        raise untold or (options and needs_place(roles, options.design)) or error from None
