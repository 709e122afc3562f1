"""What the folds of a study keep for its metrics, and what another metric needs beyond that."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from foldwise._core import listed, one_line
from foldwise.runs import Metric, Run, as_metric

_PREDICTIONS = ("predict",)


def needed_metric(metrics: tuple[Any, ...]) -> tuple[Any, bool]:
    """Return what a run must keep so that it can be scored by all of the metrics.

    Returns
    -------
    metric, probabilities : Any, bool
        The metric of the run, None for the default of the task, and whether probabilities are kept as well.
    """
    resolved = [(name, as_metric(name, "classification")) for name in metrics]
    fitted = [name for name, metric in resolved if not metric.response]
    asking = [(name, metric) for name, metric in resolved if metric.response not in ((), ("predict",))]
    if len(fitted) > 1:
        names = listed([metric.name for _, metric in resolved if not metric.response])
        raise ValueError(f"Only one metric of a study may need the fitted learners, got {names}. Make two studies.")
    probabilities = any(metric.response == ("predict_proba",) for _, metric in asking) or bool(fitted and asking)
    chosen = fitted or [name for name, _ in asking if not probabilities] or list(metrics)
    return (chosen[0] if chosen else None), probabilities


def not_kept(before: Mapping[str, Any], metrics: tuple[Any, ...]) -> list[str]:
    """Return why folds will be computed again though neither data nor learners have changed.

    Parameters
    ----------
    before : mapping
        The definition of the study that was run last; nothing is said if its metrics are not known by their names.
    metrics : tuple of str or callable
        What is asked for now.

    Examples
    --------
    >>> not_kept({"metrics": ["accuracy"]}, ("accuracy", "neg_log_loss"))
    ['the metric neg_log_loss needs probabilities, which were not kept: a run computes folds without them again.']
    >>> not_kept({"metrics": ["neg_log_loss"]}, ("accuracy",))
    []
    """
    known = before.get("metrics")
    if known is None or not all(isinstance(name, str) for name in known):
        return []
    was, now = _keeps(tuple(known)), _keeps(metrics)
    # Predictions are there whatever else was kept.
    if now in (was, _PREDICTIONS):
        return []
    resolved = [as_metric(metric, "classification") for metric in metrics]
    for metric in resolved:
        if metric.response != _PREDICTIONS and not (was != _PREDICTIONS and set(was) <= set(metric.response)):
            what, them = _needs(metric)
            return [
                f"the metric {one_line(metric.name)} needs {what}, which were not kept: a run computes folds without "
                f"{them} again."
            ]
    return ["the metrics of the study need other outputs of the learners than before: a run computes the folds again."]


def _keeps(metrics: tuple[Any, ...]) -> tuple[str, ...]:
    """Return which outputs of the learners a run keeps for these metrics; none for the scores of fitted learners."""
    metric, probabilities = needed_metric(metrics)
    if probabilities:
        return ("predict_proba",)
    return as_metric(metric, "classification").response


def _needs(metric: Metric) -> tuple[str, str]:
    if not metric.response:
        return "the fitted learners", "its scores"
    return ("probabilities" if "predict_proba" in metric.response else "decision values"), "them"


def with_metrics(runs: list[Run], wanted: Sequence[Any]) -> tuple[list[Run], list[Metric | None], list[str]]:
    """Find the metrics again, and let the first be that of the runs; say which cannot be found."""
    task = runs[0].target.task
    own = runs[0].metric
    metrics: list[Metric | None] = []
    gone = []
    for each in wanted:
        name = each.get("own") if isinstance(each, Mapping) else None
        if name is None:
            try:
                metrics.append(as_metric(each, task))
            except ValueError:
                gone.append(f"metric {each!r} is not known here: install the scikit-learn that the study was run with.")
        elif runs[0].fitted_scores is not None and name == own.name:
            # Its scores are stored, whatever function gave them.
            metrics.append(own)
        else:
            gone.append(f"metric {name!r} is a function that a store does not keep: read the results with the study.")
    if not wanted:
        return runs, [None], gone
    fitted = [metric for metric in metrics if metric is not None and not metric.response]
    # Scores of fitted learners are known only as the run's own metric.
    chosen = next(iter([*(each for each in fitted if each.name == own.name), *metrics]), None)
    if chosen is not None and (runs[0].fitted_scores is None or chosen.name == own.name):
        runs = [replace(run, metric=chosen) for run in runs]
    return runs, metrics, gone
