"""Schemes: seed in, one array of fold codes out, the same for every learner."""

from foldwise.splits._assignment import LEFT_OUT, TRAIN_ONLY, Assignment, Layout
from foldwise.splits._balanced import BalancedTwoFold
from foldwise.splits._distinct_samples import DistinctSamples
from foldwise.splits._foreign import assign_foreign
from foldwise.splits._halved import HalvedKFold
from foldwise.splits._k_fold import FiveByTwo, KFold, RepeatedKFold
from foldwise.splits._nested import NestedKFold
from foldwise.splits._parse import as_scheme, parse_scheme
from foldwise.splits._random_split import DisjointTraining, Holdout, Resampled
from foldwise.splits._rolling_origin import RollingOrigin
from foldwise.splits._scheme import Scheme
from foldwise.splits._split_halves import SplitHalves

__all__ = [
    "LEFT_OUT",
    "TRAIN_ONLY",
    "Assignment",
    "BalancedTwoFold",
    "DisjointTraining",
    "DistinctSamples",
    "FiveByTwo",
    "HalvedKFold",
    "Holdout",
    "KFold",
    "Layout",
    "NestedKFold",
    "RepeatedKFold",
    "Resampled",
    "RollingOrigin",
    "Scheme",
    "SplitHalves",
    "as_scheme",
    "assign_foreign",
    "parse_scheme",
]
