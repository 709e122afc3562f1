"""Settling by ten-fold cross-validation and the corrected t test, with a guard before a learner is called better."""

from typing import Final

import numpy as np

from foldwise._core import IncompleteRunError, TooManyFoldsError, UndefinedMetricError, one_line
from foldwise.evaluation._door import Growing
from foldwise.runs._door import Plan
from foldwise.splits import HalvedKFold
from foldwise.verdicts.evidence._pair import Pair
from foldwise.verdicts.evidence._setting import loss_of
from foldwise.verdicts.judging._settlement import GuardKind, Settlement
from foldwise.verdicts.settling._case import LEAST_REPEATS, USUAL_REPEATS, Case, Examined, Weighed, next_ten_fold
from foldwise.verdicts.settling._guard import Guard, Guarded, HalfSize, Halves
from foldwise.verdicts.settling._phase import Outcome, Phase
from foldwise.verdicts.settling._settling import Settling, group_codes
from foldwise.verdicts.settling._ten_fold import TEST, examine_ten_fold

# Looks at so many halvings, and no more; the first is for clear winners.
_HALVINGS: Final = (15, 50, 100, 200)
# Of a budget of fits, at most so many are kept for the guard.
_MOST_KEPT: Final = {"two-fold": 600, "halves": 1000}

_LEAST_EXAMPLES: Final = 20
_LARGEST_GROUP: Final = 0.4


def guard_kind(plan: Plan) -> GuardKind:
    """Return the guard that fits the metric of a plan: the jackknife for means over examples, else half-sampling."""
    return "two-fold" if loss_of(plan.metric) is not None else "halves"


