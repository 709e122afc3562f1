"""What tests are fed from, and what they find: settings, pairs of learners, findings. Nothing here decides."""

from foldwise.verdicts.evidence._boundaries import Margin, PartitionSpread, VarianceNoise, nearest_boundary
from foldwise.verdicts.evidence._finding import Finding
from foldwise.verdicts.evidence._pair import make_pairs

__all__ = ["Finding", "Margin", "PartitionSpread", "VarianceNoise", "make_pairs", "nearest_boundary"]
