"""The verb that executes a procedure again and again on the same data."""

from collections.abc import Iterator, Sequence
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
from foldwise.runs._door import Plan, choose_repeats, make_plans, work_kept
from foldwise.splits import Assignment
from foldwise.verdicts import Comparison, Procedure, Settled, Verdict
from foldwise.workers import Limits

# Percentile intervals from fewer are too narrow.
FEW_DATASETS = 20

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
    X : array, DataFrame, sparse matrix, Dataset, or list or mapping of Datasets
        The examples.
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
    chosen = as_procedure(procedure)
    execution = Execution(n_jobs=n_jobs, sharing=sharing, store=store, isolate=isolate, dask=dask, progress=progress)
    fixed: dict[str, Any] = {} if chosen.settled else {"scheme": chosen.scheme, "n_executions": n}
    plans, _ = make_plans(learners, X, y, metric=metric, groups=groups, seed=seed, **fixed)
    check_plans(plans, chosen)
    if chosen.settled:
        with execution.workers() as workers:
            how_far = {"n_executions": n, "store": store, "progress": progress}
            return gather_settled(chosen, [chosen.settle(plan, workers, **how_far) for plan in plans])
    runs = execute(plans, execution)
    with work_kept(lambda: runs):
        return execute_procedure(chosen, runs)


def as_procedure(procedure: Any) -> Procedure:
    """Return a procedure, whatever way of saying which was chosen."""
    if procedure is None:
        return Procedure(Settled())
    if isinstance(procedure, Settled):
        return Procedure(procedure)
    if isinstance(procedure, Procedure):
        return procedure
    raise TypeError(f"procedure must be a Procedure or Settled, got {type(procedure).__name__}: Procedure('10x10').")


def check_plans(plans: Sequence[Plan], procedure: Procedure) -> None:
    """Refuse before hours of fitting what could not be judged after them."""
    if len(plans[0].learners) < 2:
        raise ValueError("replicate needs two or more learners: a mapping of names to estimators, or a list.")
    for plan in plans:
        procedure.check(plan)


def execute_procedure(procedure: Procedure, runs: Sequence[Run]) -> Replicability:
    """Cut runs into executions, decide each of them, and put the decisions together."""
    verdicts: list[list[Verdict]] = []
    with ExitStack() as once:
        for run in runs:
            verdicts.append([])
            for part in cut(run):
                verdicts[-1].append(procedure.decide(part))
                if len(verdicts) == len(verdicts[-1]) == 1:
                    # Once is enough to be told that a test is not advised.
                    once.enter_context(caught_warnings(InadvisableWarning))
    rows = [list(zip(*(verdict.comparisons for verdict in each), strict=True)) for each in verdicts]
    first = verdicts[0][0].runs[0].assignment
    cost = first.n_repeats, first.n_repeats * first.n_folds
    return gather(procedure, verdicts[0][0], rows, runs, cost)


def cut(run: Run) -> Iterator[Run]:
    """Give the executions of a run one after the other."""
    assert isinstance(run.assignment, Assignment)
    size = run.assignment.repeats_per_execution
    for start in range(0, run.assignment.n_repeats, size):
        yield choose_repeats(run, range(start, start + size))


def gather_settled(procedure: Procedure, verdicts: Sequence[Sequence[Verdict]]) -> Replicability:
    """Put together the verdicts of all executions on each dataset."""
    rows = [list(zip(*(verdict.comparisons for verdict in each), strict=True)) for each in verdicts]
    runs = [each[0].runs[0] for each in verdicts]
    return gather(procedure, verdicts[0][0], rows, runs, None)


Rows = Sequence[Sequence[Sequence[Comparison]]]


def gather(
    procedure: Procedure, first: Verdict, rows: Rows, runs: Sequence[Run], cost: tuple[int, int] | None
) -> Replicability:
    """Put together what was found: `rows` by dataset, pair and execution; `cost` in repeats and fits if it is fixed."""
    datasets = tuple(pairs[0][0].dataset for pairs in rows)
    pairs = tuple((executions[0].a, executions[0].b) for executions in rows[0])
    settlements = _each(rows, "settlement")
    found = Executions(
        decisions=np.array(_each(rows, "decision"), dtype="U12"),
        statistics=np.array(_each(rows, "statistic"), dtype=float),
        pvalues=np.array(_each(rows, "adjusted_pvalue"), dtype=float),
        estimates=np.array(_each(rows, "estimate"), dtype=float),
        n_repeats=_costs(settlements, "n_repeats", cost and cost[0]),
        n_fits=_costs(settlements, "n_fits", cost and cost[1]),
        unsettled=np.array(
            [[[one is not None and not one.settled for one in each] for each in pairs] for pairs in settlements]
        ),
    )
    agreeing = agreements(found, datasets, pairs)
    assignment = first.runs[0].assignment
    # Settled tests keep the factor and the degrees of freedom of ten repeats of ten folds.
    design = (10, 10) if procedure.settled else (assignment.repeats_per_execution, assignment.n_folds)
    return Replicability(
        procedure=procedure,
        test=first.test,
        alpha=first.alpha,
        metric=first.metric,
        datasets=datasets,
        pairs=pairs,
        executions=found,
        agreements=agreeing,
        totals=totals(found, pairs),
        level=measured_range(first.test, *design),
        caveats=tuple(_caveats(agreeing, len(datasets))),
        runs=tuple(runs),
    )


def _each(rows: Rows, name: str) -> list[list[list[Any]]]:
    """Arrange one attribute of all comparisons by dataset, pair and execution."""
    return [[[getattr(row, name) for row in executions] for executions in pairs] for pairs in rows]


def _costs(settlements: list[list[list[Any]]], name: str, fixed: int | None) -> npt.NDArray[np.float64]:
    """Give the repeats that each comparison rests on, or the fits of each of its learners."""
    return np.array(
        [[[fixed or getattr(one, name) for one in each] for each in pairs] for pairs in settlements], dtype=float
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
    if 1 < n_datasets < FEW_DATASETS:
        yield Caveat(
            code="few_datasets_resampled",
            message=f"The interval of R comes from resampling {n_datasets} datasets; with fewer than {FEW_DATASETS} it "
            "is too narrow.",
        )
    if n_executions < 10:
        yield Caveat(
            code="few_executions",
            message=f"{n_executions} executions only: R(k, n) of a single comparison takes few values.",
        )
