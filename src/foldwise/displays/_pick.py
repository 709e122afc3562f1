"""Which display draws which result."""

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, runtime_checkable

from foldwise.displays._by_repeats import RepeatsDisplay
from foldwise.displays._calibration import PPDisplay
from foldwise.displays._certificate import CertificateDisplay
from foldwise.displays._dependence import FoldCorrelationDisplay, PartitionNoiseDisplay
from foldwise.displays._difference import DifferenceDisplay
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


def find_maker(obj: Any) -> Callable[[Any], Display] | None:
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
    make = find_maker(obj)
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
