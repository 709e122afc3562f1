"""From results of any kind to runs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Any

import pandas as pd

from foldwise._core import DataFormatError, SchemeMismatchError, counted, listed, one_line
from foldwise.data import read_table
from foldwise.runs._columns import OF_PREDICTIONS, OF_SCORES, Columns
from foldwise.runs._from_predictions import runs_from_predictions
from foldwise.runs._from_scores import numbers, runs_from_scores
from foldwise.runs._given_design import GivenDesign, given_design
from foldwise.runs._metric import Metric
from foldwise.runs._quantity import Scale, plain
from foldwise.runs._reading import Reading
from foldwise.runs._run import Run
from foldwise.runs._sklearn_results import (
    check_told,
    cross_validation_scores,
    is_cross_validate,
    is_search,
    search_scores,
)
from foldwise.runs._target import Task
from foldwise.runs._weka_results import is_weka, weka_scores


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """What the caller said about the results."""

    metric: Any
    given: GivenDesign | None
    columns: Mapping[str, Any] | None
    learners: Sequence[str] | None
    name: str

    def score_name(self) -> str | None:
        """Name of what the scores are."""
        if self.metric is None or isinstance(self.metric, str):
            return self.metric
        if isinstance(self.metric, Metric):
            return self.metric.name
        raise TypeError(f"Scores are computed already: metric must be their name, got {type(self.metric).__name__}.")


def as_runs(
    results: Any,
    *,
    metric: Any = None,
    scheme: Any = None,
    columns: Mapping[str, Any] | None = None,
    learners: Sequence[str] | None = None,
) -> tuple[list[Run], Reading]:
    """Make runs, one per dataset, from results that were obtained elsewhere.

    Parameters
    ----------
    results : path, DataFrame or mapping
        One of

        - a table, or a CSV, ARFF or Parquet file of it: scores (dataset, learner, repeat, fold, score, perhaps
          n_train and n_test) or predictions (dataset, learner, repeat, fold, instance, actual, predicted), under these
          names or other usual ones; dataset, repeat and fold may be absent;
        - a result file of Weka's Experimenter (ARFF or CSV);
        - ``cv_results_`` of a scikit-learn search, or a CSV file of it;
        - a mapping of names to what ``cross_validate`` or ``cross_val_score`` returned.
    metric : str, optional
        What the scores are, or which of several to take. For predictions, any metric that `evaluate` takes and that
        needs predicted labels only.
    scheme : str, Scheme or scikit-learn splitter, optional
        How the splits were made, such as ``'10x10'`` or ``'resampled:100:0.1'``, if the results do not tell.
    columns : mapping of str to str, optional
        Which column plays which role, such as ``{"score": "f1"}``. A list for ``"learner"`` names the columns of a
        table that has one for each learner.
    learners : sequence of str, optional
        Take only these.

    Returns
    -------
    runs : list of Run
        One per dataset.
    reading : Reading
        Which column was read as what.

    Raises
    ------
    DataFormatError
        If results are missing, there twice, not finite or impossible for the metric, or if names do not tell what is
        what. Nothing is dropped or filled in.
    SchemeMismatchError
        If the design is not told, or is another than the one told.

    Examples
    --------
    >>> import pandas as pd
    >>> from foldwise.runs import as_runs
    >>> table = pd.DataFrame({"model": ["nb", "nb", "svm", "svm"], "fold": [1, 2, 1, 2], "acc": [0.8, 0.9, 0.7, 0.9]})
    >>> runs, reading = as_runs(table)
    >>> print(reading)
    Read 4 rows as scores: learner from 'model', fold from 'fold', score from 'acc' (accuracy); 2-fold cross-validation.
    >>> runs
    [<Run of nb, svm on data: 2-fold cross-validation>]
    """
    name = "data"
    if isinstance(results, str | PathLike):
        results, name = read_table(Path(results))
    asked = _Asked(metric=metric, given=given_design(scheme), columns=columns, learners=learners, name=name)
    if isinstance(results, pd.DataFrame):
        return _from_frame(results, asked)
    if not isinstance(results, Mapping) or not results:
        raise TypeError(
            "results must be a table (DataFrame), the path of a file, cv_results_, or a mapping of names to what "
            f"cross_validate returned, got {'an empty mapping' if results == {} else type(results).__name__}."
        )
    if is_search(results):
        return _from_search(results, asked)
    if not is_cross_validate(results) and plain_names(results) & {"learner", "model", "algorithm", "classifier"}:
        return _from_frame(pd.DataFrame(dict(results)), asked)
    _refuse_columns(asked, "cross_validate")
    table, scale, told = cross_validation_scores(results, asked.score_name())
    told = asked.given or told
    return _from_scores(
        table.assign(dataset=name),
        scale,
        replace(asked, given=check_told(table, told, "Results of cross_validate")),
        kind="results of scikit-learn's cross_validate",
    )


def plain_names(names: Any) -> set[str]:
    """Letters and digits of all names."""
    return {plain(name) for name in names}


def one_run(frame: pd.DataFrame, kind: str, *, metric: Any, scheme: Any, columns: Mapping[str, Any] | None) -> Run:
    """Make a run from a table of one dataset and the given kind."""
    if not isinstance(frame, pd.DataFrame):
        raise TypeError(
            f"frame must be a DataFrame, got {type(frame).__name__}. For other results use judge or as_runs."
        )
    asked = _Asked(metric=metric, given=given_design(scheme), columns=columns, learners=None, name="data")
    frame = _checked(frame)
    runs, _ = (_from_score_table if kind == "scores" else _from_prediction_table)(frame, asked)
    if len(runs) > 1:
        names = [run.data.name for run in runs]
        raise ValueError(f"A run is about one dataset, this table has {listed(names, most=3)}. Use judge or as_runs.")
    return runs[0]


def _from_frame(frame: pd.DataFrame, asked: _Asked) -> tuple[list[Run], Reading]:
    frame = _checked(frame)
    if is_weka(frame):
        table, found, scale, task = weka_scores(frame, asked.score_name(), asked.columns)
        numeric = table.assign(**{role: numbers(table[role], found[role]) for role in _NUMERIC if role in table})
        return _from_scores(numeric, scale, asked, kind="results of Weka's Experimenter", found=found, task=task)
    if is_search(frame):
        return _from_search(frame, asked)
    if Columns.of(frame, asked.columns).of_predictions:
        return _from_prediction_table(frame, asked)
    return _from_score_table(frame, asked)


_NUMERIC = ("score", "n_train", "n_test")


def _checked(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows with the named levels of their index as columns, if there are rows enough."""
    names = [name for name in frame.index.names if name is not None and name not in frame]
    frame = frame.reset_index(names, drop=False).reset_index(drop=True) if names else frame.reset_index(drop=True)
    if len(frame) < 2:
        rows = counted(len(frame), "row")
        raise DataFormatError(f"The table has {rows}. Results need one row for every learner and every split.")
    repeated = frame.columns[frame.columns.duplicated()]
    if len(repeated):
        raise DataFormatError(f"The table has two columns {repeated[0]!r}. Rename one.")
    return frame


