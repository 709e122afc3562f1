"""A study of which the repeats are not fixed: they are added until the pairs on all datasets are settled."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf
from time import monotonic
from typing import Any, Final

from foldwise._core import FoldwiseError, IncompleteRunError, Progress, listed, one_line
from foldwise.evaluation._door import Execution
from foldwise.runs import Run
from foldwise.runs._door import Plan
from foldwise.splits import Assignment
from foldwise.store import Store
from foldwise.store._door import MISSING
from foldwise.studies._definition import to_json
from foldwise.studies._results import LeftOut
from foldwise.studies._seal import kept_definition
from foldwise.studies._study import Study
from foldwise.verdicts import Procedure, Verdict
from foldwise.workers._door import Workers

_SECONDS_BETWEEN_NOTES: Final = 5.0
_MOST_NAMES: Final = 3


class NotAllThereError(FoldwiseError):
    """A settled study was to be judged from its store alone, and folds are missing there."""


def procedure_of(study: Study, *, allow_partial: bool = False) -> Procedure:
    """Return how the pairs of a study are settled: as `foldwise.compare` would on the list of its datasets."""
    options: dict[str, Any] = {
        key: getattr(study, key) for key in ("alpha", "rope", "alternative", "adjust", "against")
    }
    return Procedure(study.scheme, **options, allow_partial=allow_partial)


def settle_study(
    study: Study, plans: Sequence[Plan], execution: Execution, store: "SettlingStore", *, allow_partial: bool
) -> tuple[Verdict | None, list[LeftOut]]:
    """Settle all pairs on all datasets in one call; a learner that fails on a dataset is no part of it there.

    Returns
    -------
    verdict, left_out : Verdict or None, list of LeftOut
        None if no two learners are left on any dataset.
    """
    procedure = procedure_of(study, allow_partial=allow_partial)
    execution = replace(execution, store=store)
    options: dict[str, Any] = {"missing": study.missing}
    left: list[LeftOut] = []
    there = list(plans)
    while there:
        store.begin(there)
        try:
            verdict = procedure.execute(there, execution, **options)
        except IncompleteRunError as error:
            if not isinstance(error.run, Run):
                raise
            there, more = _without_failed(there, error.run, study.against)
            left.append(more)
            execution = replace(execution, retry_failed=False)
        else:
            store.end(verdict)
            return verdict, left
    return None, left


def _without_failed(plans: Sequence[Plan], run: Run, against: str | None) -> tuple[list[Plan], LeftOut]:
    """Leave out learners that failed on a dataset, or the dataset if no pair that is compared is left."""
    lost = {failure.learner: one_line(failure.error).rstrip(".") for failure in reversed(run.failures)}
    reason = "; ".join(f"{one_line(name)} has failed there: {error}" for name, error in lost.items())
    kept = []
    for plan in plans:
        numbers = [number for number, job in enumerate(plan.jobs) if job.name not in lost]
        if plan.dataset.name != run.data.name:
            kept.append(plan)
        elif len(numbers) > 1 and against not in lost:
            kept.append(plan.chosen(numbers))
    return kept, LeftOut(dataset=run.data.name, reason=reason)


class SettlingStore(Store):
    """A store that keeps, under the name of a study, the repeats which all of its learners have, and what is open.

    Parameters
    ----------
    study : Study
        Whose store it is.
    computes : bool
        False to take what is there, and to raise `NotAllThereError` instead of computing the rest.
    """

    def __init__(self, study: Study, *, computes: bool) -> None:
        assert study.store is not None
        super().__init__(study.store)
        self._of, self._computes = study, computes
        self._plans: dict[str, Plan] = {}
        self._n_repeats: dict[str, dict[str, int]] = {}
        self._assignments: dict[tuple[str, int], Assignment] = {}
        self._next_note = -inf

    def begin(self, plans: Sequence[Plan]) -> None:
        """Begin with these plans; what is known of other ones is forgotten."""
        self._plans = {plan.dataset.name: plan for plan in plans}
        self._n_repeats, self._assignments = {}, {}
        self._next_note = -inf

    def completed(
        self,
        plans: Sequence[Plan],
        workers: Workers,
        progress: Progress,
        *,
        name: str,
        retry_failed: bool = False,
        until: float = inf,
    ) -> list[Run]:
        """Compute what is missing if that is allowed, and note how far the study is."""
        until = until if self._computes else -inf
        runs = super().completed(plans, workers, progress, name=name, retry_failed=retry_failed, until=until)
        if not self._computes:
            if any(failure.error == MISSING for run in runs for failure in run.failures):
                raise NotAllThereError("not all folds are there that settle the study.")
            return runs
        # Runs that stand aside of the verdict have words after the names.
        if name == f"run of {', '.join(self._plans)}" and self._have_grown(plans) and monotonic() >= self._next_note:
            self._note(workers, {"is_finished": False, "open": [plan.dataset.name for plan in plans]})
            self._next_note = monotonic() + _SECONDS_BETWEEN_NOTES
        return runs

    def _have_grown(self, plans: Sequence[Plan]) -> bool:
        """Note how many repeats there are; whether these are more than before."""
        have_grown = False
        for plan in plans:
            n_repeats = plan.assignment.n_repeats
            repeats = self._n_repeats.setdefault(plan.dataset.name, {})
            have_grown |= any(n_repeats > repeats.get(job.name, 0) for job in plan.jobs)
            repeats |= {job.name: n_repeats for job in plan.jobs}
            self._assignments[plan.dataset.name, n_repeats] = plan.assignment
        return have_grown

    def end(self, verdict: Verdict) -> None:
        """Keep that the study is finished, and on which datasets the budget ended before all pairs were settled."""
        if self._computes:
            is_open = dict.fromkeys(row.dataset for row in verdict.comparisons if row.is_unsettled)
            self._note(Workers(), {"is_finished": True, "open": list(is_open)})

    def _note(self, workers: Workers, settling: dict[str, Any]) -> None:
        """Write down the repeats that all learners have, which are there, and how far settling is."""
        definition = {**kept_definition(self._of), "settling": {**settling, "n_datasets": len(self._of.datasets)}}
        plans = []
        for name, plan in self._plans.items():
            n_repeats = min(self._n_repeats.get(name, {}).get(job.name, 0) for job in plan.jobs)
            if n_repeats:
                assignment = self._assignments[name, n_repeats]
                assert assignment.seed is not None
                jobs = [replace(job, assignment=assignment, seed=assignment.seed) for job in plan.jobs]
                plans.append(replace(plan, assignment=assignment, jobs=jobs))
        self.complete(plans, workers, Progress(""), name=self._of.name, definition=to_json(definition))


def settling_words(stored: Mapping[str, Any]) -> str:
    """Return of how many datasets all pairs are settled, by the definition of a study that a store keeps.

    >>> settling_words({"settling": {"is_finished": False, "open": ["iris", "wine"], "n_datasets": 5}})
    'settled so far: 3 of 5 datasets; open: iris, wine'
    >>> settling_words({"settling": {"is_finished": True, "open": [], "n_datasets": 5}})
    'settled: 5 of 5 datasets'
    >>> settling_words({"scheme": "RepeatedKFold(10, 10)"})
    ''
    """
    settling = stored.get("settling")
    if not settling:
        return ""
    n_datasets, is_open = settling["n_datasets"], settling["open"]
    names = listed(map(one_line, is_open), most=_MOST_NAMES, quote=False)
    if not settling["is_finished"]:
        return f"settled so far: {n_datasets - len(is_open)} of {n_datasets} datasets; open: {names}"
    ended = f"; not when the budget ended: {names}" if is_open else ""
    return f"settled: {n_datasets - len(is_open)} of {n_datasets} datasets{ended}"
