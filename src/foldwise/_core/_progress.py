"""How far long work has come: told in one way, and shown where the reader is.

Whoever works tells a `Progress`. It is shown by bars on a terminal, by plain HTML without widgets in a notebook, and
by a line now and then in logs and pipes.
"""

import sys
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager, suppress
from html import escape
from importlib import import_module
from time import monotonic
from typing import Any, Final, NamedTuple, TypeVar

from foldwise._core._numbers import counted, time_left
from foldwise._core._words import one_line

_SECONDS_BETWEEN_LINES: Final = 5.0
_SECONDS_BETWEEN_PAGES: Final = 0.5
# What is done sooner needs no bar in a notebook, where it would leave a gap.
_SECONDS_TO_A_PAGE: Final = 1.0


class Row(NamedTuple):
    """What is being done, in a word or several, how much of how much is done, and words on how it stands."""

    names: tuple[str, ...]
    done: int
    total: int | None
    words: str


class _Shower:
    """Shows nothing."""

    def update(self, progress: "Progress") -> None:
        """Show how far the work has come, now or later."""

    def note(self, sentence: str) -> None:
        """Show a line that stays."""

    def end(self, progress: "Progress") -> None:
        """Show how far it has come in the end."""


class _Notes(_Shower):
    """Shows lines that stay: on a terminal, the bars below them are drawn anew by themselves."""

    def note(self, sentence: str) -> None:
        with suppress(OSError, AttributeError):
            sys.stderr.write(one_line(sentence) + "\n")
            sys.stderr.flush()


class Progress:
    """How far some work has come; shown by nobody but within `show_progress`.

    Parameters
    ----------
    what : str
        What is being done.
    total : int, optional
        How many steps there are; None if nobody knows.
    unit : str, optional
        What a step is called where nobody knows how many there are.
    clock : callable
        Seconds, from anywhere.

    Examples
    --------
    >>> progress = Progress("iris: 2 learners", 20)
    >>> progress.advance(5)
    >>> progress.say("so far, so good")
    >>> progress.line()
    'iris: 2 learners 5/20, so far, so good'
    """

    def __init__(
        self, what: str, total: int | None = None, *, unit: str = "", clock: Callable[[], float] = monotonic
    ) -> None:
        self.what, self.total, self.unit = one_line(what), total, unit
        self.done, self.words = 0, ""
        self.shower = _Shower()
        self._clock = clock
        self._since, self._known = clock(), 0

    def begin(self, parts: Mapping[Any, tuple[int, int]]) -> None:
        """Begin with some parts of the work: of each, how much is there already of how much."""
        known = sum(done for done, _ in parts.values())
        self._known += known
        self.done += known
        self.shower.update(self)

    def advance(self, steps: int = 1, part: Hashable = None) -> None:  # noqa: ARG002
        """Count steps that are done, of one part if the work has parts; fewer than none if they are to be repeated."""
        self.done += steps
        self.shower.update(self)

    def say(self, words: str) -> None:
        """Set the words that stand beside."""
        self.words = one_line(words)
        self.shower.update(self)

    def note(self, sentence: str) -> None:
        """Show a line that stays."""
        self.shower.note(sentence)

    def seconds_left(self) -> float | None:
        """Estimate how long the rest takes, by the steps that were done here; None if there are none."""
        computed = self.done - self._known
        if self.total is None or computed <= 0:
            return None
        return (self._clock() - self._since) / computed * max(self.total - self.done, 0)

    def rows(self) -> list[Row]:
        """Return what is shown as bars: one row for all, and more if there are parts to be seen."""
        if self.total is None:
            count = f": {counted(self.done, self.unit)}" if self.unit else ""
            return [Row((self.what + count,), self.done, None, self.words)]
        rest = self.words or (time_left(self.seconds_left()) if self.done < self.total else "")
        return [Row((self.what,), self.done, self.total, rest)]

    def line(self) -> str:
        """Return what a log says now; empty if there is nothing new."""
        ((name,), done, total, words) = self.rows()[0]
        unknown = not self.words and self.seconds_left() is None
        return f"{name}{'' if total is None else f' {done}/{total}'}{f', {words}' if words and not unknown else ''}"


P = TypeVar("P", bound=Progress)


@contextmanager
def show_progress(progress: P, show: bool | None) -> Iterator[P]:
    """Show how far some work has come, on standard error, until the context ends.

    Parameters
    ----------
    progress : Progress
        Who is told.
    show : bool or None
        Whether; None for yes on a terminal and in a notebook.

    Yields
    ------
    Progress
    """
    # A program without a console has no standard error at all.
    is_terminal = sys.stderr is not None and sys.stderr.isatty()
    notebook = None if is_terminal or show is False else _notebook()
    if sys.stderr is None or not (is_terminal or notebook is not None if show is None else show):
        yield progress
    elif is_terminal:
        with _on_terminal(progress):
            yield progress
    else:
        shower = _Lines() if notebook is None else _Page(notebook)
        progress.shower = shower
        try:
            yield progress
        finally:
            shower.end(progress)
            progress.shower = _Shower()


class _Lines(_Notes):
    """A line now and then, and one in the end."""

    def __init__(self) -> None:
        self._written, self._last = float("-inf"), ""

    def update(self, progress: Progress) -> None:
        is_end = progress.done == progress.total
        if is_end or monotonic() - self._written >= _SECONDS_BETWEEN_LINES:
            self.end(progress)

    def end(self, progress: Progress) -> None:
        line = progress.line()
        if line and line != self._last:
            self.note(line)
            self._written, self._last = monotonic(), line


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
    names = escape(", ".join(name for name in row.names if name))
    if row.total is None:
        return f"<div><progress></progress> {names} {escape(row.words)}</div>"
    # Without a maximum of one or more, browsers take it for work without an end.
    bar = f'<progress value="{row.done}" max="{max(row.total, 1)}"></progress>'
    return f"<div>{bar} {names} {row.done}/{row.total} {escape(row.words)}</div>"


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
        progress.shower = _Shower()


def _bars(rows: list[Row], spinner: Any, seconds: float) -> Any:
    from rich.progress_bar import ProgressBar
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 1))
    for row in rows:
        names = map(Text, row.names)
        if row.total is None:
            minutes, rest = divmod(int(seconds), 60)
            clock = Text(f"{minutes // 60}:{minutes % 60:02}:{rest:02}")
            text = ", ".join(part for part in (", ".join(row.names), row.words) if part)
            table.add_row(spinner, Text(text), clock)
            continue
        bar = ProgressBar(total=max(row.total, 1), completed=row.done, width=40 if len(rows) == 1 else 20)
        # Of one width, so that the bars stand still.
        words = Text(row.words.ljust(len(time_left(None))))
        table.add_row(*names, bar, Text(f"{row.done}/{row.total}"), words)
    return table
