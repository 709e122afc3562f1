"""``foldwise lab factorial``: settings of a learner and properties of made-up data, crossed."""

import ast
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from foldwise._core import check_fraction, check_integer, listed
from foldwise.cli import _options as options
from foldwise.cli._glance import say_result
from foldwise.cli._lab_names import check_numbers, whole_number
from foldwise.cli._output import hold_stdout, note, say, say_json
from foldwise.cli._result import check_writable, write_files

FACTORIAL_HELP = """Vary settings and data together, and say which matter.

Settings of a learner and properties of artificial data are the factors of an experiment: every combination of their
values is tried, with training and test sets of its own for every score. Printed is an analysis of variance: which
factors change the accuracy, and which depend on one another.

\b
Leaves of C4.5, the number of examples and wrong labels:
  foldwise lab factorial

\b
Neighbours and attributes, with the figure of their interaction:
  foldwise lab factorial -l sklearn.neighbors.KNeighborsClassifier \\
    --vary n_neighbors=1,5,25 --vary n_attributes=2,10,50 --plot factorial.png
"""

_USUAL: Final = ("min_leaf=2,10,40", "n_examples=100,400", "label_noise=0,0.2")
# What is not varied: the learner itself has an option, and nobody looks at the second block.
_NOT_VARIED: Final = ("name", "learner", "second_shift", "metric")


def factorial(
    learner: Annotated[
        str, typer.Option("--learner", "-l", metavar="SPEC", help="The learner, as for compare.")
    ] = "c45",
    vary: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE,VALUE",
            help="A factor and its levels; once for each. NAME is a setting of the learner, or of the data: "
            "n_examples, n_attributes, label_noise, shift, prior, n_classes, law. Default: leaves, examples and wrong "
            "labels.",
        ),
    ] = None,
    replicates: Annotated[
        int, typer.Option(parser=whole_number, metavar="NUMBER", help="Independent scores in every cell.")
    ] = 20,
    alpha: Annotated[float, typer.Option(metavar="LEVEL", help="Level of each effect by itself.")] = 0.05,
    seed: Annotated[int, typer.Option(parser=whole_number, metavar="NUMBER", help="Other random data.")] = 0,
    jobs: options.Jobs = 1,
    store: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Keep finished cells in this file (.db): the same command goes on from there."
        ),
    ] = None,
    plot: options.Plot = None,
    details: options.Details = False,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Make the cells, train, print."""
    hold_stdout()
    check_writable(report=None, plot=plot, store=store)
    check_fraction(alpha, "--alpha")
    check_integer(replicates, "--replicates", least=2)
    check_numbers(jobs=jobs, seed=seed)
    factors = dict(map(_factor, vary or _USUAL))
    if vary is not None and len(factors) < len(vary):
        raise ValueError(f"--vary names a factor twice: {listed(vary)}. Give all of its levels at once.")

    from sklearn.base import clone

    from foldwise.lab import factorial as study_of
    from foldwise.lab.sources import ExchangeableBlocks
    from foldwise.learners import make_learners

    (made,) = make_learners([learner]).values()
    of_data = {part.name for part in fields(ExchangeableBlocks)} - {*_NOT_VARIED}
    unknown = [name for name in factors if name not in of_data and name not in made.get_params()]
    if unknown:
        if not vary:
            raise ValueError(
                f"{learner} has no setting {unknown[0]}, which is varied by default. Say what to vary: "
                f"--vary NAME=VALUE,VALUE, of {learner} or of the data: {listed(sorted(of_data), quote=False)}."
            )
        raise ValueError(
            f"--vary {unknown[0]} is no setting of {learner} and none of the data. Those of the data: "
            f"{listed(sorted(of_data), quote=False)}."
        )

    def cell(**levels: Any) -> ExchangeableBlocks:
        settings = {name: value for name, value in levels.items() if name not in of_data}
        data = {name: value for name, value in levels.items() if name in of_data}
        return ExchangeableBlocks(clone(made).set_params(**settings), **data)

    study = study_of(factors, cell, n_replicates=replicates, alpha=alpha, seed=seed, n_jobs=jobs, store=store)
    if json:
        say_json(_document(study, seed))
    else:
        say_result(study, details=details)
    write_files(study, report=None, plot=plot, tell=note if json else say, quiet=quiet)


def _factor(text: str) -> tuple[str, tuple[Any, ...]]:
    """Read a factor and its levels.

    >>> _factor("min_leaf=2,10"), _factor("law=normal,heavy")
    (('min_leaf', (2, 10)), ('law', ('normal', 'heavy')))
    """
    name, equals, values = text.partition("=")
    if not (name and equals and values):
        raise ValueError(f"--vary takes a name and levels, such as min_leaf=2,10,40, got {text!r}.")
    return name, tuple(_level(value.strip()) for value in values.split(","))


def _level(text: str) -> Any:
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return text


def _document(study: Any, seed: int) -> dict[str, Any]:
    """Return what a program reads: the settings, all effects and all cells."""
    tables = [
        [{name: None if value != value else value for name, value in row.items()} for row in table.to_dict("records")]
        for table in (study.effects(), study.frame())
    ]
    return {
        "schema": "foldwise.lab-factorial/1",
        "factors": {name: list(levels) for name, levels in study.factors.items()},
        "metric": study.metric,
        "alpha": study.alpha,
        "seed": seed,
        "n_replicates": study.n_replicates,
        "effects": tables[0],
        "cells": tables[1],
    }
