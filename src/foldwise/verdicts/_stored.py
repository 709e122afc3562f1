"""Verdicts on what a store keeps, and a record of every test that was run on it."""

import os
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, replace
from typing import Any, Final

from foldwise._core import Caveat, counted, listed
from foldwise.runs import Run
from foldwise.runs._door import choose_learners
from foldwise.store import Store
from foldwise.verdicts._judgements import as_judgements
from foldwise.verdicts._panel import Panel
from foldwise.verdicts._terms import Terms
from foldwise.verdicts._verdict import Verdict

_NAMED: Final = 3


def is_store(results: Any) -> bool:
    """Whether results are those of a store: one that is open, or the path of one."""
    return isinstance(results, Store) or (isinstance(results, str | os.PathLike) and Store.is_at(results))


def stored_runs(store: Store, study: str | None, learners: Sequence[str] | None) -> list[Run]:
    """Load the runs of a study, with these learners if some are named."""
    runs = store.runs(study)
    return runs if learners is None else [choose_learners(run, learners) for run in runs]


def note(store: Store, study: str | None, result: Any, terms: Terms, learners: Sequence[str] | None = None) -> Any:
    """Keep a result in the store, and return it with a caveat if other tests were run on the same data before."""
    kept = {**asdict(terms), "learners": None if learners is None else list(learners)}
    if isinstance(result, Verdict) and result.settled is not None:
        kept["settled"] = str(result.settled)
    judgements = as_judgements(result, **kept)
    own = [_tried(judgement.terms) for judgement in judgements]
    earlier = [judgement.terms for judgement in store.judgements(study) if _tried(judgement.terms) not in own]
    if store.is_writable:
        for judgement in judgements:
            store.note_judgement(judgement, study)
    if not earlier or not isinstance(result, Verdict | Panel):
        return result
    tests = dict.fromkeys(f"{each['test']} by {each['metric']}" for each in earlier)
    caveat = Caveat(
        code="judged_before",
        message=f"These results were judged before on other terms, {counted(len(earlier), 'time')} "
        f"({listed(tests, most=_NAMED, quote=False)}); a test keeps its level only if it was chosen before any of "
        "them was seen.",
    )
    return replace(result, caveats=(*result.caveats, caveat))


def _tried(terms: dict[str, Any]) -> dict[str, Any]:
    """Return what makes a test another try: not that of failed folds the rest was taken."""
    return {name: value for name, value in terms.items() if name != "allow_partial"}


def open_store(results: Store | str | os.PathLike[str]) -> AbstractContextManager[Store]:
    """Open a store to note a test in it; one that may not be written is only read, one that is open stays so."""
    return nullcontext(results) if isinstance(results, Store) else Store.to_note(results)
