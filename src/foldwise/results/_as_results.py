"""From results of any kind to runs, or to a table of one score per learner and dataset."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from foldwise._core import DataFormatError
from foldwise.results._as_runs import from_source, is_score_table
from foldwise.results._from_items import from_items
from foldwise.results._item_scores import ItemScores
from foldwise.results._one_score import from_one_score_each, is_one_each
from foldwise.results._reading import ReadingOptions, ResultsReading
from foldwise.results._score_table import ScoreTable
from foldwise.results._seeds import SEED_SCHEMES, are_seeds, from_seeds
from foldwise.results._source import checked_table, opened
from foldwise.results._tables import found_scores, from_found
from foldwise.results.harness import Translated, given_sources, joined, read_foreign
from foldwise.runs import Run


def as_results(
    source: Any,
    *,
    metric: Any = None,
    scheme: Any = None,
    columns: Mapping[str, Any] | None = None,
    learners: Sequence[str] | None = None,
    allow_partial: bool = False,
) -> tuple[tuple[Run, ...] | tuple[ItemScores, ...] | ScoreTable, ResultsReading]:
    """Read results that were obtained elsewhere, per fold or one score per learner and dataset.

    Parameters
    ----------
    source : path, DataFrame or mapping, or a list of paths or DataFrames
        All that `as_runs` takes; and tables without repeats and folds, with one score per learner and dataset: long
        (dataset, learner, score), wide (a row for each dataset, a column for each learner), or a mapping of learners to
        mappings of datasets to scores. Where a score is missing, the cell is empty or says NA, NaN, ?, - or what
        happened (timeout, failed, OOM). Tables with a score for every example: long (item, learner, score, perhaps
        dataset, cluster, and epoch or seed) or wide (a column item, one for each learner). Files of evaluation
        harnesses, MLflow, Optuna and others (docs/files-from-elsewhere.md) are known by what is in them; so are studies
        of Optuna and reports of skore. A list of paths or tables is read as one; tables that name no learner are those
        of one each, named after their files or by `learners`.
    metric : str, optional
        What the scores are, or which of several to take.
    scheme : str, Scheme or scikit-learn splitter, optional
        How the splits were made, if there are several and the results do not tell. ``'seeds'``: there is one test set,
        and learners were trained several times; ``'seeds:paired'``: the same seed is the same randomness for all.
    columns : mapping of str to str, optional
        Which column plays which role. A list for ``"learner"`` names the columns of a wide table, one for ``"dataset"``
        those of a table that has a column for each dataset; ``"*"`` means all columns of numbers that play no other
        role.
    learners : sequence of str, optional
        Take only these, in this order.
    allow_partial : bool, default False
        Take tables in which some folds of a learner on a dataset are missing. Whole cells may always be missing.

    Returns
    -------
    results : tuple of Run, tuple of ItemScores, or ScoreTable
        One run per dataset; scores of items, one for each dataset, if there is a score for every example; a table if
        there is one score per learner and dataset.
    reading : ResultsReading
        How the results were read.

    Raises
    ------
    DataFormatError
        As `as_runs`; and if there is one score per learner on a single dataset, or a learner has none at all.

    Examples
    --------
    >>> import pandas as pd
    >>> from foldwise.results import as_results
    >>> means = pd.DataFrame({"dataset": ["iris", "wine", "zoo"], "nb": [0.9, 0.8, "timeout"], "svm": [0.8, 0.7, 0.9]})
    >>> table, reading = as_results(means, metric="accuracy")
    >>> table
    <ScoreTable of nb, svm on 3 datasets: accuracy, 1 of 6 scores missing>
    >>> print(reading)
    Read 3 rows as 3 datasets x 2 learners, one score each, from a wide table: dataset from 'dataset', learner from
    'nb', 'svm'; accuracy; learners in the order nb, svm; missing: nb on zoo (timeout).
    """
    how: dict[str, Any] = {
        "metric": metric,
        "scheme": scheme,
        "columns": columns,
        "learners": learners,
        "allow_partial": allow_partial,
    }
    if isinstance(scheme, str) and scheme in SEED_SCHEMES:
        how["scheme"] = None
    sources = given_sources(source)
    if not sources:
        return _read(*opened(source, **how), scheme)
    options = opened(None, **how)[1]
    foreign = read_foreign(sources, options)
    if isinstance(foreign, Translated):
        results, reading = _read(foreign.frame, foreign.options, scheme)
        columns = {role: foreign.columns.get(role, name) for role, name in reading.columns.items()}
        found = {role: name for role, name in columns.items() if name is not None}
        return results, replace(reading, kind=f"{foreign.kind}, {reading.kind}", columns=found)
    if foreign is not None:
        return foreign
    frame, name = joined(sources, options)
    return _read(*opened(frame, **how, name=name), scheme)


def _read(
    results: Any, options: ReadingOptions, scheme: Any
) -> tuple[tuple[Run, ...] | tuple[ItemScores, ...] | ScoreTable, ResultsReading]:
    if isinstance(results, pd.DataFrame):
        frame = checked_table(results, least=1)
        items = from_items(frame, options)
        if items is not None:
            scores, reading = items
            paired = isinstance(scheme, str) and SEED_SCHEMES.get(scheme, False)
            return tuple(replace(each, paired=paired and each.again == "seed") for each in scores), reading
        if is_score_table(frame, options):
            found = found_scores(frame, options)
            if are_seeds(found, options, scheme):
                return from_seeds(found, options, scheme)
            if is_one_each(found, options.design):
                return from_one_score_each(found, options)
            runs, reading = from_found(found, options)
            return tuple(runs), reading
    if isinstance(scheme, str) and scheme in SEED_SCHEMES:
        raise DataFormatError(f"scheme={scheme!r} is for a table of scores with a column of seeds.")
    runs, reading = from_source(results, options)
    return tuple(runs), reading
