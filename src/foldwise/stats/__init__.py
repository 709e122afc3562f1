"""Tests of which learner is better: pure functions of arrays, one experiment or a million in one call.

A difference is ``score(a) - score(b)``, greater scores being better. Leading axes are independent experiments.
"""

from foldwise.stats._binomial import binomial
from foldwise.stats._corrected_repeated_kfold_t import corrected_repeated_kfold_t
from foldwise.stats._corrected_resampled_t import corrected_resampled_t
from foldwise.stats._flags import Flags
from foldwise.stats._holm import holm
from foldwise.stats._kfold_t import kfold_t
from foldwise.stats._mcnemar import mcnemar
from foldwise.stats._results import DisagreementResult, StudentResult

__all__ = [
    "DisagreementResult",
    "Flags",
    "StudentResult",
    "binomial",
    "corrected_repeated_kfold_t",
    "corrected_resampled_t",
    "holm",
    "kfold_t",
    "mcnemar",
]
