"""How a command ends: which signal asks it to, which exception is whose fault, and the exit code.

0: done. 1: the run ended with failures. 2: bad input. 70: a mistake of foldwise's own. 130: interrupted (129, 143: by
SIGHUP, SIGTERM). 141: nobody reads the output any more. `gate` has codes of its own: 1 (worse) and 3 (undecided).
`verify` ends with 1 if something does not agree.
"""

import os
import re
import signal
import threading
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import SIGINT
from time import monotonic
from types import FrameType
from typing import Any

import typer

from foldwise._core import FoldwiseError, IncompleteRunError, close_names, explained, is_refusal, one_line
from foldwise.cli._output import ClosedPipeError, give_up_stdout, note

# Whoever ends a session may send several signals; the second must not break off what the first has begun.
_SECONDS_OF_ONE_REQUEST = 3.0


class AskedToEnd(KeyboardInterrupt):
    """A signal asks the command to end; all that heeds Ctrl-C heeds this."""


class _Received:
    number: int | None = None
    when = 0.0
    # Kept, since typer drops it: what was interrupted adds notes of what is kept.
    request: AskedToEnd | None = None


_received = _Received()


def received_signal() -> signal.Signals | None:
    """Return the signal by which this command was asked to end, if it was."""
    return None if _received.number is None else signal.Signals(_received.number)


@contextmanager
def signals_heeded() -> Iterator[None]:
    """Have Ctrl-C, SIGTERM and SIGHUP raise `AskedToEnd` in a command; not what is ignored or handled by others."""
    _received.number = _received.request = None
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before: dict[int, Any] = {}
    try:
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
                before[number] = signal.signal(number, _heed)
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _heed(number: int, _: FrameType | None) -> None:
    is_repeated = number != signal.SIGINT and monotonic() < _received.when + _SECONDS_OF_ONE_REQUEST
    if is_repeated and _received.number is not None:
        return
    _received.number, _received.when, _received.request = number, monotonic(), AskedToEnd()
    raise _received.request


FAILED_RUN = 1
BAD_INPUT = 2
INTERNAL_ERROR = 70
INTERRUPTED = 130
CLOSED_PIPE = 141

# Older versions of typer raise click's class, newer ones their own; both derive BadParameter from it.
_UsageError: type = typer.BadParameter.__bases__[0]


def interrupted_code() -> int:
    """Return the exit code of a command that did not end by itself, as shells have it."""
    received = received_signal()
    return INTERRUPTED if received is None else 128 + received


def exit_code_for(error: BaseException) -> int:
    """Print in one line on stderr what went wrong, and return the exit code."""
    if isinstance(error, ClosedPipeError):
        give_up_stdout()
        return CLOSED_PIPE
    if isinstance(error, ModuleNotFoundError):
        error = explained(error, "This command")
    received = received_signal()
    # An extension that is interrupted while it is loaded raises something else.
    if received is not None or isinstance(error, KeyboardInterrupt | typer.Abort):
        how = "interrupted" if received in (None, SIGINT) else f"interrupted by {received.name}"
        kept = getattr(_received.request, "__notes__", ())
        note(f"{how}: {' '.join(kept)}" if kept else f"{how}.")
        return interrupted_code()
    if os.environ.get("FOLDWISE_DEBUG"):
        traceback.print_exception(error)
    if isinstance(error, _UsageError):
        note(f"error: {_usage(error)}")
        return BAD_INPUT
    if isinstance(error, IncompleteRunError):
        note(f"error: {error}")
        return FAILED_RUN
    if isinstance(error, OSError) and error.strerror and error.filename is not None:
        note(f"error: {error.filename}: {error.strerror}.")
        return BAD_INPUT
    if isinstance(error, OSError) and error.strerror and not isinstance(error, FoldwiseError):
        # Help is printed, and data laid out for workers, by others, who name no file.
        note(f"error: {error.strerror}, on standard output or in the folder of temporary files, TMPDIR.")
        return BAD_INPUT
    if isinstance(error, OSError) or is_refusal(error):
        note(f"error: {error}")
        return BAD_INPUT
    note(f"internal error: {type(error).__name__}: {error}; run with FOLDWISE_DEBUG=1 for the traceback.")
    return INTERNAL_ERROR


def _usage(error: BaseException) -> str:
    message = one_line(error.format_message() if hasattr(error, "format_message") else error)
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "foldwise"
    # Typer proposes whatever is written a little alike.
    message = re.sub(r"[. ]*\(?(Did you mean|Possible options).*", "", message).rstrip(".")
    return f"{message[:1].lower()}{message[1:]}.{_meant(error, message, context)} See: {command} --help"


def _meant(error: BaseException, message: str, context: Any) -> str:
    """Propose the option or command of which another name is a slip."""
    option = getattr(error, "option_name", None) if hasattr(error, "possibilities") else None
    typed = re.fullmatch(r"No such command '(.*)'", message)
    known: Iterable[str] = ()
    if context is not None and option:
        known = [name for parameter in context.command.params for name in parameter.opts]
    elif context is not None and typed:
        known = getattr(context.command, "commands", ())
    if typed and context is not None and context.parent is None and Path(typed[1]).is_file():
        return " Results in a file: foldwise judge FILE; learners on data: foldwise compare FILE -l LEARNER -l LEARNER."
    close = close_names(option or (typed[1] if typed else ""), known, most=1)
    return f" Did you mean {close[0]}?" if close else ""
