"""From results of any kind to runs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from foldwise._core import listed
from foldwise.results._cells import numbers
from foldwise.results._columns import Columns
from foldwise.results._given_design import check_same_splits, given_design
from foldwise.results._reading import ReadingOptions, ResultsReading
from foldwise.results._sklearn_results import (
    agreed,
    check_told,
    cross_validation_scores,
    is_lists,
    is_search,
    refuse_search,
    search_scores,
)
from foldwise.results._source import checked_table, opened
from foldwise.results._tables import from_prediction_table, from_score_table, from_scores
from foldwise.results._weka_results import is_weka, weka_scores
from foldwise.runs import Run

_NUMERIC = ("score", "n_train", "n_test")


def as_runs(
    results: Any,
    *,
    metric: Any = None,
    scheme: Any = None,
    columns: Mapping[str, Any] | None = None,
    learners: Sequence[str] | None = None,
    allow_partial: bool = False,
) -> tuple[list[Run], ResultsReading]:
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
        What the scores are, or which of several to take; ``'percent'`` if those of a column are to be divided by 100.
        For predictions, any metric that `evaluate` takes and that needs predicted labels only.
    scheme : str, Scheme or scikit-learn splitter, optional
        How the splits were made, such as ``'10x10'`` or ``'resampled:100:0.1'``, if the results do not tell.
    columns : mapping of str to str, optional
        Which column plays which role, such as ``{"score": "f1"}``. A list for ``"learner"`` (scores) or
        ``"predicted"`` names the columns of a table that has one for each learner.
    learners : sequence of str, optional
        Take only these, in this order. Without it the order is that in which they first appear. The first of a pair is
        the one that ``alternative='greater'`` asks about.
    allow_partial : bool, default False
        Take tables in which folds are missing: one without a result of some learner is a failed one, as the reading
        and a caveat say. A learner may always lack all results on a dataset: it is then not in the run of that dataset.

    Returns
    -------
    runs : list of Run
        One per dataset, of the learners that have a result there; a caveat names the others, and why they have none.
        Datasets on which no learner has a result are left out.
    reading : ResultsReading
        Which column was read as what, the learners in their order, and which have no result on which dataset.

    Raises
    ------
    DataFormatError
        If results are missing, there twice, not finite or impossible for the metric, or if names do not tell what is
        what. Nothing is dropped or filled in, unless `allow_partial` says so. If columns were found, a note of the
        error says which.
    SchemeMismatchError
        If the design is not told, or is another than the one told, or the splitter made other splits for every learner.

    Examples
    --------
    >>> import pandas as pd
    >>> from foldwise.results import as_runs
    >>> table = pd.DataFrame({"model": ["nb", "nb", "svm", "svm"], "fold": [1, 2, 1, 2], "acc": [0.8, 0.9, 0.7, 0.9]})
    >>> runs, reading = as_runs(table)
    >>> print(reading)
    Read 4 rows as scores: learner from 'model', fold from 'fold', score from 'acc' (accuracy); 2-fold
    cross-validation; learners in the order nb, svm.
    >>> runs
    [<Run of nb, svm on data: 2-fold cross-validation>]
    """
    source, options = opened(
        results, metric=metric, scheme=scheme, columns=columns, learners=learners, allow_partial=allow_partial
    )
    return from_source(source, options)


def from_source(results: Any, options: ReadingOptions) -> tuple[list[Run], ResultsReading]:
    """Make runs from a table, or from what scikit-learn returned."""
    if isinstance(results, pd.DataFrame):
        return _from_frame(results, options)
    refuse_search(results)
    if not isinstance(results, Mapping) or not results:
        raise TypeError(
            "results must be a table (DataFrame), the path of a file, cv_results_, or a mapping of names to what "
            f"cross_validate returned, got {'an empty mapping' if isinstance(results, Mapping) else _a_type(results)}."
        )
    if is_search(results):
        return _from_search(results, options)
    options.refuse_columns("cross_validate")
    table, scale, shown = cross_validation_scores(results, options.score_name())
    lists = is_lists(results)
    design = check_told(table, agreed(shown, options.design), "Scores" if lists else "Results of cross_validate")
    if table["learner"].nunique() > 1:
        check_same_splits(design)
    kind = "scores, a list for every learner" if lists else "results of scikit-learn's cross_validate"
    return from_scores(table.assign(dataset=options.name), scale, replace(options, design=design), kind=kind)


def _a_type(results: Any) -> str:
    name = type(results).__name__
    return f"{name}: of one column nobody knows whose scores they are" if isinstance(results, pd.Series) else name


def one_run(frame: pd.DataFrame, kind: str, *, metric: Any, scheme: Any, columns: Mapping[str, Any] | None) -> Run:
    """Make a run from a table of one dataset and the given kind."""
    if not isinstance(frame, pd.DataFrame):
        raise TypeError(
            f"frame must be a DataFrame, got {type(frame).__name__}. For other results use judge or as_runs."
        )
    options = ReadingOptions(metric=metric, design=given_design(scheme), columns=columns, learners=None, name="data")
    frame = checked_table(frame)
    runs, _ = (from_score_table if kind == "scores" else from_prediction_table)(frame, options)
    if len(runs) > 1:
        names = [run.data.name for run in runs]
        raise ValueError(f"A run is about one dataset, this table has {listed(names, most=3)}. Use judge or as_runs.")
    return runs[0]


def _from_frame(frame: pd.DataFrame, options: ReadingOptions) -> tuple[list[Run], ResultsReading]:
    frame = checked_table(frame)
    if is_weka(frame):
        table, roles, scale, task = weka_scores(frame, options.score_name(), options.columns)
        numeric = table.assign(**{role: numbers(table[role], roles[role]) for role in _NUMERIC if role in table})
        return from_scores(numeric, scale, options, kind="results of Weka's Experimenter", roles=roles, task=task)
    if is_search(frame):
        return _from_search(frame, options)
    if is_score_table(frame, options):
        return from_score_table(frame, options)
    return from_prediction_table(frame, options)


def is_score_table(frame: pd.DataFrame, options: ReadingOptions) -> bool:
    """Whether a table holds scores, and was not written by Weka or by a search."""
    return not (is_weka(frame) or is_search(frame) or Columns.of(frame, options.columns).of_predictions)


def _from_search(results: Any, options: ReadingOptions) -> tuple[list[Run], ResultsReading]:
    options.refuse_columns("cv_results_")
    table, scale = search_scores(results, options.score_name())
    design = check_told(table, options.design, "Results of a scikit-learn search")
    return from_scores(
        table.assign(dataset=options.name),
        scale,
        replace(options, design=design),
        kind="results of a scikit-learn search",
    )
