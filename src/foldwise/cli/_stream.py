"""``foldwise stream``: two learners on new examples, in the order in which they arrived, as far as they are there."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from foldwise.cli import _options as options
from foldwise.cli._glance import say_result
from foldwise.cli._output import hold_stdout, say_json

if TYPE_CHECKING:
    import pandas as pd

STREAM_HELP = """Two learners on new examples, one by one: the answer so far.

FILE is a table with a row for each example, in the order of arrival, and a column of scores for each of the two
learners; or a file that foldwise.verdicts.Stream keeps. Call it as often as you like while the file grows, and stop as
soon as it is decided: looking often does not raise the error.

For new examples, each scored once. Not for folds or repeats of a cross-validation, nor for examples in clusters.

\b
Right (1) and wrong (0) answers, in columns called new and old:
  foldwise stream answers.csv --a new --b old

\b
Losses from 0 to 5:
  foldwise stream losses.csv --a new --b old --high 5 --lower-is-better
"""


def stream(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Scores, a row for each example.")],
    *,
    a: Annotated[str | None, typer.Option("--a", metavar="COLUMN", help="Scores of one learner.")] = None,
    b: Annotated[str | None, typer.Option("--b", metavar="COLUMN", help="Scores of the other.")] = None,
    low: Annotated[float, typer.Option(metavar="NUMBER", help="The least score there can be.")] = 0.0,
    high: Annotated[float, typer.Option(metavar="NUMBER", help="The greatest score there can be.")] = 1.0,
    lower_is_better: Annotated[bool, typer.Option("--lower-is-better", help="Low scores are good.")] = False,
    alpha: Annotated[
        float,
        typer.Option(metavar="LEVEL", help="In how many streams of equally good learners one may be called better."),
    ] = 0.05,
    details: options.Details = False,
    json: options.Json = False,
) -> None:
    """Read what is there, and print the answer so far."""
    hold_stdout()
    from foldwise.data import read_table
    from foldwise.verdicts import Stream

    path = Path(file).expanduser()
    if path.is_file() and Stream.is_kept_in(path):
        asked = [a, b, low != 0, high != 1, lower_is_better or None, alpha != 0.05]
        if any(asked):
            raise ValueError(f"{path} says itself what it holds. Leave out the options, but for --details and --json.")
        result = Stream.read(path)
    else:
        table, _ = read_table(path)
        names = [str(name) for name in table.columns]
        _refuse_folds(names)
        a, b = _learners(names, a, b)
        result = Stream(a, b, low=low, high=high, lower_is_better=lower_is_better, alpha=alpha)
        result.update(*(_scores(table.iloc[:, names.index(name)], name) for name in (a, b)))
    if json:
        say_json(result.document())
    else:
        say_result(result, details=details)


def _refuse_folds(names: list[str]) -> None:
    """Refuse tables of a cross-validation, which has the same examples in every repeat."""
    for name in names:
        if name.strip().lower() in {"fold", "repeat", "split"}:
            raise ValueError(
                f"the column {name!r} says that these are scores of a cross-validation, not of new examples. "
                "Use: foldwise judge."
            )


def _scores(column: "pd.Series[Any]", name: str) -> "pd.Series[Any]":
    """Return a column as numbers, also one that is read as texts because it has one number written in two ways."""
    from foldwise._core import DataFormatError, shortened
    from foldwise.data._door import as_numbers

    numbers = as_numbers(column)
    words = column[numbers.isna() & column.notna()]
    if len(words):
        raise DataFormatError(f"the column {shortened(name)!r} must hold scores, got {shortened(words.iloc[0])!r}.")
    return numbers


def _learners(names: list[str], a: str | None, b: str | None) -> tuple[str, str]:
    """Return the two columns of scores; without being told only if there are just two columns."""
    from foldwise._core import listed

    if a is None and b is None and len(names) == 2:
        return names[0], names[1]
    if a is None or b is None:
        raise ValueError(f"which two columns are scores? There are {listed(names)}. Name them: --a COLUMN --b COLUMN.")
    for name in (a, b):
        if name not in names:
            raise ValueError(f"there is no column {name!r}. There are {listed(names)}.")
    return a, b
