"""``foldwise papers``: the papers' tables, figures and claims, made again."""

import os
import sys
from pathlib import Path
from time import monotonic
from typing import Annotated, Any

import typer

from foldwise._core import FoldwiseError, counted, duration, listed
from foldwise.cli import _options as options
from foldwise.cli._exit import FAILED_RUN, interrupted_code
from foldwise.cli._output import hold_stdout, note, say, say_json, say_table
from foldwise.cli._papers_progress import (
    ExhibitPrinter,
    ReproductionProgress,
    in_a_line,
    in_full,
    say_counts,
    write_paper_pages,
)
from foldwise.cli._result import check_folder, check_writable, write_files

_LIST_HELP = """List the papers and their parts: the data they need, and about how long they take on two cores.

\b
Examples:
  foldwise papers list
  foldwise papers list --json
"""
_RUN_HELP = """Make tables, figures and claims of the papers again, beside the printed numbers.

Each is called reproduced, reproduced in kind or not reproduced, with the reason. At full size finished work is kept
in a folder: a run that was interrupted goes on from there with the same command.

\b
One table, at a fraction of its size, in seconds, which judges nothing:
  foldwise papers run bouckaert_frank_2004 --table 3 --quick

\b
All of one paper:
  foldwise papers run bradford_brodley_2001 --report bradford.html

\b
Everything, in less than half an hour on two cores:
  foldwise papers run --all --report papers.html
"""
_FETCH_HELP = """Download the datasets that papers need and that are not at hand, as far as OpenML has them.

\b
Examples:
  foldwise papers fetch
  foldwise papers fetch bouckaert_frank_2004
"""
_STORE = Path("foldwise-papers")

papers_app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)

_Names = Annotated[
    list[str] | None,
    typer.Argument(metavar="NAME", help="Papers, or parts such as PAPER/table3 (see: foldwise papers list)."),
]
_Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead.")]


@papers_app.callback(invoke_without_command=True)
def _papers(ctx: typer.Context) -> None:
    """Reproduce the tables and figures of the papers."""
    if ctx.invoked_subcommand is None:
        say(ctx.get_help())


@papers_app.command("list", help=_LIST_HELP)
def list_papers(json: _Json = False) -> None:
    """Print the catalogue."""
    hold_stdout()
    check_data_folder()
    if json:
        say_json({"schema": "foldwise.papers-list/1", "papers": catalogue()})
    else:
        say_catalogue()


@papers_app.command("fetch", help=_FETCH_HELP)
def fetch(names: _Names = None) -> None:
    """Load what is not there."""
    hold_stdout()
    check_data_folder()
    if n_failed := fetch_missing(names or []):
        note(f"error: {counted(n_failed, 'dataset')} could not be fetched.")
        raise typer.Exit(FAILED_RUN)


