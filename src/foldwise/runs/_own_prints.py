"""What one thread prints, kept without taking from others what they print.

Standard output belongs to the whole program. While somebody listens, `sys.stdout` is a stand-in that gives each thread
that is listened to a writer of its own, and all others the stream itself. The file descriptor is left alone: what
compiled code and other programs write there cannot be told apart, and goes where the program's output goes.
"""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import RawIOBase, TextIOWrapper
from typing import Any, TextIO

from foldwise.runs._quiet import Printed


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


class _Local(threading.local):
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
        return getattr(_local.writers[-1] if _local.writers else self._stream, name)


_local = _Local()
# One that can be entered again: collecting garbage may end a generator that listens.
_lock = threading.RLock()
_listening: set[Printed] = set()


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
                sys.stdout = _ByThread(sys.stdout)
        _local.writers.append(writer)
        yield printed
    finally:
        with suppress(ValueError):
            _local.writers.remove(writer)
        with _lock:
            _listening.discard(printed)
            if not _listening:
                sys.stdout = _stream()
        printed.text = beginning.kept.decode(errors="replace")


def _stream() -> Any:
    """Return the program's standard output, whoever listens."""
    return sys.stdout._stream if type(sys.stdout) is _ByThread else sys.stdout
