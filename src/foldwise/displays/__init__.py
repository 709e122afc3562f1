"""Figures: one matplotlib display per kind of figure, and `plot`, which picks the one that fits.

A display holds numbers that were computed elsewhere; it draws them and, by ``frame()``, shows what it drew.
matplotlib is imported at the first drawing, and its global state (backend, rcParams) is left as it was found.
"""

from foldwise.displays._by_repeats import RepeatsDisplay
from foldwise.displays._calibration import PPDisplay, QQDisplay
from foldwise.displays._certificate import CertificateDisplay
from foldwise.displays._critical_difference import CriticalDifferenceDisplay
from foldwise.displays._dataset_forest import DatasetForestDisplay
from foldwise.displays._dependence import FoldCorrelationDisplay, PartitionNoiseDisplay
from foldwise.displays._difference import DifferenceDisplay
from foldwise.displays._error_curves import ExampleErrorsDisplay, LearningCurvesDisplay
from foldwise.displays._examples import ExamplesDisplay
from foldwise.displays._executions import ReplicationsDisplay, SeedDisplay
from foldwise.displays._false_alarms import FalseAlarmsDisplay
from foldwise.displays._gate import GateDisplay
from foldwise.displays._heat_map import HeatMapDisplay
from foldwise.displays._interaction import InteractionDisplay
from foldwise.displays._normal_curves import NormalCurvesDisplay
from foldwise.displays._order import OrderDisplay
from foldwise.displays._pair_matrix import PairMatrixDisplay
from foldwise.displays._panel import PanelDisplay
from foldwise.displays._partition_panels import SignificancePanelsDisplay
from foldwise.displays._plan import ExtrapolationDisplay, PlanDisplay
from foldwise.displays._plot import plot
from foldwise.displays._publication_filter import PublicationFilterDisplay
from foldwise.displays._rank_intervals import RankIntervalsDisplay
from foldwise.displays._ranking import RankingDisplay
from foldwise.displays._reference import ReferenceDisplay
from foldwise.displays._rejections import PowerDisplay, RatesDisplay, ReplicationCountDisplay
from foldwise.displays._save import save
from foldwise.displays._scores import EstimatesDisplay, ScoresDisplay
from foldwise.displays._settling import SettlingDisplay
from foldwise.displays._significance import SignificanceDisplay
from foldwise.displays._simplex import SimplexDisplay
from foldwise.displays._stream import StreamDisplay
from foldwise.displays._study import StudyDisplay
from foldwise.displays._svg import svg
from foldwise.displays._taxonomy import TaxonomyDisplay
from foldwise.displays._tree import TreeDisplay
from foldwise.displays._tries import TriesDisplay

__all__ = [
    "CertificateDisplay",
    "CriticalDifferenceDisplay",
    "DatasetForestDisplay",
    "DifferenceDisplay",
    "EstimatesDisplay",
    "ExampleErrorsDisplay",
    "ExamplesDisplay",
    "ExtrapolationDisplay",
    "FalseAlarmsDisplay",
    "FoldCorrelationDisplay",
    "GateDisplay",
    "HeatMapDisplay",
    "InteractionDisplay",
    "LearningCurvesDisplay",
    "NormalCurvesDisplay",
    "OrderDisplay",
    "PPDisplay",
    "PairMatrixDisplay",
    "PanelDisplay",
    "PartitionNoiseDisplay",
    "PlanDisplay",
    "PowerDisplay",
    "PublicationFilterDisplay",
    "QQDisplay",
    "RankIntervalsDisplay",
    "RankingDisplay",
    "RatesDisplay",
    "ReferenceDisplay",
    "RepeatsDisplay",
    "ReplicationCountDisplay",
    "ReplicationsDisplay",
    "ScoresDisplay",
    "SeedDisplay",
    "SettlingDisplay",
    "SignificanceDisplay",
    "SignificancePanelsDisplay",
    "SimplexDisplay",
    "StreamDisplay",
    "StudyDisplay",
    "TaxonomyDisplay",
    "TreeDisplay",
    "TriesDisplay",
    "plot",
    "save",
    "svg",
]
