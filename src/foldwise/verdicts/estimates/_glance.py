"""Estimates at a glance: the score with its interval, or with its spread, which is no interval."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from foldwise._core import (
    Glance,
    GlanceTable,
    beware_words,
    compact,
    count_range,
    counted,
    decimals,
    first_and_last,
    one_line,
    percent,
)
from foldwise.splits._door import has_distinct_samples, nested_folds
from foldwise.verdicts.estimates._intervals import ABOUT
from foldwise.verdicts.evidence._designs import short_design_words

if TYPE_CHECKING:
    from foldwise.runs import Metric, Run
    from foldwise.verdicts.estimates._estimates import Estimate, Estimates


def estimates_glance(estimates: Estimates) -> Glance:
    """Return what a reader sees first of estimates."""
    rows, runs = estimates.rows, estimates.runs
    beware, others = beware_words(estimates.caveats, [row.caveats for row in rows], some="some datasets")
    is_one = len(rows) == 1
    table, is_cut = (None, False) if is_one else _table(estimates)
    lines = []
    if is_one:
        lines.append(("tested on", _tested_words(rows[0], runs[0])))
    about = list(dict.fromkeys(_about_words(row, run) for row, run in zip(rows, runs, strict=True)))
    return Glance(
        headline=_headline(rows[0], runs[0], estimates) if is_one else _summary(estimates),
        table=table,
        lines=(*lines, ("about", "; ".join(about)), *beware),
        more=others,
        all_rows="estimates.frame()" if is_cut else "",
        call="estimates.details()",
    )


def _headline(row: Estimate, run: Run, estimates: Estimates) -> str:
    """Return score and interval, or score and spread, of one learner on one dataset."""
    metric, digits = estimates.metric, score_places(row)
    score = compact(metric.natural(row.score), digits)
    who = f"{one_line(row.learner)} on {one_line(row.dataset)}: {metric.label} {score}"
    if row.interval_name:
        return f"{who}, {percent(1 - estimates.alpha)} interval {between(row.low, row.high, metric, digits)}."
    if not math.isfinite(row.sd_over_folds):
        return f"{who}; one score, without an interval."
    unit = score_unit(row, run)
    worst, best = (compact(metric.natural(end), digits) for end in (row.lowest, row.highest))
    return f"{who}, the mean of {counted(row.n_scores, unit)}; the worst has {worst}, the best {best}."


def _summary(estimates: Estimates) -> str:
    """Return the lowest and the highest score over several datasets."""
    natural, rows = estimates.metric.natural, estimates.rows
    ordered = sorted(rows, key=lambda row: natural(row.score))
    least, most = (
        f"{compact(natural(row.score), score_places(row))} ({one_line(row.dataset)})"
        for row in (ordered[0], ordered[-1])
    )
    learners = list(dict.fromkeys(row.learner for row in rows))
    who = one_line(learners[0]) if len(learners) == 1 else counted(len(learners), "learner")
    return f"{who} on {counted(len(rows), 'dataset')}: {estimates.metric.label} from {least} to {most}."


def _table(estimates: Estimates) -> tuple[GlanceTable, bool]:
    """Return a row for each dataset, the best score first, and whether some are left out."""
    metric = estimates.metric
    shown, n_left_out = first_and_last(sorted(estimates.rows, key=lambda row: -row.score))
    several = len({row.learner for row in estimates.rows}) > 1
    digits = max(min(score_places(row), 6) for row in shown)
    cells = [
        (
            one_line(row.dataset),
            *([one_line(row.learner)] if several else []),
            compact(metric.natural(row.score), digits),
            between(row.lowest, row.highest, metric, digits) if row.n_scores > 1 else "",
            between(row.low, row.high, metric, digits) if row.interval_name else "none",
        )
        for row in shown
    ]
    interval = f"{percent(1 - estimates.alpha)} interval"
    headings = ("dataset", *(["learner"] if several else []), metric.label, "lowest to highest", interval)
    table = GlanceTable(headings=headings, rows=tuple(cells), outcomes=("",) * len(cells), n_names=2 if several else 1)
    return table.with_gap(n_left_out), bool(n_left_out)


def _tested_words(row: Estimate, run: Run) -> str:
    if row.question == 1:
        right = "" if row.n_right is None else f", {row.n_right} of {row.n_examples} right"
        return f"one test set{right}"
    if row.question == 5 and score_unit(row, run) == "training set":
        return f"one test set; {counted(row.n_scores, 'training set')} without common examples"
    if not run.assignment.has_folds:
        return "what was tested together is not known"
    sizes = "" if row.n_train is None else f", trained on {count_range(*row.n_train)} examples"
    return f"{short_design_words(run.assignment)}{sizes}"


def _about_words(row: Estimate, run: Run) -> str:
    """Return what the number is about, and why it has no interval."""
    if row.question == 1:
        one = "classifier" if run.target.task == "classification" else "model"
        return f"the {one} that was trained on this training set, not its learner"
    if row.interval_name in ABOUT:
        return ABOUT[row.interval_name]
    unit = score_unit(row, run)
    if row.interval_name:
        return _WHOSE_INTERVAL[unit]
    return _WHY_NO_INTERVAL[unit]


_WHOSE_INTERVAL: Final = {
    "sample": "the learner, trained on that many examples; samples share none, so that scores are independent",
    "training set": "the learner: training sets and test examples count as random samples",
}
_WHY_NO_INTERVAL: Final = {
    "fold": "the way of learning; worst and best are no interval, which folds with common examples cannot give",
    "split": "the way of learning; worst and best are no interval, which training sets that overlap cannot give",
    "sample": "the way of learning, trained on that many examples; no interval was asked for, or scores do not vary",
    "repeat": "the models whose answers these are; there is no interval",
    "training set": "the way of learning; no interval, which takes five training sets and a mean over examples",
}


def between(low: float, high: float, metric: Metric, digits: int) -> str:
    """Return two scores on the metric's natural scale, the smaller number first."""
    return " to ".join(compact(end, digits) for end in sorted((metric.natural(low), metric.natural(high))))


def score_unit(row: Estimate, run: Run) -> str:
    """Return what one score belongs to."""
    if not run.assignment.has_folds:
        return "repeat"
    if has_distinct_samples(run.assignment):
        return "sample"
    if row.question == 5:
        return "training set"
    is_fold = run.assignment.n_folds > 1 or nested_folds(run.assignment) is not None
    return "fold" if is_fold else "split"


def score_places(row: Estimate) -> int:
    """Decimals that show two significant digits of the uncertainty or the spread."""
    scales = (row.high - row.low) / 2, row.sd_over_folds, abs(row.score)
    scale = next((size for size in scales if math.isfinite(size) and size > 0), 1.0)
    # Shares such as accuracies are read to the tenth of a percent.
    return decimals(scale, is_share=abs(row.score) <= 1)
