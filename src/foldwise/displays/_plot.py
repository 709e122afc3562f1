"""One verb for all figures, on axes or as text."""

import sys
from collections.abc import Callable, Sequence
from io import StringIO
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, Protocol, runtime_checkable

import numpy as np

from foldwise._core import caught_warnings
from foldwise.displays._by_repeats import RepeatsDisplay
from foldwise.displays._calibration import PPDisplay
from foldwise.displays._certificate import CertificateDisplay
from foldwise.displays._dependence import FoldCorrelationDisplay, PartitionNoiseDisplay
from foldwise.displays._difference import DifferenceDisplay
from foldwise.displays._drawing import new_panels, panels
from foldwise.displays._error_curves import ExampleErrorsDisplay, LearningCurvesDisplay
from foldwise.displays._executions import ReplicationsDisplay, SeedDisplay
from foldwise.displays._panel import PanelDisplay
from foldwise.displays._ranking import RankingDisplay
from foldwise.displays._reference import ReferenceDisplay
from foldwise.displays._rejections import PowerDisplay, RatesDisplay, ReplicationCountDisplay
from foldwise.displays._scores import EstimatesDisplay, ScoresDisplay
from foldwise.displays._significance import SignificanceDisplay
from foldwise.displays._study import StudyDisplay
from foldwise.displays._taxonomy import TaxonomyDisplay
from foldwise.displays._tree import TreeDisplay

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@runtime_checkable
class Display(Protocol):
    """What every display offers."""

    @property
    def height(self) -> float:
        """Inches that the figure needs."""

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw on `ax`, or on a new figure."""


# A result class is named by its room and its own name: a room that nothing was made in is not loaded to draw it.
_DISPLAYS: Final[dict[tuple[str, str], Callable[[Any], Display]]] = {
    ("verdicts", "Verdict"): DifferenceDisplay.from_verdict,
    ("runs", "Run"): ScoresDisplay.from_run,
    ("verdicts", "Panel"): PanelDisplay.from_panel,
    ("verdicts", "Estimates"): EstimatesDisplay.from_estimates,
    ("verdicts", "LabelRandomization"): ReferenceDisplay.from_randomization,
    ("studies", "StudyResults"): StudyDisplay.from_results,
    ("replicability", "Replicability"): SeedDisplay.from_replicability,
    ("replicability", "PartitionAnalysis"): SignificanceDisplay.from_analysis,
    ("replicability", "ByRepeats"): RepeatsDisplay.from_steps,
    ("verdicts", "Taxonomy"): TaxonomyDisplay.from_taxonomy,
    ("lab", "TypeOneError"): RatesDisplay.from_type_one_error,
    ("lab", "Power"): PowerDisplay.from_power,
    ("lab", "LearningCurves"): LearningCurvesDisplay.from_curves,
    ("lab", "Replications"): ReplicationsDisplay.from_replications,
    ("lab", "Calibration"): PPDisplay.from_calibration,
    ("lab", "FoldCorrelation"): FoldCorrelationDisplay.from_fold_correlation,
    ("lab", "ReplicationCount"): ReplicationCountDisplay.from_replication_count,
    ("lab", "PartitionNoise"): PartitionNoiseDisplay.from_partition_noise,
    ("lab", "ExampleErrors"): ExampleErrorsDisplay.from_example_errors,
    ("lab", "Certificate"): CertificateDisplay.from_certificate,
    ("lab", "Ranking"): RankingDisplay.from_ranking,
    ("learners", "C45"): TreeDisplay.from_learner,
    ("learners", "MansourTree"): TreeDisplay.from_learner,
}


def _maker(obj: Any) -> Callable[[Any], Display] | None:
    """Return what makes the display of an object, if there is one."""
    for (room, name), make in _DISPLAYS.items():
        # An object of a class is there only if its room has been imported.
        if isinstance(obj, getattr(sys.modules.get(f"foldwise.{room}"), name, ())):
            return make
    return None


def display_for(obj: Any) -> Display:
    """Make the display that fits one object; one that is a display itself is drawn as it is."""
    if isinstance(obj, Display):
        return obj
    make = _maker(obj)
    if make is not None:
        return make(obj)
    names = ", ".join(name for _, name in _DISPLAYS)
    inner = " Pass its best_estimator_." if hasattr(obj, "best_estimator_") else ""
    raise TypeError(f"plot takes one of {names}, or a list of them, got {type(obj).__name__}.{inner}")


def displays_for(objects: Sequence[Any]) -> list[Display]:
    """Make the displays that fit several objects."""
    if not objects:
        raise ValueError("plot got an empty list; hand it a Verdict, a Run or another result.")
    return [display_for(obj) for obj in objects]


def plot(obj: Any, ax: Any = None) -> Any:
    """Draw a verdict, a run, another result, or several of them.

    Parameters
    ----------
    obj : a result of foldwise, fitted C45 or MansourTree, or list or tuple
        A verdict is drawn by `DifferenceDisplay`, a run by `ScoresDisplay`, a panel by `PanelDisplay`, estimates by
        `EstimatesDisplay`, a label randomization by `ReferenceDisplay`, a study by `StudyDisplay`, executions of a
        procedure by `SeedDisplay`, partitions by `SignificanceDisplay`, growing numbers of repeats by `RepeatsDisplay`,
        a decision tree by `TreeDisplay`; studies of `foldwise.lab` by `RatesDisplay`, `PowerDisplay`,
        `LearningCurvesDisplay`, `ReplicationsDisplay`, `PPDisplay`, `FoldCorrelationDisplay`,
        `ReplicationCountDisplay`, `PartitionNoiseDisplay`, `ExampleErrorsDisplay`, `RankingDisplay`, a certificate by
        `CertificateDisplay`; several are drawn below each other in one figure. The display classes give access to the
        numbers and to options of drawing.
    ax : matplotlib Axes, or sequence of Axes for a list, optional
        Where to draw. A new pyplot figure if not given: save it with ``ax.figure.savefig(path)``, close it with
        ``matplotlib.pyplot.close(ax.figure)``.

    Returns
    -------
    matplotlib Axes, or ndarray of Axes for a list
        What was drawn on.

    See Also
    --------
    foldwise.displays.CertificateDisplay : P-values where there is nothing to be found.
    foldwise.displays.DifferenceDisplay : Differences between pairs of learners.
    foldwise.displays.EstimatesDisplay : How well one learner does.
    foldwise.displays.PanelDisplay : All applicable tests on the same scores.
    foldwise.displays.ReferenceDisplay : Scores on permuted labels.
    foldwise.displays.QQDisplay : Statistics against the distribution they are referred to.
    foldwise.displays.RepeatsDisplay : The p-value against the number of repeats.
    foldwise.displays.ScoresDisplay : Scores of each learner.
    foldwise.displays.SeedDisplay : The p-value of each execution of a procedure.
    foldwise.displays.SignificanceDisplay : Sorted significances of partitions.
    foldwise.displays.StudyDisplay : Scores of all learners on all datasets of a study.
    foldwise.displays.TreeDisplay : A decision tree.
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


def inline_svg(obj: Any) -> str:
    """Return the figure of one result as an element of a page; nothing where no display fits it."""
    if not isinstance(obj, Display) and _maker(obj) is None:
        return ""
    document = svg(obj)
    return document[document.index("<svg") :]
