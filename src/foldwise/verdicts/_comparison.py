"""One row of a verdict: a pair of learners on one dataset."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from foldwise._core import Caveat

if TYPE_CHECKING:
    from foldwise.verdicts._forecast import Forecast
    from foldwise.verdicts._settlement import Settlement

Alternative = Literal["two-sided", "greater", "less"]
Decision = Literal["a", "b", "none", "equivalent", "undetermined"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What one test says about learners `a` and `b` on one dataset.

    Scores are on a scale where greater is better (errors are negated), and every difference is
    ``score(a) - score(b)``: positive means that `a` is ahead.

    Parameters
    ----------
    dataset : str
        Name of the dataset.
    a, b : str
        Names of the learners.
    score_a, score_b : float
        Mean scores over all folds, each fold counting the same.
    estimate : float
        Mean difference in the metric's units, or over datasets the test's own estimate of the typical one.
    pooled_estimate : float
        The same with each fold weighted by its number of test examples; NaN where sizes are not known.
    low, high : float
        Two-sided interval for the difference at level ``1 - alpha`` of the verdict; NaN for tests without one.
    standard_error : float
        Standard error of the difference under the test's own model of the variance; NaN for tests without one.
    statistic : float
        The test statistic.
    df : float, pair of float, or None
        Its degrees of freedom, if it has any.
    pvalue : float
        For the alternative asked; NaN when undefined, and then `decision` is ``'undetermined'``.
    adjusted_pvalue : float
        After the adjustment for the family of the verdict; the decision is taken from it.
    decision : {'a', 'b', 'none', 'equivalent', 'undetermined'}
        Which learner is better, or why neither is called so; of an unsettled verdict, what the repeats so far say.
    effect_size : float
        A number without units; NaN when undefined. `effect_size_name` says which.
    effect_size_name : str
        ``'d'``: mean difference over the standard deviation of the fold differences (``'d over examples'``: of the
        examples' losses). ``'g'``: share of the disagreements won by `a`, minus one half (Cohen's g; ``'g over
        datasets'``: of the datasets). Empty for none.
    p_left, p_rope, p_right : float
        Probabilities, by the Bayesian correlated t test, that `b` is better by more than the rope, that the difference
        lies within it, and that `a` is better by more than it. NaN where the design cannot tell.
    n_train, n_test : tuple of int, or None
        Smallest and largest number of training and of test examples of a fold, if known.
    n_scores : int
        Number of differences, disagreements, examples, repeats or datasets that entered the test.
    caveats : tuple of Caveat
        What to beware of for this pair on this dataset.
    forecast : Forecast or None
        Whether another execution on the same data would decide the same; None over several datasets.
    settlement : Settlement or None
        How repeats were added until the verdict was settled; None where their number was fixed.
    """

    dataset: str
    a: str
    b: str
    score_a: float
    score_b: float
    estimate: float
    pooled_estimate: float
    low: float
    high: float
    standard_error: float
    statistic: float
    df: float | tuple[float, float] | None
    pvalue: float
    adjusted_pvalue: float
    decision: Decision
    effect_size: float
    effect_size_name: str
    p_left: float
    p_rope: float
    p_right: float
    n_train: tuple[int, int] | None
    n_test: tuple[int, int] | None
    n_scores: int
    caveats: tuple[Caveat, ...]
    forecast: Forecast | None
    settlement: Settlement | None

    @property
    def is_unsettled(self) -> bool:
        """Whether repeats were to be added until the verdict was settled, and ended before it was."""
        return self.settlement is not None and not self.settlement.settled

    @property
    def leader(self) -> str | None:
        """Name of the learner that the test decides for on the repeats there are, or None."""
        return {"a": self.a, "b": self.b}.get(self.decision)

    @property
    def winner(self) -> str | None:
        """Name of the learner that is called better, or None; none is before the verdict is settled."""
        return None if self.is_unsettled else self.leader
