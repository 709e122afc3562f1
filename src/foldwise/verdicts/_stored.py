"""Verdicts on what a store keeps, and a record of every test that was run on it."""

import math
import os
import warnings
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import fields, replace
from typing import Any, Final

from foldwise._core import Caveat, InadvisableWarning, counted, listed, pvalue_text
from foldwise.runs import Run
from foldwise.runs._door import choose_learners
from foldwise.store import Judgement, Store
from foldwise.tuning import Ledger
from foldwise.verdicts._family import ADJUST_WORDS, adjust_pvalues
from foldwise.verdicts._terms import MOST_TRIES, Terms
from foldwise.verdicts.estimates import Estimates
from foldwise.verdicts.evidence._answer_counts import AnswerCounts
from foldwise.verdicts.judging._forecast import forecast_columns
from foldwise.verdicts.judging._judge_runs import judge_runs
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


def note(
    store: Store,
    study: str | None,
    result: Any,
    terms: Terms,
    learners: Sequence[str] | None = None,
    again: Callable[[Terms], Any] | None = None,
) -> Any:
    """Keep a result in the store, and return it with what stands behind it: other tests, and other tries.

    Parameters
    ----------
    store, study
        Where, and of which study; of the last one if None.
    result : Verdict, Panel, Estimates or other
        What was found.
    terms, learners
        On what terms, and of which learners if not of all.
    again : callable, optional
        Judges the same on other terms: where all tries are to be adjusted for, their number is known only now.
    """
    name = study or store.studies()[0]
    ledger = store.ledger(study=name, also=_judgements(result, terms, learners))
    if terms.tries == "counted" and again is not None and isinstance(result, Verdict | Panel):
        result = again(replace(terms, tries=min(ledger.n_tries, MOST_TRIES)))
    judgements = _judgements(result, terms, learners)
    own = [_tried(judgement.terms) for judgement in judgements]
    earlier = [judgement.terms for judgement in store.judgements(study) if _tried(judgement.terms) not in own]
    if store.is_writable:
        for judgement in judgements:
            store.note_judgement(judgement, study)
    result = with_tries(result, ledger)
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


def judge_again(runs: Sequence[Run], test: Any, metric: Any, terms: Terms) -> Any:
    """Judge the same on other terms; what was warned of is known by now."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InadvisableWarning)
        return judge_runs(runs, terms, test=test, metric=metric)


def with_tries(result: Any, ledger: Ledger) -> Any:
    """Return a verdict or a panel with the tries on its data, and a caveat if p-values are adjusted for fewer.

    Parameters
    ----------
    result : Verdict, Panel, Estimates or other
        What was found; estimates and others are returned as they are.
    ledger : Ledger
        What a store has counted on these data.

    Examples
    --------
    >>> import tempfile
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> from foldwise.verdicts import with_tries
    >>> learners = {"nb": NaiveBayes(), "c45": C45()}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     verdict = fw.compare(learners, "wine", scheme="5x10", seed=1, store=folder + "/tries.db")
    ...     with fw.store.Store(folder + "/tries.db") as store:
    ...         ledger = store.ledger()
    >>> with_tries(verdict, ledger).ledger is ledger
    True
    """
    if isinstance(result, Panel):
        verdicts = tuple(replace(verdict, ledger=ledger) for verdict in result.verdicts)
        result = replace(result, verdicts=verdicts)
        family = max(verdict.family for verdict in verdicts)
        caveat = None if ledger.n_tries <= family else _tries_caveat(verdicts[0], ledger)
    elif isinstance(result, Verdict):
        result = replace(result, ledger=ledger)
        caveat = None if ledger.n_tries <= result.family else _tries_caveat(result, ledger)
    else:
        return result
    return result if caveat is None else replace(result, caveats=(*result.caveats, caveat))


def _tries_caveat(verdict: Verdict, ledger: Ledger) -> Caveat:
    adjusted = "p is not adjusted for them"
    if verdict.family > 1:
        adjusted = f"p-values are adjusted for {'none' if verdict.adjust == 'none' else verdict.family} of them"
    return Caveat(
        code="tries_behind",
        message=f"{ledger.n_tries:,} tries on these data stand behind this, as the store counts them "
        f"({ledger.words()}); {adjusted}.{_offer(verdict, ledger)} Tries made without this store are not among them, "
        "unless they were declared.",
    )


def _offer(verdict: Verdict, ledger: Ledger) -> str:
    """Return what the smallest p-value is worth for all tries, and without those of tuning; empty if there is none."""
    pvalues = [row.pvalue for row in verdict.comparisons]
    defined = [place for place, p in enumerate(pvalues) if not math.isnan(p)]
    if not defined:
        return ""
    least = min(defined, key=lambda place: pvalues[place])
    row, adjust = verdict.comparisons[least], "holm" if verdict.adjust in ("none", "max_t") else verdict.adjust
    which = "p" if len(pvalues) == 1 else f"the smallest p ({row.a} and {row.b}, {row.dataset})"
    for_all, alone = (pvalue_text(p, verdict.alpha) for p in (verdict.pvalues_for_all_tries()[least], row.pvalue))
    offer = f" Adjusted for all of them by {ADJUST_WORDS[adjust]}, {which} is {for_all}, not {alone}"
    in_tuning = ledger.by_kind.get("candidate", 0)
    if in_tuning:
        family = max(verdict.family, ledger.n_tries - in_tuning)
        without = pvalue_text(adjust_pvalues(pvalues, adjust, family=family)[least], verdict.alpha)
        offer += f"; without candidates, which were chosen inside the training folds, {without}"
    # A settled verdict goes on until it is settled at its level, which has to be known before.
    counted_as = "'counted'" if verdict.settled is None else ledger.n_tries
    return f"{offer} (tries={counted_as} does so)."


def _judgements(result: Any, terms: Terms, learners: Sequence[str] | None) -> list[Judgement]:
    all_terms = {**terms.noted, "learners": None if learners is None else list(learners)}
    if isinstance(result, Verdict) and result.settled is not None:
        all_terms["settled"] = str(result.settled)
    return as_judgements(result, **all_terms)


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

_NESTED: Final = ("caveats", "forecast", "settlement", "answers")
_ANSWERS: Final = tuple(field.name for field in fields(AnswerCounts))


def verdict_rows(result: Verdict | Panel | Estimates) -> list[dict[str, Any]]:
    """List the comparisons, or the estimates, with test and metric; caveats are their codes.

    Not by way of a table of pandas, which does not take any name. Of numbers of examples there are the smallest and the
    largest; degrees of freedom that are pairs become texts; of a forecast there are agreement and risk; of answers
    their four numbers.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> learners = {"bayes": NaiveBayes(), "tree": C45()}
    >>> verdict = fw.compare(learners, "wine", scheme="10x10", seed=1)
    >>> from foldwise.verdicts import verdict_rows
    >>> row = verdict_rows(verdict)[0]
    >>> row["a"], row["b"], row["test"], round(row["pvalue"], 3)
    ('bayes', 'tree', 'corrected_repeated_kfold_t', 0.027)
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
            row |= {name: getattr(item.answers, name, None) for name in _ANSWERS}
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

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> learners = {"bayes": NaiveBayes(), "tree": C45()}
    >>> verdict = fw.compare(learners, "wine", scheme="10x10", seed=1)
    >>> from foldwise.verdicts import as_judgements
    >>> [judgement.terms["test"] for judgement in as_judgements(verdict)]
    ['corrected_repeated_kfold_t']
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
