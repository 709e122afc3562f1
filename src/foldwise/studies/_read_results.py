"""What a store holds of a study, judged: nothing is fitted, and data are loaded for settled studies alone."""

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from foldwise._core import StoreError, listed, one_line
from foldwise.evaluation._door import Execution
from foldwise.runs import Metric, Run
from foldwise.store import CellStatus, Store
from foldwise.studies._definition import define, from_json, is_settled, what_changed
from foldwise.studies._judging import judge_study_runs, judgeable
from foldwise.studies._kept import not_kept, with_metrics
from foldwise.studies._options import OF_JUDGING
from foldwise.studies._plan_study import plan_study
from foldwise.studies._registered import registered_of
from foldwise.studies._results import LeftOut, StudyResults
from foldwise.studies._settling import NotAllThereError, SettlingStore, settle_study
from foldwise.studies._study import Study
from foldwise.verdicts import Estimates, Panel, Verdict, as_judgements, with_tries
from foldwise.verdicts._door import Terms, check_against


def read_results(
    study: Study | str | os.PathLike[str],
    *,
    allow_partial: bool = False,
    missing: str | None = None,
    against: str | None = None,
    notes: bool = True,
) -> StudyResults:
    """Put together what the store of a study holds, and judge it.

    Parameters
    ----------
    study : Study or path-like
        A study, or the path of its file, or of a store: of that the study that was run last, on the terms on which it
        was run.
    allow_partial : bool, default False
        Judge what is left of datasets and learners on which folds failed or have not been run. Otherwise a learner
        counts on a dataset where all of its folds were run and none failed; elsewhere its score is missing.
    missing : {'pairs', 'skillings_mack', 'complete'}, optional
        What is done about missing scores, as in `foldwise.judge`; by default what the study says.
    against : str, optional
        The learner that each other is compared with, as in `foldwise.judge`; by default what the study says.
    notes : bool, default True
        Whether the store notes which tests were looked at.

    Returns
    -------
    StudyResults

    Raises
    ------
    StoreError
        If there is no store yet, or nothing of this study in it.

    Examples
    --------
    >>> import tempfile
    >>> from foldwise.studies import Study, read_results, run_study
    >>> learners = {"bayes": "nb", "guess": "sklearn.dummy.DummyClassifier"}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     study = Study(name="first", datasets=["iris"], learners=learners, scheme="2x3", store=folder + "/first.db")
    ...     results = run_study(study)
    ...     again = read_results(study.store)
    >>> again, again.verdicts[0].comparisons[0].winner
    (<StudyResults of first: 1 dataset, 2 learners, 12 of 12 folds run, 0 failed, 0 missing>, 'bayes')
    """
    path, definition = locate(study)
    with Store.to_note(path) if notes else Store(path, writes=False) as store:
        name = stored_name(store, definition)
        stored = from_json(store.definition(name))
        wanted = stored if definition is None else define(definition)
        changes = changes_since(stored, definition)
        cells = tuple(store.status(name))
        options: dict[str, Any] = {key: wanted[key] for key in OF_JUDGING if key in wanted}
        options |= {} if missing is None else {"missing": missing}
        options |= {} if against is None else {"against": against}
        terms = Terms(**options, allow_partial=allow_partial)
        check_against(terms.against, [cell.learner for cell in cells])
        if is_settled(wanted):
            judged = _settled_verdict(definition, terms)
            runs = judged.runs or store.runs(name)
        else:
            runs, metrics, gone = with_metrics(store.runs(name), asked_metrics(definition, stored))
            judged = _fixed_verdicts(runs, cells, metrics, wanted.get("tests") or (None,), terms)
            changes += gone
        changes += judged.changes
        known = store.judgements(name)
        # As if by `judge` on the store: the same test there is not another try.
        noted = {**terms.noted, "learners": judged.learners, **judged.terms}
        for judgement in [each for result in judged.verdicts for each in as_judgements(result, **noted)]:
            if store.is_writable and judgement not in known:
                # Results are shown all the same when there is no room for the note.
                with suppress(StoreError):
                    store.note_judgement(judgement, name)
        registered, warnings = registered_of(
            store,
            name,
            definition,
            {**wanted, **options},
            runs=[] if is_settled(wanted) else runs,
            verdicts=judged.verdicts,
            allow_partial=allow_partial,
        )
        tries = store.ledger(study=name)
        return StudyResults(
            name=name,
            store=path,
            scheme=runs[0].assignment.description,
            cells=cells,
            runs=tuple(runs),
            verdicts=tuple(with_tries(each, tries) for each in judged.verdicts),
            left_out=tuple(_in_order(judged.left_out, runs)),
            changes=(*changes, *warnings),
            registration=registered,
            judgements=tuple(store.judgements(name)),
        )


