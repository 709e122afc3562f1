"""From results of any kind to runs, or to a table of one score per learner and dataset."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from foldwise.results._as_runs import from_source, is_score_table
from foldwise.results._one_score import from_one_score_each, is_one_each
from foldwise.results._reading import ResultsReading
from foldwise.results._score_table import ScoreTable
from foldwise.results._source import checked_table, opened
from foldwise.results._tables import found_scores, from_found
from foldwise.runs import Run


def as_results(
    source: Any,
    *,
    metric: Any = None,
    scheme: Any = None,
    columns: Mapping[str, Any] | None = None,
    learners: Sequence[str] | None = None,
    allow_partial: bool = False,
) -> tuple[tuple[Run, ...] | ScoreTable, ResultsReading]:
    """Read results that were obtained elsewhere, per fold or one score per learner and dataset.

    Parameters
    ----------
    source : path, DataFrame or mapping
        All that `as_runs` takes; and tables without repeats and folds, with one score per learner and dataset: long
        (dataset, learner, score), wide (a row for each dataset, a column for each learner), or a mapping of learners to
        mappings of datasets to scores. Where a score is missing, the cell is empty or says NA, NaN, ?, - or what
        happened (timeout, failed, OOM).
    metric : str, optional
        What the scores are, or which of several to take.
    scheme : str, Scheme or scikit-learn splitter, optional
        How the splits were made, if there are several and the results do not tell.
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
    results : tuple of Run, or ScoreTable
        One run per dataset; a table if there is one score per learner and dataset.
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
    results, options = opened(
        source, metric=metric, scheme=scheme, columns=columns, learners=learners, allow_partial=allow_partial
    )
    if isinstance(results, pd.DataFrame):
        frame = checked_table(results, least=1)
        if is_score_table(frame, options):
            found = found_scores(frame, options)
            if is_one_each(found, options.design):
                return from_one_score_each(found, options)
            runs, reading = from_found(found, options)
            return tuple(runs), reading
    runs, reading = from_source(results, options)
    return tuple(runs), reading
