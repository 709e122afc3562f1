"""How well one learner does: Dietterich's questions 1, 2, 5 and 6."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise._core import Caveat, SchemeMismatchError, counted
from foldwise.runs import Metric, Run
from foldwise.splits._door import has_distinct_samples, plain_repeats
from foldwise.stats import clopper_pearson, crossed_mean, paired_items_t, wilson
from foldwise.verdicts._terms import IntervalName
from foldwise.verdicts.estimates._estimates import Estimate, Estimates
from foldwise.verdicts.estimates._intervals import Scores, interval_of, scheme_for
from foldwise.verdicts.estimates._model_loss import loss_limits
from foldwise.verdicts.evidence._designs import run_caveats, sources_of_variation
from foldwise.verdicts.evidence._pair import checked_scores, filled_caveats
from foldwise.verdicts.evidence._setting import Setting, metric_losses, spread_of_sizes

# With fewer training sets, nominal 95% covered as little as 81% in simulations.
LEAST_TRAINING_SETS = 5
# Below this an interval for an accuracy near .9 is wider than .2.
SMALL_TEST_SET = 30

Floats = npt.NDArray[np.float64]


def estimate_runs(
    runs: Sequence[Run],
    metric: Metric,
    *,
    alpha: float,
    allow_partial: bool = False,
    interval: IntervalName | None = None,
) -> Estimates:
    """Estimate the score of the one learner of each run, with an interval where the design gives one.

    Parameters
    ----------
    runs : sequence of Run
        One per dataset, each with exactly one learner.
    metric : Metric
        What to score.
    alpha : float
        Intervals have level ``1 - alpha``.
    allow_partial : bool, default False
        Use the remaining folds if some failed.
    interval : str, optional
        Which interval, as in `foldwise.judge`.

    Returns
    -------
    Estimates
    """
    several = next((run for run in runs if len(run.learners) != 1), None)
    if several is not None:
        raise ValueError(
            f"An estimate is about one learner, the run on {several.data.name} has {len(several.learners)}: compare "
            "them, or evaluate one at a time."
        )
    return Estimates(
        rows=tuple(_estimate(run, metric, alpha, allow_partial=allow_partial, interval=interval) for run in runs),
        metric=metric,
        alpha=alpha,
        interval=interval,
        caveats=tuple(run_caveats(runs)),
        sources=sources_of_variation(runs),
        runs=tuple(runs),
    )


def _estimate(
    run: Run, metric: Metric, alpha: float, *, allow_partial: bool, interval: IntervalName | None
) -> Estimate:
    every_score, failed, filled = checked_scores(run, metric, allow_partial=allow_partial)
    scores, valid = every_score[0], ~failed[0]
    # Of a run that failed throughout nothing is left, whatever was allowed.
    if not valid.any():
        checked_scores(run, metric, allow_partial=False)
    setting = Setting.of(run, metric)
    given = Scores(run=run, setting=setting, scores=scores, valid=valid)
    valid = valid & plain_repeats(run.assignment, len(valid))[:, np.newaxis]
    answers = _answers(run, setting)
    # Predictions from elsewhere, of nobody knows which folds, may be those of many classifiers.
    one_classifier = setting.is_hold_out and run.assignment.has_folds
    question = 1 if one_classifier else 5 if setting.is_disjoint_training or setting.is_distinct_samples else 6
    sizes, (n_train, n_test) = run.sizes(), spread_of_sizes(run)
    row: dict[str, Any] = {
        "dataset": run.data.name,
        "learner": run.learner_names[0],
        "question": question,
        "score": float(scores[valid].mean()),
        "pooled_score": _pooled(scores[valid], None if sizes is None else sizes[1][valid], answers),
        "interval_name": "",
        **dict.fromkeys(("low", "high", "wilson_low", "wilson_high"), np.nan),
        "sd_over_folds": _sd(scores[valid]),
        "sd_over_repeats": _sd(scores.mean(axis=1)) if setting.is_cross_validation and given.valid.all() else np.nan,
        "lowest": float(scores[valid].min()),
        "highest": float(scores[valid].max()),
        "n_scores": int(valid.sum()),
        "n_train": n_train,
        "n_test": n_test,
        "n_right": None if answers is None else answers[0],
        "n_examples": None if answers is None else answers[1],
    }
    if question != 6 and interval not in (None, "none"):
        design = "one test set"
        if question == 5:
            design = "samples without a common example" if setting.is_distinct_samples else "disjoint training sets"
        raise SchemeMismatchError(
            f"interval={interval!r} is not for {design}, as on {run.data.name}, whose design has an interval of its "
            f"own. Leave it out, or use scheme={scheme_for(interval)!r}."
        )
    if question == 1 and answers is not None and interval is None:
        row |= _of_this_classifier(*answers, level=1 - alpha)
    if question == 1 and answers is None and interval is None:
        limits = loss_limits(run, metric, level=1 - alpha)
        row |= {} if limits is None else {"interval_name": "Student and Hall", "low": limits[0], "high": limits[1]}
    if question == 5 and interval is None:
        of = _of_samples if setting.is_distinct_samples else _of_training_sets
        row |= of(given, valid, level=1 - alpha)
    if question == 6:
        row |= _overlapping(given, interval, level=1 - alpha)
    counted_as_0 = filled_caveats(metric, {run.learner_names[0]: int(filled[0][valid].sum())}, int(valid.sum()))
    return Estimate(**row, caveats=(*_caveats(run, row, given.valid), *counted_as_0))


def _answers(run: Run, setting: Setting) -> tuple[int, int] | None:
    """Right answers and all, where each example was tested once and its answer is known."""
    if not setting.counts_examples:
        return None
    n_examples = int(run.tested()[0].sum())
    return (int(run.correct()[0].sum()), n_examples) if n_examples else None


def _pooled(scores: Floats, n_test: npt.NDArray[np.int64] | None, answers: tuple[int, int] | None) -> float:
    if answers is not None:
        return answers[0] / answers[1]
    return np.nan if n_test is None else float(np.average(scores, weights=n_test))


def _of_this_classifier(n_right: int, n_examples: int, *, level: float) -> dict[str, Any]:
    exact, score = clopper_pearson(n_right, n_examples, level=level), wilson(n_right, n_examples, level=level)
    return {
        "interval_name": "Clopper-Pearson",
        "low": exact.low,
        "high": exact.high,
        "wilson_low": score.low,
        "wilson_high": score.high,
    }


def _of_samples(given: Scores, valid: npt.NDArray[np.bool_], *, level: float) -> dict[str, Any]:
    """Return the plain interval of Student: scores of different samples share nothing, as those of items."""
    scores = given.scores[valid]
    if scores.size < 2:
        return {}
    low, high = paired_items_t(scores, **given.magnitude).confidence_interval(level)
    return {} if np.isnan(low) else _limits("Student", low, high, given.setting)


def _of_training_sets(given: Scores, valid: npt.NDArray[np.bool_], *, level: float) -> dict[str, Any]:
    """Return the interval from training sets that share nothing, and are tested on the same examples."""
    setting = given.setting
    if setting.loss is None or valid.sum() < LEAST_TRAINING_SETS:
        return {}
    losses = metric_losses(given.run, setting.metric)[0][valid[:, 0]]
    losses = losses[:, np.isfinite(losses).all(axis=0)]
    if losses.shape[1] < 2:
        return {}
    low, high = crossed_mean(1 - losses if setting.is_accuracy else -losses).confidence_interval(level)
    if np.isnan(low):
        return {}
    return _limits("crossed random effects", low, high, setting)


def _overlapping(given: Scores, interval: IntervalName | None, *, level: float) -> dict[str, Any]:
    """Return the interval from splits whose training sets overlap, and the score in its middle."""
    known = interval_of(given, interval, level)
    if known is None:
        return {}
    label, result = known
    low, high = result.confidence_interval(level)
    return {"score": float(result.estimate), **_limits(label, low, high, given.setting)}


def _limits(name: str, low: Any, high: Any, setting: Setting) -> dict[str, Any]:
    if setting.metric.is_share:
        # What lies beyond is no share; cutting it off loses no coverage.
        low, high = max(low, 0.0), min(high, 1.0)
    return {"interval_name": name, "low": float(low), "high": float(high)}


def _sd(values: Floats) -> float:
    return float(np.std(values, ddof=1)) if len(values) > 1 else np.nan


def _caveats(run: Run, row: dict[str, Any], valid: npt.NDArray[np.bool_]) -> list[Caveat]:
    caveats = list(run.learners[0].caveats)
    is_of_samples = has_distinct_samples(run.assignment)
    if not valid.all():
        n_lost = int((~valid).sum())
        left_out, them = ("is left out", "it") if n_lost == 1 else ("are left out", "them")
        why = "it has no result there" if run.is_imported else f"the learner failed on {them}"
        message = f"{n_lost} of {valid.size} folds {left_out}: {why}."
        caveats.append(Caveat(code="partial_design", message=message))
    if row["question"] == 1 and row["n_examples"] is not None and row["n_examples"] < SMALL_TEST_SET:
        message = (
            f"The test set has {counted(row['n_examples'], 'example')}: the interval is "
            f"{row['high'] - row['low']:.2g} wide. With so few to spare, cross-validate instead."
        )
        caveats.append(Caveat(code="small_test_set", message=message))
    if row["question"] == 5 and not is_of_samples and row["n_scores"] < LEAST_TRAINING_SETS:
        message = (
            f"{counted(row['n_scores'], 'training set')} are too few for an interval; {LEAST_TRAINING_SETS} or more "
            "give one."
        )
        caveats.append(Caveat(code="few_training_sets", message=message))
    if row["question"] == 6 and run.assignment.n_repeats == 1:
        message = "One partition stands behind the estimate; another would give another."
        caveats.append(Caveat(code="one_partition", message=message))
    return caveats
