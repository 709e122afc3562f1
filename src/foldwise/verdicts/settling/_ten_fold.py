"""Settling by ten-fold cross-validation and the corrected t test, with or without the guard."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from scipy.special import stdtr

from foldwise.stats import JackknifeResult, corrected_repeated_kfold_t
from foldwise.verdicts.evidence._boundaries import Resampled, VarianceNoise, critical_value
from foldwise.verdicts.evidence._finding import Alternative, Finding, finding
from foldwise.verdicts.evidence._pair import Pair
from foldwise.verdicts.evidence._two_fold import strict_resampled, two_fold
from foldwise.verdicts.settling._case import FIRST_GUARD, FIRST_TEN_FOLD, FIRST_TWO_FOLD, Case, is_far
from foldwise.verdicts.settling._settling import Outcome, Phase, Settling
from foldwise.verdicts.tests._other_partitions import resampled_mean
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


@dataclass(frozen=True, slots=True, eq=False)
class Guarded:
    """A finding of ten-fold cross-validation, how it varies over partitions, and the jackknife on two folds."""

    found: Finding
    seen: Resampled
    jackknife: JackknifeResult

    @property
    def standard_error(self) -> float:
        """The larger of the two standard errors."""
        return max(self.seen.standard_error, float(self.jackknife.standard_error))

    @property
    def noise(self) -> VarianceNoise:
        """Noise of the ten-fold estimate and of the jackknife's variance, which never makes the guarded one smaller."""
        error = self.standard_error
        own = strict_resampled(self.jackknife, has_floor=True).noise
        assert own is not None
        share = float(self.jackknife.standard_error) / error
        # The ten-fold standard error varies with its estimate, so the error of the limit stands for both.
        critical = critical_value(self.seen.df, 0.05, "two-sided")
        limit = self.seen.estimate - float(np.copysign(critical * self.seen.standard_error, self.seen.estimate))
        return VarianceNoise(
            estimate_error=self.seen.error_of(limit) * self.seen.standard_error / error,
            variance=share**2,
            variance_error=own.variance_error * share**2,
            least=(self.seen.standard_error / error) ** 2,
        )

    @property
    def hangs_on_variance(self) -> bool:
        """Whether more is to be learned from two-fold than from ten-fold repeats."""
        noise = self.noise
        return abs(self.statistic) * noise.variance_error / 2 > noise.estimate_error

    @property
    def statistic(self) -> float:
        """Mean difference of ten-fold cross-validation over the larger standard error."""
        return self.seen.estimate / self.standard_error

    def finding(self, alternative: Alternative) -> Finding:
        """Return what the test finds with the larger standard error."""
        error, df = self.standard_error, self.seen.df

        def interval(level: float) -> tuple[float, float]:
            half = critical_value(df, 1 - level, "two-sided") * error
            return self.found.estimate - half, self.found.estimate + half

        side = {"two-sided": abs(self.statistic), "greater": self.statistic, "less": -self.statistic}[alternative]
        tail = float(stdtr(df, -side))
        return replace(
            self.found,
            statistic=self.statistic,
            pvalue=2 * tail if alternative == "two-sided" else tail,
            standard_error=error,
            interval=interval,
        )

    def resampled(self) -> Resampled:
        """Say how it would come out with other partitions of both kinds."""
        return replace(self.seen, standard_error=self.standard_error, noise=self.noise)


_TEST: Final = "corrected_repeated_kfold_t"


def settle_ten_fold(settling: Settling) -> Outcome:
    """Add repeats until every case is settled or the budget ends."""

    def examine(case: Case, pair: Pair) -> None:
        case.pair, case.found = pair, ten_fold_finding([pair], settling.terms.alternative)
        case.seen = resampled_mean(pair, case.found)

    growing = settling.grow(10)
    phase = Phase(growing=growing, n_folds=10, first=FIRST_TEN_FOLD, examine=examine, is_settled=_is_settled)
    settling.add_repeats(phase)
    return Outcome(form="ten-fold", test=_TEST, runs=growing.finish(), details={case: {} for case in settling.cases})


def settle_guarded(settling: Settling) -> Outcome:
    """Do the same, and before a learner is called better, hold the variance against that of the two-fold jackknife."""
    return _Guarding(settling).outcome()


