"""What each of many partitions of the same data says, after Bradford and Brodley."""

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Any, Final

import numpy as np
from scipy.stats import shapiro, skew

from foldwise._core import IncompleteRunError, SchemeMismatchError, check_choice, check_fraction, counted
from foldwise.replicability._measured_range import measured_range
from foldwise.replicability._partitions import (
    Floats,
    Normality,
    PartitionAnalysis,
    Partitions,
    partition_caveats,
    partition_tally,
)
from foldwise.runs import Metric, Run, as_metric
from foldwise.stats import (
    PartitionGroup,
    averaged_t,
    count_outcomes,
    enough_partitions,
    figure_value,
    five_by_two_plain_t,
    five_by_two_t,
    kfold_t,
    partition_groups,
    signed_area,
)

# How many repeats make one partition of the test.
_REPEATS: Final = {"kfold_t": 1, "five_by_two_t": 5, "five_by_two_plain_t": 5}
_TESTS: Final[dict[str, Callable[..., Any]]] = {
    "kfold_t": kfold_t,
    "five_by_two_t": five_by_two_t,
    "five_by_two_plain_t": five_by_two_plain_t,
}
# Shapiro and Wilk's W is not defined for fewer.
_LEAST: Final = 3


def partition_analysis(
    run: Run | Iterable[Run], *, alpha: float = 0.05, test: str = "kfold_t", metric: Any = None
) -> PartitionAnalysis:
    """Judge every partition of a run by itself and say how far their conclusions differ.

    Parameters
    ----------
    run : Run, or iterable of Run
        Cross-validation on two partitions or more, such as ``scheme="55x10"``; several datasets together. For the 5x2
        tests five repeats of two folds are one partition: ``scheme="275x2:plain"`` has 55.
    alpha : float, default 0.05
        Two-sided level of the test of one partition.
    test : {'kfold_t', 'five_by_two_t', 'five_by_two_plain_t'}, default 'kfold_t'
        The test of one partition.
    metric : str or callable, optional
        What to score; the run's own metric by default.

    Returns
    -------
    PartitionAnalysis
        Print it, plot it (`foldwise.plot`), report it (`foldwise.report`).

    See Also
    --------
    foldwise.replicability.replicate : How often executions of a procedure agree.

    Notes
    -----
    After Bradford and Brodley [1]_: t on every partition, the groups of datasets by what the partition does to the
    conclusion, the averaged t, the count of single-partition conclusions that contradict it, and whether there were
    enough partitions (by the rule of `foldwise.stats.enough_partitions` that holds however often one looks).

    References
    ----------
    .. [1] J. P. Bradford and C. E. Brodley (2001). The effect of instance-space partition on
       significance. Machine Learning 42, 269-286.

    Examples
    --------
    >>> from foldwise.data import load
    >>> from foldwise.learners import C45, NaiveBayes
    >>> from foldwise.replicability import partition_analysis
    >>> from foldwise.evaluation import evaluate
    >>> run = evaluate({"nb": NaiveBayes(), "c45": C45()}, load("wine"), scheme="55x10:plain", seed=1)
    >>> row = partition_analysis(run).rows[0]
    >>> row.n_a, row.n_none, row.group.name, row.conclusion
    (26, 29, 'SIGNIFICANCE_CHANGES', 'none')
    """
    check_fraction(alpha, "alpha")
    check_choice(test, "test", _TESTS)
    runs: tuple[Any, ...] = (run,) if isinstance(run, Run) else tuple(run) if isinstance(run, Iterable) else ()
    if not runs or not all(isinstance(item, Run) for item in runs):
        raise TypeError("partition_analysis needs a Run, or several: fw.evaluate(learners, data, scheme='55x10').")
    resolved = runs[0].metric if metric is None else as_metric(metric, runs[0].target.task)
    folds = {item.assignment.n_folds for item in runs}
    if len(folds) > 1:
        raise SchemeMismatchError(f"All runs must have as many folds, got {sorted(folds)}. Analyse them one by one.")
    df = 0.0
    rows: list[Partitions] = []
    for item in runs:
        scores = _scores(item, resolved, test)
        for a, b in combinations(range(len(item.learners)), 2):
            result = _judged(scores[a], scores[b], test)
            df = float(result.df)
            names = item.data.name, item.learner_names[a], item.learner_names[b]
            rows.append(_row(*names, np.asarray(result.statistic), np.asarray(result.pvalue), df, alpha))
    return PartitionAnalysis(
        rows=tuple(rows),
        test=test,
        df=df,
        alpha=alpha,
        metric=resolved,
        tally=partition_tally(rows),
        level=measured_range(test, _REPEATS[test], runs[0].assignment.n_folds),
        caveats=tuple(partition_caveats(rows)),
        runs=runs,
    )


