"""What a reproduction prints and writes."""

import os
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from foldwise.cli._output import say
from foldwise.cli._papers_progress import ExperimentLines
from foldwise.cli._stdout import own_stdout

if TYPE_CHECKING:
    from foldwise.papers import Event
    from foldwise.reports import Exhibit


class Shown:
    """Says how each exhibit came out as soon as it is finished.

    Parameters
    ----------
    lines : ExperimentLines, optional
        What says how experiments go on.
    show : callable, optional
        Makes the text of an exhibit; without it none is printed.
    """

    def __init__(self, lines: ExperimentLines | None, show: "Callable[[Exhibit], str] | None") -> None:
        self._lines, self._show = lines, show
        self.n_failed = 0

    def tell(self, event: "Event") -> None:
        """Pass experiments on, print exhibits."""
        from foldwise.reports import Exhibit

        if not isinstance(event.of, Exhibit):
            if self._lines is not None:
                self._lines.tell(event)
            return
        if event.what == "failed":
            self.n_failed += 1
            if os.environ.get("FOLDWISE_DEBUG"):
                traceback.print_exc()
        if self._show is not None:
            say(self._show(event.of))


def in_full(exhibit: "Exhibit") -> str:
    """Write all of an exhibit, with tables that fit into the terminal if there is one."""
    out = own_stdout()
    return exhibit.text(get_terminal_size().columns) if out is not None and out.isatty() else str(exhibit)


def in_a_line(exhibit: "Exhibit") -> str:
    """Write what to think of an exhibit, and why."""
    return f"{exhibit.paper}/{exhibit.name}: {exhibit.statement}. {exhibit.why}"


def say_counts(exhibits: "list[Exhibit]") -> None:
    """Print how many came out in which way."""
    counts = Counter(exhibit.statement for exhibit in exhibits)
    say(f"\n{len(exhibits)} parts: {', '.join(f'{n} {statement}' for statement, n in counts.most_common())}.")


def write_paper_pages(
    exhibits: "list[Exhibit]", folder: Path, *, command: str, seed: int, seconds: float, tell: Callable[[str], None]
) -> None:
    """Write a page for each paper, and say so."""
    from foldwise.papers import PAPERS
    from foldwise.reports import write_pages

    # The figures go to files, and need no window.
    os.environ.setdefault("MPLBACKEND", "Agg")
    for path in write_pages(exhibits, folder, papers=PAPERS, command=command, seed=seed, seconds=seconds):
        tell(f"page: {path}")
