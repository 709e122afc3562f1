"""Verdicts on what a store keeps, and a record of every test that was run on it."""

import math
import os
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, fields, replace
from typing import Any, Final

from foldwise._core import Caveat, counted, listed
from foldwise.runs import Run
from foldwise.runs._door import choose_learners
from foldwise.store import Judgement, Store
from foldwise.verdicts._terms import Terms
from foldwise.verdicts.estimates import Estimates
from foldwise.verdicts.judging._forecast import forecast_columns
from foldwise.verdicts.judging._panel import Panel
from foldwise.verdicts.judging._verdict import Verdict
from foldwise.verdicts.settling._settle import REPEATS_ADDED
from foldwise.verdicts.settling._settled import Settled

_NAMED: Final = 3


def is_store(results: Any) -> bool:
    """Whether results are those of a store: one that is open, or the path of one."""
    return isinstance(results, Store) or (isinstance(results, str | os.PathLike) and Store.is_at(results))


def stored_runs(store: Store, study: str | None, learners: Sequence[str] | None) -> list[Run]:
    """Load the runs of a study, with these learners if some are named; those of a settled verdict say so."""
    runs = store.runs(study)
    if _is_settled(store, study):
        runs = [replace(run, caveats=(*run.caveats, REPEATS_ADDED)) for run in runs]
    return runs if learners is None else [choose_learners(run, learners) for run in runs]


def _is_settled(store: Store, study: str | None) -> bool:
    """Whether repeats were added until a verdict was settled, by a study or by a comparison that was kept."""
    by_study = f'"scheme": "{Settled.__name__}(' in store.definition(study)
    return by_study or any("settled" in judgement.terms for judgement in store.judgements(study))


def note(store: Store, study: str | None, result: Any, terms: Terms, learners: Sequence[str] | None = None) -> Any:
    """Keep a result in the store, and return it with a caveat if other tests were run on the same data before."""
    all_terms = {**asdict(terms), "learners": None if learners is None else list(learners)}
    if isinstance(result, Verdict) and result.settled is not None:
        all_terms["settled"] = str(result.settled)
    judgements = as_judgements(result, **all_terms)
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
    """Return what makes a test another try: not that of failed folds the rest was taken.

    What is done about missing cells is not told by those who judged before it could be asked for.
    """
    return {
        name: value
        for name, value in terms.items()
        if name != "allow_partial" and (name, value) != ("missing", "pairs")
    }


def open_store(results: Store | str | os.PathLike[str]) -> AbstractContextManager[Store]:
    """Open a store to note a test in it; one that may not be written is only read, one that is open stays so."""
    return nullcontext(results) if isinstance(results, Store) else Store.to_note(results)


_RANGES: Final = ("n_train", "n_test")

_NESTED: Final = ("caveats", "forecast", "settlement")


def verdict_rows(result: Verdict | Panel | Estimates) -> list[dict[str, Any]]:
    """List the comparisons, or the estimates, with test and metric; caveats are their codes.

    Not by way of a table of pandas, which does not take any name. Of numbers of examples there are the smallest and the
    largest; degrees of freedom that are pairs become texts; of a forecast there are agreement and risk.
    """
    if isinstance(result, Panel):
        return [row for verdict in result.verdicts for row in verdict_rows(verdict)]
    items: tuple[Any, ...] = result.comparisons if isinstance(result, Verdict) else result.rows
    first = {"metric": result.metric.name, "test": result.test if isinstance(result, Verdict) else None}
    rows = []
    for item in items:
        row: dict[str, Any] = {}
        for name in (field.name for field in fields(item) if field.name not in _NESTED):
            value = getattr(item, name)
            if name in _RANGES:
                row[f"{name}_min"], row[f"{name}_max"] = map(_plain, (None, None) if value is None else value)
            else:
                row[name] = _plain(value)
        if isinstance(result, Verdict):
            row |= {"winner": item.winner, **forecast_columns(item)}
        row["caveats"] = " ".join(dict.fromkeys(caveat.code for caveat in (*item.caveats, *result.caveats)))
        rows.append({**first, **row})
    return rows


def as_judgements(result: Verdict | Panel | Estimates, **terms: Any) -> list[Judgement]:
    """Return a result as what a store keeps of it, one for each test; estimates are none.

    Parameters
    ----------
    result : Verdict, Panel or Estimates
        What was found.
    **terms : str, float, bool, list or None
        On what terms, beside the test and the metric.
    """
    if isinstance(result, Estimates):
        return []
    return [
        Judgement(
            terms={"test": verdict.test, "metric": verdict.metric.name, **terms, "designs": _designs(verdict)},
            findings=[{name: _finite(value) for name, value in row.items()} for row in verdict_rows(verdict)],
        )
        for verdict in (result.verdicts if isinstance(result, Panel) else (result,))
    ]


def _designs(verdict: Verdict) -> list[str]:
    """List the different designs: the same test on another split is another try."""
    return sorted({f"{run.assignment.scheme}, seed {run.assignment.seed}" for run in verdict.runs})


def _plain(value: Any) -> Any:
    value = value.item() if hasattr(value, "item") else value
    return " to ".join(map(str, value)) if isinstance(value, tuple) else value


def _finite(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value
