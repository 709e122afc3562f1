"""What a learner prints and warns of while it works, kept from the terminal and put to its account.

Standard output belongs to the whole program. While somebody listens to a thread, `sys.stdout` is a stand-in that gives
each thread that is listened to a writer of its own, and all others the stream itself. The file descriptor is left
alone: what compiled code and other programs write there cannot be told apart, and goes where the program's output goes.
Only in a process of ours is all of standard output kept away.
"""

import ctypes
import os
import sys
import tempfile
import threading
import warnings
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, redirect_stdout, suppress
from functools import cache
from io import RawIOBase, TextIOWrapper
from typing import Any, Final, TextIO

from foldwise._core import caught_warnings


class Printed:
    """The beginning of what was printed; filled when the context ends."""

    KEPT: Final = 2000
    text = ""


@contextmanager
def stdout_kept_away() -> Iterator[Printed]:
    """Divert standard output, Python's and that of compiled code, into a file.

    Of the whole process, so only for one that is ours: elsewhere `own_prints` leaves other threads what they print.
    """
    printed = Printed()
    with tempfile.TemporaryFile() as file:
        with suppress(OSError, ValueError, AttributeError):
            sys.stdout.flush()
        try:
            saved = os.dup(1)
        except OSError:
            # No standard output at all, as under pythonw: nothing to protect.
            saved = -1
        writer = TextIOWrapper(os.fdopen(os.dup(file.fileno()), "wb"), errors="replace", write_through=True)
        try:
            if saved >= 0:
                os.dup2(file.fileno(), 1)
            with redirect_stdout(writer):
                yield printed
        finally:
            writer.close()
            if saved >= 0:
                _flush_c()
                os.dup2(saved, 1)
                os.close(saved)
            file.seek(0)
            printed.text = file.read(Printed.KEPT).decode(errors="replace")


def _flush_c() -> None:
    """Empty C's own buffer, or its text would surface after standard output is back."""
    with suppress(OSError, AttributeError, TypeError):
        _c_library().fflush(None)


@cache
def _c_library() -> ctypes.CDLL:
    return ctypes.CDLL(None)


class _Beginning(RawIOBase):
    """Keeps the beginning of what is written, also when it is closed."""

    def __init__(self) -> None:
        self.kept = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        text = bytes(data)
        self.kept += text[: max(0, Printed.KEPT - len(self.kept))]
        return len(text)


class _Writer(TextIOWrapper):
    """Standard output of one thread; below Python, there is only that of the program."""

    def __init__(self, beginning: _Beginning, stream: TextIO) -> None:
        super().__init__(beginning, encoding="utf-8", errors="replace", write_through=True)  # type: ignore[arg-type]
        self._stream = stream

    def fileno(self) -> int:
        return self._stream.fileno()


class _OwnWriters(threading.local):
    def __init__(self) -> None:
        self.writers: list[_Writer] = []


class _ByThread:
    """Stands for a stream; to a thread that is listened to, for the writer of its own."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return type(self._stream)

    def __getattr__(self, name: str) -> Any:
        return getattr(_own.writers[-1] if _own.writers else self._stream, name)


_own = _OwnWriters()
# One that can be entered again: collecting garbage may end a generator that listens.
_lock = threading.RLock()
_listening: set[Printed] = set()
# CPython's print holds no reference of its own to sys.stdout (before 3.13): a stand-in that is freed while another
# thread prints through it crashes the interpreter. So the latest ones are never freed.
_latest: deque[_ByThread] = deque(maxlen=16)


@contextmanager
def own_prints() -> Iterator[Printed]:
    """Keep what this thread prints by Python, in memory; `text` is there in the end."""
    printed, beginning = Printed(), _Beginning()
    writer = _Writer(beginning, _stream())
    try:
        with _lock:
            _listening.add(printed)
            # Looked at every time: others replace it, too, and put back what they found.
            if sys.stdout is not None and type(sys.stdout) is not _ByThread:
                sys.stdout = _stand_in(sys.stdout)
        _own.writers.append(writer)
        yield printed
    finally:
        with suppress(ValueError):
            _own.writers.remove(writer)
        with _lock:
            _listening.discard(printed)
            if not _listening:
                sys.stdout = _stream()
        printed.text = beginning.kept.decode(errors="replace")


def _stand_in(stream: Any) -> Any:
    """Return the stand-in for a stream, the same as long as the stream is."""
    if not _latest or _latest[-1]._stream is not stream:
        _latest.append(_ByThread(stream))
    return _latest[-1]


def _stream() -> Any:
    """Return the program's standard output, whoever listens."""
    return sys.stdout._stream if type(sys.stdout) is _ByThread else sys.stdout


class Heard:
    """What was printed and warned of; complete when the context ends."""

    def __init__(self) -> None:
        self.text = ""
        self.warnings: Counter[str] = Counter()


Listen = Callable[[], AbstractContextManager[Heard]]


@contextmanager
def listen_here() -> Iterator[Heard]:
    """Listen to this thread alone: in a program that has other things to say, and to do."""
    heard = Heard()
    with own_prints() as printed, caught_warnings() as caught:
        yield heard
    heard.text = printed.text
    heard.warnings.update(_words(*item) for item in caught)


@contextmanager
def listen_alone() -> Iterator[Heard]:
    """Listen to the whole process, compiled code and other threads too: for worker processes, which do nothing else."""
    heard = Heard()
    with stdout_kept_away() as printed, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield heard
    heard.text = printed.text
    heard.warnings.update(_words(item.message, item.category) for item in caught)


def _words(message: Warning | str, category: type[Warning]) -> str:
    return f"{category.__name__}: {first_line(message)}"


def first_line(message: object) -> str:
    """Return the first line of a message, which is the learner's own code and may fail, too."""
    try:
        return (str(message).strip().splitlines() or ["no message"])[0]
    except (Exception, SystemExit):
        return "no readable message"
