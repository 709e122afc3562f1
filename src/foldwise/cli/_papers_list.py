"""What there is to reproduce, what of its data is at hand, and how to get the rest."""

import os
from pathlib import Path
from typing import Any

from foldwise._core import FoldwiseError, counted, listed
from foldwise.cli._output import say, say_table
from foldwise.cli._papers_progress import duration

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
