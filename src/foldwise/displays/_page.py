"""How wide a figure is: on a screen, or in print, where the room is narrow and letters are small."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

# Inches and points of a figure on a screen. Layouts are made for letters of this size, and made smaller as a whole.
WIDTH: Final = 8.0
FONT_SIZE: Final = 9.0

# Inches in print: a column of two, and both of them.
WIDTHS: Final = {"screen": WIDTH, "column": 3.3, "page": 6.9}
_LEAST: Final = 2.5
_MOST: Final = 30.0
# Below the first a figure has the letters of a column, below the second those of a page.
_PAGE_FROM: Final = 5.0
_SCREEN_FROM: Final = 7.5
_SMALL: Final = 7.5
_MIDDLE: Final = 8.0
# A layout of fewer inches has to save room.
_NARROW: Final = 5.5


@dataclass(frozen=True, slots=True)
class Page:
    """The room that a figure has.

    Parameters
    ----------
    width : float
        Inches of the layout, whose letters have the usual size.
    scale : float
        By what it is multiplied in the end.
    """

    width: float = WIDTH
    scale: float = 1.0


_SCREEN: Final = Page()
_PAGE: ContextVar[Page] = ContextVar("page", default=_SCREEN)


def page_of(width: float | str) -> Page:
    """Return the room of a figure of a width in inches, or of a named one.

    >>> page_of("screen"), page_of(3.0)
    (Page(width=8.0, scale=1.0), Page(width=3.6, scale=0.8333333333333334))
    """
    inches = WIDTHS.get(width) if isinstance(width, str) else width
    if not isinstance(inches, int | float) or not _LEAST <= inches <= _MOST:
        names = ", ".join(map(repr, WIDTHS))
        raise ValueError(f"width must be {names} or inches from {_LEAST:g} to {_MOST:g}, got {width!r}.")
    size = _SMALL if inches < _PAGE_FROM else _MIDDLE if inches < _SCREEN_FROM else FONT_SIZE
    return Page(width=round(inches * FONT_SIZE / size, 9), scale=size / FONT_SIZE)


@contextmanager
def on_page(page: Page) -> Iterator[None]:
    """Draw for a page."""
    token = _PAGE.set(page)
    try:
        yield
    finally:
        _PAGE.reset(token)


def page_width() -> float:
    """Inches that the layout of the figure being drawn may take."""
    return _PAGE.get().width


def is_narrow() -> bool:
    """Whether the figure being drawn has to save room."""
    return page_width() < _NARROW


def refuse_narrow(what: str) -> None:
    """Refuse to draw what is not read in a narrow figure."""
    if is_narrow():
        raise ValueError(f"{what} needs a wider figure. Leave width out, or take 'page'.")


def shrink(figure: Any, scale: float) -> None:
    """Make a figure that is drawn smaller as a whole: letters, lines, marks and the paper."""
    from matplotlib.axis import Axis
    from matplotlib.collections import Collection, PathCollection
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch
    from matplotlib.text import Annotation, Text

    if scale == 1.0:
        return
    figure.set_size_inches(*(scale * figure.get_size_inches()))
    for text in figure.findobj(Text):
        text.set_fontsize(scale * text.get_fontsize())
    for note in figure.findobj(Annotation):
        if note.anncoords == "offset points":
            note.xyann = tuple(scale * offset for offset in note.xyann)
    # Also of ticks that are made only when the figure is drawn.
    for axis in figure.findobj(Axis):
        for which in ("major", "minor"):
            sizes = axis.get_tick_params(which)
            smaller = {name: scale * sizes[name] for name in ("labelsize", "length", "pad") if name in sizes}
            axis.set_tick_params(which=which, **smaller)
    for line in figure.findobj(Line2D):
        line.set(linewidth=scale * line.get_linewidth(), markersize=scale * line.get_markersize())
        line.set_markeredgewidth(scale * line.get_markeredgewidth())
    for artist in (*figure.findobj(Patch), *figure.findobj(Collection)):
        artist.set_linewidth(scale * np.asarray(artist.get_linewidth()))
    for dots in figure.findobj(PathCollection):
        dots.set_sizes(scale**2 * np.asarray(dots.get_sizes()))
