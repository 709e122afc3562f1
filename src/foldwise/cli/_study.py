"""``foldwise study``: many datasets and learners, run, resumed, looked at, exported, reported."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from foldwise._core import counted, one_line, shortened
from foldwise.cli import _options as options
from foldwise.cli._against import Against
from foldwise.cli._exit import FAILED_RUN, interrupted_code
from foldwise.cli._glance import say_result
from foldwise.cli._lasting_imports import lasting_imports
from foldwise.cli._output import hold_stdout, note, say, say_json, say_table
from foldwise.cli._result import check_writable, show_result
from foldwise.cli._study_summary import cut, say_next, say_scores

if TYPE_CHECKING:
    from foldwise.store import CellStatus
    from foldwise.studies import Registered, Study, StudyResults
    from foldwise.verdicts import Overall

_WIDTH = 40
_ERROR_WIDTH = 120

_RUN_HELP = """Run what is missing of a study, and judge all of it.

Every finished fold is stored at once, in one file: a run that was interrupted goes on from there with the same command.
The whole study file is checked, and all data are loaded, before the first fit.

\b
Run, or go on, with two workers, and write a report:
  foldwise study run papers.toml --jobs 2 --report papers.html

\b
Learners that may hang or crash, each fold in a process of its own with 60 seconds:
  foldwise study run papers.toml --time-limit 60

\b
Repeat what failed, after the learner was mended:
  foldwise study run papers.toml --only-failed
"""
_STATUS_HELP = """Show how far a study is, also while another program runs it. No data are loaded.

\b
Examples:
  foldwise study status papers.toml
  foldwise study status papers.db --json
"""
_WATCH_HELP = """Follow a study on the terminal while another program runs it. Ctrl-C ends the watching, not the study.

When all is done, the verdict is printed. The exit code is that of the study: 1 if folds failed, or nobody runs what is
missing.

\b
Examples:
  foldwise study watch papers.toml
  foldwise study watch papers.toml && foldwise study report papers.toml papers.html
"""
_EXPORT_HELP = """Write the results as tables: scores.csv, verdicts.csv, cells.csv (with timings), study.json.

\b
All of it into a folder, with every prediction:
  foldwise study export papers.toml results --predictions

\b
Only the scores, which foldwise judge reads as well:
  foldwise study export papers.db scores.csv
"""
_REPORT_HELP = """Print the results, or write them as a page: .html, .md, .tex or .json. Nothing is fitted.

\b
The results so far, at a glance, and as a page:
  foldwise study report papers.toml
  foldwise study report papers.toml papers.html
"""
_CHECK_HELP = """Read all of a store, and say what is damaged; nothing is said of folds that are whole.

\b
Drop the folds that are damaged, so that the next run computes them again:
  foldwise study check papers.db --repair
"""

study_app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)

_File = Annotated[str, typer.Argument(metavar="STUDY.toml", help="The study file.")]
_Source = Annotated[str, typer.Argument(metavar="STUDY", help="The study file, or the store of a study.")]
_Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead.")]


@study_app.callback(invoke_without_command=True)
def _study(ctx: typer.Context) -> None:
    """Run many datasets and learners from one file, and lose nothing."""
    if ctx.invoked_subcommand is None:
        say(ctx.get_help())


@study_app.command("run", help=_RUN_HELP)
def run(
    file: _File,
    jobs: options.Jobs = 1,
    dask: options.Dask = None,
    isolate: options.Isolate = False,
    time_limit: options.TimeLimit = None,
    memory_limit: options.MemoryLimit = None,
    only_failed: Annotated[
        bool, typer.Option("--only-failed", help="Repeat the folds that failed, no others.")
    ] = False,
    sharing: options.Sharing = True,
    allow_partial: options.AllowPartial = False,
    missing: options.StudyMissing = None,
    against: Against = None,
    report: options.Report = None,
    plot: options.Plot = None,
    details: Annotated[
        bool, typer.Option("--details", "--verbose", "-v", help="Print all scores, and every verdict in words.")
    ] = False,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Read the file, run, print, write."""
    hold_stdout()
    check_writable(report=report, plot=plot)

    limits = options.read_isolation(isolate, time_limit, memory_limit)

    with lasting_imports():
        from foldwise.studies import Study, run_study

    study = Study.read(Path(file))
    # What is no policy is refused before hours of work.
    asked: dict[str, Any] = {"missing": missing, "against": against}
    study = replace(study, **{key: value for key, value in asked.items() if value is not None})
    try:
        results = run_study(
            study,
            n_jobs=jobs,
            sharing=sharing,
            isolate=limits,
            dask=dask,
            only_failed=only_failed,
            allow_partial=allow_partial,
            progress=not quiet and sys.stderr is not None,
        )
    except KeyboardInterrupt:
        note(_interrupted(study))
        # Said already: the way out of an ordinary interruption would say it again.
        raise SystemExit(interrupted_code()) from None
    if details and not json:
        say_scores(results)
    show_result(results, report=report, plot=plot, details=details, json=json, quiet=quiet)
    if not (json or quiet):
        say("")
        say_next(results, file)
    _warn_of_deviations(results)
    if problem := _problem(results.cells) or _failed_while_settling(results):
        note(problem)
        raise typer.Exit(FAILED_RUN)


