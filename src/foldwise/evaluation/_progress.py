"""Progress of long work, on standard error."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from foldwise._core import one_line


@contextmanager
def progress_bar(title: str, total: int, show: bool | None) -> Iterator[Callable[[int], None]]:
    """Yield a function that is told how many steps were just done.

    `show` None means: a bar if standard error is a terminal, silence otherwise.
    """
    if not (_is_terminal() if show is None else show):
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=console.is_terminal) as bar:
        task = bar.add_task(one_line(title), total=total)
        yield lambda steps: bar.advance(task, steps)


@contextmanager
def progress_line(show: bool | None) -> Iterator[Callable[[str], None] | None]:
    """Yield a function that is told what the line should say now, with a clock beside it; None for silence.

    `show` None means: a line if standard error is a terminal, silence otherwise.
    """
    if not (_is_terminal() if show is None else show):
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=console.is_terminal) as line:
        task = line.add_task("", total=None)
        yield lambda text: line.update(task, description=one_line(text))


def _is_terminal() -> bool:
    # A program without a console has no standard error at all.
    return sys.stderr is not None and sys.stderr.isatty()
