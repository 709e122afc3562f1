"""Settling by ten-fold cross-validation and the corrected t test, with or without the guard."""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from scipy.special import stdtr

from foldwise.stats import JackknifeResult, corrected_repeated_kfold_t
from foldwise.verdicts.evidence._boundaries import PartitionSpread, VarianceNoise, critical_value
from foldwise.verdicts.evidence._evidence import PairEvidence
from foldwise.verdicts.evidence._finding import Alternative, make_finding
from foldwise.verdicts.evidence._pair import Pair
from foldwise.verdicts.evidence._two_fold import jackknife_spread, two_fold
from foldwise.verdicts.judging._settlement import Settlement
from foldwise.verdicts.settling._case import (
    FIRST_GUARD,
    FIRST_TEN_FOLD,
    FIRST_TWO_FOLD,
    LEAST_REPEATS,
    Case,
    Examined,
    Weighed,
)
from foldwise.verdicts.settling._phase import Outcome, Phase
from foldwise.verdicts.settling._settling import Settling
from foldwise.verdicts.tests._other_partitions import spread_of_mean
from foldwise.verdicts.tests._record import standardized

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
    return Examined(pair, finding, spread_of_mean(pair, finding))


@dataclass(frozen=True, slots=True, eq=False)
class Guarded:
    """A pair by ten-fold cross-validation, and the jackknife on two folds that its variance is held against."""

    ten_fold: Examined
    jackknife: JackknifeResult

    @property
    def spread(self) -> PartitionSpread:
        """How the finding of ten-fold cross-validation varies over partitions."""
        return self.ten_fold.spread

    @property
    def standard_error(self) -> float:
        """The larger of the two standard errors."""
        return max(self.spread.standard_error, float(self.jackknife.standard_error))

    @property
    def noise(self) -> VarianceNoise:
        """Noise of the ten-fold estimate and of the jackknife's variance, which never makes the guarded one smaller."""
        error = self.standard_error
        own = jackknife_spread(self.jackknife, has_floor=True).noise
        assert own is not None
        share = float(self.jackknife.standard_error) / error
        # The ten-fold standard error varies with its estimate, so the error of the limit stands for both.
        critical = critical_value(self.spread.df, 0.05, "two-sided")
        limit = self.spread.estimate - float(np.copysign(critical * self.spread.standard_error, self.spread.estimate))
        return VarianceNoise(
            estimate_error=self.spread.error_of(limit) * self.spread.standard_error / error,
            variance=share**2,
            variance_error=own.variance_error * share**2,
            least=(self.spread.standard_error / error) ** 2,
        )

    @property
    def hangs_on_variance(self) -> bool:
        """Whether more is to be learned from two-fold than from ten-fold repeats."""
        noise = self.noise
        return abs(self.statistic) * noise.variance_error / 2 > noise.estimate_error

    @property
    def statistic(self) -> float:
        """Mean difference of ten-fold cross-validation over the larger standard error."""
        return self.spread.estimate / self.standard_error

    def examined(self, alternative: Alternative) -> Examined:
        """Return what the test finds with the larger standard error, and how that varies over both kinds of repeats."""
        finding, error, df = self.ten_fold.finding, self.standard_error, self.spread.df

        def interval(level: float) -> tuple[float, float]:
            half = critical_value(df, 1 - level, "two-sided") * error
            return finding.estimate - half, finding.estimate + half

        side = {"two-sided": abs(self.statistic), "greater": self.statistic, "less": -self.statistic}[alternative]
        tail = float(stdtr(df, -side))
        guarded = replace(
            finding,
            statistic=self.statistic,
            pvalue=2 * tail if alternative == "two-sided" else tail,
            standard_error=error,
            interval=interval,
        )
        return Examined(self.ten_fold.pair, guarded, replace(self.spread, standard_error=error, noise=self.noise))


_TEST: Final = "corrected_repeated_kfold_t"


def settle_ten_fold(settling: Settling) -> Outcome:
    """Add repeats until every case is settled or the budget ends."""
    growing = settling.grow(10)
    phase = Phase(
        growing=growing,
        n_folds=10,
        first=FIRST_TEN_FOLD,
        examine=lambda _, pair: examine_ten_fold(pair, settling.terms.alternative),
        is_settled=lambda _, weighed: weighed.is_far,
    )
    settling.add_repeats(phase)
    settlements = {case: settling.settlement(case, "ten-fold") for case in settling.cases}
    return Outcome(form="ten-fold", test=_TEST, runs=growing.finish(), settlements=settlements)


def settle_guarded(settling: Settling) -> Outcome:
    """Do the same, and before a learner is called better, hold the variance against that of the two-fold jackknife."""
    return _Guarding(settling).outcome()


