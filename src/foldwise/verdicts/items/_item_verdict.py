"""The answer from scores of single items: which learner is better, in numbers and words."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from foldwise._core import Caveat, Glance, notebook_html, one_line
from foldwise.results import ItemScores
from foldwise.runs import Metric
from foldwise.verdicts.evidence._designs import VariationSource
from foldwise.verdicts.items._spread import Spread
from foldwise.verdicts.items._words import bibtex, details, glance, methods
from foldwise.verdicts.judging._comparison import Comparison
from foldwise.verdicts.overall import Overall

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemLearner:
    """The score of one learner on one test set.

    Parameters
    ----------
    dataset, name : str
        What it was scored on, and who.
    score : float
        Mean over items, each counting the same; greater is better (errors are negated).
    low, high : float
        Interval at level ``1 - alpha`` for items like these; NaN where there is none.
    interval_name : str
        Whose interval; empty if there is none.

    Examples
    --------
    >>> import foldwise as fw
    >>> import pandas as pd
    >>> rows = [(name, item, (item * k) % 7 > k) for name, k in (("old", 3), ("new", 2)) for item in range(60)]
    >>> verdict = fw.judge(pd.DataFrame(rows, columns=["learner", "item", "score"]))
    >>> verdict.learners[0].name, round(verdict.learners[0].score, 3)
    ('old', 0.417)
    """

    dataset: str
    name: str
    score: float
    low: float
    high: float
    interval_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemPair:
    """What stands behind a comparison of two learners on one test set.

    Parameters
    ----------
    test : str
        By which test: `binomial`, `sign_flip`, `paired_items_t`, `seeds`; `sign_flip+hall_t` and
        `paired_items_t+hall_t` are the larger p-value of two.
    unit : {'item', 'cluster'}
        What counts as one observation.
    n_items, n_units, n_again : int
        Number of items, of such units, and of answers or trainings.
    wins, ties, losses : int
        Items on which `a` scores higher, both the same, and `b` higher.
    agreement : float
        How probably another sample of as many items decides the same, if this difference is the true one up to its
        error; NaN where that is not known.
    spread : Spread
        Where the uncertainty comes from.

    Examples
    --------
    >>> import foldwise as fw
    >>> import pandas as pd
    >>> rows = [(name, item, (item * k) % 7 > k) for name, k in (("old", 3), ("new", 2)) for item in range(60)]
    >>> verdict = fw.judge(pd.DataFrame(rows, columns=["learner", "item", "score"]))
    >>> pair = verdict.pairs[0]
    >>> pair.test, pair.n_items, pair.wins, pair.ties, pair.losses
    ('binomial', 60, 8, 35, 17)
    """

    test: str
    unit: str
    n_items: int
    n_units: int
    n_again: int
    wins: int
    ties: int
    losses: int
    agreement: float
    spread: Spread


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ItemVerdict:
    """Which learner is better, from the scores of single items. Made by `judge`.

    ``str(verdict)`` is the answer at a glance, ``verdict.details()`` all of it in words.

    Parameters
    ----------
    comparisons : tuple of Comparison
        One row per dataset and pair of learners.
    pairs : tuple of ItemPair
        What stands behind each of them, in the same order.
    learners : tuple of ItemLearner
        The score of every learner on every dataset.
    metric : Metric
        What was scored.
    alpha, rope, alternative, adjust, against
        On what terms, as in `judge`.
    family : int
        For how many comparisons p-values were adjusted.
    overall : Overall or None
        The answer over datasets, if there are several.
    sources : tuple of VariationSource
        The four sources of variation, and which of them the scores let vary.
    caveats : tuple of Caveat
        What to beware of whichever pair one looks at.
    scores : tuple of ItemScores
        The scores behind it, one for each dataset.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.results import ItemScores
    >>> from foldwise.runs import as_metric
    >>> scores = ItemScores(dataset="quiz", learners=("a", "b"), items=range(40), metric=as_metric("accuracy", None),
    ...                     scores=[[[1]] * 36 + [[0]] * 4, [[1]] * 26 + [[0]] * 14])
    >>> verdict = fw.judge(scores)
    >>> verdict.comparisons[0].winner, round(verdict.comparisons[0].pvalue, 5), verdict.pairs[0].test
    ('a', 0.00195, 'binomial')
    """

    comparisons: tuple[Comparison, ...]
    pairs: tuple[ItemPair, ...]
    learners: tuple[ItemLearner, ...]
    metric: Metric
    alpha: float
    rope: float | None
    alternative: str
    adjust: str
    family: int
    overall: Overall | None
    sources: tuple[VariationSource, ...]
    caveats: tuple[Caveat, ...]
    scores: tuple[ItemScores, ...]
    against: str | None = None

    def frame(self) -> pd.DataFrame:
        """One row per dataset and pair of learners."""
        import pandas as pd

        rows = []
        for row, pair in zip(self.comparisons, self.pairs, strict=True):
            names = ("dataset", "a", "b", "score_a", "score_b", "estimate", "low", "high", "standard_error")
            more = ("statistic", "df", "pvalue", "adjusted_pvalue", "decision", "winner")
            behind = {name: value for name, value in asdict(pair).items() if name != "spread"}
            parts = {"variance_items": pair.spread.items, "variance_again": pair.spread.again}
            trained = {"p_better": pair.spread.p_better, "p_low": pair.spread.p_low, "p_high": pair.spread.p_high}
            rows.append({name: getattr(row, name) for name in (*names, *more)} | behind | parts | trained)
        return pd.DataFrame(rows).astype({"winner": object}) if rows else pd.DataFrame()

    def methods(self) -> str:
        """Return the paragraph for the methods section of a paper: how this was reached, with citations."""
        return methods(self)

    def bibtex(self) -> str:
        """Return BibTeX entries of the papers that `methods` cites, and of the software."""
        return bibtex(self)

    def __repr__(self) -> str:
        return one_line(f"<ItemVerdict: {self.glance().headline}>")

    def __str__(self) -> str:
        return str(self.glance())

    def glance(self) -> Glance:
        """Return what a reader sees first: who is better, by how much, whether other items would say so."""
        return glance(self)

    def details(self) -> str:
        """Return all of it in words: a line for every pair, then how it was tested, and every caveat."""
        return details(self)

    def _repr_html_(self) -> str:
        return notebook_html(self)
