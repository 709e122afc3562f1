"""Scores of a table as rows of dataset, learner and score, whether they stand in one column or in many."""

from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd

from foldwise._core import DataFormatError, listed
from foldwise.results._cells import numbers
from foldwise.results._columns import OF_SCORES, Columns
from foldwise.results._guess import no_learner, unnamed_predictions
from foldwise.results._how import how_columns
from foldwise.results._missing import scores_and_reasons
from foldwise.results._quantity import Scale
from foldwise.results._reading import distinct_names
from foldwise.results._row_kinds import check_one_kind, the_metric
from foldwise.results._wide import columns_of_each, guessed_learners, unnamed_column

_LABELS = ("instance", "actual")


def find_scores(frame: pd.DataFrame, known: Columns, metric: str | None) -> tuple[pd.DataFrame, dict[str, Any], Scale]:
    """Return one row per score, with the column of each role, and what the scores are.

    A role that has a list of columns has one for each learner, or for each dataset. Beside the columns of its roles the
    table has a reason for every score that is missing.
    """
    each = known.each
    roles = known.find([role for role in OF_SCORES if role != each], ())
    chosen = None if each is None else known.given[each]
    if each is None and "learner" not in roles:
        roles, chosen = _guessed(frame, roles)
        each = "learner"
    unread = [name for name in unread_columns(frame, {**roles, "each": chosen}) if name not in known.given.values()]
    check_one_kind(frame, unread, roles.get("dataset"))
    metric = metric or the_metric(frame, unread)
    if each is not None:
        table, roles = _one_column_each(frame, known, roles, each, chosen)
        scale = Columns.of(["score"], {"score": "score"}).find_score((), metric)[1]
    else:
        _check_names(frame, roles)
        score, scale = _find_score(frame, known, roles, metric)
        roles = {**roles, "score": score}
        table = called_after(frame, roles)
        table["score"], table["reason"] = scores_and_reasons(frame[score], score)
    for role in ("n_train", "n_test"):
        if role in table:
            table[role] = numbers(table[role], roles[role])
    return table.reset_index(drop=True), roles, scale


def _guessed(frame: pd.DataFrame, roles: dict[str, Any]) -> tuple[dict[str, Any], list[Any]]:
    """Take a table without a column of the learner for one with a column for each, if it can be nothing else."""
    row_labels = unnamed_column(frame)
    if "dataset" not in roles and row_labels is not None:
        roles = {"dataset": row_labels, **roles}
    columns = guessed_learners(frame, roles)
    if columns is None:
        raise no_learner(frame, roles, "learner")
    return roles, columns


def _one_column_each(
    frame: pd.DataFrame, known: Columns, roles: dict[str, Any], each: str, chosen: Any
) -> tuple[pd.DataFrame, dict[str, Any]]:
    row_labels = unnamed_column(frame)
    other = "dataset" if each == "learner" else "learner"
    if other not in roles and row_labels is not None:
        roles = {other: row_labels, **roles}
    if each == "dataset" and "learner" not in roles:
        raise no_learner(frame, roles, "learner")
    columns = columns_of_each(frame, roles, chosen)
    if known.likely(["actual"]) and (refusal := unnamed_predictions(frame[[*known.likely(_LABELS), *columns]], known)):
        raise refusal
    cells = {name: scores_and_reasons(frame.loc[:, name], name) for name in columns}
    parts = {name: {"score": score, "reason": reason} for name, (score, reason) in cells.items()}
    return one_row_each(frame, roles, each, parts), {**roles, each: columns}


def _find_score(frame: pd.DataFrame, known: Columns, roles: Mapping[str, Any], metric: str | None) -> tuple[Any, Scale]:
    """Find the column of scores; where there is none, each dataset may have one."""
    try:
        return known.find_score(roles.values(), metric)
    except DataFormatError as error:
        wide = guessed_learners(frame, {**roles, "dataset": None}) if "dataset" not in roles else None
        if wide is None or frame[roles["learner"]].duplicated().any():
            raise
        raise DataFormatError(
            f"{str(error).removesuffix('.')}. If each dataset has a column of its own ({listed(wide, most=3)}), say "
            f"so: {how_columns({'dataset': '*'})}."
        ) from None


def _check_names(frame: pd.DataFrame, roles: Mapping[str, Any]) -> None:
    """Refuse numbers with decimals where names are expected: a column of scores taken for one of names."""
    for role in ("learner", "dataset"):
        column = frame[roles[role]] if role in roles else pd.Series(dtype=object)
        values = pd.to_numeric(pd.Series(column.dropna().unique()).astype(object), errors="coerce")
        if len(values) and bool(values.notna().all()) and bool((values % 1 != 0).any()):
            raise DataFormatError(
                f"The column {str(roles[role])!r} is read as the {role}, but holds numbers such as "
                f"{values[values % 1 != 0].iloc[0]:g}, no names. Say which column names the {role}s "
                f"({how_columns({role: 'NAME'})}); if each learner has a column: {how_columns({'learner': '*'})}."
            )


def called_after(frame: pd.DataFrame, roles: Mapping[str, Any]) -> pd.DataFrame:
    """Return the columns that play roles, called after these."""
    return frame[list(roles.values())].set_axis(list(roles), axis=1)


def one_row_each(
    frame: pd.DataFrame, roles: Mapping[str, Any], each: str, columns: Mapping[Any, Mapping[str, "pd.Series[Any]"]]
) -> pd.DataFrame:
    """Return one row per learner, or dataset, from a table with a column for each."""
    shared = called_after(frame, roles)
    names = distinct_names(columns, each)
    parts = [shared.assign(**{each: names[name]}, **column) for name, column in columns.items()]
    return pd.concat(parts, ignore_index=True)


def unread_columns(frame: pd.DataFrame, roles: Mapping[str, Any]) -> list[Any]:
    """List the columns that play no role."""
    used: list[Any] = []
    for name in roles.values():
        used.extend(name if isinstance(name, list | tuple) else [name])
    return [name for name in frame if name not in used and not str(name).startswith("Unnamed: ")]


def texts(names: Iterable[Any]) -> tuple[str, ...]:
    """Return names of columns as texts."""
    return tuple(map(str, names))
