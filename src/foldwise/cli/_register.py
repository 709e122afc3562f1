"""``foldwise register``: seal a study before its first run."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from foldwise._core import counted, one_line
from foldwise.cli._output import hold_stdout, say, say_json

if TYPE_CHECKING:
    from foldwise.studies import Registration

REGISTER_HELP = """Seal a study before its first run.

Sealed are hypotheses, learners, data, design, tests and the stopping rule, in a readable file with a hash of its own
content, beside the study file. From then on study run, status, report and export tell registered results from
exploratory ones, and list what is not as it was sealed. Hypotheses stand in the study file: [registration],
hypotheses = ["forest > logit on accuracy"].

\b
Seal, then run:
  foldwise register papers.toml
  foldwise study run papers.toml

\b
Results are there already, and the seal is to say so:
  foldwise register papers.toml --late
"""


def register(
    study: Annotated[str, typer.Argument(metavar="STUDY.toml", help="The study file.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Where to write the seal. Default: beside the study file."),
    ] = None,
    late: Annotated[
        bool, typer.Option("--late", help="Seal it although results are there; nothing then counts as registered.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the seal as JSON instead.")] = False,
) -> None:
    """Read the file, load the data, write the seal."""
    hold_stdout()
    from foldwise.studies import Study
    from foldwise.studies import register as seal

    registration = seal(Study.read(Path(study)), out=out, late=late)
    if json:
        say_json(dict(registration.document))
        return
    _say(registration, is_elsewhere=out is not None)


def _say(registration: "Registration", *, is_elsewhere: bool) -> None:
    document = registration.document
    claims = registration.hypotheses
    say(f"{registration.path}: {one_line(registration.study)[:60]} is registered.\n")
    for claim in claims:
        say(f"hypothesis   {one_line(str(claim))}")
    if not claims:
        say("hypothesis   none: every result will be exploratory; add [registration] hypotheses to the study file")
    sizes = ", ".join(counted(len(document[key]), key[:-1]) for key in ("datasets", "learners"))
    say(f"sealed       {sizes}; ends {document['stopping']}")
    if registration.n_folds_before:
        say(f"late         {counted(registration.n_folds_before, 'fold')} were there: nothing counts as registered")
    say(f"sha256       {registration.hash}\n")
    say(
        "The time in it is that of this computer, and the file could be written anew. Commit it, post the hash,\n"
        "or have it time-stamped, where others can see when."
    )
    if is_elsewhere:
        say(f'In the study file: [registration] file = "{registration.path}"')
