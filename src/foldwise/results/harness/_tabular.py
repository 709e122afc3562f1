"""Long tables of benchmarks of tabular learners: results of the AutoML benchmark (AMLB), and those of TabArena."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
import pandas as pd

from foldwise._core import DataFormatError, listed
from foldwise.results._how import how_metric
from foldwise.results._reading import ReadingOptions
from foldwise.results.harness._given import Given, rows_together
from foldwise.results.harness._items import chosen_metric
from foldwise.results.harness._translated import Translated

_ERROR: Final = "metric_error"
# TabArena counts three folds of three or ten repeats through.
_COUNTED_THROUGH: Final = {9: 3, 30: 3}


def is_amlb(source: Given) -> bool:
    """Whether a table has the columns of ``results.csv``."""
    return source.has_columns("task", "framework", "constraint", "fold", "result", "metric")


def read_amlb(sources: Sequence[Given], options: ReadingOptions) -> Translated:
    """Read results of frameworks on tasks; a framework under several constraints is several learners."""
    frame = rows_together(sources)
    learner = frame["framework"].astype(str)
    if frame["constraint"].nunique() > 1:
        learner = learner + " (" + frame["constraint"].astype(str) + ")"
    wanted = options.score_name()
    scored = frame["metric"].dropna().astype(str)
    column = "result"
    if wanted is not None and wanted not in set(scored) and wanted in frame:
        column = wanted
        score, metric, rows = frame[wanted], wanted, pd.Series(True, index=frame.index)
    else:
        metric = chosen_metric(scored.tolist(), wanted, sources[0].name)
        score = frame["result"]
        tasks = frame["task"][frame["metric"] == metric]
        # Runs that failed before they were scored name no metric.
        rows = (frame["metric"] == metric) | (frame["metric"].isna() & frame["task"].isin(tasks))
    info = frame["info"] if "info" in frame else pd.Series(np.nan, index=frame.index)
    failed = score.isna() & info.notna()
    score = score.astype(object).mask(failed, ["timeout" if "imeout" in str(text) else "failed" for text in info])
    table = pd.DataFrame({"dataset": frame["task"], "learner": learner, "fold": frame["fold"], "score": score})
    return Translated(
        frame=table[rows].reset_index(drop=True),
        options=replace(options, metric=metric),
        kind="results of the AutoML benchmark",
        columns={"dataset": "task", "learner": "framework", "score": column},
    )


def is_tabarena(source: Given) -> bool:
    """Whether a table has methods and errors of TabArena."""
    return source.has_columns("method", _ERROR) and any(map(source.has_columns, ("dataset", "task", "tid")))


def read_tabarena(sources: Sequence[Given], options: ReadingOptions) -> Translated:
    """Read errors of methods; those that were imputed are missing."""
    frame = rows_together(sources)
    dataset = next(name for name in ("dataset", "task", "tid") if name in frame)
    rows = pd.Series(True, index=frame.index)
    label = _ERROR
    if "metric" in frame and options.score_name() != _ERROR:
        names = list(dict.fromkeys(frame["metric"].dropna().astype(str)))
        if len(names) > 1 and options.score_name() is None:
            raise DataFormatError(
                f"{sources[0].name} has errors by several metrics: {listed(names, most=6)}. Choose: "
                f"{how_metric(names[0])}; or take all, each dataset by its own: {how_metric(_ERROR)}."
            )
        metric = chosen_metric(names, options.score_name(), sources[0].name)
        rows = frame["metric"] == metric
        label = f"{metric}_error"
    score = frame[_ERROR].astype(object)
    notes = ""
    if "imputed" in frame:
        imputed = frame["imputed"].fillna(False).astype(str).str.lower().isin(("true", "1", "1.0"))
        score = score.mask(imputed, "not available: imputed")
        if (imputed & rows).any():
            notes = " (imputed ones are missing; without the column 'imputed' they would count)"
    columns: dict[str, Any] = {"dataset": frame[dataset], "learner": frame["method"], "score": score}
    for role in ("repeat", "fold"):
        if role in frame:
            columns[role] = frame[role]
    table = pd.DataFrame(columns)[rows].reset_index(drop=True)
    if "fold" in table and "repeat" not in table and options.design is None:
        table, told = _repeats(table)
        notes += told
    return Translated(
        frame=table,
        options=replace(options, metric=label),
        kind=f"errors of TabArena{notes}",
        columns={"dataset": dataset, "learner": "method", "score": _ERROR},
    )


def _repeats(table: pd.DataFrame) -> tuple[pd.DataFrame, str]:
    """Take 9 or 30 folds for repeats of three, as TabArena makes them; other numbers stay folds."""
    counts = table.groupby("dataset")["fold"].nunique()
    if not len(counts) or not set(counts) <= set(_COUNTED_THROUGH):
        return table, ""
    fold = table["fold"].astype(int)
    return table.assign(repeat=fold // 3, fold=fold % 3), " (9 or 30 folds are 3 or 10 repeats of 3)"
