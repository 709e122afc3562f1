"""``foldwise evaluate``: how well one learner does."""

import sys
from typing import Annotated, Any

import typer

from foldwise._core import check_fraction
from foldwise.cli import _options as options
from foldwise.cli._lasting_imports import lasting_imports
from foldwise.cli._load_tables import load_tables, say_what_was_predicted
from foldwise.cli._output import hold_stdout
from foldwise.cli._result import check_writable, show_result

EVALUATE_HELP = """Say how well one learner does, and how much that varies.

Right answers on a test set give an interval, and so do five or more training sets without a common example, if the
metric is a mean over examples. Cross-validation gives a spread, which is none; --interval NAME gives an interval, with
the splits that it needs, and docs/one-learner.md says how often each covers.

\b
The spread over repeated cross-validation:
  foldwise evaluate wine --learner sklearn.naive_bayes.GaussianNB

\b
An interval for the learner from cross-validation inside cross-validation:
  foldwise evaluate wine --learner sklearn.naive_bayes.GaussianNB \\
    --interval nested_cv_z

\b
Right answers on a test set, with an interval for this classifier:
  foldwise evaluate patients.csv --target outcome --scheme holdout:0.33 \\
    --learner "sklearn.ensemble.RandomForestClassifier(n_estimators=50)"

\b
Five training sets without a common example, with an interval for the learner:
  foldwise evaluate waveform-21 --scheme disjoint:5:0.5 \\
    --learner sklearn.naive_bayes.GaussianNB
"""


def evaluate(
    data: options.Data,
    learner: options.OneLearner,
    target: options.Target = None,
    groups: options.Groups = None,
    scheme: options.EstimateScheme = None,
    interval: options.Interval = None,
    metric: options.Metric = None,
    positive: options.Positive = None,
    alpha: Annotated[float, typer.Option(metavar="LEVEL", help="Intervals have level 1 - alpha.")] = 0.05,
    seed: options.Seed = None,
    jobs: options.Jobs = 1,
    sharing: options.Sharing = True,
    store: options.Store = None,
    retry_failed: options.RetryFailed = False,
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
    """Load the data, make the learner, evaluate, print, write."""
    hold_stdout()
    check_writable(report=report, plot=plot, store=store)
    if len(learner) > 1:
        raise ValueError(f"evaluate takes one learner, got {len(learner)}. To compare them use foldwise compare.")
    # Refused now and not by the judge, who comes after all the fits.
    check_fraction(alpha, "alpha")
    scorer = options.read_metric(metric, positive)
    limits = options.read_isolation(isolate, time_limit, memory_limit)

    with lasting_imports():
        from foldwise.evaluation._door import Execution, execute
        from foldwise.learners import make_learners
        from foldwise.runs._door import make_plans
        from foldwise.verdicts import judge
        from foldwise.verdicts._door import check_interval, scheme_for

    check_interval(interval)
    learners = make_learners(learner, said="--learner")
    datasets, group_labels = load_tables(data, target=target, groups=groups, learners=learners)
    plans, _ = make_plans(
        learners, datasets, scheme=scheme or scheme_for(interval), metric=scorer, groups=group_labels, seed=seed
    )
    for plan in plans:
        plan.check_metric()
        check_interval(interval, plan.assignment, plan.target.task, plan.metric)
    progress = False if quiet or sys.stderr is None else None
    execution = Execution(
        n_jobs=jobs,
        sharing=sharing,
        store=store,
        retry_failed=retry_failed,
        isolate=limits,
        dask=dask,
        progress=progress,
    )
    runs = execute(plans, execution)
    terms: dict[str, Any] = {"alpha": alpha, "allow_partial": allow_partial, "interval": interval}
    estimates = judge(runs, **terms)
    say_what_was_predicted(data, datasets, target=target, quiet=quiet)
    show_result(estimates, report=report, plot=plot, details=details, json=json, quiet=quiet)
