"""``foldwise lab datasets``: what is said over many datasets, tried where the truth is known."""

import sys
from pathlib import Path
from typing import Annotated, Any, Final, cast

import typer

from foldwise._core import check_choice, check_fraction, check_integer
from foldwise.cli import _options as options
from foldwise.cli._glance import say_result
from foldwise.cli._lab_names import check_numbers, whole_number
from foldwise.cli._output import hold_stdout, say_json
from foldwise.cli._result import check_writable

DATASETS_HELP = """Count mistakes over many datasets.

Every trial draws a table of scores, datasets by learners, from a population in which it is known who is better. Printed
is how often each method calls equally good learners different, how often it finds the better one, or how often its
intervals hold the truth.

\b
Five learners that are equally good, twenty datasets:
  foldwise lab datasets

\b
The first of three better by two points, scores with two digits:
  foldwise lab datasets -e 0.02 -e 0 -e 0 --step 0.01 -m wilcoxon/holm -m nemenyi

\b
Datasets that are near copies of one another:
  foldwise lab datasets --copies 2 --datasets 50 --details
"""

_METHODS: Final = ("wilcoxon/holm", "wilcoxon/none", "sign_test/holm", "nemenyi", "friedman", "rank_intervals")


def datasets(
    method: Annotated[
        list[str] | None,
        typer.Option(
            "--method",
            "-m",
            metavar="METHOD",
            help="A test or an interval, such as nemenyi; once for each. Default: six that are usual.",
        ),
    ] = None,
    effect: Annotated[
        list[float] | None,
        typer.Option(
            "--effect", "-e", metavar="SCORE", help="How good a learner is over all datasets; once for each learner."
        ),
    ] = None,
    number: Annotated[
        int, typer.Option("--datasets", parser=whole_number, metavar="NUMBER", help="Datasets of each table.")
    ] = 20,
    law: Annotated[str, typer.Option(metavar="LAW", help="Of true differences: normal, heavy or skewed.")] = "normal",
    step: Annotated[float, typer.Option(metavar="STEP", help="Round scores to multiples of it.")] = 0.0,
    copies: Annotated[
        int, typer.Option(parser=whole_number, metavar="NUMBER", help="Every dataset comes so often, as near copies.")
    ] = 1,
    missing: Annotated[float, typer.Option(metavar="SHARE", help="Of the cells that are empty.")] = 0.0,
    trials: Annotated[int, typer.Option(parser=whole_number, metavar="NUMBER", help="Draw so many tables.")] = 1000,
    alpha: Annotated[float, typer.Option(metavar="LEVEL", help="Level of tests and intervals.")] = 0.05,
    seed: Annotated[int, typer.Option(parser=whole_number, metavar="NUMBER", help="Other random tables.")] = 0,
    jobs: options.Jobs = 1,
    store: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Keep finished tables in this file (.db): the same command goes on from there."
        ),
    ] = None,
    details: options.Details = False,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Make the population, draw tables, print."""
    hold_stdout()
    check_writable(report=None, plot=None, store=store)
    check_fraction(alpha, "--alpha")
    check_integer(trials, "--trials", least=1)
    check_numbers(jobs=jobs, seed=seed)

    from foldwise.lab import dataset_methods, over_datasets
    from foldwise.lab.sources import DatasetPopulation

    names = list(dict.fromkeys(method or _METHODS))
    for name in names:
        check_choice(name, "--method", dataset_methods())
    population = DatasetPopulation(
        tuple(effect or [0.0] * 5),
        number,
        cast(Any, law),
        step=step,
        n_copies=copies,
        missing=missing,
    )
    result = over_datasets(
        names,
        population,
        n_trials=trials,
        alpha=alpha,
        seed=seed,
        n_jobs=jobs,
        store=store,
        progress=False if quiet or sys.stderr is None else None,
    )
    if json:
        say_json(_document(result))
    else:
        say_result(result, details=details)


def _document(result: Any) -> dict[str, Any]:
    """Return what a program reads: the settings and all rows."""
    rows = [
        {name: None if value != value else value for name, value in row.items()}
        for row in result.frame().to_dict("records")
    ]
    return {
        "schema": "foldwise.lab-datasets/1",
        "alpha": result.alpha,
        "seed": result.seed,
        "n_trials": result.n_trials,
        "table": rows,
    }
