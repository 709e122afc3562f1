"""Adding repeats to all open cases until they are settled or the budget ends."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter

from foldwise._core import Progress
from foldwise.evaluation._door import Growing
from foldwise.runs import Run
from foldwise.verdicts._budget import Budget
from foldwise.verdicts._case import Case, weigh
from foldwise.verdicts._make_verdict import family_size
from foldwise.verdicts._pair import Pair, make_pairs
from foldwise.verdicts._settling_progress import standing
from foldwise.verdicts._stopping import next_repeats
from foldwise.verdicts._terms import Terms


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Phase:
    """One kind of cross-validation to which repeats are added.

    Parameters
    ----------
    growing : Growing
        The runs.
    n_folds : int
        Folds of a repeat.
    first : int
        Repeats at the first look.
    spent : callable
        For the number of a plan, how many fits of each learner go to something else.
    is_aside : bool, default False
        Whether the budget of repeats is for another cross-validation; this one then gets as many fits.
    examine : callable
        Sets what a case has found and seen, from its pair.
    is_settled : callable
        Whether a case that was weighed needs no more repeats of this kind.
    n_repeats : dict
        How many repeats each plan has, by its number.
    latest : dict
        The runs of the last look at each plan, by its number.
    """

    growing: Growing
    n_folds: int
    first: int
    examine: Callable[[Case, Pair], None]
    is_settled: Callable[[Case], bool]
    spent: Callable[[int], int] = lambda _: 0
    is_aside: bool = False
    n_repeats: dict[int, int] = field(default_factory=dict)
    latest: dict[int, Run] = field(default_factory=dict)


def settle_phase(
    phase: Phase, families: Sequence[list[Case]], runs: dict[int, Run], terms: Terms, budget: Budget, progress: Progress
) -> None:
    """Add repeats until no case is open; `runs` gets those of the first look, by the number of their plan."""
    n_repeats = phase.n_repeats
    seconds = 0.0
    while True:
        wanted = _wanted(phase, families, budget, seconds)
        if not wanted:
            return
        started, before = perf_counter(), sum(n_repeats.get(plan, 0) for plan in wanted)
        new = phase.growing.extend(wanted, progress)
        phase.latest.update(new)
        n_repeats.update({plan: n for plan, (_, n) in wanted.items()})
        added = sum(n_repeats[plan] for plan in wanted) - before
        # What one more repeat of everything that is open takes.
        seconds = (perf_counter() - started) * len(wanted) / added
        if not phase.is_aside:
            # The first look has all learners, and with them all tries of tuning.
            for plan, run in new.items():
                runs.setdefault(plan, run)
        pairs = {
            plan: {pair.names: pair for pair in make_pairs(run, run.metric, allow_partial=terms.allow_partial)}
            for plan, run in new.items()
        }
        for cases in families:
            for case in cases:
                if case.is_open and case.plan in new:
                    phase.examine(case, _pair_of(case, new[case.plan], wanted[case.plan][0], pairs[case.plan]))
            if any(case.plan in new for case in cases):
                of_family = [runs[plan] for plan in dict.fromkeys(case.plan for case in cases)]
                weigh(cases, family_size(of_family, len(cases), terms), terms)
            for case in cases:
                case.is_settled = case.is_degenerate or phase.is_settled(case)
        progress.say(standing(families))
        open_plans = {case.plan for cases in families for case in cases if case.is_open}
        for plan in new.keys() - open_plans:
            phase.growing.release(plan)


def _wanted(
    phase: Phase, families: Sequence[list[Case]], budget: Budget, seconds: float
) -> dict[int, tuple[tuple[int, ...], int]]:
    """Say which learners of which plans are to have how many repeats; cases for which there is no budget are ended."""
    by_plan: dict[int, list[Case]] = {}
    for cases in families:
        for case in cases:
            if case.is_open:
                by_plan.setdefault(case.plan, []).append(case)
    wanted = {}
    for plan, cases in by_plan.items():
        now = phase.n_repeats.get(plan, 0)
        then = phase.first if now == 0 else next_repeats(now)
        most, ended_by = budget.most_repeats(phase.n_folds, spent=phase.spent(plan), aside=phase.is_aside)
        allowed = min(then, most)
        in_time = allowed if now == 0 else budget.repeats_in_time(now, allowed, seconds)
        if in_time <= now:
            for case in cases:
                case.ended_by = "seconds" if allowed > now else ended_by
            continue
        learners = tuple(sorted({learner for case in cases for learner in (case.a, case.b)}))
        wanted[plan] = learners, in_time
    return wanted


def _pair_of(case: Case, run: Run, learners: tuple[int, ...], pairs: dict[tuple[str, str], Pair]) -> Pair:
    """Find the pair of a case in a run that has some of the learners."""
    a, b = (run.learner_names[learners.index(learner)] for learner in (case.a, case.b))
    return pairs[a, b]
