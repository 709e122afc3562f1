"""The corrected t test of ten-fold cross-validation, with the variance factor of ten repeats whatever their number."""

from typing import Any, Final

import numpy as np

from foldwise.stats import corrected_repeated_kfold_t
from foldwise.verdicts._feeds import differences_to
from foldwise.verdicts._pair import Pair

# Further repeats only remove the noise of partitions: the data are no more than they were.
COUNTED_REPEATS: Final = 10


def _corrected(pair: Pair, **options: Any) -> Any:
    # Fold by fold, so that it does not matter where folds are missing.
    return corrected_repeated_kfold_t(
        pair.kept_differences[:, np.newaxis],
        test_train_ratio=pair.test_train_ratio,
        counted_repeats=COUNTED_REPEATS * pair.kept.shape[1],
        **options,
    )


ten_fold_finding = differences_to(_corrected)
