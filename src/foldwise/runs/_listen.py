"""What a learner prints and warns of while it works, kept from the terminal and put to its account."""

import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from foldwise._core import caught_warnings
from foldwise.runs._own_prints import own_prints
from foldwise.runs._quiet import stdout_kept_away


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
