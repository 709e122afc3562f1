"""A command that is asked to end ends in good order: workers and temporary files do not outlive it."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType
from typing import Any

# Whoever ends a session may send several signals; the second must not break off what the first has begun.
_SECONDS_OF_ONE_REQUEST = 3.0


class AskedToEnd(KeyboardInterrupt):
    """A signal asks the command to end; all that heeds Ctrl-C heeds this."""


class _Received:
    number: int | None = None
    when = 0.0


_received = _Received()


def received_signal() -> signal.Signals | None:
    """Return the signal by which this command was asked to end, if it was."""
    return None if _received.number is None else signal.Signals(_received.number)


@contextmanager
def signals_heeded() -> Iterator[None]:
    """Have Ctrl-C, SIGTERM and SIGHUP raise `AskedToEnd` in a command; not what is ignored or handled by others."""
    _received.number = None
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
    _received.number, _received.when = number, monotonic()
    raise AskedToEnd
