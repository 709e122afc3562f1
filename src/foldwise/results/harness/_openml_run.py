"""Predictions of an OpenML run: an ARFF file with repeat, fold, row_id, prediction and the true value."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import pandas as pd

from foldwise._core import DataFormatError, listed
from foldwise.results._reading import ReadingOptions
from foldwise.results.harness._given import Given
from foldwise.results.harness._names import names_of_files
from foldwise.results.harness._translated import Translated

_TRUTH: Final = ("truth", "correct")
_TASK: Final = re.compile(r"^\s*@relation\s+['\"]?openml_task_(\d+)", re.IGNORECASE | re.MULTILINE)
_HEAD: Final = 4096


def is_openml_run(source: Given) -> bool:
    """Whether a table has the columns that OpenML asks of predictions, and names no learner."""
    columns = ("repeat", "fold", "row_id", "prediction")
    return source.path is not None and source.has_columns(*columns) and any(map(source.has_columns, _TRUTH))


def read_openml_run(sources: Sequence[Given], options: ReadingOptions) -> Translated:
    """Read predictions of runs, a file for each, as a table of predictions."""
    paths = [source.path for source in sources if source.path is not None]
    learners = names_of_files(paths, options.learners)
    parts, actual = [], _TRUTH[0]
    for source, path, learner in zip(sources, paths, learners, strict=True):
        frame = source.frame
        assert frame is not None
        if "sample" in frame and frame["sample"].nunique() > 1:
            raise DataFormatError(
                f"{source.name} holds predictions of a learning curve (several values of 'sample'). Keep the rows of "
                "one sample."
            )
        truth = [name for name in _TRUTH if name in frame]
        if len(truth) > 1 and (frame["truth"].astype(str) != frame["correct"].astype(str)).any():
            raise DataFormatError(f"{source.name}: the columns {listed(truth)} differ. Keep the one that is true.")
        actual = truth[0]
        columns = {
            "dataset": _task(path),
            "learner": learner,
            "repeat": frame["repeat"],
            "fold": frame["fold"],
            "instance": frame["row_id"],
            "actual": frame[actual].astype(object),
            "predicted": frame["prediction"].astype(object),
        }
        parts.append(pd.DataFrame(columns))
    chosen = [name for name in options.learners or learners if name in learners]
    return Translated(
        frame=pd.concat(parts, ignore_index=True),
        options=replace(options, learners=chosen),
        kind="predictions of OpenML runs",
        columns={"dataset": None, "learner": None, "instance": "row_id", "actual": actual, "predicted": "prediction"},
    )


def _task(path: Path) -> str:
    """Name the task as the first lines of the file do."""
    with path.open(encoding="utf-8", errors="replace") as file:
        found = _TASK.search(file.read(_HEAD))
    return f"task {found[1]}" if found else "data"
