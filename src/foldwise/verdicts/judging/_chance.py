"""Whether two learners are clearly better than a rule that looks at no attribute, by the metric that judges them."""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from sklearn import metrics

from foldwise._core import Caveat
from foldwise.runs import Metric, Run
from foldwise.runs._door import choose_learners
from foldwise.splits import Assignment
from foldwise.verdicts.evidence._pair import Pair
from foldwise.verdicts.evidence._setting import loss_of
from foldwise.verdicts.judging._decide import Decision

Floats = npt.NDArray[np.float64]

# Better than a constant by less than this many standard errors is not clearly better.
_CLEARLY: Final = 2

# These order as the mean squared error does, on the same examples.
_AS_SQUARED: Final = (metrics.root_mean_squared_error, metrics.r2_score)

# What a constant scores by these means no skill. A constant has full recall of one class, so that is not among them.
_SCORED_CONSTANTS: Final = (
    metrics.average_precision_score,
    metrics.balanced_accuracy_score,
    metrics.cohen_kappa_score,
    metrics.f1_score,
    metrics.fbeta_score,
    metrics.jaccard_score,
    metrics.matthews_corrcoef,
    metrics.precision_score,
    metrics.roc_auc_score,
)

# Folds of which the constants' scores are averaged: all partitions have nearly the same.
_ENOUGH_FOLDS: Final = 50


def chance_caveats(pair: Pair) -> Iterator[Caveat]:
    """Return a caveat if both learners are at chance; silent where the metric's own chance is not known."""
    if all(pair.once(is_at_chance)):
        yield Caveat(
            code="at_chance",
            message=f"By {pair.setting.metric.label}, neither learner is clearly better than a rule that looks at no "
            "attribute, and tests over folds reject true null hypotheses too often there: do not conclude anything "
            "from a small p; look for better learners or attributes.",
        )


def not_above_chance(decision: Decision, pair: Pair) -> tuple[Decision, list[Caveat]]:
    """Return the decision, and why it is another one where the learner that p is for is no better than chance."""
    if decision not in ("a", "b") or not pair.once(is_at_chance)[decision == "b"]:
        return decision, []
    name = pair.names[decision == "b"]
    return "none", [
        Caveat(
            code="at_chance",
            message=f"By {pair.setting.metric.label}, {name} is not clearly better than a rule that looks at no "
            "attribute, and tests over folds reject true null hypotheses too often there: nobody is called better, in "
            "spite of a small p; look for better learners or attributes.",
        )
    ]


def is_at_chance(pair: Pair) -> tuple[bool, bool]:
    """Whether each learner is not clearly better than a rule that looks at no attribute, by the metric's own terms.

    False where the metric's own chance is not known.
    """
    # Squares of very large numbers are none; then nothing is said about chance.
    with np.errstate(over="ignore", invalid="ignore"):
        gains = [_over_examples(pair), _over_folds(pair)]
    known = [gain for gain in gains if gain is not None and np.isfinite(gain).all()]
    a, b = (any(gain[which] <= _CLEARLY for gain in known) for which in (0, 1))
    return a, b


def _over_examples(pair: Pair) -> Floats | None:
    """By how many standard errors each learner is better than the best constant, if the metric is a mean of losses."""
    loss = _loss_name(pair.setting.metric)
    if loss is None or not pair.run.has_predictions:
        return None
    run = choose_learners(pair.run, pair.names)
    losses, base = run.losses(loss), constant_losses(run, loss)
    tested = ~np.isnan(losses).all(axis=(0, 1))
    if tested.sum() < 2:
        return None
    n_times = (~np.isnan(losses)).sum(axis=1)
    by_example = np.nansum(losses, axis=1) / np.maximum(n_times, 1)
    gains = []
    for mine, times in zip(by_example, n_times, strict=True):
        gain = (base - mine)[times > 0]
        gains.append(_in_errors(gain, 1 / np.sqrt(gain.size)) if gain.size > 1 else np.nan)
    return np.array(gains)