class _Guarding:
    """Two kinds of repeats; more of them go where the noise is: to the ten-fold estimate, or to the jackknife."""

    def __init__(self, settling: Settling) -> None:
        self._settling = settling
        self._ten_folds: dict[Case, Examined] = {}
        self._jackknives: dict[Case, JackknifeResult] = {}
        self._to_guard: set[Case] = set()
        # No more two-fold repeats are allowed: all that can still help is ten-fold ones.
        self._exhausted: set[Case] = set()
        self._ten = Phase(
            growing=settling.grow(10),
            n_folds=10,
            first=FIRST_TEN_FOLD,
            examine=self._examine,
            is_settled=self._is_estimated,
            spent=self._kept_for_guard,
            later=self._fits_of_guard,
        )
        self._two = Phase(
            growing=settling.grow(2, aside=True),
            n_folds=2,
            first=FIRST_GUARD,
            examine=self._examine_guard,
            is_settled=self._is_guarded,
            spent=lambda plan: 10 * self._ten.n_repeats[plan],
            is_aside=True,
            # A guard that is known badly is none.
            least=LEAST_REPEATS,
        )

    def outcome(self) -> Outcome:
        settling = self._settling
        while any(map(settling.is_open, settling.cases)):
            settling.add_repeats(self._ten)
            self._guard()
        settlements = {case: self._settlement(case) for case in settling.cases}
        return Outcome(form="guarded", test=_TEST, runs=self._ten.growing.finish(), settlements=settlements)

    def _guard(self) -> None:
        """Add two-fold repeats to all cases in which a learner is about to be called better, or hang on them."""
        settling, cases = self._settling, self._settling.cases
        self._to_guard = {case for case in cases if self._needs_guard(case)}
        ended = {case: settling.ended.pop(case) for case in self._to_guard if case in settling.ended}
        settling.done.clear()
        settling.done.update(case for case in cases if case not in self._to_guard)
        settling.add_repeats(self._two)
        settling.done.clear()
        settling.done.update(case for case in cases if self._is_done(case))
        for case in self._to_guard - settling.done:
            if settling.ended.pop(case, ""):
                self._exhausted.add(case)
            if case in ended:
                settling.ended[case] = ended[case]

    def _is_done(self, case: Case) -> bool:
        weighed = self._settling.weighed[case]
        # The time may have ended before the guard.
        if case in self._to_guard and case not in self._jackknives:
            return False
        return weighed.examined.is_degenerate or weighed.is_far

    def _needs_guard(self, case: Case) -> bool:
        weighed = self._settling.weighed[case]
        if case in self._jackknives:
            return not weighed.is_far and case not in self._settling.ended and self._hangs_on_variance(case)
        return not weighed.examined.is_degenerate and weighed.decision in ("a", "b")

    def _examine(self, case: Case, pair: Pair) -> Examined:
        self._ten_folds[case] = examine_ten_fold(pair, self._settling.terms.alternative)
        return (
            self._guarded(case).examined(self._settling.terms.alternative)
            if case in self._jackknives
            else (self._ten_folds[case])
        )

    def _examine_guard(self, case: Case, pair: Pair) -> Examined:
        self._jackknives[case] = two_fold(pair, self._settling.groups[case.plan]).test()
        return self._guarded(case).examined(self._settling.terms.alternative)

    def _guarded(self, case: Case) -> Guarded:
        return Guarded(self._ten_folds[case], self._jackknives[case])

    def _is_estimated(self, case: Case, weighed: Weighed) -> bool:
        """Whether more ten-fold repeats are not needed, or would not help."""
        return weighed.is_far or self._hangs_on_variance(case)

    def _is_guarded(self, case: Case, weighed: Weighed) -> bool:
        """Whether more two-fold repeats are not needed, or would not help."""
        if case not in self._to_guard:
            return True
        return case in self._jackknives and (weighed.is_far or not self._hangs_on_variance(case))

    def _hangs_on_variance(self, case: Case) -> bool:
        """Whether more two-fold repeats would help more than ten-fold ones, and are allowed."""
        return case in self._jackknives and case not in self._exhausted and self._guarded(case).hangs_on_variance

    def _kept_for_guard(self, plan: int) -> int:
        """Return what the guard's first look takes: a learner may turn out to be better with the last repeat."""
        fits = self._settling.settled.fits
        return max(guard_fits(fits), 2 * self._two.n_repeats.get(plan, 0))

    def _fits_of_guard(self, plan: int) -> int:
        """Return what the guard is going to take: a first look, where a learner is about to be called better."""
        weighed = self._settling.weighed
        cases = [case for case in weighed if case.plan == plan and case not in self._jackknives]
        return 2 * FIRST_GUARD if any(weighed[case].decision in ("a", "b") for case in cases) else 0

    def _settlement(self, case: Case) -> Settlement:
        if case not in self._jackknives:
            return self._settling.settlement(case, "guarded")
        jackknife, spread = self._jackknives[case], self._ten_folds[case].spread
        return self._settling.settlement(
            case,
            "guarded",
            fits_beside=2 * jackknife.n_repeats,
            guard_repeats=jackknife.n_repeats,
            unguarded_statistic=spread.estimate / spread.standard_error,
            inflation=float(jackknife.inflation),
        )


def guard_fits(fits: int | None) -> int:
    """Return how many fits of a budget are kept for the guard.

    >>> [guard_fits(fits) for fits in (150, 300, 2000, 10_000, None)]
    [100, 150, 600, 600, 0]
    """
    return 0 if fits is None else max(2 * FIRST_TWO_FOLD, min(2 * FIRST_GUARD, fits // 2))
