"""Certificates: ``foldwise lab certify``, and ``foldwise compare --certify``, which has one beside its verdict."""

import sys
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from foldwise._core import check_choice, check_fraction, check_integer
from foldwise.cli import _options as options
from foldwise.cli._lab_names import check_numbers, check_procedures, check_unlike, whole_number
from foldwise.cli._load_tables import load_tables, say_what_was_predicted
from foldwise.cli._output import hold_stdout
from foldwise.cli._result import check_writable, show_result

CERTIFY_HELP = """Measure false alarms on data like your own.

Many datasets are made from yours. On each, the better of two learners is made as bad as the other, by random errors,
and the procedure decides: what it finds is a false alarm. The certificate says how many there were, which p-value to
ask for instead, and what it cannot know. To judge and certify at once: foldwise compare --certify.

\b
The procedure that compare uses by default:
  foldwise lab certify wine -l nb -l c45

\b
Another procedure, and datasets from a generator fitted to the data:
  foldwise lab certify patients.csv --target outcome -p 5x2/five_by_two_t \\
    -l nb -l sklearn.svm.SVC --null generator --report certificate.html
"""


def certify(
    data: Annotated[str, typer.Argument(metavar="DATA", help="A file, a built-in name, uci:NAME or openml:ID.")],
    learner: options.Learners,
    target: options.Target = None,
    procedure: Annotated[
        str, typer.Option("--procedure", "-p", metavar="SCHEME[/TEST]", help="What to measure.")
    ] = "settled",
    null: Annotated[
        str,
        typer.Option(metavar="NULL", help="Where datasets come from: subsamples, or a generator fitted to the data."),
    ] = "subsamples",
    trials: Annotated[
        int, typer.Option(parser=whole_number, metavar="NUMBER", help="Draw so many datasets for each pair.")
    ] = 200,
    alpha: Annotated[float, typer.Option(metavar="LEVEL", help="Level of the test.")] = 0.05,
    seed: Annotated[
        int | None,
        typer.Option(
            parser=whole_number, metavar="NUMBER", help="Other random datasets. Default: derived from the data."
        ),
    ] = None,
    jobs: options.Jobs = 1,
    store: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Keep finished trials in this file (.db): the same command goes on from there."
        ),
    ] = None,
    report: options.Report = None,
    plot: options.Plot = None,
    details: options.Details = False,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Load the data, make the learners, do the trials, print, write."""
    hold_stdout()
    check_writable(report=report, plot=plot, store=store)
    check_choice(null, "--null", ("subsamples", "generator"))
    check_numbers(jobs=jobs, seed=seed)
    check_fraction(alpha, "--alpha")
    check_procedures([procedure])
    if len(learner) < 2:
        raise ValueError(f"certify needs two or more learners, got {len(learner)}. Give --learner SPEC once for each.")

    from foldwise.lab import fewest_trials
    from foldwise.learners import make_learners

    check_integer(trials, "--trials", least=fewest_trials(alpha))
    learners = make_learners(learner, said="--learner")
    check_unlike(learners.values())
    dataset, _ = load_tables([data], target=target, groups=None)

    from foldwise.lab import certify as measure

    certificate = measure(
        learners,
        dataset,
        procedure=procedure,
        null=cast(Any, null),
        n_trials=trials,
        alpha=alpha,
        seed=seed,
        n_jobs=jobs,
        store=store,
        progress=False if quiet or sys.stderr is None else None,
    )
    say_what_was_predicted([data], dataset, target=target, quiet=quiet)
    show_result(certificate, report=report, plot=plot, details=details, json=json, quiet=quiet)


def check_certifiable(
    null: str,
    n_trials: int,
    *,
    alpha: float,
    test: str | None,
    metric: str | None,
    groups: str | None,
    alternative: str,
) -> None:
    """Refuse what no certificate is made for, before minutes are spent on the comparison."""
    from foldwise.lab import fewest_trials

    check_integer(n_trials, "--certify-trials", least=fewest_trials(alpha))
    check_choice(null, "--certify-null", ("subsamples", "generator"))
    if test == "all":
        raise ValueError("--certify measures one test, got --test all. Name a test, or leave it out.")
    if metric not in (None, "accuracy"):
        raise ValueError(f"--certify is about accuracy, got --metric {metric}. Leave one of them out.")
    if groups is not None:
        raise ValueError("--certify takes examples for independent, got --groups. Leave one of them out.")
    if alternative != "two-sided":
        raise ValueError(f"--certify is about two-sided tests, got --alternative {alternative}. Leave one of them out.")


def certified(
    verdict: Any,
    learners: Any,
    data: Any,
    *,
    scheme: Any,
    test: str | None,
    alpha: float,
    **how: Any,
) -> list[Any]:
    """Return the verdict, and for each dataset a certificate that has judged it again.

    Parameters
    ----------
    verdict : Verdict
        Of `compare`.
    learners, data
        What it compared: one Dataset, or a list of them.
    scheme, test, alpha
        By what, as `compare` takes them.
    **how
        For `certify`: where the trials come from, how many, who does them.
    """
    from foldwise.lab import certify
    from foldwise.verdicts import Procedure

    several = data if isinstance(data, list) else [data]
    # The same defaults as those of compare.
    usual = "settled" if test is None else "10x10"
    procedure = Procedure(usual if scheme is None else scheme, test, alpha=alpha)
    certificates = [certify(learners, dataset, procedure=procedure, **how) for dataset in several]
    return [verdict, *(certificate.readjudge(verdict) for certificate in certificates)]
