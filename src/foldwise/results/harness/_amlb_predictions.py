"""Predictions of the AutoML benchmark: ``<run>/predictions/<task>/<fold>/predictions.csv``."""

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from foldwise._core import DataFormatError
from foldwise.results._reading import ReadingOptions
from foldwise.results.harness._given import Given
from foldwise.results.harness._names import names_of_files
from foldwise.results.harness._translated import Translated


def is_amlb_predictions(source: Given) -> bool:
    """Whether a file has predictions and the truth, in a folder that is the number of a fold."""
    is_file = source.path is not None and source.path.absolute().parent.name.isdecimal()
    return is_file and source.has_columns("predictions", "truth")


def read_amlb_predictions(sources: Sequence[Given], options: ReadingOptions) -> Translated:
    """Read predictions of frameworks on folds of tasks; the order of the rows tells which example is which."""
    paths = [source.path.absolute() for source in sources if source.path is not None]
    runs = [path.parents[3] for path in paths]
    names = {run: run.name.partition(".")[0] for run in dict.fromkeys(runs)}
    if len(set(names.values())) < len(names):
        # A framework several times: the folders of the runs differ in more.
        names = dict(zip(names, names_of_files([run / "x" for run in names], options.learners), strict=True))
    truths: dict[tuple[str, str], tuple[list[str], str]] = {}
    parts = []
    for source, path, run in zip(sources, paths, runs, strict=True):
        frame = source.frame
        assert frame is not None
        task, fold = path.parent.parent.name, path.parent.name
        truth = frame["truth"].astype(str).tolist()
        there, where = truths.setdefault((task, fold), (truth, str(_short(path))))
        if truth != there:
            raise DataFormatError(
                f"The true values of task {task}, fold {fold} are not the same, row by row, in {where} and "
                f"{_short(path)}. Frameworks must be tested on the same examples, in the same order."
            )
        columns = {
            "dataset": task,
            "learner": names[run],
            "fold": int(fold),
            "instance": [f"{fold}:{row}" for row in range(len(frame))],
            "actual": frame["truth"].astype(object),
            "predicted": frame["predictions"].astype(object),
        }
        parts.append(pd.DataFrame(columns))
    return Translated(
        frame=pd.concat(parts, ignore_index=True),
        options=options,
        kind="predictions of the AutoML benchmark",
        columns={
            "dataset": None,
            "learner": None,
            "fold": None,
            "instance": None,
            "actual": "truth",
            "predicted": "predictions",
        },
    )


def _short(path: Path) -> Path:
    return Path(*path.parts[-5:])
