"""Which display draws which result."""

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, runtime_checkable

from foldwise._core import check_choice
from foldwise.displays._by_repeats import RepeatsDisplay
from foldwise.displays._calibration import PPDisplay
from foldwise.displays._certificate import CertificateDisplay
from foldwise.displays._critical_difference import CriticalDifferenceDisplay
from foldwise.displays._dataset_forest import DatasetForestDisplay
from foldwise.displays._dependence import FoldCorrelationDisplay, PartitionNoiseDisplay
from foldwise.displays._difference import DifferenceDisplay
from foldwise.displays._error_curves import ExampleErrorsDisplay, LearningCurvesDisplay
from foldwise.displays._examples import ExamplesDisplay
from foldwise.displays._executions import ReplicationsDisplay, SeedDisplay
from foldwise.displays._gate import GateDisplay
from foldwise.displays._heat_map import HeatMapDisplay
from foldwise.displays._interaction import InteractionDisplay
from foldwise.displays._order import OrderDisplay
from foldwise.displays._pair_matrix import PairMatrixDisplay
from foldwise.displays._panel import PanelDisplay
from foldwise.displays._plan import ExtrapolationDisplay, PlanDisplay
from foldwise.displays._publication_filter import PublicationFilterDisplay
from foldwise.displays._rank_intervals import RankIntervalsDisplay
from foldwise.displays._ranking import RankingDisplay
from foldwise.displays._reference import ReferenceDisplay
from foldwise.displays._rejections import PowerDisplay, RatesDisplay, ReplicationCountDisplay
from foldwise.displays._scores import EstimatesDisplay, ScoresDisplay
from foldwise.displays._significance import SignificanceDisplay
from foldwise.displays._simplex import SimplexDisplay
from foldwise.displays._stream import StreamDisplay
from foldwise.displays._study import StudyDisplay
from foldwise.displays._taxonomy import TaxonomyDisplay
from foldwise.displays._tree import TreeDisplay
from foldwise.displays._tries import TriesDisplay

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


Maker = Callable[[Any], Display]

# A result class is named by its room and its own name: a room that nothing was made in is not loaded to draw it.
_DISPLAYS: Final[dict[tuple[str, str], Maker]] = {
    ("runs", "Run"): ScoresDisplay.from_run,
    ("verdicts", "Panel"): PanelDisplay.from_panel,
    ("verdicts", "Estimates"): EstimatesDisplay.from_estimates,
    ("verdicts", "Gate"): GateDisplay.from_gate,
    ("verdicts", "Stream"): StreamDisplay.from_stream,
    ("verdicts", "LabelRandomization"): ReferenceDisplay.from_randomization,
    ("studies", "StudyResults"): StudyDisplay.from_results,
    ("replicability", "Replicability"): SeedDisplay.from_replicability,
    ("replicability", "PartitionAnalysis"): SignificanceDisplay.from_analysis,
    ("replicability", "ByRepeats"): RepeatsDisplay.from_steps,
    ("replicability", "ExampleAnalysis"): ExamplesDisplay.from_analysis,
    ("verdicts", "Taxonomy"): TaxonomyDisplay.from_taxonomy,
    ("verdicts", "Recount"): TriesDisplay.from_recount,
    ("verdicts", "DataTries"): TriesDisplay.from_data,
    ("stats", "BayesianSignResult"): SimplexDisplay.from_result,
    ("stats", "BayesianSignedRankResult"): SimplexDisplay.from_result,
    ("stats", "BayesianHierarchicalResult"): SimplexDisplay.from_result,
    ("lab", "TypeOneError"): RatesDisplay.from_type_one_error,
    # Before the study of power, of which it is one.
    ("lab", "PublicationFilter"): PublicationFilterDisplay.from_filter,
    ("lab", "Power"): PowerDisplay.from_power,
    ("lab", "LearningCurves"): LearningCurvesDisplay.from_curves,
    ("lab", "FactorialStudy"): InteractionDisplay.from_study,
    ("lab", "Replications"): ReplicationsDisplay.from_replications,
    ("lab", "Calibration"): PPDisplay.from_calibration,
    ("lab", "FoldCorrelation"): FoldCorrelationDisplay.from_fold_correlation,
    ("lab", "ReplicationCount"): ReplicationCountDisplay.from_replication_count,
    ("lab", "PartitionNoise"): PartitionNoiseDisplay.from_partition_noise,
    ("lab", "ExampleErrors"): ExampleErrorsDisplay.from_example_errors,
    ("lab", "Certificate"): CertificateDisplay.from_certificate,
    ("lab", "Ranking"): RankingDisplay.from_ranking,
    ("planning", "OrderBySize"): OrderDisplay.from_order,
    ("planning", "Extrapolation"): lambda found: ExtrapolationDisplay(extrapolation=found),
    ("learners", "C45"): TreeDisplay.from_learner,
    ("learners", "MansourTree"): TreeDisplay.from_learner,
}

# The figures of an answer over datasets, by the names that `kind` gives them.
_OVER_DATASETS: Final[dict[str, Maker]] = {
    "ranks": RankIntervalsDisplay.from_overall,
    "matrix": PairMatrixDisplay.from_overall,
    "cd": CriticalDifferenceDisplay.from_overall,
    "forest": DatasetForestDisplay.from_overall,
    "heatmap": HeatMapDisplay.from_overall,
}


