"""A gate on scores of folds, by the corrected t test."""

from typing import Any, Final

import numpy as np

from foldwise._core import DataFormatError
from foldwise.runs import Run
from foldwise.stats import non_inferiority
from foldwise.stats._door import student_quantile
from foldwise.verdicts._judge import judge
from foldwise.verdicts.evidence._setting import Setting
from foldwise.verdicts.gating._asked import Names
from foldwise.verdicts.gating._result import Gate

_CORRECTED: Final = {
    "corrected_repeated_kfold_t": "corrected repeated k-fold t test",
    "corrected_resampled_t": "corrected resampled t test",
}
_MOST_REPEATS: Final = 10_000
# Caveats of verdicts that say nothing about a gate.
_OTHERS: Final = frozenset(["several_comparisons"])


def gate_of_run(run: Run, names: Names, reading: str, terms: dict[str, Any]) -> Gate:
    """Judge scores of folds of a cross-validation, or of several random splits."""
    if Setting.of(run, run.metric).is_hold_out:
        raise DataFormatError(
            f"One test set scored by {run.metric.name} gives one number for each. Choose a metric that is a mean over "
            "examples: accuracy, neg_mean_absolute_error, neg_mean_squared_error; or give scores of folds."
        )
    verdict = judge(run)
    row = next((row for row in getattr(verdict, "comparisons", ()) if {row.a, row.b} == set(names)), None)
    if row is None or verdict.test not in _CORRECTED or not isinstance(row.df, int | float):
        raise DataFormatError(
            f"A gate on folds needs a cross-validation or several random splits, got {run.assignment.description}. "
            "Give a score per example instead, with a column item."
        )
    is_swapped = row.a != names[0]
    estimate = row.estimate if is_swapped else -row.estimate
    old, new = (row.score_b, row.score_a) if is_swapped else (row.score_a, row.score_b)
    found = non_inferiority(estimate, row.standard_error, df=row.df, margin=terms["margin"], alpha=terms["alpha"])
    n_repeats = run.assignment.n_repeats
    is_flat = not row.standard_error > 0
    is_decided = found.outcome != "undecided"
    return Gate(
        outcome=str(found.outcome),  # type: ignore[arg-type]
        baseline=names[0],
        candidate=names[1],
        dataset=row.dataset,
        metric=verdict.metric.label,
        lower_is_better=verdict.metric.lower_is_better,
        score_baseline=verdict.metric.natural(old),
        score_candidate=verdict.metric.natural(new),
        estimate=estimate,
        low=float(found.low),
        high=float(found.high),
        n=n_repeats,
        unit="repeat",
        n_needed=n_repeats if is_decided else None if is_flat else _repeats_needed(run, row, estimate, terms),
        method=_CORRECTED[verdict.test],
        kind="folds",
        design=run.assignment.description,
        caveats=tuple(each for each in (*row.caveats, *verdict.caveats) if each.code not in _OTHERS),
        reading=reading,
        **terms,
    )


def _repeats_needed(run: Run, row: Any, estimate: float, terms: dict[str, float]) -> int | None:
    """Return how many repeats would decide it; the part of the variance that comes from shared data stays."""
    n_scores, n_repeats = float(row.df) + 1, run.assignment.n_repeats
    per_repeat = n_scores / n_repeats
    told = run.assignment.test_train_ratio
    # As the tests take it where nobody tells: k folds train on k - 1 of them.
    shared = 1 / (per_repeat - 1) if told is None and per_repeat > 1 else float(told or 0)
    variance = row.standard_error**2 / (1 / n_scores + shared)
    repeats = np.arange(n_repeats + 1, max(_MOST_REPEATS, n_repeats + 1) + 1)
    totals = repeats * per_repeat
    half = -student_quantile(totals - 1, terms["alpha"]) * np.sqrt(variance * (1 / totals + shared))
    decided = half < abs(estimate + terms["margin"])
    return int(repeats[decided.argmax()]) if decided.any() else None
