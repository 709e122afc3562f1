"""Papers as the docstrings of `foldwise.stats` cite them, for brackets in a text and for BibTeX."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from foldwise._core import environment
from foldwise.verdicts.tests._docstring import read_references

_PAPER: Final = re.compile(r"^(?P<authors>.+?) \((?P<year>\d{4})\)\. (?P<title>.+(?=\.)|.+\?)\.? (?P<venue>.+?)\.$")
_PAGES: Final = re.compile(r"^(?P<where>.+) (?P<volume>\d+)(?:\((?P<number>\d+)\))?, (?P<pages>[\d-]+)$")


@dataclass(frozen=True, slots=True)
class Reference:
    """A paper.

    Parameters
    ----------
    authors : tuple of str
        With their initials.
    year : int
        When it appeared.
    title, venue : str
        What it is called, and where it appeared: journal, volume and pages, as far as it has them.

    Examples
    --------
    >>> holm = Reference.read("S. Holm (1979). A simple sequentially rejective multiple test procedure. "
    ...                       "Scandinavian Journal of Statistics 6, 65-70.")
    >>> holm.citation, holm.key
    ('Holm, 1979', 'holm1979')
    >>> print(holm.bibtex())
    @article{holm1979,
      author = {S. Holm},
      title = {{A simple sequentially rejective multiple test procedure}},
      year = {1979},
      journal = {Scandinavian Journal of Statistics},
      volume = {6},
      pages = {65--70}
    }
    """

    authors: tuple[str, ...]
    year: int
    title: str
    venue: str

    @classmethod
    def read(cls, text: str) -> "Reference":
        """Take apart what a docstring says: authors, year in brackets, title, where it appeared."""
        match = _PAPER.match(text)
        assert match is not None, text
        authors = tuple(re.split(r", | and ", match["authors"]))
        return cls(authors, int(match["year"]), match["title"], match["venue"])

    @property
    def citation(self) -> str:
        """Names and year, as they stand in brackets."""
        names = [_family_name(author) for author in self.authors]
        who = f"{names[0]} et al." if len(names) > 2 else " and ".join(names)
        return f"{who}, {self.year}"

    @property
    def key(self) -> str:
        """How its BibTeX entry is called."""
        return re.sub(r"\W", "", f"{_family_name(self.authors[0])}{self.year}".lower())

    def bibtex(self) -> str:
        """Return its BibTeX entry."""
        fields = {"author": " and ".join(self.authors), "title": f"{{{self.title}}}", "year": str(self.year)}
        match = _PAGES.match(self.venue)
        if match is None:
            kind, more = "misc", {"howpublished": self.venue}
        elif match["volume"] == str(self.year):
            # Proceedings are called by their conference and its year.
            kind, more = "inproceedings", {"booktitle": f"{match['where']} {match['volume']}"}
        else:
            number = {} if match["number"] is None else {"number": match["number"]}
            kind, more = "article", {"journal": match["where"], "volume": match["volume"], **number}
        pages = {} if match is None else {"pages": match["pages"].replace("-", "--")}
        return bibtex_entry(kind, self.key, {**fields, **more, **pages})


def bibtex_entry(kind: str, key: str, fields: dict[str, str]) -> str:
    """Return an entry, a line for each field."""
    lines = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items())
    return f"@{kind}{{{key},\n{lines}\n}}"


def entries_of(papers: Iterable[Reference]) -> str:
    """Return the BibTeX entries of papers, each once, and of the software."""
    entries = {paper.key: paper.bibtex() for paper in papers}
    software = {
        "author": "{The foldwise authors}",
        "title": "{foldwise}",
        "note": f"Version {environment()['foldwise']}",
    }
    return "\n\n".join([*entries.values(), bibtex_entry("misc", "foldwise", software)])


def references_of(function: Callable[..., Any]) -> list[Reference]:
    """Return the papers that the docstring of a test cites, the oldest first."""
    return sorted(map(Reference.read, read_references(function)), key=lambda paper: (paper.year, paper.key))


def cited(papers: Iterable[Reference]) -> str:
    """Return papers in brackets, with a blank before them; nothing if there are none.

    >>> cited([Reference(("S. Holm",), 1979, "A procedure", "A journal")]), cited([])
    (' (Holm, 1979)', '')
    """
    words = "; ".join(dict.fromkeys(paper.citation for paper in papers))
    return f" ({words})" if words else ""


def _family_name(author: str) -> str:
    """Return a name without its initials.

    >>> _family_name("D. van Camp"), _family_name("E. J. G. Pitman")
    ('van Camp', 'Pitman')
    """
    return " ".join(part for part in author.split() if not part.endswith("."))
