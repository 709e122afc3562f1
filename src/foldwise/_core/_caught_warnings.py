"""Warnings of one thread, caught without taking those of others.

`warnings.catch_warnings` puts aside the filters of the whole process: in a program with threads it takes warnings that
others are waiting for, and two that overlap can leave the filters of one of them in place for good.
"""

import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from foldwise._kernels.thread_filter import ThreadFilter

Caught = list[tuple[Warning | str, type[Warning]]]


@dataclass(frozen=True, slots=True, eq=False)
class _Kind:
    """Warnings that somebody catches: their category, and the beginning of their text.

    The expression stands in `warnings.filters` and matches only in threads that catch such warnings. scikit-learn
    copies filters by the text of their expressions for whatever it runs in parallel: without threads its copy does what
    ours does. With threads it is in the way of others, as any `catch_warnings` is, but loses nothing: who shows a
    warning still knows whose it is.
    """

    category: type[Warning]
    expression: ThreadFilter

    @property
    def item(self) -> tuple[Any, ...]:
        return ("always", self.expression, self.category, None, 0)


@dataclass(slots=True, eq=False)
class _Frame:
    """Somebody who catches warnings, and what was caught."""

    wanted: _Kind
    caught: Caught = field(default_factory=list)
    thread: int = 0


class _ThreadFrames(threading.local):
    """Those who catch warnings in this thread."""

    def __init__(self) -> None:
        self.frames: list[_Frame] = []


class _Show:
    """Takes the place of `warnings.showwarning`: hands a warning to who catches it in this thread, else on."""

    def __init__(self, before: Callable[..., Any]) -> None:
        self.before = before

    def __call__(self, message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
        for frame in reversed(_local.frames):
            if issubclass(category, frame.wanted.category) and frame.wanted.expression.fits(str(message)):
                frame.caught.append((message, category))
                return
        self.before(message, category, *where, **more)


class _Marker(Warning):
    """Given by nobody."""


_local = _ThreadFrames()
# One that can be entered again: collecting garbage may end a generator that catches warnings.
_lock = threading.RLock()
_frames: set[_Frame] = set()
_kinds: dict[tuple[type[Warning], str], _Kind] = {}
_before: list[tuple[Any, Any]] = []


@contextmanager
def caught_warnings(category: type[Warning] = Warning, message: str = "") -> Iterator[Caught]:
    """Catch all warnings of a category that this thread gives and whose text begins with an expression.

    They come every time, and never as errors, whatever the filters of the program say. Warnings of other threads, and
    of other categories, go where they went before.

    >>> import warnings
    >>> with caught_warnings() as caught:
    ...     warnings.warn("slowly", stacklevel=1)
    >>> [(str(text), category.__name__) for text, category in caught]
    [('slowly', 'UserWarning')]
    """
    frame = _Frame(_kinds.setdefault((category, message), _Kind(category, ThreadFilter(message))))
    try:
        _enter(frame)
        yield frame.caught
    finally:
        _leave(frame)


def _enter(frame: _Frame) -> None:
    with _lock:
        _frames.add(frame)
        frame.thread = frame.wanted.expression.enter()
        _arrange()
    _local.frames.append(frame)


def _leave(frame: _Frame) -> None:
    with suppress(ValueError):
        _local.frames.remove(frame)
    with _lock:
        if frame in _frames:
            _frames.discard(frame)
            frame.wanted.expression.leave(frame.thread)
        _arrange()


def _arrange() -> None:
    """Have in place what those who catch warnings need, and no more; others put things back that they found earlier."""
    kinds = {frame.wanted for frame in _frames}
    for kind in _kinds.values():
        if kind not in kinds:
            _remove(kind.item)
        elif kind.item not in warnings.filters:
            warnings.filters.insert(0, kind.item)  # type: ignore[attr-defined]
            _forget_what_was_shown()
    if _frames and not isinstance(warnings.showwarning, _Show):
        warnings.showwarning = _Show(warnings.showwarning)
    elif not _frames and isinstance(warnings.showwarning, _Show):
        warnings.showwarning = warnings.showwarning.before


def _remove(item: tuple[Any, ...]) -> None:
    with suppress(ValueError):
        warnings.filters.remove(item)  # type: ignore[attr-defined]


def _forget_what_was_shown() -> None:
    """Have Python forget which warnings it need not show again: any change that it is told of does."""
    warnings.simplefilter("always", _Marker, append=True)
    _remove(("always", None, _Marker, None, 0))


@contextmanager
def filters_put_back() -> Iterator[None]:
    """Put the program's filters back in the end, which threads that use `catch_warnings` may leave in disorder.

    For the time in which we run other people's code in threads of our own; the last of several puts them back.
    """
    with _lock:
        _before.append(_before[0] if _before else (warnings.filters, warnings.showwarning))
    try:
        yield
    finally:
        with _lock:
            filters, showwarning = _before.pop()
            if not _before:
                if warnings.filters is not filters:
                    warnings.filters = filters
                    _forget_what_was_shown()
                warnings.showwarning = showwarning
                _arrange()
