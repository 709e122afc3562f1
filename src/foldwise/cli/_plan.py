"""``foldwise plan``: how much is needed, before the work is done."""

import sys
from typing import Annotated, Any

import typer

from foldwise._core import read_roles
from foldwise.cli import _completion as completion
from foldwise.cli import _options as options
from foldwise.cli._judge import read_results
from foldwise.cli._load_tables import load_tables, say_what_was_predicted
from foldwise.cli._output import hold_stdout
from foldwise.cli._result import check_writable, show_result

PLAN_HELP = """Say how many examples, repeats, datasets or items are needed.

So that a test finds the difference that matters. PILOT is a small experiment of the same kind: results as foldwise
judge reads them (a file of scores, predictions or answers, several files, a store). With --learner, PILOT is data: the
learners are run on it, also on parts of it, which tells whether their order would change at twice the data. Without
PILOT, numbers are assumed: --of and --sd or --disagree.

\b
From a cross-validation that is there:
  foldwise plan scores.csv --difference 0.01

\b
From learners and data:
  foldwise plan iris --learner nb --learner c45 --difference 0.02

\b
How many questions two models must answer, if they differ on a tenth of them:
  foldwise plan --of items --disagree 0.1 --difference 0.02

\b
With four answers to each question, in clusters of five:
  foldwise plan --of items --sd 0.4 --noise 0.3 --n-answers 4 \\
    --cluster-size 5 --icc 0.3 --difference 0.02

\b
How many datasets five learners need:
  foldwise plan --of datasets --sd 0.03 --n-learners 5 --difference 0.02

\b
How many examples ten times ten folds need:
  foldwise plan --of examples --disagree 0.1 --n-examples 300 \\
    --scheme 10x10 --difference 0.02
"""


