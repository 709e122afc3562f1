"""How well one learner does: an estimate per run, with an interval only where it is one."""

import math
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from foldwise._core import Caveat, Glance, compact, counted, notebook_html, one_line, percent
from foldwise.runs import Metric, Run
from foldwise.verdicts.estimates._glance import between, estimates_glance, score_places, score_unit
from foldwise.verdicts.estimates._intervals import ABOUT
from foldwise.verdicts.evidence._designs import design_sentence, sources_sentence

if TYPE_CHECKING:
    import pandas as pd

ABOUT_ONE_FIT = (
    "This is about the {one} that was trained on that training set. For the learner rather than this {one}, "
    "cross-validate (scheme='10x10')."
)
ABOUT_THE_LEARNER = (
    "Training sets and test examples both count as random samples, so this is about the learner; the coverage of the "
    "interval is approximate."
)
ABOUT_SAMPLES = (
    "Samples share no example, so their scores are independent, and this is about the learner, trained on that many "
    "examples; the interval is exact for normal scores."
)
WHY_NO_INTERVAL = {
    "fold": "The spread is no interval for the expected score: folds share training examples, and no unbiased "
    "estimator of the variance of k-fold cross-validation exists (Bengio & Grandvalet 2004).",
    "split": "The spread is no interval for the expected score: the training sets overlap, so the scores are not "
    "independent and their mean varies more than they let one think.",
    "repeat": "There is no interval: which examples were tested together is not known. If all were answered by one "
    "classifier that was trained on others, say so (scheme='holdout').",
    "training set": "There is no interval: that takes five training sets, a metric that is a mean over examples, and "
    "answers that vary.",
    "sample": "There is no interval: none was asked for, or the scores do not vary.",
}


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
        how accurate is the *learner*, from several training sets without a common example, or samples without one? 6:
        the same from little data, by cross-validation or random splits. (Question 2, a classifier and too little data
        to spare a test set, is answered as question 6.)
    score : float
        Mean over all folds, each counting the same; of nested cross-validation, carried on to training on all examples.
    pooled_score : float
        The same with each fold weighted by its number of test examples.
    interval_name : str
        Whose interval `low` and `high` are; empty if there is none.
    low, high : float
        Interval for the expected score at level ``1 - alpha``: of this classifier (question 1) or of the learner
        (questions 5 and 6; of the fitted models, if it is that of `foldwise.stats.cross_validation_z`).
    wilson_low, wilson_high : float
        Wilson's interval beside Clopper and Pearson's (question 1, by accuracy).
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

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import NaiveBayes
    >>> run = fw.evaluate({"bayes": NaiveBayes()}, "wine", scheme="10", seed=1)
    >>> estimate = fw.judge(run).rows[0]
    >>> estimate.learner, round(estimate.score, 3)
    ('bayes', 0.983)
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
    """How well one learner does on each of some datasets.

    ``str(estimates)`` is the answer at a glance, ``estimates.details()`` all of it in words.

    Parameters
    ----------
    rows : tuple of Estimate
        One per run.
    metric : Metric
        What was scored.
    alpha : float
        Intervals have level ``1 - alpha``.
    interval : str or None
        Which interval was asked for; None for that of the design.
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
    interval: str | None = None
    caveats: tuple[Caveat, ...]
    sources: tuple[Any, ...]
    runs: tuple[Run, ...]

    def frame(self) -> "pd.DataFrame":
        """One row per dataset, caveats as their codes, sizes as smallest and largest."""
        import pandas as pd

        return pd.DataFrame([_cells(row, self.caveats) for row in self.rows])

    def __repr__(self) -> str:
        scores = ", ".join(
            f"{row.learner} on {row.dataset}: {self.metric.natural(row.score):.4g}" for row in self.rows[:3]
        )
        more = f" and {len(self.rows) - 3} more" if len(self.rows) > 3 else ""
        return one_line(f"<Estimates of {self.metric.label}: {scores}{more}>")

    def __str__(self) -> str:
        return str(self.glance())

    def glance(self) -> Glance:
        """Return what a reader sees first: the score, its interval or why it has none, what to beware of."""
        return estimates_glance(self)

    def details(self) -> str:
        """Return all of it in words."""
        return _paragraph(self)

    def _repr_html_(self) -> str:
        return notebook_html(self)


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


def _paragraph(estimates: Estimates) -> str:
    """One sentence per dataset, then what they share: meaning, design, sources of variation, caveats."""
    pairs = list(zip(estimates.rows, estimates.runs, strict=True))
    answers = [_estimate_sentence(row, run, estimates) for row, run in pairs]
    shared = list(dict.fromkeys(_meaning_sentence(row, run) for row, run in pairs))
    shared += [design_sentence(run, many=len(estimates.runs) > 1) for run in estimates.runs]
    if estimates.sources:
        shared.append(sources_sentence(estimates.sources))
    caveats = [caveat for row in estimates.rows for caveat in row.caveats]
    messages = list(dict.fromkeys(caveat.message for caveat in (*caveats, *estimates.caveats)))
    if messages:
        shared.append(f"Beware: {' '.join(messages)}")
    return " ".join([*answers, *shared]) if len(answers) == 1 else "\n".join([*answers, " ".join(shared)])


def _estimate_sentence(row: Estimate, run: Run, estimates: Estimates) -> str:
    """Return score and interval, or score and spread, on the metric's natural scale."""
    metric, places = estimates.metric, score_places(row)

    def number(score: float) -> str:
        return compact(metric.natural(score), places)

    def limits(low: float, high: float) -> str:
        return between(low, high, metric, places)

    who = f"{one_line(row.learner)} on {one_line(row.dataset)}"
    level = percent(1 - estimates.alpha)
    if row.question == 1:
        right = "" if row.n_right is None else f" ({row.n_right} of {row.n_examples} right)"
        sentence = f"{who}: {metric.label} {number(row.score)} on one test set{right}"
        if row.interval_name:
            wilson = f"; Wilson {limits(row.wilson_low, row.wilson_high)}" if math.isfinite(row.wilson_low) else ""
            sentence += f"; {level} confidence interval {limits(row.low, row.high)} ({row.interval_name}{wilson})"
        return f"{sentence}."
    unit = score_unit(row, run)
    sentence = f"{who}: mean {metric.label} {number(row.score)} over {counted(row.n_scores, unit)}"
    if row.interval_name:
        sentence += f"; {level} confidence interval {limits(row.low, row.high)} ({row.interval_name})"
    if math.isfinite(row.sd_over_folds):
        sentence += (
            f"; spread over {unit}s: standard deviation {compact(row.sd_over_folds, places)}, from "
            f"{limits(row.lowest, row.highest)}"
        )
    if math.isfinite(row.sd_over_repeats):
        sentence += f"; over repeats, standard deviation of the mean {compact(row.sd_over_repeats, places)}"
    return f"{sentence}."


def _meaning_sentence(row: Estimate, run: Run) -> str:
    """Return what the numbers are about, and why there is no interval where there is none."""
    if row.question == 1:
        return ABOUT_ONE_FIT.format(one="classifier" if run.target.task == "classification" else "model")
    if row.interval_name in ABOUT:
        return f"The interval is about {ABOUT[row.interval_name]}. Its coverage is approximate."
    unit = score_unit(row, run)
    if not row.interval_name:
        return WHY_NO_INTERVAL[unit]
    return ABOUT_SAMPLES if unit == "sample" else ABOUT_THE_LEARNER
