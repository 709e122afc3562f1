"""The corrected t test of ten-fold cross-validation, with the variance factor of ten repeats whatever their number."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from foldwise.stats import corrected_repeated_kfold_t
from foldwise.verdicts._comparison import Alternative
from foldwise.verdicts._finding import Finding, finding
from foldwise.verdicts._pair import Pair
from foldwise.verdicts.tests._pair_evidence import PairEvidence, standardized

# Further repeats only remove the noise of partitions: the data are no more than they were.
COUNTED_REPEATS: Final = 10


def ten_fold_finding(pairs: Sequence[Pair], alternative: Alternative) -> Finding:
    """Apply the test to a pair."""
    evidence = PairEvidence(pairs)
    pair = evidence.pair
    # Fold by fold, so that it does not matter where folds are missing.
    result = corrected_repeated_kfold_t(
        pair.kept_differences[:, np.newaxis],
        counted_repeats=COUNTED_REPEATS * pair.kept.shape[1],
        alternative=alternative,
        **evidence.ratio(),
        **evidence.magnitude(),
    )
    return finding(result, **standardized(evidence, result))
