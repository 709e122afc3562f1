"""One row of a verdict: a pair of learners on one dataset, in numbers and words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from foldwise._core import Caveat, Outcome, compact, one_line, percent
from foldwise.verdicts.judging._numbers import Judged, limits_words, p_words, places

if TYPE_CHECKING:
    from foldwise.verdicts.evidence._answer_counts import AnswerCounts
    from foldwise.verdicts.judging._decide import Decision
    from foldwise.verdicts.judging._forecast import Forecast
    from foldwise.verdicts.judging._settlement import Settlement


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
        Whether another random split of the same data would decide the same; None over several datasets.
    settlement : Settlement or None
        How repeats were added until the verdict was settled; None where their number was fixed.
    answers : AnswerCounts or None
        How many examples both learners, one of them and neither gets right; None for tests that do not count answers.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> learners = {"bayes": NaiveBayes(), "tree": C45()}
    >>> verdict = fw.compare(learners, "wine", scheme="10x10", seed=1)
    >>> row = verdict.comparisons[0]
    >>> row.winner, round(row.estimate, 3), round(row.pvalue, 3)
    ('bayes', 0.05, 0.027)
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
    answers: AnswerCounts | None = None

    @property
    def is_unsettled(self) -> bool:
        """Whether repeats were to be added until the verdict was settled, and ended before it was."""
        return self.settlement is not None and not self.settlement.settled

    @property
    def leader(self) -> str | None:
        """Name of the learner that the test decides for on the repeats there are, or None."""
        return {"a": self.a, "b": self.b}.get(self.decision)

    @property
    def is_at_chance(self) -> bool:
        """Whether a learner is no better than chance: nobody is then called better, however small p is."""
        return self.decision == "none" and any(caveat.code == "at_chance" for caveat in self.caveats)

    @property
    def ahead(self) -> str | None:
        """Name of the learner with the better score, while this is open; None if it may be chance of the partitions.

        The noise of fewer than five repeats is not known: nobody is then ahead but by a significant difference.
        """
        is_known = self.forecast is not None and self.forecast.is_known
        if not self.is_unsettled or self.estimate == 0 or not (is_known or self.leader is not None):
            return None
        return self.a if self.estimate > 0 else self.b

    @property
    def outcome(self) -> Outcome:
        """What it came to: one learner better, open, none told apart, practically equivalent, or undetermined.

        Open is what was to be settled and is not, whatever the decision on the repeats so far.
        """
        if self.is_unsettled:
            return "open"
        return "better" if self.leader is not None else cast(Outcome, self.decision)

    @property
    def winner(self) -> str | None:
        """Name of the learner that is called better, or None; none is before the verdict is settled."""
        return None if self.is_unsettled else self.leader


_NOT_ABOVE_CHANCE = "for it is not clearly better than guessing"


def short_sentence(row: Comparison, verdict: Judged, *, over_datasets: bool) -> str:
    """Return who is better or ahead, by how much and how sure, of a row as words tell it.

    While it is open nobody is called better, and nothing is said that more repeats could turn round.
    """
    # Where the sentence does not begin with who is better, it says whose score is higher.
    who = "" if row.outcome == "better" or over_datasets else f"{row.a} "
    numbers = _numbers(row, verdict, over_datasets=over_datasets, mean="", who=who)
    pair, on = f"{row.a} and {row.b}", f"{'over' if over_datasets else 'on'} {row.dataset}"
    match row.outcome:
        case "better":
            better, worse = (row.a, row.b) if row.decision == "a" else (row.b, row.a)
            return f"{better} is better than {worse} {on}: {numbers}."
        case "open" if row.estimate == 0:
            return f"{pair} are level {on}, but this is open: {numbers}."
        case "open" if row.ahead is None:
            return f"Which of {pair} is better {on} is open: {numbers}."
        case "open":
            behind = row.b if row.ahead == row.a else row.a
            return f"{row.ahead} is ahead of {behind} {on}, but this is open: {numbers}."
        case "equivalent":
            return f"{pair} are practically equivalent {on}: {numbers}."
        case "undetermined":
            return f"The test cannot decide between {pair} {on}: {_undecided(row, verdict, mean='')}."
        case _ if row.is_at_chance and row.adjusted_pvalue <= verdict.alpha:
            return f"{row.a} is not called better than {row.b} {on}, {_NOT_ABOVE_CHANCE}: {numbers}."
        case _ if verdict.alternative != "two-sided":
            return f"That {row.a} is better than {row.b} is not shown {on}: {numbers}."
        case _:
            return f"{pair} cannot be told apart {on}: {numbers}."


def comparison_sentence(row: Comparison, verdict: Judged, *, over_datasets: bool) -> str:
    """Return decision, scores, difference, interval and p of one pair, on one dataset or over several."""
    row = oriented(row, verdict)
    numbers = _numbers(row, verdict, over_datasets=over_datasets)
    on = f"on {row.dataset}"
    unsettled = ", but that is not settled" if row.is_unsettled else ""
    match row.decision:
        case "a" | "b":
            better, worse = (row.a, row.b) if row.decision == "a" else (row.b, row.a)
            verb = "is ahead of" if row.is_unsettled else "is better than"
            sentence = f"{better} {verb} {worse} {on}{unsettled}: {numbers}."
        case "equivalent":
            sentence = (
                f"{row.a} and {row.b} {'look' if row.is_unsettled else 'are'} practically equivalent {on}{unsettled}: "
                f"{numbers}; the {_equivalence_level(verdict)} "
                f"interval lies within {verdict.rope:g} of zero."
            )
        case "undetermined":
            sentence = f"The test cannot decide between {row.a} and {row.b} {on}: {_undecided(row, verdict)}."
        case _ if any(caveat.code == "identical_scores" for caveat in row.caveats):
            scores = _scores(row, verdict)
            sentence = f"No difference between {row.a} and {row.b} was found {on}: {scores}, alike throughout."
        case _ if row.is_at_chance and row.adjusted_pvalue <= verdict.alpha:
            sentence = f"{row.a} is not called better than {row.b} {on}, {_NOT_ABOVE_CHANCE}{unsettled}: {numbers}."
        case _ if verdict.alternative != "two-sided":
            sentence = f"That {row.a} is better than {row.b} is not established {on}{unsettled}: {numbers}."
        case _ if row.estimate == 0:
            sentence = f"No difference between {row.a} and {row.b} was found {on}{unsettled}: {numbers}."
        case _:
            sentence = f"No difference between {row.a} and {row.b} is established {on}{unsettled}: {numbers}."
    return f"{sentence}{_answers_sentence(row)}{_rope_sentence(row, verdict)}"


def is_turned(row: Comparison, verdict: Judged) -> bool:
    """Whether words name `b` first: the learner that is ahead, or of a one-sided question the one asked about."""
    return row.estimate < 0 if verdict.alternative == "two-sided" else verdict.alternative == "less"


def oriented(row: Comparison, verdict: Judged) -> Comparison:
    """Return the row as words tell it: names on one line, the learner that is named first as `a`."""
    row = replace(row, a=one_line(row.a), b=one_line(row.b), dataset=one_line(row.dataset))
    return turned(row) if is_turned(row, verdict) else row


def turned(row: Comparison) -> Comparison:
    """Swap the two learners."""
    return replace(
        row,
        a=row.b,
        b=row.a,
        score_a=row.score_b,
        score_b=row.score_a,
        estimate=-row.estimate,
        low=-row.high,
        high=-row.low,
        p_left=row.p_right,
        p_right=row.p_left,
        decision=_SWAPPED.get(row.decision, row.decision),
        answers=None if row.answers is None else row.answers.turned(),
    )


_SWAPPED: dict[Decision, Decision] = {"a": "b", "b": "a"}


def _scores(row: Comparison, verdict: Judged, mean: str = "mean ") -> str:
    metric, n = verdict.metric, places(row)
    mean = "" if metric.label.startswith("mean ") else mean
    means = " against ".join(compact(metric.natural(score), n) for score in (row.score_a, row.score_b))
    return f"{mean}{metric.label} {means}"


def _numbers(row: Comparison, verdict: Judged, *, over_datasets: bool, mean: str = "mean ", who: str = "") -> str:
    """Scores, how far apart they are, interval and p; over datasets first the test's own estimate."""
    size = f"{who}{compact(abs(row.estimate), places(row))} {_way(row.estimate, verdict)}"
    sure = f"({_limits(row, verdict)}{p_words(row, verdict)})"
    scores = _scores(row, verdict, mean)
    if over_datasets:
        return f"typically {size} {sure}, {scores}"
    return f"{scores} {sure}" if row.estimate == 0 else f"{scores}, {size} {sure}"