def _from_score_table(frame: pd.DataFrame, asked: _Asked) -> tuple[list[Run], Reading]:
    metric = asked.score_name()
    known = Columns.of(frame, asked.columns)
    wide = known.given.get("learner")
    if isinstance(wide, list | tuple):
        found = known.find([role for role in OF_SCORES if role != "learner"], ())
        table = frame[list(found.values())].set_axis(list(found), axis=1)
        scores = {str(name): numbers(frame.loc[:, name], name) for name in wide}
        parts = [table.assign(learner=name, score=column) for name, column in scores.items()]
        table = pd.concat(parts, ignore_index=True)
        scale = Columns.of(["score"], {"score": "score"}).find_score((), metric)[1]
        found = {**found, "learner": list(wide)}
    else:
        found = known.find(OF_SCORES, ("learner",))
        score, scale = known.find_score(found.values(), metric)
        found = {**found, "score": score}
        table = frame[list(found.values())].set_axis(list(found), axis=1)
        table["score"] = numbers(frame[score], score)
    for role in ("n_train", "n_test"):
        if role in table:
            table[role] = numbers(table[role], found[role])
    if plain(found.get("fold", "")).startswith("split") and "repeat" not in found and asked.given is None:
        raise SchemeMismatchError(
            f"The column {found['fold']!r} numbers splits, of folds or at random: say which, as in scheme='10', "
            "'10x10' or 'resampled:100:0.1' (--scheme), or call it fold or repeat."
        )
    return _from_scores(table, scale, asked, kind="scores", found=found, unread=_unread(frame, found))


