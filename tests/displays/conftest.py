import itertools
from dataclasses import replace
from functools import cache

import pytest


@pytest.fixture
def with_row():
    """Change the first comparison of a verdict, to see every decision without looking for data that gives it."""

    def changed(verdict, *, rope=None, **fields):
        row = replace(verdict.comparisons[0], **fields)
        return replace(verdict, comparisons=(row, *verdict.comparisons[1:]), rope=rope)

    return changed


@pytest.fixture(scope="session")
def drawn():
    """Axes of a new figure as `plot` makes it, everything in its place; nothing is painted, which takes longest."""
    from matplotlib import pyplot

    from foldwise.displays import plot

    pyplot.switch_backend("Agg")

    @cache
    def laid_out(obj, kind=None, width=None):
        ax = plot(obj, kind=kind, width=width)
        pyplot.close(ax.figure)
        ax.figure.draw_without_rendering()
        return ax

    return laid_out


@pytest.fixture(scope="session")
def assert_apart():
    """Check that no words of a figure meet, and that none leave it."""

    def texts_of(ax):
        low, high = sorted(ax.get_xlim())
        ticks = [text for text, at in zip(ax.get_xticklabels(), ax.get_xticks(), strict=True) if low <= at <= high]
        return [text for text in [*ax.texts, *ax.get_yticklabels(), *ticks] if text.get_text() and text.get_visible()]

    def check(ax):
        boxes = [(text.get_text(), text.get_window_extent()) for text in texts_of(ax)]
        for (first, box), (second, other) in itertools.combinations(boxes, 2):
            assert not box.overlaps(other), f"{first!r} meets {second!r}"
        width, height = ax.figure.canvas.get_width_height()
        for text, box in [*boxes, ("caption", ax.xaxis.label.get_window_extent())]:
            assert box.x0 >= 0 <= box.y0, text
            assert box.x1 <= width, text
            assert box.y1 <= height, text

    return check
