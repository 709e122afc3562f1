"""How well one learner does: an estimate per run, with an interval only where it is one."""

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from foldwise._core import Caveat, html_table, one_line
from foldwise.runs import Metric, Run
from foldwise.verdicts._estimate_words import paragraph

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """The score of one learner on one dataset.

    Scores are on a scale where greater is better (errors are negated). A number that the design does not give is NaN.

    Parameters
    ----------
    dataset, learner : str
        Their names.
    question : {1, 5, 6}
        Which of Dietterich's questions the design answers. 1: how accurate is this *classifier*, from one test set? 5:
        how accurate is the *learner*, from several disjoint training sets? 6: the same from little data, by
        cross-validation or random splits. (Question 2, a classifier and too little data to spare a test set, is
        answered as question 6.)
    score : float
        Mean over all folds, each counting the same.
    pooled_score : float
        The same with each fold weighted by its number of test examples.
    interval_name : str
        Whose interval `low` and `high` are; empty if there is none.
    low, high : float
        Interval for the expected score at level ``1 - alpha``: of this classifier (question 1) or of the learner
        (question 5).
    wilson_low, wilson_high : float
        Wilson's interval beside Clopper and Pearson's (question 1).
    sd_over_folds : float
        Standard deviation of the scores of single folds, splits or training sets.
    sd_over_repeats : float
        Standard deviation of the mean scores of repeated cross-validations: what the partition does.
    lowest, highest : float
        Scores of the worst and the best fold.
    n_scores : int
        Number of folds that count.
    n_train, n_test : tuple of int, or None
        Smallest and largest number of training and of test examples of a fold; None if not known.
    n_right, n_examples : int or None
        Right answers and all, where each example was tested once and the metric is accuracy.
    caveats : tuple of Caveat
        What to beware of.
    """

    dataset: str
    learner: str
    question: int
    score: float
    pooled_score: float
    interval_name: str
    low: float
    high: float
    wilson_low: float
    wilson_high: float
    sd_over_folds: float
    sd_over_repeats: float
    lowest: float
    highest: float
    n_scores: int
    n_train: tuple[int, int] | None
    n_test: tuple[int, int] | None
    n_right: int | None
    n_examples: int | None
    caveats: tuple[Caveat, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Estimates:
    """How well one learner does on each of some datasets. ``str(estimates)`` says it in words.

    Parameters
    ----------
    rows : tuple of Estimate
        One per run.
    metric : Metric
        What was scored.
    alpha : float
        Intervals have level ``1 - alpha``.
    caveats : tuple of Caveat
        What to beware of on every dataset.
    sources : tuple
        The four sources of variation, and which of them the design covers.
    runs : tuple of Run
        The runs behind the estimates.

    Examples
    --------
    >>> from foldwise import data
    >>> from foldwise.evaluation import evaluate
    >>> from foldwise.verdicts import judge
    >>> from sklearn.naive_bayes import GaussianNB
    >>> estimates = judge(evaluate({"nb": GaussianNB()}, data.load("iris"), scheme="holdout:0.33", seed=1))
    >>> row = estimates.rows[0]
    >>> row.n_right, row.n_examples, round(row.low, 3), round(row.high, 3), row.interval_name
    (47, 50, 0.835, 0.987, 'Clopper-Pearson')
    """

    rows: tuple[Estimate, ...]
    metric: Metric
    alpha: float
    caveats: tuple[Caveat, ...]
    sources: tuple[Any, ...]
    runs: tuple[Run, ...]

    def frame(self) -> "pd.DataFrame":
        """One row per dataset, caveats as their codes, sizes as smallest and largest."""
        import pandas as pd

        return pd.DataFrame([_cells(row, self.caveats) for row in self.rows])

    def __repr__(self) -> str:
        shown = ", ".join(
            f"{row.learner} on {row.dataset}: {self.metric.natural(row.score):.4g}" for row in self.rows[:3]
        )
        more = f" and {len(self.rows) - 3} more" if len(self.rows) > 3 else ""
        return one_line(f"<Estimates of {self.metric.label}: {shown}{more}>")

    def __str__(self) -> str:
        return paragraph(self)

    def _repr_html_(self) -> str:
        return html_table(self.frame())


def _cells(row: Estimate, shared: tuple[Caveat, ...]) -> dict[str, Any]:
    cells: dict[str, Any] = {}
    for field in fields(row):
        value = getattr(row, field.name)
        if field.name in ("n_train", "n_test"):
            low, high = (None, None) if value is None else value
            cells |= {f"{field.name}_min": low, f"{field.name}_max": high}
        else:
            cells[field.name] = value
    return cells | {"caveats": " ".join(caveat.code for caveat in (*row.caveats, *shared))}
