"""What a command does with its result: print it, write it to files."""

from pathlib import Path
from typing import Any

from foldwise.cli._files import write_files
from foldwise.cli._output import note, say, say_json


def show_result(result: Any, *, report: Path | None, plot: Path | None, json: bool, quiet: bool) -> None:
    """Print the words of a result or of several, or their document, and write the files that were asked for."""
    if json:
        from foldwise.reports import summary

        say_json(summary(result))
    else:
        say("\n\n".join(str(each) for each in result) if isinstance(result, list) else str(result))
    write_files(result, report=report, plot=plot, tell=note if json else say, quiet=quiet)