def _from_prediction_table(frame: pd.DataFrame, asked: _Asked) -> tuple[list[Run], Reading]:
    found = Columns.of(frame, asked.columns).find(OF_PREDICTIONS, ("learner", "instance", "actual", "predicted"))
    table = _named(frame[list(found.values())].set_axis(list(found), axis=1), asked)
    runs = runs_from_predictions(table, asked.metric, asked.given)
    reading = Reading(
        kind="predictions",
        n_rows=len(frame),
        columns=found,
        scale=f"scored by {runs[0].metric.label}",
        design=runs[0].assignment.description,
        unread=_unread(frame, found),
    )
    return runs, reading


def _from_search(results: Any, asked: _Asked) -> tuple[list[Run], Reading]:
    _refuse_columns(asked, "cv_results_")
    table, scale = search_scores(results, asked.score_name())
    given = check_told(table, asked.given, "Results of a scikit-learn search")
    return _from_scores(
        table.assign(dataset=asked.name), scale, replace(asked, given=given), kind="results of a scikit-learn search"
    )


def _from_scores(
    table: pd.DataFrame,
    scale: Scale,
    asked: _Asked,
    *,
    kind: str,
    found: Mapping[str, Any] | None = None,
    unread: tuple[str, ...] = (),
    task: Task | None = None,
) -> tuple[list[Run], Reading]:
    runs = runs_from_scores(_named(table, asked), scale, asked.given, task)
    reading = Reading(
        kind=kind,
        n_rows=len(table),
        columns=found or {},
        scale=scale.words,
        design=runs[0].assignment.description,
        unread=unread,
    )
    return runs, reading


def _named(table: pd.DataFrame, asked: _Asked) -> pd.DataFrame:
    """Names of datasets and learners as texts, only those asked for."""
    if "dataset" not in table:
        table = table.assign(dataset=asked.name)
    for role in ("dataset", "learner"):
        empty = table[role].isna()
        if empty.any():
            row = int(empty.to_numpy().argmax()) + 1
            raise DataFormatError(f"The column of the {role} is empty in row {row}. Fill it in.")
        table = table.assign(**{role: [one_line(name) for name in table[role]]})
    if asked.learners is None:
        return table
    there = list(dict.fromkeys(table["learner"]))
    unknown = [name for name in asked.learners if name not in there]
    if unknown:
        raise ValueError(f"There is no learner {unknown[0]!r}. There are: {listed(there)}.")
    kept = table[table["learner"].isin(list(asked.learners))]
    return kept.reset_index(drop=True)


def _refuse_columns(asked: _Asked, what: str) -> None:
    if asked.columns:
        raise ValueError(f"columns= is for tables; {what} has names of its own.")


def _unread(frame: pd.DataFrame, found: Mapping[str, Any]) -> tuple[str, ...]:
    used: list[Any] = []
    for name in found.values():
        used.extend(name if isinstance(name, list | tuple) else [name])
    return tuple(str(name) for name in frame if name not in used and not str(name).startswith("Unnamed: "))
