"""The verb that asks whether a candidate is worse than a baseline by more than a margin."""

import math
from collections.abc import Mapping
from typing import Any

from foldwise._core import check_fraction
from foldwise.results import ItemScores
from foldwise.runs import Metric
from foldwise.verdicts.gating._asked import Asked
from foldwise.verdicts.gating._of_items import gate_of_items
from foldwise.verdicts.gating._of_run import gate_of_run
from foldwise.verdicts.gating._read import read_both
from foldwise.verdicts.gating._result import Gate


def gate(
    baseline: Any,
    candidate: Any = None,
    *,
    worse_by: float,
    alpha: float = 0.05,
    metric: Any = None,
    scheme: Any = None,
    columns: Mapping[str, Any] | None = None,
    baseline_name: str | None = None,
    candidate_name: str | None = None,
) -> Gate:
    """Decide whether a candidate is worse than a baseline by more than a margin: yes, no, or undecided.

    Parameters
    ----------
    baseline, candidate : path, DataFrame or mapping
        Results on the same examples or the same splits, as `foldwise.results.as_results` reads them: a score per
        example (columns such as item and accuracy, perhaps cluster and epoch), scores per fold, predictions, files of
        evaluation harnesses, or what scikit-learn's ``cross_validate`` returned. Without a candidate, `baseline` holds
        the results of both, and the names say which is which; it may then also be a `Run` or `ItemScores`.
    worse_by : float
        A loss up to this size does not matter, in units of the metric.
    alpha : float, default 0.05
        How often a candidate that is worse by just the margin may be called not worse; below 0.5.
    metric, scheme, columns
        As in `foldwise.results.as_results`.
    baseline_name, candidate_name : str, optional
        Which learner to take; needed where there are several. Where there is one, what to call it.

    Returns
    -------
    Gate
        The outcome, the difference, its one-sided limits, and how many examples or repeats would decide it.

    Raises
    ------
    DataFormatError
        If the two were not scored on the same examples or splits, or a table holds several learners or datasets.

    Examples
    --------
    >>> import pandas as pd
    >>> from foldwise.verdicts import gate
    >>> old = pd.DataFrame({"item": range(50), "accuracy": [1, 0] * 25})
    >>> new = pd.DataFrame({"item": range(50), "accuracy": [1, 0] * 24 + [0, 0]})
    >>> result = gate(old, new, worse_by=0.01)
    >>> result.outcome, result.to_decide()
    ('undecided', 'about 274 examples in all (there are 50), if the difference stays what it is: worse then')
    """
    if isinstance(worse_by, bool) or not isinstance(worse_by, int | float) or not 0 <= worse_by < math.inf:
        raise ValueError(f"worse_by must be a number not below 0, in units of the metric, got {worse_by!r}.")
    if check_fraction(alpha, "alpha") >= 0.5:
        raise ValueError(f"alpha must be below 0.5, got {alpha}.")
    asked = Asked(names=(baseline_name, candidate_name), metric=metric, scheme=scheme, columns=dict(columns or {}))
    results, names, reading = read_both(baseline, candidate, asked)
    _check_margin(worse_by, results.metric)
    terms = {"margin": float(worse_by), "alpha": float(alpha)}
    if isinstance(results, ItemScores):
        return gate_of_items(results, names, reading, terms)
    return gate_of_run(results, names, reading, terms)


def _check_margin(worse_by: float, metric: Metric) -> None:
    if worse_by >= 1 and metric.is_share:
        raise ValueError(
            f"worse_by (--worse-by) is in units of the metric, and {metric.label} lies between 0 and 1: for one "
            f"percentage point pass 0.01, got {worse_by:g}."
        )
