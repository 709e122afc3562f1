"""Estimates in words: a spread is called a spread."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from foldwise._core import counted, one_line
from foldwise.verdicts._numbers import fixed
from foldwise.verdicts._sources import sources_sentence
from foldwise.verdicts._words import design_sentence

if TYPE_CHECKING:
    from foldwise.runs import Run
    from foldwise.verdicts._estimates import Estimate, Estimates

ABOUT_ONE_FIT = (
    "This is about the {one} that was trained on that training set. For the learner rather than this {one}, "
    "cross-validate (scheme='10x10')."
)
ABOUT_THE_LEARNER = (
    "Training sets and test examples both count as random samples, so this is about the learner; the coverage of the "
    "interval is approximate."
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
}


def paragraph(estimates: Estimates) -> str:
    """One sentence per dataset, then what they share: meaning, design, sources of variation, caveats."""
    pairs = list(zip(estimates.rows, estimates.runs, strict=True))
    answers = [estimate_sentence(row, run, estimates) for row, run in pairs]
    shared = list(dict.fromkeys(meaning_sentence(row, run) for row, run in pairs))
    shared += [design_sentence(run, many=len(estimates.runs) > 1) for run in estimates.runs]
    if estimates.sources:
        shared.append(sources_sentence(estimates.sources))
    caveats = [caveat for row in estimates.rows for caveat in row.caveats]
    messages = list(dict.fromkeys(caveat.message for caveat in (*caveats, *estimates.caveats)))
    if messages:
        shared.append(f"Beware: {' '.join(messages)}")
    return " ".join([*answers, *shared]) if len(answers) == 1 else "\n".join([*answers, " ".join(shared)])


def estimate_sentence(row: Estimate, run: Run, estimates: Estimates) -> str:
    """Say score and interval, or score and spread, on the metric's natural scale."""
    metric, places = estimates.metric, _places(row)

    def shown(score: float) -> str:
        return fixed(metric.natural(score), places)

    def between(low: float, high: float) -> str:
        return " to ".join(shown(end) for end in sorted((low, high), key=metric.natural))

    who = f"{one_line(row.learner)} on {one_line(row.dataset)}"
    level = f"{100 * (1 - estimates.alpha):g}%"
    if row.question == 1:
        right = "" if row.n_right is None else f" ({row.n_right} of {row.n_examples} right)"
        said = f"{who}: {metric.label} {shown(row.score)} on one test set{right}"
        if row.interval_name:
            said += (
                f"; {level} confidence interval {between(row.low, row.high)} ({row.interval_name}; "
                f"Wilson {between(row.wilson_low, row.wilson_high)})"
            )
        return f"{said}."
    unit = _unit(row, run)
    said = f"{who}: mean {metric.label} {shown(row.score)} over {counted(row.n_scores, unit)}"
    if row.interval_name:
        said += f"; {level} confidence interval {between(row.low, row.high)} ({row.interval_name})"
    if math.isfinite(row.sd_over_folds):
        said += (
            f"; spread over {unit}s: standard deviation {fixed(row.sd_over_folds, places)}, from "
            f"{between(row.lowest, row.highest)}"
        )
    if math.isfinite(row.sd_over_repeats):
        said += f"; over repeats, standard deviation of the mean {fixed(row.sd_over_repeats, places)}"
    return f"{said}."


def meaning_sentence(row: Estimate, run: Run) -> str:
    """Say what the numbers are about, and why there is no interval where there is none."""
    if row.question == 1:
        return ABOUT_ONE_FIT.format(one="classifier" if run.target.task == "classification" else "model")
    return ABOUT_THE_LEARNER if row.interval_name else WHY_NO_INTERVAL[_unit(row, run)]


def _unit(row: Estimate, run: Run) -> str:
    """Name what one score belongs to."""
    if row.question == 5:
        return "training set"
    if not run.assignment.has_folds:
        return "repeat"
    return "fold" if run.assignment.n_folds > 1 else "split"


def _places(row: Estimate) -> int:
    """Decimals that show two significant digits of the uncertainty or the spread."""
    scales = (row.high - row.low) / 2, row.sd_over_folds, abs(row.score)
    scale = next((size for size in scales if math.isfinite(size) and size > 0), 1.0)
    places = max(0, min(12, 1 - math.floor(math.log10(scale))))
    # Shares such as accuracies are read to the tenth of a percent.
    return max(places, 3) if abs(row.score) <= 1 else places
