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
    def laid_out(obj):
        ax = plot(obj)
        pyplot.close(ax.figure)
        ax.figure.draw_without_rendering()
        return ax

    return laid_out
