"""The verb that executes a procedure again and again on the same data."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from foldwise._core import Caveat, InadvisableWarning, caught_warnings, check_integer
from foldwise.evaluation._door import Execution, execute
from foldwise.replicability._agreement import Agreement, Executions, agreements, totals
from foldwise.replicability._measured_range import measured_range
from foldwise.replicability._replicability import Replicability
from foldwise.runs import Run
from foldwise.runs._door import choose_repeats, work_kept
from foldwise.splits import Assignment
from foldwise.verdicts import Comparison, Procedure, Settled, Verdict
from foldwise.workers import Limits

# Percentile intervals from fewer are too narrow.
_FEW_DATASETS: Final = 20

_MOST_EXECUTIONS: Final = 10_000


def replicate(
    learners: Any,
    X: Any,
    y: Any = None,
    *,
    procedure: Procedure | Settled | None = None,
    n: int = 10,
    metric: Any = None,
    groups: npt.ArrayLike | None = None,
    seed: int | None = None,
    n_jobs: int = 1,
    sharing: bool = True,
    store: Any = None,
    isolate: bool | Limits = False,
    dask: Any = None,
    progress: bool | None = None,
) -> Replicability:
    """Execute a procedure several times on the same data and say how often two executions agree.

    Every execution has random partitions of its own; all of them are evaluated at once, so that folds share work over
    executions. Each dataset is judged by itself: its pairs are the family for which the procedure adjusts, if it does.

    Parameters
    ----------
    learners : mapping of str to estimator, or list of estimators
        Two or more scikit-learn classifiers, regressors or pipelines.
    X : array, DataFrame, sparse matrix, list of texts, Dataset, name or path, or list or mapping of Datasets
        The examples, as in `evaluate`.
    y : array_like of shape (n_examples,), optional
        Labels or real numbers; not given for Datasets.
    procedure : Procedure or Settled, optional
        What to execute; `Settled()`, the default of `compare`, if not given.
    n : int, default 10
        How many executions on each dataset; two at least.
    metric, groups, seed, n_jobs, sharing, store, isolate, dask, progress
        As in `evaluate`.

    Returns
    -------
    Replicability
        Print it, plot it (`foldwise.plot`), report it (`foldwise.report`).

    See Also
    --------
    foldwise.replicability.partition_analysis : What each partition of one run says.

    Notes
    -----
    Consistency and R(k, n) are those of Bouckaert and Frank [1]_, who count only whether a test rejects. The
    three-outcome version counts which learner is declared better, too. With a rope, ``'equivalent'`` counts as no
    rejection, and so does ``'undetermined'``.

    References
    ----------
    .. [1] R. R. Bouckaert and E. Frank (2004). Evaluating the replicability of
       significance tests for comparing learning algorithms. PAKDD 2004, 3-12.

    Examples
    --------
    >>> from foldwise.data import load
    >>> from foldwise.learners import C45, NaiveBayes
    >>> from foldwise.replicability import replicate
    >>> from foldwise.verdicts import Procedure
    >>> learners = {"nb": NaiveBayes(), "c45": C45()}
    >>> result = replicate(learners, load("wine"), procedure=Procedure("5x2", "five_by_two_t"), seed=1)
    >>> row = result.agreements[0]
    >>> row.n_a, row.n_none, round(row.replicability, 3)
    (3, 7, 0.533)
    """
    if check_integer(n, "n", least=2) > _MOST_EXECUTIONS:
        raise ValueError(f"n must be at most {_MOST_EXECUTIONS} executions, got {n}: ten tell, a hundred are precise.")
    chosen = _as_procedure(procedure)
    execution = Execution(n_jobs=n_jobs, sharing=sharing, store=store, isolate=isolate, dask=dask, progress=progress)
    plans = chosen.plan(learners, X, y, metric=metric, groups=groups, seed=seed, n_executions=n)
    if len(plans[0].learners) < 2:
        raise ValueError("replicate needs two or more learners: a mapping of names to estimators, or a list.")
    for plan in plans:
        # Refused before hours of fitting, not after them.
        chosen.check(plan)
    if chosen.settled:
        with execution.workers() as workers:
            verdicts = [chosen.settle(plan, workers, execution, n_executions=n) for plan in plans]
        return _gathered(chosen, verdicts, [each[0].runs[0] for each in verdicts])
    runs = execute(plans, execution)
    with work_kept(lambda: runs):
        return _gathered(chosen, _decided(chosen, runs), runs)


def _as_procedure(procedure: Any) -> Procedure:
    if procedure is None:
        return Procedure(Settled())
    if isinstance(procedure, Settled):
        return Procedure(procedure)
    if isinstance(procedure, Procedure):
        return procedure
    raise TypeError(f"procedure must be a Procedure or Settled, got {type(procedure).__name__}: Procedure('10x10').")


def _decided(procedure: Procedure, runs: Sequence[Run]) -> list[list[Verdict]]:
    """Cut runs into executions, which follow one another in them, and decide each."""
    verdicts: list[list[Verdict]] = []
    with ExitStack() as once:
        for run in runs:
            assert isinstance(run.assignment, Assignment)
            size = run.assignment.repeats_per_execution
            verdicts.append([])
            for start in range(0, run.assignment.n_repeats, size):
                verdicts[-1].append(procedure.decide(choose_repeats(run, range(start, start + size))))
                if len(verdicts) == len(verdicts[-1]) == 1:
                    # Once is enough to be told that a test is not advised.
                    once.enter_context(caught_warnings(InadvisableWarning))
    return verdicts


def _gathered(procedure: Procedure, verdicts: Sequence[Sequence[Verdict]], runs: Sequence[Run]) -> Replicability:
    """Put together the verdicts of all executions, dataset by dataset."""
    first = verdicts[0][0]
    rows = [list(zip(*(verdict.comparisons for verdict in each), strict=True)) for each in verdicts]
    datasets = tuple(each[0][0].dataset for each in rows)
    pairs = tuple((executions[0].a, executions[0].b) for executions in rows[0])
    assignment = first.runs[0].assignment
    fixed = {"n_repeats": assignment.n_repeats, "n_fits": assignment.n_repeats * assignment.n_folds}

    def each_execution(value: Callable[[Comparison], Any]) -> Any:
        return [[[value(row) for row in executions] for executions in each] for each in rows]

    def cost(name: str) -> npt.NDArray[np.float64]:
        numbers = each_execution(lambda row: getattr(row.settlement, name) if row.settlement else fixed[name])
        return np.array(numbers, dtype=float)

    executions = Executions(
        decisions=np.array(each_execution(lambda row: row.decision), dtype="U12"),
        statistics=np.array(each_execution(lambda row: row.statistic), dtype=float),
        pvalues=np.array(each_execution(lambda row: row.adjusted_pvalue), dtype=float),
        estimates=np.array(each_execution(lambda row: row.estimate), dtype=float),
        n_repeats=cost("n_repeats"),
        n_fits=cost("n_fits"),
        unsettled=np.array(each_execution(lambda row: row.settlement is not None and not row.settlement.settled)),
    )
    by_pair = agreements(executions, datasets, pairs)
    # Settled tests keep the factor and the degrees of freedom of ten repeats of ten folds.
    design = (10, 10) if procedure.settled else (assignment.repeats_per_execution, assignment.n_folds)
    return Replicability(
        procedure=procedure,
        test=first.test,
        alpha=first.alpha,
        metric=first.metric,
        datasets=datasets,
        pairs=pairs,
        executions=executions,
        agreements=by_pair,
        totals=totals(executions, pairs),
        level=measured_range(first.test, *design),
        caveats=tuple(_caveats(by_pair, len(datasets))),
        runs=tuple(runs),
    )


def _caveats(rows: Sequence[Agreement], n_datasets: int) -> Iterator[Caveat]:
    n_executions = sum((rows[0].n_a, rows[0].n_b, rows[0].n_none, rows[0].n_equivalent, rows[0].n_undetermined))
    undetermined, equivalent = (
        sum(getattr(row, f"n_{word}") for row in rows) for word in ("undetermined", "equivalent")
    )
    n_all = n_executions * len(rows)
    if undetermined:
        yield Caveat(
            code="undetermined_counted",
            message=f"{undetermined} of {n_all} decisions are undetermined, and count as no difference established.",
        )
    if equivalent:
        yield Caveat(
            code="equivalent_counted",
            message=f"{equivalent} of {n_all} decisions are that the learners are equivalent, and count as no "
            "difference established.",
        )
    if any(row.is_reversed for row in rows):
        yield Caveat(
            code="reversed",
            message="On some data opposite learners were declared better: one execution of this procedure is no "
            "evidence there.",
        )
    if 1 < n_datasets < _FEW_DATASETS:
        yield Caveat(
            code="few_datasets_resampled",
            message=f"The interval of R comes from resampling {n_datasets} datasets; with fewer than {_FEW_DATASETS} "
            "it is too narrow.",
        )
    if n_executions < 10:
        yield Caveat(
            code="few_executions",
            message=f"{n_executions} executions only: R(k, n) of a single comparison takes few values.",
        )
