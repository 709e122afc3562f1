"""Settling by ten-fold cross-validation and the corrected t test, as published."""

from dataclasses import replace
from typing import Final

import numpy as np

from foldwise.stats import corrected_repeated_kfold_t
from foldwise.verdicts.evidence._evidence import PairEvidence
from foldwise.verdicts.evidence._finding import Alternative, make_finding
from foldwise.verdicts.evidence._pair import Pair
from foldwise.verdicts.settling._case import Examined, caution, next_ten_fold
from foldwise.verdicts.settling._phase import Outcome, Phase
from foldwise.verdicts.settling._settling import Settling
from foldwise.verdicts.tests._other_partitions import spread_of_mean
from foldwise.verdicts.tests._record import standardized

TEST: Final = "corrected_repeated_kfold_t"

# Further repeats only remove the noise of partitions: the data are no more than they were.
COUNTED_REPEATS: Final = 10


def examine_ten_fold(pair: Pair, alternative: Alternative) -> Examined:
    """Apply the test to a pair."""
    # Fold by fold, so that it does not matter where folds are missing.
    result = corrected_repeated_kfold_t(
        pair.valid_differences[:, np.newaxis],
        counted_repeats=COUNTED_REPEATS * pair.valid.shape[1],
        alternative=alternative,
        test_train_ratio=pair.test_train_ratio,
        score_magnitude=pair.magnitude,
    )
    finding = make_finding(result, **standardized(PairEvidence((pair,)), result))
    return Examined(pair, finding, replace(spread_of_mean(pair, finding), caution=caution(len(pair.valid))))


def settle_ten_fold(settling: Settling) -> Outcome:
    """Add repeats until every case is settled or the budget ends."""
    growing = settling.grow_ten_fold()
    phase = Phase(
        growing=growing,
        n_folds=10,
        next_look=next_ten_fold,
        examine=lambda _, pair: examine_ten_fold(pair, settling.terms.alternative),
        is_settled=lambda _, weighed: weighed.is_far,
    )
    settling.add_repeats(phase)
    settlements = {case: settling.settlement(case, "ten-fold") for case in settling.cases}
    return Outcome(form="ten-fold", test=TEST, runs=growing.finish(), settlements=settlements)
