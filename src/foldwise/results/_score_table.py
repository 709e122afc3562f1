"""One score of each learner on each dataset, of which some may be missing."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import pandas as pd

from foldwise._core import Caveat, DataFormatError, counted, listed
from foldwise.runs import Metric


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class ScoreTable:
    """One score of each learner on each dataset. Made by `as_results`.

    Parameters
    ----------
    learners : tuple of str
        Names of the learners, in the order in which they are compared.
    datasets : tuple of str
        Names of the datasets.
    scores : array of shape (n_learners, n_datasets)
        The quantity itself, as it was recorded: of an error rate lower values are better. Percent are shares here.
        NaN where a score is missing; nothing is ever filled in.
    metric : Metric
        What the scores are, and whether lower values are better.
    reasons : mapping of (str, str) to str
        Why the score of a learner on a dataset is missing, for every cell that is: what stood in its place
        (``'timeout'``), ``'no value'`` or ``'no row'``.
    caveats : tuple of Caveat
        What to beware of.

    Examples
    --------
    >>> from foldwise.results import as_results
    >>> table, _ = as_results({"nb": {"iris": 0.05, "wine": 0.02}, "svm": {"iris": "timeout", "wine": 0.03}},
    ...                       metric="error_rate")
    >>> table
    <ScoreTable of nb, svm on 2 datasets: error rate, 1 of 4 scores missing>
    >>> table.frame()
      dataset learner  score  reason
    0    iris      nb   0.05
    1    iris     svm    NaN  timeout
    2    wine      nb   0.02
    3    wine     svm   0.03
    >>> table.oriented()
    array([[-0.05, -0.02],
           [  nan, -0.03]])
    """

    learners: tuple[str, ...]
    datasets: tuple[str, ...]
    scores: npt.NDArray[np.float64]
    metric: Metric
    reasons: Mapping[tuple[str, str], str] = field(default_factory=dict)
    caveats: tuple[Caveat, ...] = ()

    def __post_init__(self) -> None:
        for role, names in (("learner", self.learners), ("dataset", self.datasets)):
            twice = [name for place, name in enumerate(names) if name in names[:place]]
            if twice or not names:
                came = f"{twice[0]!r} twice" if twice else "none"
                raise DataFormatError(f"A table of scores needs {role}s of different names, got {came}.")
        scores = np.array(self.scores, dtype=np.float64)
        if scores.shape != (len(self.learners), len(self.datasets)):
            raise DataFormatError(
                f"scores must have shape (n_learners, n_datasets) = {(len(self.learners), len(self.datasets))}, got "
                f"{scores.shape}."
            )
        infinite = np.argwhere(np.isinf(scores))
        if len(infinite):
            learner, dataset = infinite[0]
            raise DataFormatError(
                f"The score of {self.learners[learner]} on {self.datasets[dataset]} is {scores[learner, dataset]} "
                f"({len(infinite)} of {scores.size} scores are infinite). Correct it, or leave the cell empty."
            )
        lacking = [
            (self.learners[learner], self.datasets[dataset])
            for dataset, learner in np.argwhere(np.isnan(scores.T)).tolist()
        ]
        reasons = {cell: self.reasons.get(cell, "no value") for cell in lacking}
        there = [cell for cell in self.reasons if cell not in reasons]
        if there:
            raise DataFormatError(
                f"reasons are about missing scores, but {' on '.join(there[0])} has one, or is none of this table."
            )
        scores.setflags(write=False)
        object.__setattr__(self, "scores", scores)
        object.__setattr__(self, "reasons", reasons)

    def __repr__(self) -> str:
        lacking = f", {self.n_missing} of {self.scores.size} scores missing" if self.n_missing else ""
        return (
            f"<ScoreTable of {listed(self.learners, quote=False)} on {counted(len(self.datasets), 'dataset')}: "
            f"{self.metric.label}{lacking}>"
        )

    @property
    def n_missing(self) -> int:
        """Number of scores that are missing."""
        return len(self.reasons)

    def oriented(self) -> npt.NDArray[np.float64]:
        """Scores of which greater is better, as those of a run: what is better when it is low is negated."""
        return -self.scores if self.metric.lower_is_better else self.scores

    def frame(self) -> pd.DataFrame:
        """One row per dataset and learner: the score, and why it is missing if it is."""
        cells = [(dataset, learner) for dataset in self.datasets for learner in self.learners]
        return pd.DataFrame(
            {
                "dataset": [dataset for dataset, _ in cells],
                "learner": [learner for _, learner in cells],
                "score": self.scores.T.ravel(),
                "reason": [self.reasons.get((learner, dataset), "") for dataset, learner in cells],
            }
        )
