"""The answer over several datasets: who is best, who cannot be told from the best, between which ranks each lies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from foldwise._core import Caveat, Glance, notebook_html, one_line
from foldwise.runs import Metric
from foldwise.verdicts._against import against_words
from foldwise.verdicts._terms import Missing
from foldwise.verdicts.overall._cells import Cells
from foldwise.verdicts.overall._glance import details, glance
from foldwise.verdicts.overall._methods import methods_bibtex, methods_paragraph
from foldwise.verdicts.overall._pairs import OnDatasets, OverallPair
from foldwise.verdicts.overall._win_tie_loss import win_tie_loss_table

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True, kw_only=True)
class OverallLearner:
    """One learner over all datasets.

    Parameters
    ----------
    name : str
        Its name.
    n_datasets : int
        On how many datasets it has a score.
    mean_score : float
        Mean of these scores, greater is better; scores of different datasets count the same.
    mean_rank : float
        Mean of its ranks on them, among the learners that have a score there; 1 is the best.
    rank_low, rank_high : int or None
        The best and the worst rank that it may have over datasets like these; all such intervals hold together with
        probability ``1 - alpha``. None where only one direction was asked about.
    better_than, worse_than : tuple of str
        Learners that it is, and that are, significantly better over the datasets.

    Examples
    --------
    >>> import numpy as np
    >>> import pandas as pd
    >>> import foldwise as fw
    >>> scores = np.random.default_rng(1).normal([[0.80], [0.82], [0.86]], 0.02, size=(3, 12)).round(3)
    >>> table = pd.DataFrame(scores.T, columns=["nb", "tree", "forest"]).rename_axis("dataset")
    >>> overall = fw.judge(table, metric="accuracy")
    >>> learner = overall.learners[0]
    >>> learner.name, learner.n_datasets, round(learner.mean_rank, 2)
    ('forest', 12, 1.08)
    """

    name: str
    n_datasets: int
    mean_score: float
    mean_rank: float
    rank_low: int | None
    rank_high: int | None
    better_than: tuple[str, ...]
    worse_than: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Omnibus:
    """One test of whether all learners are alike over the datasets; pairs are tested whatever it says.

    Parameters
    ----------
    test : {'iman_davenport', 'skillings_mack'}
        Name of the function in `foldwise.stats`; the second where cells are missing and `missing` asks for it.
    n_datasets : int
        On how many datasets.
    statistic, pvalue : float
        What it found; the statistic is infinite where all datasets order the learners alike.
    df : int or tuple of int
        Degrees of freedom.

    Examples
    --------
    >>> import numpy as np
    >>> import pandas as pd
    >>> import foldwise as fw
    >>> scores = np.random.default_rng(1).normal([[0.80], [0.82], [0.86]], 0.02, size=(3, 12)).round(3)
    >>> table = pd.DataFrame(scores.T, columns=["nb", "tree", "forest"]).rename_axis("dataset")
    >>> overall = fw.judge(table, metric="accuracy")
    >>> overall.omnibus.test, overall.omnibus.n_datasets
    ('iman_davenport', 12)
    """

    test: str
    n_datasets: int
    statistic: float
    df: int | tuple[int, int]
    pvalue: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Overall:
    """Which learner is best over several datasets. Part of a `Verdict` on them; of mean scores alone, all of it.

    ``str(overall)`` is the answer at a glance, ``overall.details()`` all of it in words.

    Parameters
    ----------
    learners : tuple of OverallLearner
        By mean rank, the best first.
    pairs : tuple of OverallPair
        One for every two learners, or for one learner and each of the others, see `against`.
    cells : Cells
        Mean scores of the learners on all datasets, those that were not used too.
    datasets : tuple of str
        The datasets that were used.
    metric : Metric
        What was scored.
    alpha : float
        Level for all pairs together.
    rope : float or None
        Differences up to this size are ties.
    alternative : {'two-sided', 'greater', 'less'}
        Direction asked for.
    adjust : str
        How p-values were adjusted for all pairs.
    family : int
        For how many comparisons: the pairs, or more if more were tried.
    missing : {'pairs', 'skillings_mack', 'complete'}
        What was done about missing cells.
    omnibus : Omnibus or None
        Whether all learners are alike; None for two learners, and where too few datasets have all of them.
    on_datasets : OnDatasets or None
        What the test of each dataset says; None where there is one score for each cell.
    caveats : tuple of Caveat
        What to beware of.

    Examples
    --------
    >>> import foldwise as fw
    >>> import pandas as pd
    >>> table = pd.DataFrame({"dataset": ["a", "b", "c", "d", "e", "f"], "tree": [0.7, 0.8, 0.6, 0.9, 0.7, 0.8]})
    >>> table["forest"] = [0.75, 0.84, 0.63, 0.92, 0.76, 0.87]
    >>> overall = fw.judge(table, metric="accuracy")
    >>> overall.best, overall.pairs[0].winner, overall.pairs[0].pvalue
    ('forest', 'forest', 0.03125)
    """

    learners: tuple[OverallLearner, ...]
    pairs: tuple[OverallPair, ...]
    cells: Cells
    datasets: tuple[str, ...]
    metric: Metric
    alpha: float
    rope: float | None
    alternative: str
    adjust: str
    family: int
    missing: Missing
    omnibus: Omnibus | None
    on_datasets: OnDatasets | None
    caveats: tuple[Caveat, ...]

    @property
    def against(self) -> str | None:
        """The learner that each other was compared with: `b` of every pair; None if all pairs were."""
        return self.cells.against

    @property
    def best(self) -> str | None:
        """Name of the learner that is significantly better than each of the others; None if there is none."""
        n_others = len(self.learners) - 1
        return next((each.name for each in self.learners if len(each.better_than) == n_others), None)

    @property
    def may_be_best(self) -> tuple[str, ...]:
        """Names of the learners that nobody is significantly better than, by mean rank."""
        return tuple(each.name for each in self.learners if not each.worse_than)

    @property
    def has_too_few(self) -> bool:
        """Whether there are so few datasets that no outcome over them could be significant."""
        return any(caveat.code == "few_datasets" for caveat in self.caveats)

    def pair(self, a: str, b: str) -> OverallPair:
        """Return what is said of two learners, whichever is named first."""
        try:
            return next(pair for pair in self.pairs if {pair.a, pair.b} == {a, b})
        except StopIteration:
            only = "" if self.against is None else f", each compared with {self.against!r} only"
            raise KeyError(
                f"no pair of {a!r} and {b!r}; learners: {[each.name for each in self.learners]}{only}"
            ) from None

    def frame(self) -> pd.DataFrame:
        """One row per pair of learners; datasets are named one after another."""
        import pandas as pd

        rows = [
            {
                "a": pair.a,
                "b": pair.b,
                "n_datasets": pair.n_datasets,
                "wins": pair.wins,
                "ties": pair.ties,
                "losses": pair.losses,
                "median": pair.median,
                "estimate": pair.estimate,
                "low": pair.low,
                "high": pair.high,
                "statistic": pair.statistic,
                "pvalue": pair.pvalue,
                "adjusted_pvalue": pair.adjusted_pvalue,
                "decision": pair.decision,
                "winner": pair.winner,
                "least_a": pair.least_a,
                "least_b": pair.least_b,
                "datasets_a": ", ".join(map(one_line, pair.datasets_a)),
                "datasets_b": ", ".join(map(one_line, pair.datasets_b)),
            }
            for pair in self.pairs
        ]
        return pd.DataFrame(rows).astype({"winner": object})

    def ranks(self) -> pd.DataFrame:
        """One row per learner, the best first: mean rank, its interval, mean score, how many it is better than.

        Scores are on their natural scale: of an error, less is better.
        """
        import pandas as pd

        return pd.DataFrame(
            {
                "learner": each.name,
                "mean_rank": each.mean_rank,
                "rank_low": each.rank_low,
                "rank_high": each.rank_high,
                "mean_score": self.metric.natural(each.mean_score),
                "n_datasets": each.n_datasets,
                "better_than": len(each.better_than),
                "worse_than": len(each.worse_than),
            }
            for each in self.learners
        )

    def scores(self) -> pd.DataFrame:
        """One row per dataset, one column per learner: scores on their natural scale, NaN where there is none."""
        import pandas as pd

        table = self.metric.natural(1.0) * self.cells.scores.T
        return pd.DataFrame(table, index=pd.Index(self.cells.datasets, name="dataset"), columns=self.cells.learners)

    def win_tie_loss(self, learner: str | None = None) -> str:
        """Return wins, ties and losses in Weka's form: a column for each learner, set against one of them.

        Parameters
        ----------
        learner : str, optional
            Against which; by default the one that all were compared with, or the first in the order given.

        Returns
        -------
        str
            A row for each dataset: ``v`` after a score that is significantly better than that of `learner`, ``*``
            after one that is significantly worse, by the test of that dataset; the last row counts ``(v/ /*)``. Where
            there is one score for each cell, better and worse are higher and lower.
        """
        return win_tie_loss_table(self, learner)

    def methods(self) -> str:
        """Return the paragraph for the methods section of a paper: how this was reached, with citations."""
        return methods_paragraph(self)

    def bibtex(self) -> str:
        """Return BibTeX entries of the papers that `methods` cites, and of the software."""
        return methods_bibtex(self)

    def __repr__(self) -> str:
        first = self.learners[0].name
        if self.against is not None:
            who = against_words(len(self.learners), self.against)
            return one_line(f"<Overall of {who} on {len(self.datasets)} datasets>")
        opening = f"{first} is best" if self.best == first else f"{first} has the best mean rank"
        n = len(self.datasets)
        return one_line(f"<Overall of {len(self.learners)} learners on {n} datasets: {opening}>")

    def __str__(self) -> str:
        return str(self.glance())

    def glance(self) -> Glance:
        """Return what a reader sees first: who is best, ranks, pairs, the test, what to beware of."""
        return glance(self)

    def details(self) -> str:
        """Return all of it in words: a line for every pair, then how it was tested, and every caveat."""
        return details(self)

    def _repr_html_(self) -> str:
        return notebook_html(self)
