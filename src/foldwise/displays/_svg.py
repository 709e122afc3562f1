"""Figures as text, for pages."""

from io import StringIO
from threading import Lock
from typing import Any

from foldwise._core import caught_warnings
from foldwise.displays._drawing import panels
from foldwise.displays._plot import displays_for

# Settings of matplotlib belong to the whole process: threads would put back each other's.
_ONE_AT_A_TIME = Lock()


def svg(obj: Any) -> str:
    """Draw what `plot` draws, as an SVG document.

    The figure never becomes one of pyplot's: no backend is chosen and nothing has to be closed. The same object
    gives the same text. Words stay words, so that the viewer's fonts can write any script.

    Parameters
    ----------
    obj : a result of foldwise, fitted C45 or MansourTree, or list or tuple
        What to draw, as `plot` takes it.

    Returns
    -------
    str
        The document, with its XML declaration.

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from foldwise.displays import svg
    >>> from foldwise.evaluation import evaluate
    >>> run = evaluate({"stump": DecisionTreeClassifier()}, [[0.0], [1.0]] * 10, [0, 1] * 10, scheme="5x2", seed=1)
    >>> svg(run).startswith("<?xml")
    True
    """
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    displays = displays_for(obj if isinstance(obj, list | tuple) else [obj])
    page = StringIO()
    # matplotlib's own font lacks many scripts; the viewer of the page draws the words with fonts of its own.
    unheard = caught_warnings(UserWarning, "Glyph .* missing from")
    with _ONE_AT_A_TIME, rc_context({"svg.fonttype": "none", "svg.hashsalt": "foldwise"}), unheard:
        figure = Figure()
        for display, ax in zip(displays, panels(figure, [display.height for display in displays]), strict=True):
            display.plot(ax)
        figure.savefig(page, format="svg", metadata={"Date": None, "Creator": None})
    return page.getvalue()
