"""A way of reaching a decision: how to split, which test, on what terms."""

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any, Literal, cast

import numpy.typing as npt

from foldwise._core import TooManyFoldsError, check_bool, counted
from foldwise.evaluation._door import Execution, execute
from foldwise.runs import Metric, Run
from foldwise.runs._door import Plan, make_plans, work_kept
from foldwise.splits import Assignment, Layout, Scheme, as_scheme
from foldwise.verdicts._against import check_against
from foldwise.verdicts._family import Adjust
from foldwise.verdicts._terms import Missing, Terms
from foldwise.verdicts.evidence._finding import Alternative
from foldwise.verdicts.evidence._setting import Setting
from foldwise.verdicts.judging._choose import check_test, choose_test
from foldwise.verdicts.judging._judge_runs import judge_runs
from foldwise.verdicts.judging._verdict import Verdict
from foldwise.verdicts.settling._settle import check_settled, settle
from foldwise.verdicts.settling._settled import Settled, as_settled
from foldwise.workers._door import Workers


@dataclass(frozen=True, slots=True)
class Procedure:
    """A scheme and a test with its options: all that turns learners and data into a decision, apart from chance.

    Executed again with other random partitions it may decide otherwise; `foldwise.replicability.replicate` measures how
    often. With `Settled`, repeats are added until that hardly happens any more.

    Parameters
    ----------
    scheme : Scheme, Settled, str or scikit-learn splitter, default '10x10'
        How to split. See `foldwise.splits`.
    test : str, optional
        Name of a function in `foldwise.stats`; by default the advised test for the design. `Settled` has its own.
    alpha, rope, alternative, allow_partial
        As in `judge`.
    adjust : {'holm', 'bonferroni', 'sidak', 'hommel', 'benjamini_hochberg', 'none'}, default 'none'
        How p-values are adjusted for all pairs that are decided together.
    against : str, optional
        Name of the learner that each of the others is compared with, as in `judge`; all pairs by default.

    See Also
    --------
    foldwise.replicability.replicate : How often two executions of a procedure agree.

    Examples
    --------
    >>> from foldwise.verdicts import Procedure
    >>> print(Procedure("5x2", "five_by_two_t"))
    Procedure(FiveByTwo(), 'five_by_two_t')
    >>> print(Procedure(alpha=0.01), Procedure("settled"))
    Procedure(RepeatedKFold(10, 10), alpha=0.01) Procedure(Settled())
    """

    scheme: Any = "10x10"
    test: str | None = None
    _: KW_ONLY
    alpha: float = 0.05
    rope: float | None = None
    alternative: Alternative = "two-sided"
    adjust: Adjust = "none"
    against: str | None = None
    allow_partial: bool = False

    def __post_init__(self) -> None:
        settled = as_settled("10x10" if self.scheme is None else self.scheme, self.test)
        object.__setattr__(self, "scheme", as_scheme(self.scheme) if settled is None else settled)
        if self.test == "all":
            raise ValueError("A procedure has one test, got 'all'. Name a test, or leave it out for the advised one.")
        check_test(self.test)
        check_bool(self.allow_partial, "allow_partial")
        # Made here once, to refuse what no run could satisfy.
        _ = self.terms

    def __str__(self) -> str:
        parts = [str(self.scheme), *([] if self.test is None else [repr(self.test)])]
        parts += [f"{name}={value!r}" for name, value in self.options.items() if value != _DEFAULTS[name]]
        return f"Procedure({', '.join(parts)})"

    @property
    def short_name(self) -> str:
        """The procedure in words, its design as one would type it.

        >>> Procedure("5x2", "five_by_two_t").short_name, Procedure("10", rope=0.01, alpha=0.1).short_name
        ('5x2 with five_by_two_t', '10 folds (rope 0.01)')
        >>> Procedure("settled:strict").short_name, Procedure(Settled(max_fits=500)).short_name
        ('settled:strict', 'settled (max_fits 500)')
        """
        # The level stands where the outcome is told.
        terms = {name: value for name, value in self.options.items() if value != _DEFAULTS[name] and name != "alpha"}
        if self.settled is not None:
            name = f"settled{':strict' if self.settled.strict else ':guard' if self.settled.guard else ''}"
            budgets = {each: getattr(self.settled, each) for each in ("max_fits", "max_repeats", "max_seconds")}
            terms |= {each: value for each, value in budgets.items() if value is not None}
        else:
            name = self.scheme.short_name if isinstance(self.scheme, Scheme) else str(self.scheme)
        name += " folds" if name.isdigit() else ""
        name += "" if self.test is None else f" with {self.test}"
        return f"{name} ({', '.join(f'{key} {value}' for key, value in terms.items())})" if terms else name

    @property
    def settled(self) -> Settled | None:
        """How repeats are added until the verdict is settled; None if their number is fixed."""
        return self.scheme if isinstance(self.scheme, Settled) else None

    @property
    def terms(self) -> Terms:
        """On what terms it decides."""
        return Terms(**self.options)

    @property
    def options(self) -> dict[str, Any]:
        """The terms of the test, as `judge` takes them."""
        return {name: getattr(self, name) for name in _DEFAULTS}

    def plan(
        self,
        learners: Any,
        X: Any,
        y: Any = None,
        *,
        metric: Any = None,
        groups: npt.ArrayLike | None = None,
        seed: int | None = None,
        n_executions: int = 1,
    ) -> list[Plan]:
        """Split the data and check everything that can be checked before a fit; one plan for each dataset.

        Parameters
        ----------
        learners, X, y, metric, groups, seed
            As in `evaluate`.
        n_executions : int, default 1
            How many times; of a fixed scheme all of them follow one another in one assignment.
        """
        what: dict[str, Any] = {"metric": metric, "groups": groups, "seed": seed}
        if self.settled is None:
            return make_plans(learners, X, y, scheme=self.scheme, n_executions=n_executions, **what)[0]
        try:
            return make_plans(learners, X, y, **what)[0]
        except TooManyFoldsError as error:
            instead = "Settling takes ten folds: name a fixed design with fewer, such as scheme='5x2'."
            raise error.advising(instead) from error

    def check(self, plan: Plan, *, n_datasets: int = 1) -> None:
        """Refuse what could not be decided, before anything is fitted.

        Parameters
        ----------
        plan : Plan
            Learners and data, and of a fixed scheme the partitions of one execution or more.
        n_datasets : int, default 1
            On how many datasets together it is to be decided.
        """
        self.terms.check_metric(plan.metric)
        check_against(self.against, [learner.name for learner in plan.learners])
        plan.check_metric()
        if self.settled is not None:
            self.terms.check_test(None)
            check_settled(self.settled, [plan])
            return
        one = replace(plan.assignment, folds=plan.assignment.folds[: plan.assignment.repeats_per_execution])
        self.terms.check_test(choose_test(Setting(one, plan.target.task, plan.metric, n_datasets), self.test))

    def test_for(self, assignment: Assignment | Layout, task: str, metric: Metric) -> str:
        """Return the test that one execution applies; raises if the design cannot feed it.

        Parameters
        ----------
        assignment : Assignment or Layout
            Of one execution.
        task : {'classification', 'regression'}
            What is learned.
        metric : Metric
            What is scored.
        """
        return choose_test(Setting(assignment, task, metric), self.test)

    def execute(
        self,
        plans: Sequence[Plan],
        execution: Execution,
        *,
        tries: int | Literal["counted"] = 0,
        missing: Missing = "pairs",
    ) -> Verdict:
        """Execute it once; the pairs on all datasets are one family.

        Parameters
        ----------
        plans : sequence of Plan
            One for each dataset.
        execution : Execution
            How runs are computed.
        tries, missing
            As in `judge`: of this occasion, not of the procedure.
        """
        terms = replace(self.terms, tries=tries, missing=missing)
        if self.settled is None:
            runs = execute(plans, execution)
            with work_kept(lambda: runs):
                return cast(Verdict, judge_runs(runs, terms, test=self.test))
        where = plans[0].dataset.name if len(plans) == 1 else f"{len(plans)} datasets"
        title = f"{where}, {len(plans[0].jobs)} learners"
        with execution.workers() as workers:
            (verdict,) = settle(plans, self.settled, terms, workers, execution, title=title)
        return verdict

    def decide(self, run: Run) -> Verdict:
        """Judge the run of one execution of a fixed scheme.

        Parameters
        ----------
        run : Run
            Of the scheme of this procedure, on one dataset.

        Returns
        -------
        Verdict
        """
        if self.settled is not None:
            raise ValueError(f"{self.settled} decides while repeats are added: use compare(scheme=...) or replicate.")
        return cast(Verdict, judge_runs([run], self.terms, test=self.test))

    def settle(self, plan: Plan, workers: Workers, execution: Execution, *, n_executions: int) -> list[Verdict]:
        """Execute a settled procedure on one dataset; one verdict for each execution.

        Parameters
        ----------
        plan : Plan
            Learners and data.
        workers : Workers
            Who does the work.
        execution : Execution
            Where it is kept, and whether progress is shown.
        n_executions : int
            How many times.

        Returns
        -------
        list of Verdict
        """
        assert self.settled is not None
        title = f"{plan.dataset.name}, {counted(n_executions, 'execution')} of {self.settled}"
        how = (self.settled, self.terms, workers, execution)
        return settle([plan], *how, title=title, n_executions=n_executions)


_DEFAULTS: dict[str, Any] = {
    "alpha": 0.05,
    "rope": None,
    "alternative": "two-sided",
    "adjust": "none",
    "against": None,
    "allow_partial": False,
}
