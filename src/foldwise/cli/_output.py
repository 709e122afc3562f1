"""What goes to stdout and what to stderr.

While a command works, standard output is its own: whatever else is printed goes to stderr. Learners, their modules and
the processes they are fitted in print when imported, made, shown and fitted, and a reader of ``--json`` must not see
it. Another ``sys.stdout`` reaches neither compiled code nor other processes, so the file descriptor is another one too.
"""

import json
import logging
import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, TextIO

from foldwise._core import one_line, printable, writing


@dataclass(frozen=True, slots=True)
class _Held:
    before: TextIO | None
    own: TextIO | None
    descriptor: int


_held: _Held | None = None


def own_stdout() -> TextIO | None:
    """Return the stream for what the command itself has to say; None if standard output is closed."""
    return sys.stdout if _held is None else _held.own


def hold_stdout() -> None:
    """Keep standard output for `own_stdout`, and send to stderr what others print."""
    global _held
    if _held is not None:
        return
    _open_standard_descriptors()
    before: TextIO | None = sys.stdout
    _flush(before)
    descriptor = os.dup(1)
    own = before
    if before is not None and _descriptor_of(before) == 1:
        own = os.fdopen(descriptor, "w", encoding=before.encoding, errors=before.errors, closefd=False)
    _held = _Held(before, own, descriptor)
    os.dup2(2, 1)
    sys.stdout = os.fdopen(2, "w", encoding="utf-8", closefd=False) if sys.stderr is None else sys.stderr


def release_stdout() -> None:
    """Release standard output; for those who call `main` and go on."""
    global _held
    if _held is None:
        return
    held, _held = _held, None
    _flush(sys.__stdout__)
    sys.stdout = held.before
    os.dup2(held.descriptor, 1)
    os.close(held.descriptor)


def give_up_stdout() -> None:
    """Let go to nowhere what the interpreter flushes at its end and nobody can take."""
    out = own_stdout()
    descriptor = None if out is None else _descriptor_of(out)
    if descriptor is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)


def _open_standard_descriptors() -> None:
    """Let no file that is opened later take the place, and the output, of a standard stream that is closed."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def _descriptor_of(stream: TextIO) -> int | None:
    try:
        return stream.fileno()
    except (OSError, ValueError, AttributeError):
        return None


def _flush(stream: TextIO | None) -> None:
    with suppress(OSError, ValueError, AttributeError):
        stream.flush()  # type: ignore[union-attr]


class ClosedPipeError(Exception):
    """Whoever read our output has stopped reading (``| head``)."""


def say(text: str) -> None:
    """Print to stdout: wrapped to the width of a terminal, else as it is, but for what a terminal would obey."""
    text = printable(text)
    out = own_stdout()
    if out is not None and out.isatty():
        from rich.console import Console

        Console(file=out, highlight=False, markup=False, emoji=False).print(text)
    else:
        _write(f"{text}\n")


def say_help(text: str) -> None:
    """Print to stdout what is laid out for the width of the terminal already."""
    _write(f"{text}\n")


def say_json(document: Any) -> None:
    """Print one strict JSON document (no NaN, ASCII only) to stdout."""
    _write(json.dumps(document, indent=2, allow_nan=False) + "\n")


def say_table(headings: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[int] = ()) -> None:
    """Print a table: by rich on a terminal, as aligned plain text otherwise; columns in `right` are numbers."""
    headings = [printable(heading, lines=False) for heading in headings]
    rows = [[printable(cell, lines=False) for cell in row] for row in rows]
    out = own_stdout()
    if out is not None and out.isatty():
        from rich.box import SIMPLE_HEAD
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        table = Table(box=SIMPLE_HEAD, pad_edge=False)
        for column, heading in enumerate(headings):
            # The first has names, to be typed again: words in other columns give way.
            table.add_column(heading, justify="right" if column in right else "left", no_wrap=column == 0)
        for row in rows:
            table.add_row(*(Text(cell) for cell in row))
        Console(file=out, highlight=False).print(table)
        return
    cells = [headings, *rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(headings))]
    for row in cells:
        line = "  ".join(
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        _write(line.rstrip() + "\n")


def note(text: str) -> None:
    """Print one line to stderr, if there is one and someone reads it."""
    if sys.stderr is None:
        return
    with suppress(OSError):
        print(one_line(text), file=sys.stderr, flush=True)  # noqa: T201


@contextmanager
def warnings_as_lines() -> Iterator[None]:
    """Show each different warning, of Python's and of our own log, once, as one line on stderr."""
    shown: set[str] = set()

    def once(text: str) -> None:
        if text not in shown:
            shown.add(text)
            note(f"warning: {text}")

    def show(
        message: Warning | str,
        category: type[Warning],  # noqa: ARG001
        filename: str,  # noqa: ARG001
        lineno: int,  # noqa: ARG001
        file: TextIO | None = None,  # noqa: ARG001
        line: str | None = None,  # noqa: ARG001
    ) -> None:
        once(one_line(message))

    log, handler = logging.getLogger("foldwise"), logging.Handler(logging.WARNING)
    handler.emit = lambda record: once(one_line(record.getMessage()))  # type: ignore[method-assign]
    with warnings.catch_warnings():
        warnings.showwarning = show
        log.addHandler(handler)
        try:
            yield
        finally:
            log.removeHandler(handler)


def _write(text: str) -> None:
    out = own_stdout()
    if out is None:
        return
    try:
        # Names may be in any script, and a pipe in an encoding that lacks it.
        encoding = getattr(out, "encoding", None) or "utf-8"
        out.write(text.encode(encoding, "backslashreplace").decode(encoding))
        out.flush()
    except BrokenPipeError as error:
        raise ClosedPipeError from error
    except OSError as error:
        give_up_stdout()
        with writing("standard output"):
            raise error
