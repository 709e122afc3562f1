"""One verb for all figures."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from foldwise.displays._difference import DifferenceDisplay
from foldwise.displays._drawing import new_panels
from foldwise.displays._scores import ScoresDisplay
from foldwise.runs import Run
from foldwise.verdicts import Verdict

Display = DifferenceDisplay | ScoresDisplay


def display_for(obj: Any) -> Display:
    """Make the display that fits one object."""
    if isinstance(obj, Verdict):
        return DifferenceDisplay.from_verdict(obj)
    if isinstance(obj, Run):
        return ScoresDisplay.from_run(obj)
    raise TypeError(f"plot takes a Verdict, a Run, or a list of them, got {type(obj).__name__}.")


def displays_for(objects: Sequence[Any]) -> list[Display]:
    """Make the displays that fit several objects."""
    if not objects:
        raise ValueError("plot got an empty list; it takes a Verdict, a Run, or a list of at least one of them.")
    return [display_for(obj) for obj in objects]


def plot(obj: Any, ax: Any = None) -> Any:
    """Draw a verdict, a run, or several of them.

    Parameters
    ----------
    obj : Verdict, Run, or list or tuple of them
        A verdict is drawn by `DifferenceDisplay`, a run by `ScoresDisplay`; several are drawn below each other
        in one figure. The display classes give access to the numbers and to options of drawing.
    ax : matplotlib Axes, or sequence of Axes for a list, optional
        Where to draw. A new pyplot figure if not given: save it with ``ax.figure.savefig(path)``, close it with
        ``matplotlib.pyplot.close(ax.figure)``.

    Returns
    -------
    matplotlib Axes, or ndarray of Axes for a list
        What was drawn on.

    See Also
    --------
    foldwise.displays.DifferenceDisplay : Differences between pairs of learners.
    foldwise.displays.ScoresDisplay : Scores of each learner.
    foldwise.displays.svg : The same figure as text, for embedding.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from foldwise.displays import plot
    >>> from foldwise.verdicts import compare
    >>> learners = {"stump": DecisionTreeClassifier(max_depth=1), "majority": DummyClassifier()}
    >>> verdict = compare(learners, [[0.0], [1.0]] * 10, [0, 1] * 10, scheme="5x2", seed=1)
    >>> ax = plot(verdict, ax=Figure().subplots())
    >>> ax.texts[-1].get_text()
    'stump better →'
    """
    if not isinstance(obj, list | tuple):
        return display_for(obj).plot(ax)
    displays = displays_for(obj)
    places = (
        new_panels([display.height for display in displays])
        if ax is None
        else list(np.ravel(np.asarray(ax, dtype=object)))
    )
    if len(places) != len(displays):
        raise ValueError(f"ax must hold one Axes for each of the {len(displays)} objects, got {len(places)}.")
    for display, place in zip(displays, places, strict=True):
        display.plot(place)
    return np.array(places, dtype=object)
