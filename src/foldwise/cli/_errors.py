"""Which exception is whose fault, and how the command then ends.

0: done. 1: the run ended with failures. 2: bad input. 70: a mistake of foldwise's own. 130: interrupted (129, 143: by
SIGHUP, SIGTERM). 141: nobody reads the output any more.
"""

import os
import re
import traceback
from collections.abc import Iterable
from signal import SIGINT
from typing import Any

import typer

from foldwise._core import FoldwiseError, IncompleteRunError, close_names, one_line
from foldwise.cli._output import ClosedPipeError, note
from foldwise.cli._signals import received_signal
from foldwise.cli._stdout import give_up_stdout

FAILED_RUN = 1
BAD_INPUT = 2
INTERNAL_ERROR = 70
INTERRUPTED = 130
CLOSED_PIPE = 141

# Older versions of typer raise click's class, newer ones their own; both derive BadParameter from it.
_UsageError: type = typer.BadParameter.__bases__[0]


def interrupted_code() -> int:
    """Return the exit code of a command that did not end by itself, as shells have it."""
    asked = received_signal()
    return INTERRUPTED if asked is None else 128 + asked


def exit_code_for(error: BaseException) -> int:
    """Say in one line on stderr what went wrong, and return the exit code."""
    if isinstance(error, ClosedPipeError):
        give_up_stdout()
        return CLOSED_PIPE
    asked = received_signal()
    # An extension that is interrupted while it is loaded raises something else.
    if asked is not None or isinstance(error, KeyboardInterrupt | typer.Abort):
        note("interrupted." if asked in (None, SIGINT) else f"interrupted by {asked.name}.")
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
    if isinstance(error, FoldwiseError | OSError) or (
        isinstance(error, ValueError | TypeError) and _raised_by_foldwise(error)
    ):
        note(f"error: {error}")
        return BAD_INPUT
    note(f"internal error: {type(error).__name__}: {error}; run with FOLDWISE_DEBUG=1 for the traceback.")
    return INTERNAL_ERROR


def _raised_by_foldwise(error: BaseException) -> bool:
    """Whether our own code refused the input; the same class from deeper down is a case that we did not foresee."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    return bool(frames) and str(frames[-1].f_globals.get("__name__", "")).partition(".")[0] == "foldwise"


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
    close = close_names(option or (typed[1] if typed else ""), known, most=1)
    return f" Did you mean {close[0]}?" if close else ""