@dataclass(slots=True, kw_only=True)
class _Judged:
    """Verdicts, what they do not speak of, what cannot be judged any more, and of which learners if not of all."""

    verdicts: list[Verdict | Panel | Estimates] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    changes: list[str] = field(default_factory=list)
    learners: list[str] | None = None
    terms: dict[str, str] = field(default_factory=dict)
    runs: list[Run] = field(default_factory=list)


def _fixed_verdicts(
    runs: list[Run],
    cells: Sequence[CellStatus],
    metrics: Sequence[Metric | None],
    tests: Sequence[str | None],
    terms: Terms,
) -> _Judged:
    """Judge runs of a fixed design by every metric and test."""
    whole, learners, left_out = judgeable(runs, cells, allow_partial=terms.allow_partial)
    judged = _Judged(left_out=left_out, learners=None if learners == runs[0].learner_names else list(learners))
    for metric in metrics:
        for test in tests:
            result, more = judge_study_runs(whole, metric, test, terms)
            judged.left_out += [each for each in more if each not in judged.left_out]
            judged.verdicts += [] if result is None else [result]
    return judged


def _settled_verdict(study: Study | None, terms: Terms) -> _Judged:
    """Settle a study again from what is stored, which takes its data: which repeats count hangs on what they say."""
    if study is None:
        return _Judged(changes=["a settled study is judged with its data: name the study file instead of the store."])
    try:
        store = SettlingStore(study, computes=False)
        with store:
            plans = plan_study(study)
            execution = Execution(progress=False)
            verdict, left_out = settle_study(
                replace(study, missing=terms.missing, against=terms.against),
                plans,
                execution,
                store,
                allow_partial=terms.allow_partial,
            )
    except NotAllThereError:
        return _Judged(changes=["not all pairs are settled yet: run the study, which goes on where it was."])
    if verdict is None:
        return _Judged(left_out=left_out)
    terms_too = {"settled": str(study.scheme)}
    return _Judged(verdicts=[verdict], left_out=left_out, terms=terms_too, runs=list(verdict.runs))


def locate(study: Study | str | os.PathLike[str]) -> tuple[Path, Study | None]:
    """Find the store, and the study if it was not the store that was named."""
    if not isinstance(study, Study):
        if Store.is_at(study) or Path(study).suffix.lower() in (".db", ".sqlite"):
            return Path(study), None
        study = Study.read(Path(study))
    assert study.store is not None
    return study.store, study


def asked_metrics(study: Study | None, stored: Mapping[str, Any]) -> list[Any]:
    """Return the metrics of a study, or what a store knows of them."""
    return list(stored.get("metrics", ())) if study is None else list(study.metrics)


def stored_name(store: Store, study: Study | None) -> str:
    """Return what the store calls a study; refuse if it has nothing of it."""
    names = store.studies()
    if not names:
        raise StoreError(f"{store.path} is empty: nothing has been run with it yet. Run the study first.")
    if study is not None and study.name not in names:
        raise StoreError(
            f"{store.path} has no study {one_line(study.name)[:80]!r}, but {listed(names, most=3)}. "
            "Run the study first."
        )
    if study is not None:
        return study.name
    # Runs of no study have no definition; those of a settled one are among them while it goes on.
    return next((name for name in names if from_json(store.definition(name))), names[0])


def changes_since(stored: Mapping[str, Any], study: Study | None) -> list[str]:
    """Return that a study is no longer what was run, if that is so, or asks for what was not kept."""
    if study is None:
        return []
    changed = what_changed(stored, define(study))
    what = "study" if study.path is None else "study file"
    sentence = f"the {what} has changed since the last run, in {', '.join(changed)}: run it again."
    return [*([sentence] if changed else []), *not_kept(stored, study.metrics)]


def _in_order(left_out: list[LeftOut], runs: list[Run]) -> list[LeftOut]:
    """Return learners before datasets, and these in the order of the study."""
    names = [run.data.name for run in runs]
    return sorted(left_out, key=lambda each: names.index(each.dataset) if each.learner is None else -1)


def find_store(study: Study | str | os.PathLike[str]) -> Path:
    """Return the path of the store of a study, or of the store that was named.

    Examples
    --------
    >>> from foldwise.studies import Study, find_store
    >>> find_store(Study(name="first", datasets=["iris"], learners=["nb", "c45"])).name
    'first.db'
    """
    return locate(study)[0]
