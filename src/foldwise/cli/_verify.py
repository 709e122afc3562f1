"""``foldwise verify``: recompute a verdict from its JSON document."""

from pathlib import Path
from typing import Annotated

import typer

from foldwise.cli._exit import FAILED_RUN
from foldwise.cli._output import hold_stdout, say, say_json

VERIFY_HELP = """Recompute a verdict from its JSON document.

Says field by field what does not agree: the hash of the document, p-values, adjusted p-values, intervals, decisions,
estimates, counts; what was recomputed, and what was not and why. Nothing is fitted. Ends with 0 if all agrees, with 1
if something does not, with 2 if there is nothing to recompute.

\b
From the scores in the document:
  foldwise verify report.json

\b
From the store that keeps the folds, also for tests that read predictions:
  foldwise verify report.json --store digits.db

\b
Of scores from elsewhere, from their files:
  foldwise verify report.json --data gpt.jsonl --data phi.jsonl
"""


def verify(
    report: Annotated[Path, typer.Argument(metavar="REPORT.json", help="A document, or the seal of a registration.")],
    store: Annotated[Path | None, typer.Option("--store", metavar="STORE", help="The store behind it.")] = None,
    data: Annotated[
        list[str] | None,
        typer.Option("--data", metavar="DATA", help="The data, or the files of results; give it for each of them."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document instead.")] = False,
) -> None:
    """Recompute, compare, print."""
    hold_stdout()
    from foldwise.reports import verify as recompute

    found = recompute(report, store=store, data=data or None)
    if json:
        say_json(found.document())
    else:
        say(str(found))
    if not found.agrees:
        raise typer.Exit(FAILED_RUN)
