"""Replicability: whether other random partitions of the same data would have led to the same decision."""

from foldwise.replicability._agreement import Agreement, Executions, Total
from foldwise.replicability._by_repeats import ByRepeats, by_repeats
from foldwise.replicability._examples import ExampleAnalysis, example_analysis
from foldwise.replicability._measured_range import MeasuredRange
from foldwise.replicability._partition_analysis import partition_analysis
from foldwise.replicability._partition_spread import partition_spread
from foldwise.replicability._partitions import GROUP_WORDS, Normality, PartitionAnalysis, Partitions
from foldwise.replicability._replicability import Replicability
from foldwise.replicability._replicate import replicate
from foldwise.replicability._student_fit import StudentFit, fit_student

__all__ = [
    "GROUP_WORDS",
    "Agreement",
    "ByRepeats",
    "ExampleAnalysis",
    "Executions",
    "MeasuredRange",
    "Normality",
    "PartitionAnalysis",
    "Partitions",
    "Replicability",
    "StudentFit",
    "Total",
    "by_repeats",
    "example_analysis",
    "fit_student",
    "partition_analysis",
    "partition_spread",
    "replicate",
]