def guard_fits(fits: int | None, kind: GuardKind) -> int:
    """Return how many fits of a budget are kept for the guard: half of it, or less, and what five repeats leave.

    >>> [guard_fits(fits, "two-fold") for fits in (50, 120, 300, 2000, 10_000, None)]
    [0, 60, 150, 600, 600, 0]
    >>> [guard_fits(fits, "halves") for fits in (50, 300, 2000, 10_000, None)]
    [0, 150, 1000, 1000, 0]
    """
    if fits is None:
        return 0
    return max(0, min(_MOST_KEPT[kind], fits // 2, fits - 10 * LEAST_REPEATS))


def next_guard(n_repeats: int) -> int:
    """Return how many two-fold repeats to have at the next look, after so many.

    >>> [next_guard(n) for n in (0, 50, 100)]
    [50, 100, 200]
    """
    return max(50, 2 * n_repeats)


def next_halves(n_repeats: int) -> int:
    """Return how many repeats, two of which are a halving, to have at the next look, after so many.

    >>> [next_halves(n) for n in (0, 30, 100, 190)]
    [30, 100, 200, 200]
    """
    return next((2 * number for number in _HALVINGS if 2 * number > n_repeats), 2 * _HALVINGS[-1])


def too_few_to_halve(plan: Plan) -> str:
    """Return why random halves of the data of a plan tell little, or nothing."""
    groups = group_codes(plan)
    n = plan.dataset.n_examples if groups is None else int(groups.max()) + 1
    if n < _LEAST_EXAMPLES:
        return f"there are {n} {'examples' if groups is None else 'groups'}, at least {_LEAST_EXAMPLES} are needed"
    largest = 0.0 if groups is None else float(np.bincount(groups).max() / groups.size)
    if largest > _LARGEST_GROUP:
        return f"the largest group has {largest:.0%} of the examples, at most {_LARGEST_GROUP:.0%} are allowed"
    return ""


def why_unguarded(plan: Plan) -> str:
    """Return why the variance of a plan cannot be guarded, or nothing."""
    if reason := too_few_to_halve(plan):
        return reason
    if guard_kind(plan) == "halves" and folds_of_halves(plan) < 2:
        return "a class has fewer than four examples"
    return ""


def folds_of_halves(plan: Plan) -> int:
    """Return into how many folds a half of the data can be divided so that each has all classes: ten if it can be."""
    if plan.target.task == "classification":
        return min(10, int(np.bincount(plan.target.values).min()) // 2)
    return min(10, plan.dataset.n_examples // 4)


def settle_guarded(settling: Settling) -> Outcome:
    """Add repeats, and before a learner is called better, hold its variance against another one."""
    return _Guarding(settling).outcome()


class _Guarding:
    """Two kinds of repeats; more of them go where the noise is: to the ten-fold estimate, or to the guard."""

    def __init__(self, settling: Settling) -> None:
        self._settling = settling
        self._kind = guard_kind(settling.plans[0])
        reasons = enumerate(map(why_unguarded, settling.plans))
        self._unguarded = {plan: reason for plan, reason in reasons if reason}
        self._ten_folds: dict[Case, Examined] = {}
        self._readings: dict[Case, HalfSize | Halves] = {}
        self._guards: dict[Case, Guard] = {}
        self._to_guard: set[Case] = set()
        # No more repeats of the guard are allowed: all that can still help is ten-fold ones.
        self._exhausted: set[Case] = set()
        self._ten = Phase(
            growing=settling.grow_ten_fold(),
            n_folds=10,
            next_look=next_ten_fold,
            examine=self._examine,
            is_settled=self._is_estimated,
            spent=self._kept_for_guard,
            later=self._fits_of_guard,
        )
        halves = self._kind == "halves"
        self._beside = Phase(
            growing=self._grow_halves() if halves else settling.grow_two_fold(is_aside=True),
            n_folds=10 if halves else 2,
            next_look=next_halves if halves else next_guard,
            examine=self._examine_guard,
            is_settled=self._is_guarded,
            spent=self._kept_for_ten_fold,
            is_aside=True,
            # A guard that is known badly is none.
            least=2 * _HALVINGS[0] if halves else LEAST_REPEATS,
            most=2 * _HALVINGS[-1] if halves else None,
            together=2 if halves else 1,
        )

    def _grow_halves(self) -> Growing:
        schemes = [HalvedKFold(max(2, folds_of_halves(plan)), 1) for plan in self._settling.plans]
        return self._settling.grow(schemes, aside="halves")

    def outcome(self) -> Outcome:
        settling = self._settling
        while any(map(settling.is_open, settling.cases)):
            settling.add_repeats(self._ten)
            self._guard()
        settlements = {case: self._settlement(case) for case in settling.cases}
        return Outcome(form="guarded", test=TEST, runs=self._ten.growing.finish(), settlements=settlements)

    def _guard(self) -> None:
        """Add repeats of the guard to all cases in which a learner is about to be called better, or hang on them."""
        settling, cases = self._settling, self._settling.cases
        self._to_guard = {case for case in cases if self._needs_guard(case)}
        ended = {case: settling.ended.pop(case) for case in self._to_guard if case in settling.ended}
        settling.done.clear()
        settling.done.update(case for case in cases if case not in self._to_guard)
        self._add_to_guard({case.plan for case in self._to_guard})
        settling.done.clear()
        settling.done.update(case for case in cases if self._is_done(case))
        for case in self._to_guard - settling.done:
            if settling.ended.pop(case, ""):
                self._exhausted.add(case)
            if case in ended:
                settling.ended[case] = ended[case]

    def _add_to_guard(self, plans: set[int]) -> None:
        """Add repeats of the guard; a dataset on which learners or the metric fail with them is left unguarded."""
        settling = self._settling
        try:
            settling.add_repeats(self._beside)
        except (IncompleteRunError, TooManyFoldsError, UndefinedMetricError) as error:
            if len(plans) == 1:
                self._unguarded[plans.pop()] = one_line(error).rstrip(".")
                return
            # Whose fault it was shows when each is tried by itself.
            for plan in sorted(plans):
                settling.done.update(case for case in self._to_guard if case.plan != plan)
                settling.done.difference_update(
                    case for case in self._to_guard if case.plan == plan and case not in self._guards
                )
                self._add_to_guard({plan})

    def _is_done(self, case: Case) -> bool:
        weighed = self._settling.weighed[case]
        # The time may have ended before the guard.
        if case in self._to_guard and case not in self._guards and case.plan not in self._unguarded:
            return False
        return weighed.examined.is_degenerate or weighed.is_far

    def _needs_guard(self, case: Case) -> bool:
        weighed = self._settling.weighed[case]
        if case in self._guards:
            return not weighed.is_far and case not in self._settling.ended and self._hangs_on_variance(case)
        can_be = case.plan not in self._unguarded and not weighed.examined.is_degenerate
        return can_be and weighed.decision in ("a", "b")

    def _examine(self, case: Case, pair: Pair) -> Examined:
        self._ten_folds[case] = examine_ten_fold(pair, self._settling.terms.alternative)
        return self._guarded(case, self._readings[case]) if case in self._readings else self._ten_folds[case]

    def _examine_guard(self, case: Case, pair: Pair) -> Examined:
        is_mean = self._kind == "two-fold"
        reading = HalfSize.of(pair, self._settling.groups[case.plan]) if is_mean else Halves.of(pair)
        return self._guarded(case, reading)

    def _guarded(self, case: Case, reading: HalfSize | Halves) -> Examined:
        ten_fold = self._ten_folds[case]
        # Where failures leave too little to read, there is no guard.
        self._guards[case] = reading.guard(ten_fold.pair)
        self._readings[case] = reading
        return Guarded(ten_fold, self._guards[case]).examined(self._settling.terms.alternative)

    def _is_estimated(self, case: Case, weighed: Weighed) -> bool:
        """Whether more ten-fold repeats are not needed, or would not help."""
        return weighed.is_far or self._hangs_on_variance(case)

    def _is_guarded(self, case: Case, weighed: Weighed) -> bool:
        """Whether more repeats of the guard are not needed, or would not help."""
        if case not in self._to_guard:
            return True
        return case in self._guards and (weighed.is_far or not self._hangs_on_variance(case))

    def _hangs_on_variance(self, case: Case) -> bool:
        """Whether more repeats of the guard would help more than ten-fold ones, and are allowed."""
        if case not in self._guards or case in self._exhausted:
            return False
        # Of fewer repeats their own noise is known badly, and more of them are cheap.
        if self._ten_folds[case].spread.n_repeats < USUAL_REPEATS:
            return False
        return Guarded(self._ten_folds[case], self._guards[case]).hangs_on_variance

    def _kept_for_guard(self, plan: int) -> int:
        """Return what the guard may take: a learner may turn out to be better with the last repeat."""
        if plan in self._unguarded:
            return 0
        fits = self._settling.settled.fits
        return max(guard_fits(fits, self._kind), self._beside.n_folds * self._beside.n_repeats.get(plan, 0))

    def _kept_for_ten_fold(self, plan: int) -> int:
        """Return what ten-fold cross-validation has taken, or may still take: the larger part is the guard's."""
        return max(10 * self._ten.n_repeats[plan], (self._settling.settled.fits or 0) // 8)

    def _fits_of_guard(self, plan: int) -> int:
        """Return what the guard is going to take: a first look, where a learner is about to be called better."""
        weighed = self._settling.weighed
        cases = [case for case in weighed if case.plan == plan and case not in self._guards]
        about_to = any(weighed[case].decision in ("a", "b") for case in cases) and plan not in self._unguarded
        return self._beside.n_folds * self._beside.next_look(0) if about_to else 0

    def _settlement(self, case: Case) -> Settlement:
        if case not in self._guards:
            return self._settling.settlement(case, "guarded", why_unguarded=self._unguarded.get(case.plan, ""))
        guard, spread = self._guards[case], self._ten_folds[case].spread
        return self._settling.settlement(
            case,
            "guarded",
            fits_beside=guard.n_fits,
            guard_kind=self._kind,
            guard_repeats=guard.n_repeats,
            unguarded_statistic=spread.estimate / spread.standard_error,
            inflation=guard.inflation,
        )
