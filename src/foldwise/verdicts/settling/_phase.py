"""One kind of cross-validation to which repeats are added, and what settling comes to in the end."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from foldwise.evaluation._door import Growing
from foldwise.runs import Run
from foldwise.verdicts.evidence._pair import Pair
from foldwise.verdicts.judging._settlement import Form, Settlement
from foldwise.verdicts.settling._case import Case, Examined, Weighed


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Phase:
    """One kind of cross-validation to which repeats are added.

    Parameters
    ----------
    growing : Growing
        The runs.
    n_folds : int
        Folds of a repeat.
    next_look : callable
        For the number of repeats there are, how many there are to be at the next look; at the first one for 0.
    examine : callable
        For a case and its pair, what the test finds.
    is_settled : callable
        For a case and its weighed pair, whether it needs no more repeats of this kind.
    spent : callable
        For the number of a plan, how many fits of each learner go to something else.
    is_aside : bool, default False
        Whether the budget of repeats is for another cross-validation; this one then gets as many fits.
    least : int, default 1
        Repeats below which there is nothing to look at, when the time has ended.
    most : int, optional
        Repeats above which no more are added, whatever the budget.
    together : int, default 1
        Repeats that make sense only together.
    n_repeats : dict
        How many repeats each plan has, by its number.
    latest : dict
        The runs of each plan, by its number.
    later : callable
        For the number of a plan, how many fits of each learner will be of another kind, as far as one can see.
    """

    growing: Growing
    n_folds: int
    next_look: Callable[[int], int]
    examine: Callable[[Case, Pair], Examined]
    is_settled: Callable[[Case, Weighed], bool]
    spent: Callable[[int], int] = lambda _: 0
    is_aside: bool = False
    least: int = 1
    most: int | None = None
    together: int = 1
    n_repeats: dict[int, int] = field(default_factory=dict)
    latest: dict[int, Run] = field(default_factory=dict)
    later: Callable[[int], int] = lambda _: 0

    def whole(self, n_repeats: int) -> int:
        """Return at most so many repeats: those that make sense together."""
        return n_repeats // self.together * self.together

    def grown(self, before: Mapping[int, int]) -> dict[int, Run]:
        """Return the runs of the plans that have more repeats than before, and enough of them to look at."""
        now = {plan: self.n_repeats.get(plan, 0) for plan in before}
        return {plan: self.latest[plan] for plan, n in before.items() if now[plan] > n and now[plan] >= self.least}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Outcome:
    """What settling came to: form and test, the runs of all plans, and how each case was settled."""

    form: Form
    test: str
    runs: list[Run]
    settlements: dict[Case, Settlement]