def _over_folds(pair: Pair) -> Floats | None:
    """By how many corrected standard errors each learner is better than constants scored by the metric itself."""
    metric, run = pair.setting.metric, pair.run
    sizes = run.sizes()
    if not _scores_constants(metric) or not run.has_predictions or sizes is None or pair.valid.sum() < 2:
        return None
    chance = constant_score(run, metric)
    n_train, n_test = (size[pair.valid].sum() for size in sizes)
    error = np.sqrt(1 / pair.valid.sum() + n_test / n_train)
    return np.array([_in_errors(pair.scores[which][pair.valid] - chance, error) for which in (pair.a, pair.b)])


def _in_errors(gain: Floats, error: float) -> float:
    """Mean of gains in standard errors, these being `error` standard deviations."""
    size = float(np.abs(gain).max())
    if not np.isfinite(size):
        return np.nan
    scaled = gain / (size or 1.0)
    spread = float(scaled.std(ddof=1))
    mean = float(scaled.mean())
    return mean / (spread * error) if spread > 0 else (np.copysign(np.finfo(float).max, mean) if mean else 0.0)


def _loss_name(metric: Metric) -> str | None:
    """Return the name of the loss whose mean orders learners as the metric does."""
    as_squared = metric.response and not metric.options and metric.function in _AS_SQUARED
    return "squared" if as_squared else loss_of(metric)


def constant_losses(run: Run, loss: str) -> Floats:
    """Loss of every example if the same answer is always given: the most frequent class, the mean, the shares."""
    y = run.target.values
    if loss == "absolute":
        return np.asarray(np.abs(y - np.median(y)))
    if loss == "squared":
        return np.asarray((y - y.mean()) ** 2)
    shares = np.bincount(y, minlength=len(run.target.classes)) / len(y)
    if loss == "zero_one":
        return np.asarray(y != shares.argmax(), dtype=np.float64)
    if loss == "log":
        return np.asarray(-np.log(shares[y]))
    return np.asarray(((shares - np.eye(len(shares))[y]) ** 2).sum(axis=1))


def _scores_constants(metric: Metric) -> bool:
    return bool(metric.response) and metric.function in _SCORED_CONSTANTS


def constant_score(run: Run, metric: Metric) -> float:
    """Mean score over folds of the constant that scores best, or of random ranks; NaN where some fold has none."""
    assignment, target = run.assignment, run.target
    if not isinstance(assignment, Assignment):
        return np.nan
    places = list(np.ndindex(assignment.n_repeats, assignment.n_folds))[:_ENOUGH_FOLDS]
    tests = [np.flatnonzero(assignment.folds[repeat] == fold) for repeat, fold in places]
    shares = np.bincount(target.values, minlength=len(target.classes)) / target.values.size
    if metric.function is metrics.average_precision_score and len(shares) == 2 and not metric.options:
        return float(np.mean([_random_average_precision(int(target.values[t].sum()), len(t)) for t in tests]))
    answers: list[tuple[Any, str]]
    if metric.response == ("predict",):
        # Of several classes the most frequent is the best to name; of two, one may be the positive one.
        codes = range(2) if len(shares) == 2 else [int(shares.argmax())]
        answers = [(target.classes[code], "predict") for code in codes]
    else:
        answers = [(shares[1] if len(shares) == 2 else shares, "predict_proba")]
    try:
        means = [
            np.mean(
                [metric.score(target.labels[t], np.repeat([answer], len(t), 0), target.classes, how) for t in tests]
            )
            for answer, how in answers
        ]
    except ValueError:
        return np.nan
    return float(np.max(means))


def _random_average_precision(n_positive: int, n: int) -> float:
    """Return mean average precision of random ranks; well above the share of positive examples where these are few.

    The precision at a positive example of rank i is 1/i for itself, and for the i - 1 before it the share of positive
    examples among all others.

    >>> round(_random_average_precision(1, 2), 3), round(_random_average_precision(6, 60), 3)
    (0.75, 0.156)
    """
    if n_positive == 0:
        return np.nan
    first = float(np.mean(1 / np.arange(1, n + 1)))
    return first + (1 - first) * (n_positive - 1) / max(n - 1, 1)