def _scores(run: Run, metric: Metric, test: str) -> Floats:
    """Scores of all folds, of shape (n_learners, n_partitions, n_repeats, n_folds); refuses what cannot be judged."""
    size, n_repeats, n_folds = _REPEATS[test], run.assignment.n_repeats, run.assignment.n_folds
    needed = f"{2 * size} repeats or more of 2 folds, five to a partition" if size > 1 else "2 repeats or more of folds"
    if len(run.learners) < 2:
        raise ValueError(f"Two learners are needed, but on {run.data.name} there is only {run.learner_names[0]}.")
    fits = n_folds == 2 if size > 1 else n_folds >= 2
    if not run.assignment.has_folds or not fits or n_repeats % size or n_repeats < 2 * size:
        raise SchemeMismatchError(
            f"{test} on partitions needs {needed}; on {run.data.name} there is {run.assignment.scheme}. Evaluate with "
            f"scheme={'275x2:plain' if size > 1 else '55x10'!r}."
        )
    if run.failures:
        raise IncompleteRunError(
            f"{counted(len(run.failures), 'fit')} failed on {run.data.name}, and every fold is needed; the first error "
            f"was {run.failures[0].error}",
            run,
        )
    scores = run.scores(metric)
    if not np.isfinite(scores).all():
        raise ValueError(
            f"Metric {metric.name!r} is undefined on {int((~np.isfinite(scores)).sum())} folds of {run.data.name}. Use "
            "fewer or stratified folds, or another metric."
        )
    return scores.reshape(len(run.learners), n_repeats // size, size, n_folds)


def _judged(a: Floats, b: Floats, test: str) -> Any:
    magnitude = float(np.abs(np.stack([a, b])).max())
    differences = a - b
    if _REPEATS[test] == 1:
        differences = differences[:, 0]
    return _TESTS[test](differences, score_magnitude=magnitude)


def _row(dataset: str, a: str, b: str, t: Floats, p: Floats, df: float, alpha: float) -> Partitions:
    rejected = p <= alpha
    n_b, n_none, n_a = (int(n) for n in count_outcomes(np.where(rejected, np.sign(t), 0).astype(int)))
    values = np.asarray(figure_value(t, df))
    mean = averaged_t(t, df=df)
    conclusion: Any = "undetermined"
    if not np.isnan(mean.pvalue):
        conclusion = "none" if mean.pvalue > alpha else "a" if mean.statistic > 0 else "b"
    finite = bool(np.isfinite(t).all())
    enough = enough_partitions(t, df=df, alpha=alpha) if finite else None
    return Partitions(
        dataset=dataset,
        a=a,
        b=b,
        statistics=t,
        pvalues=p,
        figure_values=values,
        n_b=n_b,
        n_none=n_none,
        n_a=n_a,
        n_undefined=int(np.isnan(p).sum()),
        group=PartitionGroup(int(partition_groups([n_b, n_none, n_a], figure_values=values))),
        averaged_t=float(mean.statistic) if finite else np.nan,
        averaged_pvalue=float(mean.pvalue),
        signed_area=float(signed_area(mean.statistic, df)) if finite else np.nan,
        standard_error=float(mean.standard_error) if finite else np.nan,
        conclusion=conclusion,
        n_wrong=None if conclusion == "undetermined" else t.size - {"b": n_b, "none": n_none, "a": n_a}[conclusion],
        enough="undetermined" if enough is None else str(enough.decision),
        n_needed=np.nan if enough is None else float(enough.n_needed),
        normality_of_t=_normality(t),
        normality_of_p=_normality(values),
    )


def _normality(values: Floats) -> Normality:
    if values.size < _LEAST or not np.isfinite(values).all() or np.ptp(values) <= 1e-12 * np.abs(values).max():
        return Normality(statistic=np.nan, pvalue=np.nan, skewness=np.nan)
    test = shapiro(values)
    return Normality(statistic=float(test.statistic), pvalue=float(test.pvalue), skewness=float(skew(values)))
