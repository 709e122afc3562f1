"""What ``foldwise lab`` prints."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from foldwise._core import counted
from foldwise.cli._files import write_files
from foldwise.cli._output import note, say, say_json, say_table

if TYPE_CHECKING:
    from foldwise.lab import LabResult


def show_study(result: "LabResult", *, report: Path | None, plot: Path | None, json: bool, quiet: bool) -> None:
    """Print the table of a study, source by source, or its document, and write the files that were asked for."""
    from foldwise.reports import summary

    document = summary(result)
    if json:
        say_json(document)
    else:
        say(f"{document['title']}, {counted(document['n_trials'], 'trial')} from each source")
        _say_tables(document)
        for finding in document["findings"]:
            say(f"\n{finding}")
        for caveat in document["caveats"]:
            say(f"\nBeware: {caveat['message']}")
    write_files(result, report=report, plot=plot, tell=note if json else say, quiet=quiet)


def _say_tables(document: dict[str, Any]) -> None:
    """Print a table for each source or, where sources are the points of a curve, for each procedure."""
    from foldwise.reports import lab_table

    headings, rows = lab_table(document, short=True)
    texts = [heading["text"] for heading in headings]
    by = texts.index("procedure" if document["study"] == "power" else "source")
    others = [place for place in range(len(texts)) if place != by]
    right = [number for number, place in enumerate(others) if headings[place]["is_number"]]
    for group in dict.fromkeys(row[by] for row in rows):
        say(f"\n{group}")
        # A minus sign is one that every terminal has.
        cells = [[row[place].replace("\N{MINUS SIGN}", "-") for place in others] for row in rows if row[by] == group]
        say_table([texts[place] for place in others], cells, right=right)
    words = [f"{heading['text']}: {heading['about']}." for heading in headings if heading["about"]]
    if words:
        say("\n" + "\n".join(words))
