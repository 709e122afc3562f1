"""What a learner prints in a worker process is kept off its standard output, which it has from the program."""

import ctypes
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from functools import cache
from io import TextIOWrapper
from typing import Final


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
