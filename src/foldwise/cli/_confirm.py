"""``foldwise confirm``: a verdict held against new data."""

from typing import Annotated

import typer

from foldwise.cli import _options as options
from foldwise.cli._glance import say_result
from foldwise.cli._output import hold_stdout, say_json

CONFIRM_HELP = """Hold a verdict against new data, difference by difference.

FIRST and AGAIN are results as `foldwise judge` takes them: files of scores or predictions, or stores. AGAIN must be of
the same learners, on data that had no part in FIRST. Each difference that FIRST calls significant is confirmed, not
confirmed, or open; beside it stands how large it was to be expected: a significant difference was lucky, too.

\b
Results of last year, and of this one:
  foldwise confirm before.csv after.csv

\b
For programs:
  foldwise confirm before.csv after.csv --json
"""


def confirm(
    first: Annotated[str, typer.Argument(metavar="FIRST", help="Results of the first data, or a store.")],
    again: Annotated[str, typer.Argument(metavar="AGAIN", help="Results of new data, or a store.")],
    alpha: options.Alpha = 0.05,
    details: options.Details = False,
    json: options.Json = False,
) -> None:
    """Judge both, compare, print."""
    hold_stdout()

    from foldwise.verdicts import confirm as hold_against

    confirmation = hold_against(first, again, alpha=alpha)
    if json:
        say_json(confirmation.document())
    else:
        say_result(confirmation, details=details)