class _Guarding:
    """Two kinds of repeats; more of them go where the noise is: to the ten-fold estimate, or to the jackknife."""

    def __init__(self, settling: Settling) -> None:
        self._settling = settling
        self._guards: dict[Case, Guarded] = {}
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
        )
        self._two = Phase(
            growing=settling.grow(2, aside=True),
            n_folds=2,
            first=FIRST_GUARD,
            examine=self._examine_guard,
            is_settled=self._is_guarded,
            spent=lambda plan: 10 * self._ten.n_repeats[plan],
            is_aside=True,
        )

    def outcome(self) -> Outcome:
        cases = self._settling.cases
        while any(case.is_open for case in cases):
            self._settling.add_repeats(self._ten)
            self._guard()
        details = {case: self._details(case) for case in cases}
        return Outcome(form="guarded", test=_TEST, runs=self._ten.growing.finish(), details=details)

    def _guard(self) -> None:
        """Add two-fold repeats to all cases in which a learner is about to be called better, or hang on them."""
        cases = self._settling.cases
        self._to_guard = {case for case in cases if self._needs_guard(case)}
        ended = {case: case.ended_by for case in self._to_guard}
        for case in cases:
            case.is_settled = case not in self._to_guard
            if case in self._to_guard:
                case.ended_by = ""
        self._settling.add_repeats(self._two)
        for case in cases:
            case.is_settled = case.is_degenerate or _is_settled(case)
            if case in self._to_guard and case.ended_by and not case.is_settled:
                self._exhausted.add(case)
                case.ended_by = ""
            if not case.is_settled and not case.ended_by:
                case.ended_by = ended.get(case, "")

    def _needs_guard(self, case: Case) -> bool:
        if case in self._guards:
            return not _is_settled(case) and not case.ended_by and self._hangs_on_variance(case)
        return not case.is_degenerate and case.looks[-1].decision in ("a", "b")

    def _examine(self, case: Case, pair: Pair) -> None:
        found = ten_fold_finding([pair], self._settling.terms.alternative)
        seen = resampled_mean(pair, found)
        case.pair, case.found, case.seen = pair, found, seen
        if case in self._guards:
            self._put(case, replace(self._guards[case], found=found, seen=seen))

    def _examine_guard(self, case: Case, pair: Pair) -> None:
        jackknife = two_fold(pair, self._settling.groups[case.plan]).test()
        assert case.found is not None
        assert case.seen is not None
        before = self._guards.get(case)
        guard = Guarded(case.found, case.seen, jackknife) if before is None else replace(before, jackknife=jackknife)
        self._put(case, guard)

    def _put(self, case: Case, guard: Guarded) -> None:
        self._guards[case] = guard
        case.found, case.seen = guard.finding(self._settling.terms.alternative), guard.resampled()

    def _is_estimated(self, case: Case) -> bool:
        """Whether more ten-fold repeats are not needed, or would not help."""
        return _is_settled(case) or self._hangs_on_variance(case)

    def _is_guarded(self, case: Case) -> bool:
        """Whether more two-fold repeats are not needed, or would not help."""
        if case not in self._to_guard:
            return True
        return case in self._guards and (_is_settled(case) or not self._hangs_on_variance(case))

    def _hangs_on_variance(self, case: Case) -> bool:
        """Whether more two-fold repeats would help more than ten-fold ones, and are allowed."""
        return case in self._guards and case not in self._exhausted and self._guards[case].hangs_on_variance

    def _kept_for_guard(self, plan: int) -> int:
        """Keep what the guard's first look takes: a learner may turn out to be better with the last repeat."""
        fits = self._settling.settled.fits
        return max(guard_fits(fits), 2 * self._two.n_repeats.get(plan, 0))

    def _details(self, case: Case) -> dict[str, Any]:
        guard = self._guards.get(case)
        if guard is None:
            return {}
        return {
            "guard_repeats": guard.jackknife.n_repeats,
            "unguarded_statistic": guard.seen.estimate / guard.seen.standard_error,
            "inflation": float(guard.jackknife.inflation),
        }


def guard_fits(fits: int | None) -> int:
    """Return how many fits of a budget are kept for the guard.

    >>> guard_fits(2000), guard_fits(300), guard_fits(None)
    (600, 150, 0)
    """
    return 0 if fits is None else max(2 * FIRST_TWO_FOLD, min(2 * FIRST_GUARD, fits // 2))


def _is_settled(case: Case) -> bool:
    return case.nearest is not None and is_far(case.nearest)
