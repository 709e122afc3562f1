"""Who is ahead so far: the answer over the datasets that are done, from mean scores alone, while others are not."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from time import monotonic
from typing import Final

import numpy as np

from foldwise._core import counted, fixed, one_line
from foldwise.runs import Metric, Run
from foldwise.verdicts import Cells, Overall
from foldwise.verdicts._door import Terms, make_overall

# Whoever runs a study waits no longer than that for the scores of datasets that are done.
_SECONDS_AT_ONCE: Final = 1.0
# Learners on a dataset, and datasets, below which there is nobody ahead.
_LEAST: Final = 2


class Standing:
    """The mean scores of datasets on which nothing is left to be done, and what they say together.

    Parameters
    ----------
    learners : sequence of str
        Their names.
    n_datasets : int
        How many datasets there will be.
    load : callable
        Takes the name of a dataset that is done; returns its run and the metric, or None if it cannot be scored.
    clock : callable
        Seconds, from anywhere.
    """

    def __init__(
        self,
        learners: Sequence[str],
        n_datasets: int,
        load: Callable[[str], tuple[Run, Metric] | None],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._learners, self._n_datasets, self._load, self._clock = tuple(learners), n_datasets, load, clock
        self._scores: dict[str, Mapping[str, float]] = {}
        self._waiting: list[str] = []
        self._metric: Metric | None = None

    @property
    def has_news(self) -> bool:
        """Whether there are datasets that have not been looked at."""
        return bool(self._waiting)

    def add(self, datasets: Iterable[str]) -> None:
        """Note that these datasets are done."""
        self._waiting += datasets

    def overall(self, *, seconds: float = _SECONDS_AT_ONCE) -> Overall | None:
        """Return the answer over the datasets that are done; those for which there is no time wait for the next call.

        None unless there are two datasets with the scores of two learners.
        """
        until = self._clock() + seconds
        while self._waiting:
            name = self._waiting.pop(0)
            loaded = self._load(name)
            if loaded is not None:
                run, self._metric = loaded
                self._scores[name] = mean_scores(run, self._metric)
            if self._clock() >= until:
                break
        table = np.array([[scores.get(name, np.nan) for scores in self._scores.values()] for name in self._learners])
        if self._metric is None or (np.isfinite(table).sum(axis=0) >= _LEAST).sum() < _LEAST:
            return None
        cells = Cells.of_scores(table, self._learners, list(self._scores))
        return make_overall(cells, self._metric, Terms(), family=len(cells.pairs))

    def words(self, overall: Overall) -> str:
        """Return who is ahead over how many datasets, without a test: who looks often finds something sooner or later.

        >>> standing = Standing(["nb", "tree"], 4, lambda _: None)
        >>> scores = Cells.of_scores([[0.9, 0.8, 0.7], [0.8, 0.9, 0.6]], ["nb", "tree"], ["iris", "wine", "zoo"])
        >>> from foldwise.runs import as_metric
        >>> overall = make_overall(scores, as_metric("accuracy", "classification"), Terms(), family=1)
        >>> standing.words(overall)
        'so far, over 3 of 4 datasets: nb has the best mean rank (1.33), then tree (1.67); this may change'
        """
        n_done, n_all = len(overall.datasets), self._n_datasets
        first, second, *_ = ((one_line(each.name), fixed(each.mean_rank, 2)) for each in overall.learners)
        if first[1] == second[1]:
            who = f"{first[0]} and {second[0]} share the best mean rank ({first[1]})"
        else:
            who = f"{first[0]} has the best mean rank ({first[1]}), then {second[0]} ({second[1]})"
        if n_done == n_all:
            return f"over {counted(n_all, 'dataset')}: {who}"
        return f"so far, over {n_done} of {counted(n_all, 'dataset')}: {who}; this may change"


def mean_scores(run: Run, metric: Metric) -> dict[str, float]:
    """Return the mean score of each learner; NaN where a fold has none, nothing if the run cannot be scored so."""
    try:
        scores = run.scores(metric)
    except ValueError:
        # A metric that the store does not keep what it needs for.
        return {}
    return {name: float(score.mean()) for name, score in zip(run.learner_names, scores, strict=True)}
