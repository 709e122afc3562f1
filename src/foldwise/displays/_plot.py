"""One verb for all figures."""

from itertools import chain
from typing import Any

import numpy as np

from foldwise.displays._drawing import new_panels
from foldwise.displays._page import Page, on_page, page_of, shrink
from foldwise.displays._pick import displays_for, displays_of


def plot(obj: Any, ax: Any = None, *, kind: str | None = None, width: float | str | None = None) -> Any:
    """Draw a verdict, a run, another result, or several of them.

    Parameters
    ----------
    obj : a result of foldwise, fitted C45 or MansourTree, or list or tuple
        A verdict, also one on scores of items, is drawn by `DifferenceDisplay`, below `RankIntervalsDisplay` where it
        is on several datasets; an answer over datasets by the latter; a run by `ScoresDisplay`, a panel by
        `PanelDisplay`, estimates by `EstimatesDisplay`, a label randomization by `ReferenceDisplay`, a gate
        by `GateDisplay`, a stream by `StreamDisplay`, a study by `StudyDisplay`, a plan by `PlanDisplay` and
        `ExtrapolationDisplay`, executions of a procedure by `SeedDisplay`,
        partitions by `SignificanceDisplay`, growing numbers of repeats by `RepeatsDisplay`, a decision tree by
        `TreeDisplay`, a Bayesian test over datasets by
        `SimplexDisplay`; studies of `foldwise.lab` by `RatesDisplay`, `PowerDisplay`, `LearningCurvesDisplay`,
        `ReplicationsDisplay`, `PPDisplay`, `FoldCorrelationDisplay`, `ReplicationCountDisplay`,
        `PartitionNoiseDisplay`, `ExampleErrorsDisplay`, `RankingDisplay`,
        `InteractionDisplay`, a certificate by `CertificateDisplay`; a recount of tries by `TriesDisplay`; several are
        drawn below each other in one figure. The display classes give access to the numbers and to options of drawing.
    ax : matplotlib Axes, or sequence of Axes for a list, optional
        Where to draw. A new pyplot figure if not given: save it with ``ax.figure.savefig(path)``, close it with
        ``matplotlib.pyplot.close(ax.figure)``. Of a verdict on several datasets the answer over them is drawn here;
        for the datasets one by one ask for that kind.
    kind : str, optional
        Which figure, of a verdict or an answer over datasets, which have several:

        - ``'ranks'``: between which ranks each learner lies, by `RankIntervalsDisplay`.
        - ``'matrix'``: every two learners, by `PairMatrixDisplay`.
        - ``'cd'``: a critical-difference diagram whose bars are checked, by `CriticalDifferenceDisplay`.
        - ``'forest'``: the two learners with the best mean ranks on every dataset, by `DatasetForestDisplay`, which
          also takes other pairs.
        - ``'heatmap'``: ranks on every dataset, by `HeatMapDisplay`.
        - ``'differences'``: of a verdict, the datasets one by one, by `DifferenceDisplay`.
        - ``'power'``, ``'ceiling'``, ``'extrapolation 1'``: of a plan, power against what it is about, power against
          repeats or answers with its ceiling, and the learning curves of the first pair of learners (or another).
    width : {'screen', 'column', 'page'} or float, optional
        Of a new figure, in inches; ``"column"`` is 3.3, ``"page"`` 6.9, with letters of 7.5 and 8 points for print.
        `foldwise.displays.save` writes such a figure to a file.

    Returns
    -------
    matplotlib Axes, or ndarray of Axes for a list
        What was drawn on; of two panels of one object the first.

    See Also
    --------
    foldwise.displays.CertificateDisplay : P-values where there is nothing to be found.
    foldwise.displays.CriticalDifferenceDisplay : Mean ranks, and who cannot be told apart.
    foldwise.displays.DatasetForestDisplay : Two learners on every dataset.
    foldwise.displays.DifferenceDisplay : Differences between pairs of learners.
    foldwise.displays.EstimatesDisplay : How well one learner does.
    foldwise.displays.ExtrapolationDisplay : Differences at other training sizes.
    foldwise.displays.GateDisplay : Whether a candidate is worse than a baseline.
    foldwise.displays.HeatMapDisplay : Ranks on every dataset.
    foldwise.displays.PairMatrixDisplay : Every two learners over datasets.
    foldwise.displays.PanelDisplay : All applicable tests on the same scores.
    foldwise.displays.PlanDisplay : Power against how much there is.
    foldwise.displays.RankIntervalsDisplay : Ranks over datasets.
    foldwise.displays.ReferenceDisplay : Scores on permuted labels.
    foldwise.displays.QQDisplay : Statistics against the distribution they are referred to.
    foldwise.displays.RepeatsDisplay : The p-value against the number of repeats.
    foldwise.displays.ScoresDisplay : Scores of each learner.
    foldwise.displays.SeedDisplay : The p-value of each execution of a procedure.
    foldwise.displays.SignificanceDisplay : Sorted significances of partitions.
    foldwise.displays.SimplexDisplay : The posterior of a Bayesian test over datasets.
    foldwise.displays.StreamDisplay : What was known after so many examples.
    foldwise.displays.StudyDisplay : Scores of all learners on all datasets of a study.
    foldwise.displays.TreeDisplay : A decision tree.
    foldwise.displays.PublicationFilterDisplay : How much of what is significant is false.
    foldwise.displays.TriesDisplay : Tries on a dataset, and what survives of them.
    foldwise.displays.ExamplesDisplay : Examples that are often wrong, or change with the partition.
    foldwise.displays.save : The same figure in a file, for print.
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
    if ax is None:
        return _on_new_figure(obj, kind, page_of("screen" if width is None else width))
    if width is not None:
        raise ValueError(f"width is of a new figure, got width={width!r} and ax. Leave one of them out.")
    if not isinstance(obj, list | tuple):
        return displays_of(obj, kind)[0].plot(ax)
    displays, places = displays_for(obj, kind), list(np.ravel(np.asarray(ax, dtype=object)))
    if len(places) != len(displays):
        raise ValueError(f"ax must hold one Axes for each of the {len(displays)} objects, got {len(places)}.")
    for (display, *_), place in zip(displays, places, strict=True):
        display.plot(place)
    return np.array(places, dtype=object)


def _on_new_figure(obj: Any, kind: str | None, page: Page) -> Any:
    """Draw on a figure of pyplot, which shows itself in notebooks."""
    groups = displays_for(obj if isinstance(obj, list | tuple) else [obj], kind)
    with on_page(page):
        places = new_panels([display.height for display in chain(*groups)])
        for display, place in zip(chain(*groups), places, strict=True):
            display.plot(place)
    shrink(places[0].figure, page.scale)
    starts = np.cumsum([0, *(len(group) for group in groups[:-1])])
    return np.array([places[start] for start in starts], dtype=object) if isinstance(obj, list | tuple) else places[0]
