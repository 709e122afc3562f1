"""Where the datasets of a study of tests come from."""

from foldwise.lab._answers import Answers
from foldwise.lab._designs import Design
from foldwise.lab._source import DataSource, Source
from foldwise.lab._table_source import Tables, TableSource
from foldwise.lab.sources._bayesian_network import BayesianNetwork
from foldwise.lab.sources._coin_flips import CoinFlips
from foldwise.lab.sources._crossing_curves import CrossingCurves
from foldwise.lab.sources._dataset_population import DatasetPopulation
from foldwise.lab.sources._exchangeable_blocks import ExchangeableBlocks
from foldwise.lab.sources._exchangeable_lines import ExchangeableLines
from foldwise.lab.sources._fitted import Fitted
from foldwise.lab.sources._generated import Generated
from foldwise.lab.sources._mirror_images import MirrorImages
from foldwise.lab.sources._plane import Plane
from foldwise.lab.sources._random_network import find_network, random_network, table_five_sources
from foldwise.lab.sources._sub_samples import SubSamples
from foldwise.lab.sources._two_kinds import TwoKinds
from foldwise.lab.sources._waveform import Waveform

__all__ = [
    "Answers",
    "BayesianNetwork",
    "CoinFlips",
    "CrossingCurves",
    "DataSource",
    "DatasetPopulation",
    "Design",
    "ExchangeableBlocks",
    "ExchangeableLines",
    "Fitted",
    "Generated",
    "MirrorImages",
    "Plane",
    "Source",
    "SubSamples",
    "TableSource",
    "Tables",
    "TwoKinds",
    "Waveform",
    "find_network",
    "random_network",
    "table_five_sources",
]