def _way(value: float, verdict: Judged) -> str:
    return "higher" if (value >= 0) != verdict.metric.lower_is_better else "lower"


def _limits(row: Comparison, verdict: Judged) -> str:
    """Return the interval; of an error, whose difference runs against the scores, each limit with its direction."""
    n = places(row)
    limits = limits_words(row, n)
    if not limits:
        return ""
    if verdict.metric.lower_is_better and limits != "unbounded":
        limits = " to ".join(f"{compact(abs(end), n)} {_way(end, verdict)}" for end in (row.high, row.low))
    return f"{percent(1 - verdict.alpha)} interval {limits}, "


def _undecided(row: Comparison, verdict: Judged, mean: str = "mean ") -> str:
    size = compact(abs(row.estimate), places(row))
    if any(caveat.code == "opposite_signs" for caveat in row.caveats):
        reason = f"a mean difference of {size} one way and a statistic that points the other"
    else:
        reason = f"a mean difference of {size} that does not vary as the test needs, so p is undefined"
    return f"{_scores(row, verdict, mean)}, {reason}"


def _answers_sentence(row: Comparison) -> str:
    return "" if row.answers is None else f" Answers: {row.answers.words(row.a, row.b)}."


def _rope_sentence(row: Comparison, verdict: Judged) -> str:
    """Return what the Bayesian correlated t test says about the rope, if one was given and the design can tell."""
    if verdict.rope is None or row.p_rope != row.p_rope:
        return ""
    return (
        f" Bayesian correlated t test: {row.a} better by more than {verdict.rope:g} with probability "
        f"{row.p_right:.3f}, within it with {row.p_rope:.3f}, {row.b} better by more with {row.p_left:.3f}."
    )


def _equivalence_level(verdict: Judged) -> str:
    family = 1 if verdict.adjust == "none" else verdict.family
    return f"{100 * (1 - 2 * verdict.alpha / family):.6g}%"