@study_app.command("status", help=_STATUS_HELP)
def status(
    study: _Source,
    details: Annotated[bool, typer.Option("--details", help="Print the whole of the first error of each.")] = False,
    json: _Json = False,
) -> None:
    """Count, and print a table."""
    hold_stdout()
    with lasting_imports():
        from foldwise.studies import study_status

    status_now = study_status(study)
    cells = status_now.cells
    if json:
        say_json(
            {
                "schema": "foldwise.study-status/1",
                "name": status_now.name,
                "store": str(status_now.store),
                "n_running": status_now.n_running,
                "changes": list(status_now.changes),
                "settling": status_now.settling,
                "registration": None if status_now.registration is None else _registered(status_now.registration),
                "ranks": [] if status_now.overall is None else _ranks(status_now.overall),
                "cells": [
                    {
                        "dataset": cell.dataset,
                        "learner": cell.learner,
                        "n_folds": cell.n_folds,
                        "n_done": cell.n_done - cell.n_failed,
                        "n_failed": cell.n_failed,
                        "n_missing": cell.n_missing,
                        "seconds": cell.seconds,
                        "error": cell.error,
                    }
                    for cell in cells
                ],
            }
        )
        return
    name = shortened(status_now.name, _WIDTH)
    for change in status_now.changes:
        say(f"changed: {one_line(change)}\n")
    if status_now.registration is not None:
        _say_registration(status_now.registration)
    if not cells:
        say(f"{name}: nothing has been run yet.")
        return
    stored, failed, total = (sum(getattr(cell, key) for cell in cells) for key in ("n_done", "n_failed", "n_folds"))
    say(f"{name}: {stored} of {counted(total, 'fold')} run, {failed} failed, {total - stored} missing.\n")
    rows = [
        (
            shortened(cell.dataset, _WIDTH),
            shortened(cell.learner, _WIDTH),
            f"{cell.n_done}/{cell.n_folds}",
            str(cell.n_failed),
            str(cell.n_missing),
            one_line(cell.error) if details else cut(cell.error, _ERROR_WIDTH),
        )
        for cell in cells
    ]
    if status_now.settling:
        say(f"{status_now.settling[:1].upper()}{status_now.settling[1:]}.\n")
    if status_now.answer:
        say(f"{status_now.answer[:1].upper()}{status_now.answer[1:]}.\n")
    if status_now.n_running:
        say(f"{counted(status_now.n_running, 'program')} running it now.\n")
    say_table(("dataset", "learner", "run", "failed", "missing", "first error"), rows, right=(2, 3, 4))


@study_app.command("watch", help=_WATCH_HELP)
def watch(
    study: _Source,
    every: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.2, max=3600, help="How long to wait between two looks.")
    ] = 2.0,
    details: options.Details = False,
) -> None:
    """Look again and again, until there is nothing left to do."""
    hold_stdout()
    from foldwise.cli._watch import follow, say_outcome

    now = follow(study, every=every)
    say_outcome(study, now, details=details)
    if problem := _problem(now.cells) if now.cells else "nothing has been run yet: foldwise study run begins it.":
        note(problem)
        raise typer.Exit(FAILED_RUN)


@study_app.command("export", help=_EXPORT_HELP)
def export(
    study: _Source,
    target: Annotated[str, typer.Argument(metavar="FOLDER_OR_FILE", help="A folder, or a file that ends in .csv.")],
    predictions: Annotated[bool, typer.Option("--predictions", help="Write every prediction as well.")] = False,
) -> None:
    """Write the tables, and name them."""
    hold_stdout()
    from foldwise.studies import export as write_tables
    from foldwise.studies import read_results

    results = read_results(study)
    _warn_of_changes(results)
    for path in write_tables(results, target, predictions=predictions):
        say(str(path))


