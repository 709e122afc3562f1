"""Whether the order of learners is the same at every size of the training set."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Any, Final

from foldwise._core import counted
from foldwise.evaluation import evaluate
from foldwise.planning._extrapolation import extrapolate
from foldwise.planning._order import OrderBySize, PairOrder
from foldwise.runs import Metric, Run, as_metric
from foldwise.verdicts._door import (
    check_same_examples,
    difference_at_size,
    loss_of,
    mean_train_size,
    metric_losses,
    size_change,
)

# Half, two thirds, nine tenths of the examples: every example is tested at each size, two to five times.
SCHEMES: Final = ("5x2", "5x3", "2x10")


def order_by_size(
    learners: Any,
    X: Any = None,
    y: Any = None,
    *,
    groups: Any = None,
    metric: Any = None,
    level: float = 0.95,
    seed: int | None = None,
    n_jobs: int = 1,
    store: Any = None,
    progress: bool | None = None,
) -> OrderBySize:
    r"""Say whether the order of learners is the same where they are trained on half of the examples and on nearly all.

    What a test on halves finds, such as one of 5x2 cross-validation, holds for all examples only if learning curves do
    not cross in between [1]_.

    Parameters
    ----------
    learners : mapping of str to estimator, list of estimators, or sequence of Run
        Who is compared; or runs of the same learners on the same examples, one for each training size.
    X, y, groups : optional
        As in `foldwise.evaluate`; not with runs.
    metric : str, optional
        A mean over examples; accuracy, or the mean squared error, by default.
    level : float, default 0.95
        Of the intervals.
    seed, n_jobs, store, progress
        As in `foldwise.evaluate`.

    Returns
    -------
    OrderBySize
        ``'same'``, ``'changes'`` or ``'open'`` for each pair (its `order`), with the differences and a figure.

    See Also
    --------
    foldwise.plan : Would the order change at twice the data?
    foldwise.judge : With ``whole=``, says it beside a verdict on halves.

    Notes
    -----
    Learners are cross-validated five times in two folds, five times in three, twice in ten: at 1/2, 2/3 and 9/10 of the
    examples, 45 fits of each. Every example has a mean difference of losses :math:`d_i(s)` at each size `s`, and the
    change is the mean of :math:`d_i(s_K) - d_i(s_1)`, with Student's interval over examples, or over groups of them.

    References
    ----------
    .. [1] T. G. Dietterich (1998). Approximate statistical tests for comparing supervised classification learning
       algorithms. Neural Computation 10, 1895-1923.

    Examples
    --------
    >>> import numpy as np
    >>> from foldwise.lab.sources import CrossingCurves
    >>> from foldwise.planning import order_by_size
    >>> source = CrossingCurves(0.7)
    >>> X, y = source.draw(np.random.default_rng(1))
    >>> pair = dict(zip(("bayes", "discriminants"), source.learners))
    >>> found = order_by_size(pair, X, y, seed=1)
    >>> found.pairs[0].order, found.pairs[0].sizes
    ('changes', (150, 200, 270))
    """
    if X is None:
        runs = _given(learners)
    else:
        how = {"groups": groups, "seed": seed, "n_jobs": n_jobs, "store": store, "progress": progress}
        first = evaluate(learners, X, y, scheme=SCHEMES[0], metric=metric, **how)
        if not isinstance(first, Run):
            raise TypeError("order_by_size takes one dataset, got several. Call it for each.")
        runs = [first, *(evaluate(learners, X, y, scheme=each, metric=metric, **how) for each in SCHEMES[1:])]
    for run in runs:
        if run.failures:
            raise ValueError(
                f"order_by_size needs every fold, and {counted(len(run.failures), 'fit')} failed on {run.data.name}; "
                f"the first, of {run.failures[0].learner}: {run.failures[0].error}"
            )
    runs.sort(key=mean_train_size)
    for smaller, larger in pairwise(runs):
        check_same_examples(smaller, larger, "each run")
    names = runs[0].learner_names
    if len(names) < 2:
        raise ValueError(f"order_by_size compares learners, and there is only {names[0]}. Add another.")
    chosen = _metric(runs, metric)
    pairs = tuple(_pair(runs, (a, b), chosen, level) for a, b in combinations(names, 2))
    return OrderBySize(pairs=pairs, metric=chosen, level=level, n_examples=int(runs[0].target.values.size))


def _given(runs: Any) -> list[Run]:
    several = list(runs) if isinstance(runs, Sequence) else []
    if len(several) < 2 or not all(isinstance(run, Run) for run in several):
        raise TypeError(
            "order_by_size needs learners with their data, or two or more runs, one for each training size: "
            "order_by_size(learners, X, y) or order_by_size([halves, ten_folds])."
        )
    return several


def _metric(runs: Sequence[Run], metric: Any) -> Metric:
    """Return the metric to compare by, refusing one that is no mean over examples."""
    task = runs[0].target.task
    if metric is None and loss_of(runs[0].metric) is None and task == "regression":
        metric = "neg_mean_squared_error"
    chosen = runs[0].metric if metric is None else as_metric(metric, task)
    if loss_of(chosen) is None:
        raise ValueError(
            f"order_by_size compares example by example, and {chosen.label} is no mean over examples. Use one that is, "
            "such as accuracy or neg_mean_squared_error."
        )
    return chosen


def _pair(runs: Sequence[Run], names: tuple[str, str], metric: Metric, level: float) -> PairOrder:
    at_each = [difference_at_size(run, names, metric, level=level) for run in runs]
    change = size_change(runs[0], runs[-1], names, metric, level=level)
    sizes = tuple(mean_train_size(run) for run in runs)
    losses = [metric_losses(run, metric)[[run.learner_names.index(name) for name in names]] for run in runs]
    n = int(runs[0].target.values.size)
    return PairOrder(
        dataset=runs[0].data.name,
        a=names[0],
        b=names[1],
        sizes=sizes,
        differences=tuple(found[0] for found in at_each),
        low=tuple(found[1] for found in at_each),
        high=tuple(found[2] for found in at_each),
        change=change.change,
        change_low=change.low,
        change_high=change.high,
        extrapolation=extrapolate(losses, sizes, dataset=runs[0].data.name, a=names[0], b=names[1], also=(n,)),
    )
