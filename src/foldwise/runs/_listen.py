"""What a learner prints and warns of while it works, kept from the terminal and put to its account."""

import sys
import threading
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from io import StringIO
from typing import Any, TextIO

from foldwise.runs._quiet import Printed, stdout_kept_away


class Heard:
    """What was printed and warned of; complete when the context ends."""

    def __init__(self) -> None:
        self.text = ""
        self.warnings: Counter[str] = Counter()


Listen = Callable[[], AbstractContextManager[Heard]]


@contextmanager
def listen_alone() -> Iterator[Heard]:
    """Listen to the whole process: for one learner at a time."""
    heard = Heard()
    with stdout_kept_away() as printed, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield heard
    heard.text = printed.text
    heard.warnings.update(_words(item.message, item.category) for item in caught)


class ThreadListener:
    """Listens to several threads and tells them apart; entered by the thread that waits for them.

    Standard output and the handling of warnings belong to the whole process, so they are diverted once, and every text
    and warning goes to the thread that it comes from. What compiled code prints cannot be told apart: see `printed`.
    """

    def __init__(self) -> None:
        self._local = threading.local()
        self.printed = Printed()

    @contextmanager
    def attend(self) -> Iterator[None]:
        """Divert standard output and warnings for as long as the threads work."""
        with stdout_kept_away() as self.printed, warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.showwarning = self._showwarning
            diverted, sys.stdout = sys.stdout, _ByThread(self._local, sys.stdout)
            try:
                yield
            finally:
                sys.stdout = diverted

    @contextmanager
    def listen(self) -> Iterator[Heard]:
        """Listen to the calling thread."""
        heard = Heard()
        self._local.writer, self._local.heard = StringIO(), heard
        try:
            yield heard
        finally:
            heard.text = self._local.writer.getvalue()[: Printed.KEPT]
            del self._local.writer, self._local.heard

    def _showwarning(self, message: Any, category: type[Warning], *_: Any, **__: Any) -> None:
        heard = getattr(self._local, "heard", None)
        if heard is not None:
            heard.warnings[_words(message, category)] += 1


class _ByThread:
    """Standard output that hands each thread the writer of its own."""

    def __init__(self, local: threading.local, otherwise: TextIO) -> None:
        self._local, self._otherwise = local, otherwise

    def __getattr__(self, name: str) -> Any:
        return getattr(getattr(self._local, "writer", self._otherwise), name)


def _words(message: Warning | str, category: type[Warning]) -> str:
    return f"{category.__name__}: {first_line(message)}"


def first_line(message: object) -> str:
    """Return the first line of a message, which is the learner's own code and may fail, too."""
    try:
        return (str(message).strip().splitlines() or ["no message"])[0]
    except (Exception, SystemExit):
        return "no readable message"
