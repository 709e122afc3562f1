"""The lab: how good is a test? Type I error, power, replicability of any procedure, also of one's own."""

from foldwise.lab import sources
from foldwise.lab._calibration import Calibration, calibration
from foldwise.lab._certificate import Certificate
from foldwise.lab._certified_pair import CertifiedPair, Readjudged
from foldwise.lab._certify import certify, fewest_trials
from foldwise.lab._check_procedure import ProcedureCheck, check_procedure
from foldwise.lab._critical_pvalue import CriticalPvalue, critical_pvalue
from foldwise.lab._damage import BadMetric, Damage, NoisyAnswers
from foldwise.lab._dataset_methods import (
    CenterInterval,
    CountedDatasets,
    DatasetMethod,
    PairTests,
    RankIntervals,
    RankPairTests,
    TableTest,
)
from foldwise.lab._example_errors import ExampleErrors, example_errors
from foldwise.lab._factorial import FactorialStudy, factorial
from foldwise.lab._fold_correlation import FoldCorrelation, fold_correlation
from foldwise.lab._lab_result import LabResult
from foldwise.lab._learning_curves import LearningCurves, learning_curves
from foldwise.lab._matched import Matched, matched
from foldwise.lab._over_datasets import OverDatasets, dataset_methods, over_datasets
from foldwise.lab._partition_noise import PartitionNoise, partition_noise
from foldwise.lab._power import Power, power, power_sources
from foldwise.lab._procedures import OwnProcedure, training_sizes
from foldwise.lab._publication_filter import PublicationFilter, publication_filter
from foldwise.lab._ranking import Ranking, rank, rank_results
from foldwise.lab._reference import Reference
from foldwise.lab._replicability import Replications, replicability
from foldwise.lab._replication_count import ReplicationCount, replication_count
from foldwise.lab._trials import Trials, kept_trials, run_trials
from foldwise.lab._type_one_error import TypeOneError, type_one_error

__all__ = [
    "BadMetric",
    "Calibration",
    "CenterInterval",
    "Certificate",
    "CertifiedPair",
    "CountedDatasets",
    "CriticalPvalue",
    "Damage",
    "DatasetMethod",
    "ExampleErrors",
    "FactorialStudy",
    "FoldCorrelation",
    "LabResult",
    "LearningCurves",
    "Matched",
    "NoisyAnswers",
    "OverDatasets",
    "OwnProcedure",
    "PairTests",
    "PartitionNoise",
    "Power",
    "ProcedureCheck",
    "PublicationFilter",
    "RankIntervals",
    "RankPairTests",
    "Ranking",
    "Readjudged",
    "Reference",
    "ReplicationCount",
    "Replications",
    "TableTest",
    "Trials",
    "TypeOneError",
    "calibration",
    "certify",
    "check_procedure",
    "critical_pvalue",
    "dataset_methods",
    "example_errors",
    "factorial",
    "fewest_trials",
    "fold_correlation",
    "kept_trials",
    "learning_curves",
    "matched",
    "over_datasets",
    "partition_noise",
    "power",
    "power_sources",
    "publication_filter",
    "rank",
    "rank_results",
    "replicability",
    "replication_count",
    "run_trials",
    "sources",
    "training_sizes",
    "type_one_error",
]
