"""``foldwise replicate``: how often executions of a procedure agree."""

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from foldwise._core import check_fraction, check_integer
from foldwise.cli import _completion as completion
from foldwise.cli import _options as options
from foldwise.cli._against import Against, read_against
from foldwise.cli._lasting_imports import lasting_imports
from foldwise.cli._load_tables import load_tables, say_what_was_predicted
from foldwise.cli._output import hold_stdout
from foldwise.cli._result import check_writable, show_result

if TYPE_CHECKING:
    from foldwise.splits import Scheme

REPLICATE_HELP = """Say how often another random split would decide the same.

A procedure is a scheme and a test; every execution has random partitions of its own. Printed are the decisions, the
share R of the pairs of executions that agree, and, beside it, how often the test rejects true null hypotheses: a
procedure may be replicable and wrong. Each dataset is judged by itself.

With --partitions, every partition is judged by itself instead: how many of them call a learner better, what the mean
of their statistics says, how many single ones contradict it, and whether there were enough.

\b
The default of compare, ten times on each of two datasets:
  foldwise replicate wine iris --learner nb --learner c45

\b
Dietterich's test, with the p-value of each execution in a figure:
  foldwise replicate wine --scheme 5x2 --test five_by_two_t \\
    --learner nb --learner c45 --plot seeds.png

\b
Fifty-five partitions into ten folds, as Bradford and Brodley did it:
  foldwise replicate wine --partitions 55 --scheme 10:plain \\
    --learner nb --learner c45 --report partitions.html
"""


def replicate(
    data: options.Data,
    learner: options.Learners,
    target: options.Target = None,
    groups: options.Groups = None,
    scheme: options.SettledScheme = None,
    max_fits: options.MaxFits = None,
    max_repeats: options.MaxRepeats = None,
    max_seconds: options.MaxSeconds = None,
    test: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            autocompletion=completion.complete_test,
            help="The test (see: foldwise tests). Default: fits the design.",
        ),
    ] = None,
    executions: Annotated[
        int | None, typer.Option(metavar="NUMBER", help="Execute the procedure so many times. Default: 10.")
    ] = None,
    partitions: Annotated[
        int | None,
        typer.Option(metavar="NUMBER", help="Judge so many partitions one by one; with --scheme 10 or 5x2."),
    ] = None,
    alpha: Annotated[float, typer.Option(metavar="LEVEL", help="Level of the test.")] = 0.05,
    rope: options.Rope = None,
    alternative: options.Alternative = "two-sided",
    adjust: options.Adjust = "none",
    against: Against = None,
    metric: options.Metric = None,
    positive: options.Positive = None,
    seed: options.Seed = None,
    jobs: options.Jobs = 1,
    sharing: options.Sharing = True,
    store: options.Store = None,
    isolate: options.Isolate = False,
    time_limit: options.TimeLimit = None,
    memory_limit: options.MemoryLimit = None,
    dask: options.Dask = None,
    allow_partial: options.AllowPartial = False,
    report: options.Report = None,
    plot: options.Plot = None,
    details: options.Details = False,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Load the data, make the learners, execute, print, write."""
    hold_stdout()
    check_writable(report=report, plot=plot, store=store)
    if len(learner) < 2:
        raise ValueError(
            f"replicate needs two or more learners, got {len(learner)}. Give --learner SPEC once for each."
        )
    how: dict[str, Any] = {
        "metric": options.read_metric(metric, positive),
        "seed": seed,
        "n_jobs": jobs,
        "sharing": sharing,
        "store": store,
        "isolate": options.read_isolation(isolate, time_limit, memory_limit),
        "dask": dask,
        "progress": False if quiet or sys.stderr is None else None,
    }
    design = options.read_scheme(scheme, test, max_fits, max_repeats, max_seconds)
    judging: dict[str, Any] = {"rope": rope, "alternative": alternative, "adjust": adjust, "against": against}
    judging["allow_partial"] = allow_partial

    with lasting_imports():
        from foldwise.learners import make_learners
        from foldwise.verdicts import Procedure

    if partitions is None:
        default = "settled" if test is None else "10x10"
        procedure = Procedure(default if design is None else design, test, alpha=alpha, **cast(Any, judging))
        n = check_integer(10 if executions is None else executions, "--executions", least=2)
    else:
        _check_partitions(partitions, executions, judging, alpha)
        chosen, single = _partitioned(design, test, partitions)

    learners = make_learners(learner, said="--learner")
    datasets, how["groups"] = load_tables(data, target=target, groups=groups, learners=learners)
    if partitions is None:
        from foldwise.replicability import replicate as execute

        procedure = replace(procedure, against=read_against(against, learner, learners))
        result: Any = execute(learners, datasets, procedure=procedure, n=n, **how)
    else:
        from foldwise.evaluation import evaluate
        from foldwise.replicability import partition_analysis

        result = partition_analysis(evaluate(learners, datasets, scheme=chosen, **how), alpha=alpha, test=single)
    say_what_was_predicted(data, datasets, target=target, quiet=quiet)
    show_result(result, report=report, plot=plot, details=details, json=json, quiet=quiet)


def _check_partitions(partitions: int, executions: int | None, judging: dict[str, Any], alpha: float) -> None:
    """Refuse options that an analysis of partitions has no use for."""
    check_integer(partitions, "--partitions", least=2)
    check_fraction(alpha, "--alpha")
    if executions is not None:
        raise ValueError("--partitions and --executions exclude each other: give one of them.")
    usual = {"rope": None, "alternative": "two-sided", "adjust": "none", "against": None, "allow_partial": False}
    for name, value in judging.items():
        if value != usual[name]:
            raise ValueError(f"--{name.replace('_', '-')} has no meaning with --partitions: leave it out.")


def _partitioned(design: Any, test: str | None, n_partitions: int) -> "tuple[Scheme, str]":
    """Make the scheme of so many partitions, and name the test of one.

    >>> scheme, test = _partitioned("5x2", None, 55)
    >>> print(scheme, test)
    RepeatedKFold(2, 275, stratified=False) five_by_two_t
    """
    from foldwise.splits import FiveByTwo, KFold, RepeatedKFold, as_scheme

    is_fixed = isinstance(design, str) and not design.startswith("settled")
    scheme = as_scheme(design) if is_fixed else KFold(10) if design is None else None
    if isinstance(scheme, KFold):
        return RepeatedKFold(scheme.n_folds, n_partitions, stratified=scheme.stratified), test or "kfold_t"
    if isinstance(scheme, FiveByTwo):
        # Halvings are not stratified unless asked, but repeated folds are.
        stratified = bool(scheme.stratified)
        return RepeatedKFold(2, 5 * n_partitions, stratified=stratified), test or "five_by_two_t"
    raise ValueError(f"--partitions needs a scheme of one partition, --scheme 10 (folds) or 5x2, got {str(design)!r}.")