# What `kind` may be at all: those, and the datasets of a verdict one by one.
ONE_BY_ONE: Final = "differences"
KINDS: Final = (*_OVER_DATASETS, ONE_BY_ONE)


def _of_verdict(verdict: Any) -> dict[str, Maker]:
    """Return the figures of a verdict: the answer over datasets, if there are several, and the datasets one by one."""
    one_by_one: dict[str, Maker] = {ONE_BY_ONE: DifferenceDisplay.from_verdict}
    if verdict.overall is None:
        return one_by_one
    over = {name: _of_its_overall(make) for name, make in _OVER_DATASETS.items()}
    return {**over, "forest": DatasetForestDisplay.from_verdict, **one_by_one}


def _of_items(verdict: Any) -> dict[str, Maker]:
    """Return the figures of a verdict on scores of items."""
    one_by_one: dict[str, Maker] = {ONE_BY_ONE: DifferenceDisplay.from_items} if verdict.comparisons else {}
    over = {} if verdict.overall is None else {name: _of_its_overall(make) for name, make in _OVER_DATASETS.items()}
    return {**over, **one_by_one}


def _of_plan(plan: Any) -> dict[str, Maker]:
    """Return the figures of a plan: power, power against what has a ceiling, and learning curves."""
    figures: dict[str, Maker] = {"power": PlanDisplay.from_plan}
    if len(plan.pairs[0].curves) > 1:
        figures["ceiling"] = PlanDisplay.ceilings_of
    return figures | {
        f"extrapolation {place}": _extrapolation(found) for place, found in enumerate(plan.extrapolations, start=1)
    }


def _extrapolation(found: Any) -> Maker:
    return lambda _: ExtrapolationDisplay(extrapolation=found)


def _of_its_overall(make: Maker) -> Maker:
    return lambda verdict: make(verdict.overall)


# Results of which there are several figures, and those of one: what `kind` calls them, and what makes them.
_SEVERAL: Final[dict[tuple[str, str], Callable[[Any], dict[str, Maker]]]] = {
    ("verdicts", "Verdict"): _of_verdict,
    ("verdicts", "Overall"): lambda _: _OVER_DATASETS,
    ("verdicts", "ItemVerdict"): _of_items,
    ("planning", "Plan"): _of_plan,
}
# What a user would call them, and what it takes to have a kind that one of them lacks.
_WORDS: Final = {
    "Verdict": "this verdict",
    "Overall": "an answer from one score for each learner and dataset",
    "ItemVerdict": "this verdict on items",
    "Plan": "this plan",
}
_WHY_NOT: Final = {
    ONE_BY_ONE: " Differences on single datasets have intervals where there are scores of all folds.",
    **dict.fromkeys(_OVER_DATASETS, " It takes several datasets."),
}
# What is drawn of a result if no kind is named; the only figure of a result has no name.
_BY_DEFAULT: Final = ("", "ranks", ONE_BY_ONE, "power", "ceiling", "extrapolation 1")


def _figures_of(obj: Any) -> dict[str, Maker]:
    """Return all figures of an object by name; none if nothing draws it."""
    if isinstance(obj, Display):
        return {"": lambda display: display}
    for (room, name), figures in _SEVERAL.items():
        if _is_a(obj, room, name):
            return figures(obj)
    return next(({"": make} for (room, name), make in _DISPLAYS.items() if _is_a(obj, room, name)), {})


def _is_a(obj: Any, room: str, name: str) -> bool:
    # An object of a class is there only if its room has been imported.
    return isinstance(obj, getattr(sys.modules.get(f"foldwise.{room}"), name, ()))


def has_display(obj: Any) -> bool:
    """Whether something draws an object."""
    return bool(_figures_of(obj))


def displays_of(obj: Any, kind: str | None = None) -> list[Display]:
    """Make the displays of one object that are drawn below each other, or the one of a kind."""
    figures = _figures_of(obj)
    if not figures:
        names = ", ".join(name for _, name in (*_SEVERAL, *_DISPLAYS))
        inner = " Pass its best_estimator_." if hasattr(obj, "best_estimator_") else ""
        raise TypeError(f"plot takes one of {names}, or a list of them, got {type(obj).__name__}.{inner}")
    if kind is None:
        return [make(obj) for name, make in figures.items() if name in _BY_DEFAULT]
    check_kind(obj, kind)
    return [figures[kind](obj)]


def check_kind(obj: Any, kind: str) -> None:
    """Refuse a kind of figure that an object does not have."""
    figures = _figures_of(obj)
    if "" in figures:
        raise ValueError(f"There is only one figure of this result: leave out kind={kind!r}, --kind {kind}.")
    try:
        check_choice(kind, f"kind of {_WORDS[type(obj).__name__]}", figures)
    except ValueError as error:
        why = _WHY_NOT.get(kind, "") if kind in KINDS else ""
        raise ValueError(f"{error}{why}") from None


def displays_for(objects: Sequence[Any], kind: str | None = None) -> list[list[Display]]:
    """Make the displays of several objects, those of each together."""
    if not objects:
        raise ValueError("plot got an empty list; hand it a Verdict, a Run or another result.")
    return [displays_of(obj, kind) for obj in objects]
