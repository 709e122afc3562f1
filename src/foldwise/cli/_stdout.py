"""While a command works, standard output is its own: whatever else is printed goes to stderr.

Learners, their modules and the processes they are fitted in print when imported, made, shown and fitted, and a reader
of ``--json`` must not see it. Another ``sys.stdout`` reaches neither compiled code nor other processes, so the file
descriptor is another one too.
"""

import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import TextIO


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
    """Give standard output back; for those who call `main` and go on."""
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
