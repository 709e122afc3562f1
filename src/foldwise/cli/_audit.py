"""``foldwise audit``: the questions of the four papers, asked of results."""

from typing import Annotated

import typer

from foldwise._core import read_roles
from foldwise.cli import _options as options
from foldwise.cli._output import hold_stdout, note, say, say_json
from foldwise.cli._result import check_writable, write_files

AUDIT_HELP = """Ask of results what the four papers ask, as a reviewer would.

RESULTS is a store, a JSON document of foldwise (--json, --report out.json), or a file of scores or predictions as
`foldwise judge` takes them. More than one rival? Real data? Tests counted, also those that are not shown? Fixed
before? More than one partition? Each question is answered with yes, no or cannot be seen, with what that rests on and
who asks it. Nothing is guessed, fitted or written; at the end stands what to ask the authors.

\b
The store of a study:
  foldwise audit study.db

\b
A document that somebody sent, as a page:
  foldwise audit verdict.json --report audit.html

\b
Scores from a paper's repository:
  foldwise audit scores.csv --column score=acc
"""


def audit(
    files: Annotated[
        list[str], typer.Argument(metavar="RESULTS...", help="A store, a document, or a file of results, or several.")
    ],
    metric: Annotated[
        str | None, typer.Option(metavar="NAME", help="Of a file of results: what the scores are, or which to take.")
    ] = None,
    scheme: Annotated[
        str | None, typer.Option(metavar="SCHEME", help="Of a file of results: how the splits were made, as for judge.")
    ] = None,
    column: Annotated[
        list[str] | None, typer.Option(metavar="ROLE=NAME", help="Of a file of results: what columns mean.")
    ] = None,
    study: Annotated[
        str | None, typer.Option(metavar="NAME", help="Which study of a store. Default: the last one that was run.")
    ] = None,
    report: options.Report = None,
    json: options.Json = False,
) -> None:
    """Look, print, write."""
    hold_stdout()
    check_writable(report=report, plot=None)

    from foldwise.auditing import audit as look_at

    results = files[0] if len(files) == 1 else files
    found = look_at(results, metric=metric, scheme=scheme, columns=read_roles(column or ()) or None, study=study)
    if json:
        from foldwise.reports import summary

        say_json(summary(found))
    else:
        say(str(found))
    write_files(found, report=report, plot=None, tell=note if json else say, quiet=False)
