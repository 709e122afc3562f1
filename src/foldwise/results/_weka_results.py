"""Result files of Weka's Experimenter."""

from collections.abc import Mapping
from typing import Any, Final

import pandas as pd

from foldwise._core import DataFormatError, listed
from foldwise.results._columns import Columns
from foldwise.results._quantity import Scale
from foldwise.runs._door import Task

_KEYS: Final = {"dataset": "Key_Dataset", "repeat": "Key_Run", "fold": "Key_Fold", "learner": "Key_Scheme"}
_SIZES: Final = {"n_train": "Number_of_training_instances", "n_test": "Number_of_testing_instances"}
_DEFAULTS: Final = ("Percent_correct", "Root_mean_squared_error")


def is_weka(names: Any) -> bool:
    """Whether columns of these names were written by the Experimenter."""
    return {"Key_Dataset", "Key_Scheme"} <= set(map(str, names))


def weka_scores(
    frame: pd.DataFrame, metric: str | None, columns: Mapping[str, Any] | None
) -> tuple[pd.DataFrame, dict[str, Any], Scale, Task]:
    """Read the table of an experiment: its scores, which column is what, what the scores are, and of which task."""
    if "Num_Fold" in frame or any(str(name).startswith("Avg_") for name in frame):
        raise DataFormatError(
            "These results of Weka are averages over folds (AveragingResultProducer), which no test can take apart. "
            "Save those of the single folds (CrossValidationResultProducer)."
        )
    wrong = sorted(set(columns or {}) - {"score"})
    if wrong:
        raise ValueError(
            f"Weka's own names say what its columns are; only the score can be chosen, not {listed(wrong)}."
        )
    measures = [name for name in frame if not str(name).startswith(("Key_", "Number_of_", "Date_time"))]
    default = None if columns else next((name for name in _DEFAULTS if name in frame), None)
    score, scale = Columns.of(measures, columns).find_score((), metric or default)
    roles = {role: name for role, name in {**_KEYS, **_SIZES}.items() if name in frame}
    table = pd.DataFrame({role: _text(frame[name]) for role, name in roles.items()})
    table["learner"] = weka_learners(frame)
    task: Task = "classification" if "Percent_correct" in frame else "regression"
    return table.assign(score=frame[score]), {**roles, "score": score}, scale, task


def _text(column: "pd.Series[Any]") -> "pd.Series[Any]":
    """Categories, of which ARFF makes even the numbers of runs, as their labels."""
    return column.astype(object) if isinstance(column.dtype, pd.CategoricalDtype) else column


def weka_learners(frame: pd.DataFrame) -> "pd.Series[str]":
    """Short names of the classes, with the options where a class occurs with different ones.

    >>> table = pd.DataFrame({"Key_Scheme": ["weka.classifiers.trees.J48"] * 2, "Key_Scheme_options": ["-M 2", "-U"]})
    >>> weka_learners(table).tolist()
    ['J48 -M 2', 'J48 -U']
    """
    scheme = _text(frame["Key_Scheme"]).astype(str)
    short = scheme.str.rpartition(".")[2]
    if "Key_Scheme_options" not in frame:
        return short
    options = _text(frame["Key_Scheme_options"]).fillna("").astype(str)
    kinds = pd.DataFrame({"short": short, "scheme": scheme, "options": options}).drop_duplicates()
    repeated = set(kinds["short"][kinds["short"].duplicated()])
    longer = (short + " " + options).str.strip()
    return longer.where(short.isin(repeated), short)