@study_app.command("report", help=_REPORT_HELP)
def report(
    study: _Source,
    out: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="Ends in .html, .md, .tex or .json; without it: print."),
    ] = None,
    allow_partial: options.AllowPartial = False,
    missing: options.StudyMissing = None,
    against: Against = None,
    details: options.Details = False,
) -> None:
    """Read the results, and print them or write the page."""
    hold_stdout()
    check_writable(report=out, plot=None)
    from foldwise.studies import read_results

    results = read_results(study, allow_partial=allow_partial, missing=missing, against=against)
    _warn_of_changes(results)
    if details:
        say_scores(results)
    if details or out is None:
        say_result(results, details=details)
    if out is not None:
        from foldwise.reports import report as write_report

        write_report(results, out)
        say(f"report: {out}")


@study_app.command("check", help=_CHECK_HELP)
def check(
    study: _Source,
    repair: Annotated[bool, typer.Option("--repair", help="Drop the folds that are damaged.")] = False,
) -> None:
    """Read every row; end with 1 if something is damaged."""
    hold_stdout()
    from foldwise.store import Store
    from foldwise.studies import find_store

    path = find_store(study)
    # Opened to be read first: a file that is not there must not be made.
    with Store(path, writes=False) as store:
        damage = store.check()
    if damage and repair:
        with Store(path) as store:
            say(f"{counted(store.repair(), 'damaged fold')} dropped; the next run computes what is missing.")
            damage = store.check()
    for line in damage:
        note(f"damaged: {line}")
    if damage:
        raise typer.Exit(FAILED_RUN)
    say(f"{path}: sound.")


def _ranks(overall: "Overall") -> list[dict[str, object]]:
    return [
        {"learner": each.name, "mean_rank": each.mean_rank, "n_datasets": each.n_datasets} for each in overall.learners
    ]


def _warn_of_changes(results: "StudyResults") -> None:
    """Print on stderr that these are not the results of what the study file says now."""
    for change in results.changes:
        note(f"warning: {change}")
    _warn_of_deviations(results)


def _warn_of_deviations(results: "StudyResults") -> None:
    """Print on stderr what is not as it was registered; notes of versions are in the details."""
    registered = results.registration
    if registered is None or registered.standing == "registered":
        return
    note(f"registration: {registered.headline}.")
    for each in registered.deviations:
        if not each.is_minor:
            note(f"deviation: {each}.")


def _registered(registered: "Registered") -> dict[str, object]:
    return {
        "hash": registered.registration.hash,
        "registered_at": registered.registration.registered_at,
        "standing": registered.standing,
        "words": list(registered.sentences()),
    }


def _say_registration(registered: "Registered") -> None:
    """Print how a study stands to its registration, and what deviates."""
    say(f"registration: {registered.headline}.")
    for each in registered.deviations:
        say(f"{'note' if each.is_minor else 'deviation'}: {each}.")
    say("")


def _interrupted(study: "Study") -> str:
    from foldwise._core import FoldwiseError
    from foldwise.studies import study_status

    try:
        cells = study_status(study).cells
    except FoldwiseError:
        cells = ()
    if not cells:
        return "interrupted; nothing is stored yet, the same command begins again."
    done, total = (sum(getattr(cell, key) for cell in cells) for key in ("n_done", "n_folds"))
    return f"interrupted; {done} of {counted(total, 'fold')} are stored, the same command goes on from there."


def _failed_while_settling(results: "StudyResults") -> str:
    """Return where a learner failed and was left out of a settled study; its other folds were not run."""
    if not results.is_settled or not results.left_out:
        return ""
    first, *others = results.left_out
    more = f" (and {len(others)} more)" if others else ""
    return f"left out: {cut(first, _ERROR_WIDTH)}{more}. --only-failed tries again."


def _problem(cells: "tuple[CellStatus, ...]") -> str:
    """Return what failed or is missing; empty if the study is complete."""
    total, failed, missing = (sum(getattr(cell, key) for cell in cells) for key in ("n_folds", "n_failed", "n_missing"))
    if failed:
        first = next(cell for cell in cells if cell.n_failed)
        where = f"{shortened(first.learner, _WIDTH)} on {shortened(first.dataset, _WIDTH)}"
        error = one_line(first.error).rstrip(".")
        return f"{failed} of {counted(total, 'fold')} failed; the first: {where}: {error}. --only-failed repeats them."
    if missing:
        return f"{missing} of {counted(total, 'fold')} have not been run; foldwise study run goes on with them."
    return ""
