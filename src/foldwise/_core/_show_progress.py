"""Where progress is shown: bars on a terminal, plain HTML in a notebook, a line now and then in logs and pipes."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from html import escape
from importlib import import_module
from time import monotonic
from typing import Any, Final, TypeVar

from foldwise._core._numbers import time_left
from foldwise._core._progress import Progress, Row, Shower
from foldwise._core._words import one_line

_SECONDS_BETWEEN_LINES: Final = 5.0
# What is done sooner needs no line where nobody has asked for one.
_SECONDS_TO_A_LINE: Final = 10.0
_MOST_SECONDS_BETWEEN_LINES: Final = 300.0
_SECONDS_BETWEEN_PAGES: Final = 0.5
# What is done sooner needs no bar in a notebook, where it would leave a gap.
_SECONDS_TO_A_PAGE: Final = 1.0

P = TypeVar("P", bound=Progress)


@contextmanager
def show_progress(progress: P, show: bool | None) -> Iterator[P]:
    """Show how far some work has come, on standard error, until the context ends.

    Parameters
    ----------
    progress : Progress
        Who is told.
    show : bool or None
        Whether. None for bars on a terminal and in a notebook, and elsewhere, such as in a log, for a line now and then
        once the work has taken ten seconds.

    Yields
    ------
    Progress
    """
    # A program without a console has no standard error at all.
    if sys.stderr is None or show is False:
        yield progress
        return
    if sys.stderr.isatty():
        with _on_terminal(progress):
            yield progress
        return
    notebook = _notebook()
    shower = _Page(notebook) if notebook is not None else _Lines() if show else _LinesOfLongWork()
    progress.shower = shower
    try:
        yield progress
    finally:
        shower.end(progress)
        progress.shower = Shower()


class _Notes(Shower):
    """Shows lines that stay: on a terminal, the bars below them are drawn anew by themselves."""

    def note(self, sentence: str) -> None:
        with suppress(OSError, AttributeError):
            sys.stderr.write(one_line(sentence) + "\n")
            sys.stderr.flush()


class _Lines(_Notes):
    """A line now and then, and one in the end."""

    def __init__(self) -> None:
        self._next, self._last = float("-inf"), ""

    def update(self, progress: Progress) -> None:
        if progress.is_complete or monotonic() >= self._next:
            self._show(progress)

    def end(self, progress: Progress) -> None:
        self._show(progress)

    def _show(self, progress: Progress) -> None:
        line = progress.line()
        if line and line != self._last:
            self.note(line)
            self._next, self._last = monotonic() + self._pause(), line

    def _pause(self) -> float:
        return _SECONDS_BETWEEN_LINES


class _LinesOfLongWork(_Lines):
    """Nothing for ten seconds, then a line less and less often; and one in the end if there was one before."""

    def __init__(self) -> None:
        super().__init__()
        self._since = monotonic()
        self._held: list[str] = []

    @property
    def _is_early(self) -> bool:
        return monotonic() < self._since + _SECONDS_TO_A_LINE

    def update(self, progress: Progress) -> None:
        if not self._is_early:
            super().update(progress)

    def end(self, progress: Progress) -> None:
        if self._last:
            super().end(progress)

    def note(self, sentence: str) -> None:
        self._held.append(sentence)
        if not self._is_early:
            for held in self._held:
                super().note(held)
            self._held.clear()

    def _pause(self) -> float:
        return min(max(monotonic() - self._since, _SECONDS_TO_A_LINE), _MOST_SECONDS_BETWEEN_LINES)


class _Page(_Notes):
    """A bar in a notebook, of plain HTML; gone in the end, as on a terminal."""

    def __init__(self, display: Any) -> None:
        self._display, self._handle = display, None
        self._next = monotonic() + _SECONDS_TO_A_PAGE

    def update(self, progress: Progress) -> None:
        if monotonic() < self._next:
            return
        page = self._display.HTML("".join(map(_bar_in_html, progress.rows())))
        if self._handle is None:
            self._handle = self._display.display(page, display_id=True)
        else:
            self._handle.update(page)
        self._next = monotonic() + _SECONDS_BETWEEN_PAGES

    def end(self, _: Progress) -> None:
        if self._handle is not None:
            self._handle.update(self._display.HTML(""))


def _bar_in_html(row: Row) -> str:
    texts = [", ".join(name for name in row.names if name), row.amount, row.left]
    line = escape(" ".join(text for text in texts if text))
    # Without a maximum of one or more, browsers take it for work without an end.
    value = "" if row.total is None else f' value="{row.done}" max="{max(row.total, 1)}"'
    words = f"<div>{escape(row.words)}</div>" if row.words else ""
    return f"<div><progress{value}></progress> {line}</div>{words}"


def _notebook() -> Any:
    """Return `IPython.display` if this is a notebook, else None."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if getattr(shell, "kernel", None) is None:
        return None
    return import_module("IPython.display")


@contextmanager
def _on_terminal(progress: Progress) -> Iterator[None]:
    from rich.console import Console
    from rich.live import Live
    from rich.spinner import Spinner

    spinner, since = Spinner("dots"), monotonic()
    progress.shower = _Notes()
    draw = lambda: _bars(progress.rows(), spinner, monotonic() - since)  # noqa: E731
    try:
        with Live(console=Console(stderr=True), get_renderable=draw, transient=True):
            yield
    finally:
        progress.shower = Shower()


def _bars(rows: list[Row], spinner: Any, seconds: float) -> Any:
    from rich.console import Group
    from rich.progress_bar import ProgressBar
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 1))
    words = [Text(row.words) for row in rows if row.words]
    for row in rows:
        names = map(Text, row.names)
        if row.total is None:
            minutes, rest = divmod(int(seconds), 60)
            clock = Text(f"{minutes // 60}:{minutes % 60:02}:{rest:02}")
            table.add_row(spinner, *names, Text(row.amount), clock)
            continue
        bar = ProgressBar(total=max(row.total, 1), completed=row.done, width=40 if len(rows) == 1 else 20)
        # Of one width, so that the bars stand still.
        table.add_row(*names, bar, Text(row.amount), Text(row.left.ljust(len(time_left(None)))))
    return Group(table, *words)