def plan(
    pilot: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PILOT...]", help="Results, or a store; with --learner, data.", show_default=False),
    ] = None,
    difference: Annotated[
        float | None,
        typer.Option(metavar="SIZE", help="The smallest difference that matters, in units of the metric. Needed."),
    ] = None,
    power: Annotated[float, typer.Option(metavar="SHARE", help="How surely it is to be found.")] = 0.8,
    alpha: options.Alpha = 0.05,
    of: Annotated[
        str | None,
        typer.Option(metavar="WHAT", help="examples (and repeats), datasets or items. Default: what PILOT is about."),
    ] = None,
    learner: Annotated[
        list[str] | None,
        typer.Option(
            "--learner",
            "-l",
            metavar="SPEC",
            autocompletion=completion.complete_learner,
            help="Run it on PILOT, which then is data; as in foldwise compare. Give it twice or more.",
        ),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Plan only for these learners of the results. Default: all."),
    ] = None,
    metric: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", autocompletion=completion.complete_metric, help="What the scores are, or a scorer."
        ),
    ] = None,
    positive: options.Positive = None,
    scheme: Annotated[
        str | None,
        typer.Option(
            metavar="SCHEME",
            autocompletion=completion.complete_scheme,
            help="How results were split, or how to split: 10x10 (repeats x folds), 10, resampled:100:0.1.",
        ),
    ] = None,
    column: Annotated[
        list[str] | None,
        typer.Option(metavar="ROLE=NAME", help="Which column of the results is what, as in foldwise judge."),
    ] = None,
    study: Annotated[
        str | None, typer.Option(metavar="NAME", help="Which study of a store. Default: the last one that was run.")
    ] = None,
    target: options.Target = None,
    test: Annotated[
        str | None, typer.Option(metavar="NAME", help="Over datasets: wilcoxon (default) or sign_test.")
    ] = None,
    sd: Annotated[
        float | None,
        typer.Option(
            metavar="SIZE", help="Assumed: standard deviation of the differences of folds, datasets or items."
        ),
    ] = None,
    disagree: Annotated[
        float | None,
        typer.Option(metavar="SHARE", help="Assumed: share of the examples or items that only one of two has right."),
    ] = None,
    n_examples: Annotated[int | None, typer.Option(metavar="NUMBER", help="Assumed: examples that there are.")] = None,
    n_learners: Annotated[int | None, typer.Option(metavar="NUMBER", help="Assumed: learners. Default: 2.")] = None,
    noise: Annotated[
        float | None,
        typer.Option(metavar="SIZE", help="Assumed: standard deviation of the answers of a model to one item."),
    ] = None,
    n_answers: Annotated[
        int | None, typer.Option(metavar="NUMBER", help="Assumed: answers of each model to each item.")
    ] = None,
    cluster_size: Annotated[
        float | None, typer.Option(metavar="NUMBER", help="Assumed: items that belong together.")
    ] = None,
    icc: Annotated[float | None, typer.Option(metavar="SHARE", help="Assumed: correlation within clusters.")] = None,
    seed: options.Seed = None,
    jobs: options.Jobs = 1,
    report: options.Report = None,
    plot: options.Plot = None,
    details: options.Details = False,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Read the pilot or make it, plan, print, write."""
    hold_stdout()
    check_writable(report=report, plot=plot)
    if difference is None:
        raise ValueError("plan needs --difference: the smallest difference that matters, such as 0.01.")
    assumed: dict[str, Any] = {
        "test": test,
        "sd": sd,
        "disagree": disagree,
        "n_examples": n_examples,
        "n_learners": n_learners,
        "noise": noise,
        "n_answers": n_answers,
        "cluster_size": cluster_size,
        "icc": icc,
    }
    wish: dict[str, Any] = {"difference": difference, "power": power, "alpha": alpha, "of": of}
    columns = read_roles(column or ())
    scorer = options.read_metric(metric, positive)
    if learner and (only or study or columns):
        raise ValueError(
            "--only, --study and --column describe results; with --learner, PILOT is data. Leave them out."
        )
    if target is not None and not learner:
        raise ValueError("--target is a column of data, which --learner needs. Give --learner SPEC, or leave it out.")

    from foldwise.planning import plan as make_plan

    if not pilot:
        if learner or only or study or columns or scorer:
            raise ValueError("--learner, --only, --study, --column and --metric are about a PILOT, and none was given.")
        result = make_plan(scheme=scheme, **wish, **assumed)
    elif learner:
        result = _from_learners(pilot, learner, target, wish | assumed, scorer, scheme, seed, jobs, quiet)
    else:
        result = _from_results(pilot, only, wish | assumed, scorer, positive, scheme, columns, study, quiet)
    show_result(result, report=report, plot=plot, details=details, json=json, quiet=quiet)


def _from_learners(
    pilot: list[str],
    specs: list[str],
    target: list[str] | None,
    how: dict[str, Any],
    metric: str | None,
    scheme: str | None,
    seed: int | None,
    jobs: int,
    quiet: bool,
) -> Any:
    """Run learners on data, and plan from that."""
    if len(specs) < 2:
        raise ValueError(f"plan needs two or more learners, got {len(specs)}. Give --learner SPEC once for each.")

    from foldwise.learners import make_learners
    from foldwise.planning import plan as make_plan

    learners = make_learners(specs, said="--learner")
    datasets, _ = load_tables(pilot, target=target, groups=None, learners=learners)
    progress = False if quiet or sys.stderr is None else None
    planned = make_plan(
        learners, datasets, metric=metric, scheme=scheme, seed=seed, n_jobs=jobs, progress=progress, **how
    )
    say_what_was_predicted(pilot, datasets, target=target, quiet=quiet)
    return planned


def _from_results(
    pilot: list[str],
    only: list[str] | None,
    how: dict[str, Any],
    metric: str | None,
    positive: str | None,
    scheme: str | None,
    columns: dict[str, Any],
    study: str | None,
    quiet: bool,
) -> Any:
    """Plan from results, or from the store of a study."""
    from foldwise.planning import plan as make_plan
    from foldwise.store import Store

    if any(Store.is_at(name) for name in pilot):
        if len(pilot) > 1:
            raise ValueError(f"A store is planned from alone, but {len(pilot)} files were given.")
        reading: dict[str, Any] = {
            "metric": metric,
            "scheme": scheme,
            "columns": columns or None,
            "learners": only,
            "study": study,
        }
        return make_plan(pilot[0], **reading, **how)
    if study is not None:
        raise ValueError(f"--study names one of the studies of a store, but {pilot[0]} is none. Leave it out.")
    imported = read_results(
        pilot[0] if len(pilot) == 1 else pilot,
        quiet=quiet,
        metric=metric,
        scheme=scheme,
        columns=columns,
        learners=only,
        positive=positive,
    )
    return make_plan(imported, **how)