@papers_app.command("run", help=_RUN_HELP)
def run(
    names: _Names = None,
    everything: Annotated[bool, typer.Option("--all", help="All papers, and their claims.")] = False,
    table: Annotated[list[int] | None, typer.Option(metavar="NUMBER", help="Only this table of the paper.")] = None,
    figure: Annotated[list[int] | None, typer.Option(metavar="NUMBER", help="Only this figure of the paper.")] = None,
    part: Annotated[list[str] | None, typer.Option(metavar="PART", help="Only this part of the paper.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Small versions, in seconds, which judge nothing.")] = False,
    seed: Annotated[int, typer.Option(metavar="NUMBER", help="Of partitions and simulated data.")] = 1,
    jobs: options.Jobs = -1,
    store: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Keep finished work here, so that the same command goes on from there. Default: "
            f"{_STORE}; with --quick none.",
        ),
    ] = None,
    no_store: Annotated[bool, typer.Option("--no-store", help="Keep nothing.")] = False,
    report: options.Report = None,
    pages: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Write a Markdown page for each paper, with its figures beside it."),
    ] = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Check what is asked for, run, print, write."""
    hold_stdout()
    check_data_folder()
    check_writable(report=report, plot=None)
    if store is not None and no_store:
        raise ValueError("--store and --no-store exclude each other. Leave one of them out.")
    check_folder(store, "--store")
    check_folder(pages, "--pages")
    parts = _part_names(names or [], _parts(table, figure, part), everything)
    if pages is not None and any("/" in name for name in parts):
        raise ValueError("--pages writes pages of whole papers, got parts of them. Name papers, or take --report.")

    from joblib import cpu_count

    from foldwise.papers import Workbench, choose, reproduce

    chosen = choose(*parts)
    # Refuses a wrong seed or number of jobs before anything is said or made.
    Workbench(seed=seed, n_jobs=jobs)
    experiments = [each for _, one in chosen for each in one.needs]
    # What is made at once leaves no folder behind that nobody asked for.
    store_folder = store or (None if no_store or quick or not experiments else _STORE)
    check_folder(store_folder, "--store")
    if store_folder is not None and not quiet:
        note(f"finished work is kept in {store_folder}: the same command goes on where an interrupted one stopped.")
    lines = ReproductionProgress(experiments, cores=cpu_count() if jobs == -1 else jobs, quick=quick)
    printer = ExhibitPrinter(None if quiet else lines, None if json else in_full if len(chosen) == 1 else in_a_line)
    start = monotonic()
    try:
        exhibits = reproduce(
            *parts,
            quick=quick,
            seed=seed,
            n_jobs=jobs,
            store=store_folder,
            watch=printer.tell,
            progress=False if quiet or sys.stderr is None else None,
        )
    except KeyboardInterrupt:
        if store_folder is None:
            raise
        note(f"interrupted: finished work is kept in {store_folder}, and the same command goes on from there.")
        # Said already: the way out of an ordinary interruption would say it again.
        raise SystemExit(interrupted_code()) from None
    took = monotonic() - start
    if json:
        from foldwise.reports import summary

        say_json(summary(exhibits))
    elif len(exhibits) != 1:
        say_counts(exhibits)
    tell = note if json else say
    write_files(exhibits, report=report, plot=None, tell=tell, quiet=quiet)
    if pages is not None:
        command = " ".join(["foldwise papers run", *(parts or ["--all"]), *(["--quick"] if quick else [])])
        tell_page = _silent if quiet else tell
        write_paper_pages(exhibits, pages, command=command, seed=seed, seconds=took, tell=tell_page)
    if printer.n_failed:
        note(
            f"error: {printer.n_failed} of {counted(len(exhibits), 'part')} failed; FOLDWISE_DEBUG=1 shows tracebacks."
        )
        raise typer.Exit(FAILED_RUN)


def _parts(table: list[int] | None, figure: list[int] | None, part: list[str] | None) -> list[str]:
    tables = [f"table{number}" for number in table or []]
    figures = [f"figure{number}" for number in figure or []]
    return [*tables, *figures, *(part or [])]


def _part_names(names: list[str], parts: list[str], everything: bool) -> list[str]:
    """Put together what to reproduce; an empty list is everything."""
    if everything and (names or parts):
        raise ValueError(f"--all is everything, got {' '.join([*names, *parts])} as well. Leave one of them out.")
    if everything:
        return []
    if not names:
        raise ValueError("no paper was named. Name one or a part of it (see: foldwise papers list), or give --all.")
    if parts and (len(names) > 1 or "/" in names[0]):
        raise ValueError(f"--table, --figure and --part are of one paper, got {' '.join(names)}. Name one paper.")
    return [f"{names[0]}/{each}" for each in parts] or names


def _silent(_: str) -> None:
    """Print nothing."""


Document = dict[str, Any]


def catalogue() -> list[Document]:
    """List papers and their parts; the keys are described in ``docs/cli.md``."""
    from foldwise.papers import PAPERS

    return [
        {
            "name": paper.name,
            "title": paper.title,
            "reference": paper.reference,
            "parts": [
                {
                    "name": part.name,
                    "title": part.title,
                    "seconds": part.seconds,
                    "n_datasets": len(part.data),
                    "missing": sorted(_missing(part.data.values())),
                }
                for part in paper.parts
            ],
        }
        for paper in PAPERS.values()
    ]


def say_catalogue() -> None:
    """Print a line for each part, how long everything takes, and what to do about missing data."""
    from foldwise.papers import PAPERS

    parts = [(paper["name"], part) for paper in catalogue() for part in paper["parts"]]
    rows = [(f"{name}/{part['name']}", _data(part), duration(part["seconds"]), part["title"]) for name, part in parts]
    say_table(("part", "datasets at hand", "takes about", "title"), rows)
    experiments = {each for paper in PAPERS.values() for part in paper.parts for each in part.needs}
    all_of_them = duration(sum(each.seconds for each in experiments))
    say(f"\nParts share work: all of them take about {all_of_them} on two cores.")
    if missing := sorted({name for _, part in parts for name in part["missing"]}):
        say(
            f"Not at hand: {listed(missing, quote=False)}. Set FOLDWISE_DATA to a folder with their ARFF files, or "
            "download what can be: foldwise papers fetch."
        )


def check_data_folder() -> None:
    """Refuse a FOLDWISE_DATA that names no folder: all datasets in it would count as not at hand."""
    named = os.environ.get("FOLDWISE_DATA")
    if named and not Path(named).expanduser().is_dir():
        raise ValueError(f"FOLDWISE_DATA must name a folder with ARFF files, got {named!r}. Correct it, or unset it.")


def fetch_missing(names: list[str]) -> int:
    """Load what is not at hand of some papers or parts, one by one, and return how many could not be."""
    from foldwise.data import load
    from foldwise.papers import choose

    needed = {name for _, part in choose(*names) for name in part.data.values()}
    missing = sorted(_missing(needed))
    say(f"{len(needed) - len(missing)} of {counted(len(needed), 'dataset')} at hand.")
    n_failed = 0
    for name in missing:
        try:
            say(f"{name}: fetched, {counted(load(name).n_examples, 'example')}")
        except FoldwiseError as error:
            n_failed += 1
            say(f"{name}: {error}")
    return n_failed


def _missing(names: Any) -> set[str]:
    from foldwise.data import is_at_hand

    return {name for name in names if not is_at_hand(name)}


def _data(part: Document) -> str:
    number = part["n_datasets"]
    return f"{number - len(part['missing'])} of {number}" if number else "needs none"
