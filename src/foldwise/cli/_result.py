"""What a command does with its result: print it, write it to files."""

import os
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

from foldwise._core import check_choice, write_atomically
from foldwise.cli._glance import say_result
from foldwise.cli._output import ClosedPipeError, note, say, say_json


def show_result(
    result: Any,
    *,
    report: Path | None,
    plot: Path | None,
    details: bool,
    json: bool,
    quiet: bool,
    kind: str | None = None,
) -> None:
    """Print a result or several, at a glance, in full or as a document, and write the files that were asked for."""
    if kind is not None:
        from foldwise.displays._door import check_kind

        check_kind(_first(result), kind)
    try:
        if json:
            from foldwise.reports import summary

            say_json(summary(result))
        else:
            for number, each in enumerate(result if isinstance(result, list) else [result]):
                if number:
                    say("")
                say_result(each, details=details)
    except ClosedPipeError:
        # Who reads no further (``| head``) has asked for the files all the same.
        write_files(result, report=report, plot=plot, tell=note, quiet=True, kind=kind)
        raise
    write_files(result, report=report, plot=plot, tell=note if json else say, quiet=quiet, kind=kind)


def _first(result: Any) -> Any:
    """Return what several results are about: they stand beside the first."""
    return result[0] if isinstance(result, list) else result


_PLOT_ENDINGS = (".png", ".svg", ".pdf")
_REPORT_ENDINGS = (".html", ".md", ".tex", ".json")


def check_writable(*, report: Path | None, plot: Path | None, store: Path | None = None) -> None:
    """Refuse a path that cannot be written, or where the store is, before minutes are spent on the run."""
    for option, path, endings in (("--report", report, _REPORT_ENDINGS), ("--plot", plot, _PLOT_ENDINGS)):
        if path is not None:
            _check(path, endings)
            if store is not None and _are_one_file(path, store):
                raise ValueError(f"{option} and --store are the same file, {store}: it would be lost. Name two files.")


def check_figure(kind: str | None, plot: Path | None, *, n_datasets: int | None = None) -> None:
    """Refuse a kind of figure that there is not, or that nobody writes, before minutes are spent on the run."""
    if kind is None:
        return

    from foldwise.displays._door import KINDS, ONE_BY_ONE

    check_choice(kind, "--kind", KINDS)
    if plot is None:
        raise ValueError(f"--kind {kind} says which figure --plot writes. Give --plot FILE, or leave it out.")
    if n_datasets == 1 and kind != ONE_BY_ONE:
        raise ValueError(f"--kind {kind} is about several datasets, got one. Leave it out, or name more data.")


def check_folder(path: Path | None, option: str) -> None:
    """Refuse a folder that cannot be written, or made, before minutes are spent on the run."""
    if path is None:
        return
    if path.exists() and not path.is_dir():
        raise ValueError(f"{option} must be a folder, got the file {str(path)!r}. Choose another place.")
    there = next(each for each in (path, *path.absolute().parents) if each.is_dir())
    if not os.access(there, os.W_OK):
        raise ValueError(f"{path} cannot be written: permission denied. Choose another place.")


def _are_one_file(first: Path, second: Path) -> bool:
    if first.exists() and second.exists():
        return first.samefile(second)
    return first.resolve() == second.resolve()


def _check(path: Path, endings: tuple[str, ...]) -> None:
    check_choice(path.suffix.lower(), f"ending of {str(path)!r}", endings)
    if path.is_dir():
        raise ValueError(f"{path} is a folder. Give the name of a file in it.")
    if not path.parent.is_dir():
        raise ValueError(f"{path}: there is no folder {str(path.parent)!r}. Make it first, or choose another place.")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise ValueError(f"{path} cannot be written: permission denied. Choose another place.")


def write_files(
    result: Any,
    *,
    report: Path | None,
    plot: Path | None,
    tell: Callable[[str], None],
    quiet: bool,
    kind: str | None = None,
) -> None:
    """Write the figure and the report that were asked for, and say so."""
    if plot is not None:
        # A figure that goes to a file needs no window, and none may be available.
        os.environ.setdefault("MPLBACKEND", "Agg")
        from foldwise.displays import plot as draw

        shown = result if kind is None else _first(result)
        drawn = draw(shown, kind=kind)
        figure = (drawn[0] if isinstance(shown, list) else drawn).figure
        drawing = BytesIO()
        figure.savefig(drawing, format=plot.suffix.lower()[1:], bbox_inches="tight", dpi=150)
        write_atomically(plot, drawing.getvalue())
    if report is not None:
        from foldwise.reports import report as write_report

        write_report(result, report)
    # Not before all is written: nobody may read it.
    for name, path in (("plot", plot), ("report", report)):
        if path is not None and not quiet:
            tell(f"{name}: {path}")
