"""Pages about publications that were reproduced, one for each."""

import os
import re
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import Any, Final, Protocol

from foldwise._core import make_folder, write_atomically
from foldwise.displays import svg
from foldwise.reports._exhibit import Exhibit, Figure
from foldwise.reports._markdown import escape
from foldwise.reports._pages import environment, pages
from foldwise.reports._plain import environment_document

_IMAGES: Final = "img/papers"


class _Address(str):
    """Where a link leads: not to be escaped like words."""

    __slots__ = ()


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


def _page(target: Path, paper: Publication, exhibits: list[Exhibit], footer: dict[str, Any]) -> Path:
    shown = pages(exhibits)
    for page, exhibit in zip(shown, exhibits, strict=True):
        # Readers of Markdown do not agree on what an ampersand is in the address of a heading.
        page["title"] = page["title"].replace("&", "and")
        page["anchor"] = _anchor(page["title"])
        page["figures"] = [(figure.caption, _drawn(target, exhibit, figure)) for figure in exhibit.figures]
        _lead(page["tables"], exhibit)
    template = environment(finalize=_written).get_template("md/paper.md")
    text = template.render(paper=paper, pages=shown, environment=environment_document(), **footer)
    path = target / f"paper-{_hyphens(exhibits[0].paper)}.md"
    write_atomically(path, text.rstrip("\n") + "\n")
    return path


def _lead(tables: list[dict[str, Any]], exhibit: Exhibit) -> None:
    """Let cells lead where they say."""
    rows = [row for table in tables for row in table["rows"]]
    cells = [row for table in exhibit.tables for row in table.cells]
    for row, given in zip(rows, cells, strict=True):
        for shown, cell in zip(row["cells"], given, strict=True):
            shown["link"] = _Address(cell.link)


def _written(value: Any) -> str:
    return value if isinstance(value, _Address) else escape(value)


def _drawn(target: Path, exhibit: Exhibit, figure: Figure) -> _Address:
    file = f"{_IMAGES}/{_hyphens(f'{exhibit.paper}-{exhibit.name}-{figure.name}')}.svg"
    write_atomically(target / file, svg(figure.shown))
    return _Address(file)


def _hyphens(name: str) -> str:
    """Make a name fit for files and addresses.

    >>> _hyphens("bouckaert_frank_2004")
    'bouckaert-frank-2004'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _anchor(title: str) -> _Address:
    """Name the address of a heading as readers of Markdown do.

    >>> _anchor("Table 3: R, by test")
    'table-3-r-by-test'
    """
    return _Address(re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-"))
