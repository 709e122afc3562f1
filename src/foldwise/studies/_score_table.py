"""The scores of a study as a table of datasets and learners, with a reason wherever there is none."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise._core import one_line
from foldwise.runs import Metric, Run
from foldwise.store import CellStatus
from foldwise.studies._gaps import is_done, lacks_of
from foldwise.studies._results import StudyResults
from foldwise.verdicts import Panel

Floats = npt.NDArray[np.float64]

# Means of equal scores may differ in the last digits, by the order in which they were added.
_DIGITS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """Why a learner has no score on a dataset: in two words, and in a sentence without its full stop.

    Examples
    --------
    >>> from foldwise.studies import Gap
    >>> gap = Gap(label="not run", reason="none of its 100 folds is there")
    >>> gap.label
    'not run'
    """

    label: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScoreTable:
    """Mean scores of all learners on all datasets of a study, by one metric. Made by `score_tables`.

    Parameters
    ----------
    metric : Metric
        What was scored.
    datasets, learners : tuple of str
        Names of the rows and of the columns.
    scores : ndarray of shape (n_datasets, n_learners)
        Means over all folds, greater being better; NaN unless every fold has a score.
    gaps : dict of (int, int) to Gap
        Why there is no score, for each row and column without one.

    Examples
    --------
    >>> import tempfile
    >>> from foldwise.studies import Study, run_study, score_tables
    >>> learners = {"bayes": "nb", "guess": "sklearn.dummy.DummyClassifier"}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     study = Study(name="a", datasets=["iris"], learners=learners, scheme="2x3", store=folder + "/a.db")
    ...     results = run_study(study, progress=False)
    >>> (table,) = score_tables(results)
    >>> table.metric.name, table.learners, table.average_ranks.tolist()
    ('accuracy', ('bayes', 'guess'), [1.0, 2.0])
    """

    metric: Metric
    datasets: tuple[str, ...]
    learners: tuple[str, ...]
    scores: Floats = field(repr=False)
    gaps: dict[tuple[int, int], Gap] = field(repr=False)

    @property
    def complete(self) -> npt.NDArray[np.bool_]:
        """Whether every learner has a score, dataset by dataset."""
        return np.asarray(np.isfinite(self.scores).all(axis=1))

    @property
    def best(self) -> npt.NDArray[np.bool_]:
        """Where the best score of a row stands, of those that are there; nowhere if all are equal."""
        rounded = self._rounded()
        top = np.fmax.reduce(rounded, axis=1, keepdims=True)
        bottom = np.fmin.reduce(rounded, axis=1, keepdims=True)
        return np.asarray((rounded == top) & (bottom < top))

    @property
    def ranks(self) -> Floats:
        """Rank of each learner on each complete dataset, 1 for the best, ties sharing the mean; NaN on the others."""
        one, other = self._rounded()[:, :, np.newaxis], self._rounded()[:, np.newaxis, :]
        ranks = 0.5 + (other > one).sum(axis=2) + (other == one).sum(axis=2) / 2
        return np.where(self.complete[:, np.newaxis], ranks, np.nan)

    @property
    def average_ranks(self) -> Floats:
        """Mean rank of each learner over the complete datasets; NaN if there is none."""
        complete = self.complete
        return self.ranks[complete].mean(axis=0) if complete.any() else np.full(len(self.learners), np.nan)

    def _rounded(self) -> Floats:
        return np.array([[float(f"{score:.{_DIGITS}g}") for score in row] for row in self.scores])


def score_tables(results: StudyResults) -> tuple[ScoreTable, ...]:
    """Return the scores of a study as tables, one for each metric that it was judged by.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from foldwise.data import load
    >>> from foldwise.evaluation import evaluate
    >>> from foldwise.store import Store
    >>> from foldwise.studies import StudyResults, score_tables
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "first.db")
    ...     learners = {"guess": DummyClassifier(), "bayes": GaussianNB()}
    ...     run = evaluate(learners, load("iris"), scheme="5", seed=1, store=path)
    ...     with Store(path, writes=False) as store:
    ...         cells = tuple(store.status())
    >>> results = StudyResults(name="first", store=path, scheme="5", cells=cells, runs=(run,), verdicts=(), left_out=())
    >>> (table,) = score_tables(results)
    >>> table.learners, table.scores.round(3).tolist(), table.average_ranks.tolist()
    (('guess', 'bayes'), [[0.333, 0.953]], [2.0, 1.0])
    """
    return tuple(_table(metric, results, runs) for metric, runs in _by_metric(results))


def _by_metric(results: StudyResults) -> Iterator[tuple[Metric, list[Run]]]:
    """Yield each metric with the runs that it concerns: all, if there are verdicts by it."""
    judged = [each.advised.metric if isinstance(each, Panel) else each.metric for each in results.verdicts]
    if judged:
        yield from ((metric, list(results.runs)) for metric in {each.name: each for each in judged}.values())
        return
    for name, metric in {run.metric.name: run.metric for run in results.runs}.items():
        yield metric, [run for run in results.runs if run.metric.name == name]


def _table(metric: Metric, results: StudyResults, runs: list[Run]) -> ScoreTable:
    datasets = tuple(run.data.name for run in runs)
    learners = tuple(dict.fromkeys(name for run in runs for name in run.learner_names))
    cells = {(cell.dataset, cell.learner): cell for cell in results.cells}
    scores = np.full((len(datasets), len(learners)), np.nan)
    gaps: dict[tuple[int, int], Gap] = {}
    for row, run in enumerate(runs):
        by_learner, problem = _scores_of(run, metric)
        for column, learner in enumerate(learners):
            cell = cells.get((run.data.name, learner))
            gap = _gap(cell) if cell is None or not is_done(cell) else problem
            if gap is None:
                score, gap = _mean(by_learner[learner], metric)
                scores[row, column] = score
            if gap is not None:
                gaps[row, column] = gap
    return ScoreTable(metric=metric, datasets=datasets, learners=learners, scores=scores, gaps=gaps)


def _scores_of(run: Run, metric: Metric) -> tuple[dict[str, Any], Gap | None]:
    """Score a run, or say why it cannot be scored by this metric."""
    try:
        return dict(zip(run.learner_names, run.scores(metric), strict=True)), None
    except ValueError as error:
        return {}, Gap(label="no score", reason=one_line(error).rstrip("."))


def _mean(scores: Floats, metric: Metric) -> tuple[float, Gap | None]:
    n_lost = int(np.count_nonzero(~np.isfinite(scores)))
    if n_lost:
        reason = f"{metric.label} is undefined on {n_lost} of {scores.size} folds"
        return np.nan, Gap(label="undefined", reason=reason)
    return float(scores.mean()), None


def _gap(cell: CellStatus | None) -> Gap:
    if cell is None:
        return Gap(label="not part", reason="not part of the study")
    if cell.n_failed:
        label = "failed" if cell.n_failed == cell.n_folds else f"{cell.n_failed} failed"
    else:
        label = "not run" if cell.n_missing == cell.n_folds else f"{cell.n_missing} not run"
    return Gap(label=label, reason=lacks_of(cell))
