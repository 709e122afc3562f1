"""``foldwise gate``: whether a candidate is worse than a baseline by more than a margin."""

from pathlib import Path
from typing import Annotated, Final

import typer

from foldwise._core import read_roles, write_atomically
from foldwise.cli import _completion as completion
from foldwise.cli import _options as options
from foldwise.cli._glance import say_result
from foldwise.cli._lasting_imports import lasting_imports
from foldwise.cli._output import hold_stdout, note, say, say_json

GATE_HELP = """Is a candidate worse than a baseline? No, yes, or undecided.

BASELINE and CANDIDATE are files of one learner each, on the same examples or the same splits: a score per example
(columns such as item and accuracy, perhaps cluster and epoch), scores per fold, predictions, or files of another
program, such as samples of lm-evaluation-harness. One file that holds both needs --baseline-name and --candidate-name:
they are in the column of the learner, or name a column each.

It ends with 0 if the candidate is not worse, 1 if it is worse, 3 if that is undecided, and 2 if the input is bad.

\b
Right and wrong answers before and after a change:
  foldwise gate before.csv after.csv --worse-by 0.01

\b
Two models by lm-evaluation-harness:
  foldwise gate old/samples_quiz_*.jsonl new/samples_quiz_*.jsonl \\
    --worse-by 0.01

\b
A column each for the old and the new model:
  foldwise gate answers.csv --worse-by 0.01 \\
    --baseline-name old --candidate-name new

\b
A comment for a pull request:
  foldwise gate before.csv after.csv --worse-by 0.01 --markdown comment.md
"""

_EXIT_CODES: Final = {"not worse": 0, "worse": 1, "undecided": 3}


def gate(
    baseline: Annotated[str, typer.Argument(metavar="BASELINE", help="Results of the baseline, or of both.")],
    candidate: Annotated[str | None, typer.Argument(metavar="CANDIDATE", help="Results of the candidate.")] = None,
    *,
    worse_by: Annotated[
        float,
        typer.Option(
            "--worse-by",
            metavar="MARGIN",
            help="A loss up to this size does not matter: 0.01 is one point of accuracy.",
        ),
    ],
    baseline_name: Annotated[
        str | None, typer.Option("--baseline-name", metavar="NAME", help="Which learner is the baseline.")
    ] = None,
    candidate_name: Annotated[
        str | None, typer.Option("--candidate-name", metavar="NAME", help="Which learner is the candidate.")
    ] = None,
    metric: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", autocompletion=completion.complete_metric, help="What the scores are, or which to take."
        ),
    ] = None,
    scheme: Annotated[
        str | None, typer.Option(metavar="SCHEME", help="How the splits were made, if the files do not tell.")
    ] = None,
    column: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ROLE=NAME",
            help="Which column is the item (the example), cluster, epoch, score, learner, repeat, fold, actual or "
            "predicted.",
        ),
    ] = None,
    alpha: Annotated[
        float,
        typer.Option(
            metavar="LEVEL", help="How often a candidate that is worse by just the margin may be called not worse."
        ),
    ] = 0.05,
    markdown: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write a Markdown comment; - prints it instead of the other words."),
    ] = None,
    details: options.Details = False,
    json: options.Json = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No notes on stderr.")] = False,
) -> None:
    """Read both, judge, print, and end with a code that tells the outcome."""
    hold_stdout()
    if markdown == "-" and json:
        raise ValueError("--markdown - and --json both print the result. Choose one, or give a file.")
    columns = read_roles(column or ())

    with lasting_imports():
        from foldwise.verdicts import gate as judge_gate

    result = judge_gate(
        baseline,
        candidate,
        worse_by=worse_by,
        alpha=alpha,
        metric=metric,
        scheme=scheme,
        columns=columns or None,
        baseline_name=baseline_name,
        candidate_name=candidate_name,
    )
    if result.reading and not quiet:
        note(result.reading)
    if markdown is not None and markdown != "-":
        write_atomically(Path(markdown), result.markdown().encode())
    if json:
        say_json(result.document())
    elif markdown == "-":
        say(result.markdown().rstrip("\n"))
    else:
        say_result(result, details=details)
    if markdown not in (None, "-") and not quiet:
        note(f"comment: {markdown}")
    raise typer.Exit(_EXIT_CODES[result.outcome])
