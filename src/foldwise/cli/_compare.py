"""``foldwise compare``: from data and learners to a verdict."""

import sys
from typing import Any, cast

from foldwise.cli import _options as options
from foldwise.cli._against import Against, read_against
from foldwise.cli._certify import certified, check_certifiable
from foldwise.cli._lasting_imports import lasting_imports
from foldwise.cli._load_tables import load_tables, say_what_was_predicted
from foldwise.cli._output import hold_stdout
from foldwise.cli._result import check_figure, check_writable, show_result

COMPARE_HELP = """Say which learner is better, by how much, and how sure.

Repeats of ten-fold cross-validation are added until another random split would hardly say otherwise, or the budget
ends; --scheme names a fixed design instead.

Several datasets are judged as one family: p-values are adjusted for all of them. Learners are scikit-learn classes by
their dotted path, with literal arguments if any, or the papers' learners by a short name: nb (naive Bayes), c45 (C4.5),
nn (nearest neighbour), dnb (naive Bayes of discretized numbers), mansour (tree pruned by size). Steps that prepare the
data stand before a learner, joined by +. Columns that are not numbers are encoded for learners that need numbers, and
the verdict says how.

\b
Two learners on your own table, with a report:
  foldwise compare patients.csv --target outcome --report out.html \\
    --learner sklearn.linear_model.LogisticRegression \\
    --learner "sklearn.ensemble.RandomForestClassifier(n_estimators=50)"

\b
Names of your own, and differences up to one percent called equivalent:
  foldwise compare wine --rope 0.01 \\
    --learner "small=sklearn.tree.DecisionTreeClassifier(max_depth=3)" \\
    --learner "large=sklearn.tree.DecisionTreeClassifier"

\b
Two of the papers' learners, which take categories and missing values as they are:
  foldwise compare labor.arff --learner nb --learner "c45(min_leaf=5)"

\b
Numbers brought to one scale first, and the F1 measure of one of two labels:
  foldwise compare patients.csv --target outcome --metric f1 --positive ill \\
    --learner "logit=scale + sklearn.linear_model.LogisticRegression" \\
    --learner "nearest=scale + sklearn.neighbors.KNeighborsClassifier"

\b
A stricter test, about learners trained on half of the examples, with a larger budget:
  foldwise compare wdbc --scheme settled:strict --max-fits 10000 \\
    --learner sklearn.naive_bayes.GaussianNB \\
    --learner "sklearn.neighbors.KNeighborsClassifier(1)"

\b
Several rows of one patient, and a document for another program:
  foldwise compare visits.csv --target relapse --groups patient --json \\
    --learner sklearn.naive_bayes.GaussianNB \\
    --learner sklearn.dummy.DummyClassifier

\b
How often would that procedure call one of them better on such data if none was?
  foldwise compare wine --learner nb --learner c45 --certify --report out.html

\b
Every test that fits, side by side, on several datasets:
  foldwise compare iris wine wdbc --test all \\
    --learner sklearn.naive_bayes.GaussianNB \\
    --learner sklearn.svm.SVC
"""


def compare(
    data: options.Data,
    learner: options.Learners,
    target: options.Target = None,
    groups: options.Groups = None,
    scheme: options.SettledScheme = None,
    max_fits: options.MaxFits = None,
    max_repeats: options.MaxRepeats = None,
    max_seconds: options.MaxSeconds = None,
    test: options.Test = None,
    alpha: options.Alpha = 0.05,
    rope: options.Rope = None,
    alternative: options.Alternative = "two-sided",
    adjust: options.Adjust = "holm",
    against: Against = None,
    tries: options.CountedTries = "0",
    metric: options.Metric = None,
    positive: options.Positive = None,
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
    certify: options.Certify = False,
    certify_trials: options.CertifyTrials = 200,
    certify_null: options.CertifyNull = "subsamples",
    report: options.Report = None,
    plot: options.Plot = None,
    kind: options.Kind = None,
    details: options.Details = False,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Load the data, make the learners, compare, print, write."""
    hold_stdout()
    check_writable(report=report, plot=plot, store=store)
    check_figure(kind, plot, n_datasets=len(data))
    if len(learner) < 2:
        raise ValueError(
            f"compare needs two or more learners, got {len(learner)}. Give --learner SPEC once for each; for one "
            "learner there is foldwise evaluate."
        )
    n_tries = options.read_tries(tries)
    scorer = options.read_metric(metric, positive)
    limits = options.read_isolation(isolate, time_limit, memory_limit)
    design = options.read_scheme(scheme, test, max_fits, max_repeats, max_seconds)
    if certify:
        check_certifiable(
            certify_null, certify_trials, alpha=alpha, test=test, metric=metric, groups=groups, alternative=alternative
        )

    with lasting_imports():
        from foldwise.learners import make_learners
        from foldwise.verdicts import compare as compare_learners

    learners = make_learners(learner, said="--learner")
    datasets, group_labels = load_tables(data, target=target, groups=groups, learners=learners)
    progress = False if quiet or sys.stderr is None else None
    verdict = compare_learners(
        learners,
        datasets,
        scheme=design,
        test=test,
        metric=scorer,
        alpha=alpha,
        rope=rope,
        alternative=cast(Any, alternative),
        adjust=cast(Any, adjust),
        against=read_against(against, learner, learners),
        tries=n_tries,
        groups=group_labels,
        seed=seed,
        n_jobs=jobs,
        sharing=sharing,
        store=store,
        retry_failed=retry_failed,
        isolate=limits,
        dask=dask,
        allow_partial=allow_partial,
        progress=progress,
    )
    say_what_was_predicted(data, datasets, target=target, quiet=quiet)
    result = (
        certified(
            verdict,
            learners,
            datasets,
            scheme=design,
            test=test,
            alpha=alpha,
            null=certify_null,
            n_trials=certify_trials,
            seed=seed,
            n_jobs=jobs,
            progress=progress,
        )
        if certify
        else verdict
    )
    show_result(result, report=report, plot=plot, details=details, json=json, quiet=quiet, kind=kind)
