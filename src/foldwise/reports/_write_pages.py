"""Pages about publications that were reproduced, one for each."""

import os
import re
from collections.abc import Iterable, Mapping
from datetime import date
from functools import partial
from pathlib import Path
from typing import Final, Protocol

from foldwise._core import make_folder, one_line, write_atomically
from foldwise.reports._document import Document, environment_document
from foldwise.reports._exhibit import Exhibit
from foldwise.reports._exhibit_page import exhibit_document, exhibit_sections, statement_badge
from foldwise.reports._markdown import blocks as markdown_blocks
from foldwise.reports._markdown import escape
from foldwise.reports._sections import FigureSection

_IMAGES: Final = "img/papers"


class Publication(Protocol):
    """What a page says of a publication, beside its exhibits."""

    @property
    def title(self) -> str:
        """For headings."""

    @property
    def reference(self) -> str:
        """As it is cited."""

    @property
    def about(self) -> str:
        """What it found, and how it was reproduced."""

    @property
    def errata(self) -> tuple[str, ...]:
        """Errors found in it."""


def write_pages(
    exhibits: Iterable[Exhibit],
    folder: str | os.PathLike[str],
    *,
    papers: Mapping[str, Publication],
    command: str,
    seed: int,
    seconds: float | None = None,
    day: date | None = None,
) -> list[Path]:
    """Write a Markdown page about each publication: its exhibits, with their figures beside it, and its errata.

    Every file appears complete or not at all; nothing is removed. The same exhibits give the same files.

    Parameters
    ----------
    exhibits : iterable of Exhibit
        In the order in which they are to be shown.
    folder : path-like
        Where to write: a page for each publication, ``paper-NAME.md``, figures to the folder ``img/papers`` inside.
    papers : mapping of str to Publication
        What the pages say of each publication, by the ``paper`` of the exhibits: ``foldwise.papers.PAPERS``.
    command : str
        What was typed to make the exhibits, for the last lines of the page.
    seed : int
        What they were made with.
    seconds : float, optional
        How long it took to make all of them.
    day : date, optional
        When; today by default.

    Returns
    -------
    list of Path
        The pages.

    See Also
    --------
    foldwise.report : One page, with the figures inside.

    Examples
    --------
    >>> import tempfile
    >>> from foldwise.papers import PAPERS, reproduce
    >>> from foldwise.reports import write_pages
    >>> exhibits = reproduce("dietterich_1998/tables")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     [page.name for page in write_pages(exhibits, folder, papers=PAPERS, command="make papers", seed=1)]
    ['paper-dietterich-1998.md']
    """
    by_paper: dict[str, list[Exhibit]] = {}
    for exhibit in exhibits:
        if exhibit.paper not in papers:
            raise ValueError(f"papers must say what {exhibit.paper!r} is, got only {', '.join(papers)}. Add it.")
        by_paper.setdefault(exhibit.paper, []).append(exhibit)
    target = Path(folder).expanduser()
    make_folder(target / _IMAGES)
    took = "" if seconds is None else f"{seconds / 60:.1f} minutes"
    footer = {"command": command, "seed": seed, "took": took, "date": (day or date.today()).isoformat()}
    return [_page(target, papers[name], shown, footer) for name, shown in by_paper.items()]


def _page(target: Path, paper: Publication, exhibits: list[Exhibit], footer: Document) -> Path:
    # Readers of Markdown do not agree on what an ampersand is in the address of a heading.
    titles = [one_line(exhibit.title).replace("&", "and") for exhibit in exhibits]
    documents = [exhibit_document(exhibit) for exhibit in exhibits]
    blocks = [f"# {escape(paper.title)}, reproduced\n", f"{escape(paper.reference)}\n", f"{escape(paper.about)}\n"]
    blocks.append("How to read this page, and what the signs mean: [The papers, reproduced](papers.md).\n")
    contents = [
        f"| [{escape(title)}](#{_anchor(title)}) | {escape(statement_badge(document))} | {escape(document['why'])} |\n"
        for title, document in zip(titles, documents, strict=True)
    ]
    blocks.append("".join(["| what | statement | why |\n| --- | --- | --- |\n", *contents]))
    for title, document, exhibit in zip(titles, documents, exhibits, strict=True):
        sections = exhibit_sections(document, exhibit, has_links=True)
        draw = partial(_drawn, target, exhibit)
        blocks += [f"## {escape(title)}\n", *markdown_blocks(sections, draw=draw)]
    if paper.errata:
        blocks += ["## Errors found in the paper\n", "".join(f"- {escape(erratum)}\n" for erratum in paper.errata)]
    versions = ", ".join(f"{name} {version}" for name, version in environment_document().items())
    scope = "for all that it made; what an earlier run had finished and kept is not counted"
    took = f" The run took {footer['took']} {scope}." if footer["took"] else ""
    blocks.append("## How this page was made\n")
    blocks.append(
        f"By `{escape(footer['command'])}` on {footer['date']}, seed {footer['seed']}, with {escape(versions)}. Every "
        f"number on it comes from that run; the same seed gives the same numbers on any number of cores.{took}\n"
    )
    path = target / f"paper-{_hyphens(exhibits[0].paper)}.md"
    write_atomically(path, "\n".join(blocks))
    return path


def _drawn(target: Path, exhibit: Exhibit, figure: FigureSection) -> str:
    from foldwise.displays import svg

    file = f"{_IMAGES}/{_hyphens(f'{exhibit.paper}-{exhibit.name}-{figure.name}')}.svg"
    write_atomically(target / file, svg(figure.shown()))
    return file


def _hyphens(name: str) -> str:
    """Return a name that is fit for files and addresses.

    >>> _hyphens("bouckaert_frank_2004")
    'bouckaert-frank-2004'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _anchor(title: str) -> str:
    """Return the address of a heading as readers of Markdown make it.

    >>> _anchor("Table 3: R, by test")
    'table-3-r-by-test'
    """
    return re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-")
