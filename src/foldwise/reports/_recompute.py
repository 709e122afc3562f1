"""Verdicts made again: from the scores in a document, from the store behind it, or from files that were judged."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from foldwise._core import (
    DataFormatError,
    FoldwiseError,
    InadvisableWarning,
    StoreError,
    counted,
    listed,
    one_line,
)
from foldwise.data import load
from foldwise.reports._compare_documents import Disagreement
from foldwise.reports._document import Document
from foldwise.reports._kinds import kind_of
from foldwise.reports._overall import overall_document
from foldwise.reports._rebuild import (
    cells_of,
    metric_of,
    on_datasets_of,
    runs_of,
    settled_of,
    settlements_of,
    terms_of,
)
from foldwise.results import as_results
from foldwise.runs import Run, as_metric
from foldwise.runs._door import choose_learners
from foldwise.store import Store
from foldwise.store._door import study_data
from foldwise.verdicts import NEEDS, Estimates, judge
from foldwise.verdicts._door import judge_runs, judge_settled, make_overall

# What tests of these kinds read is in the scores of folds.
_IN_SCORES: Final = ("differences", "partitions", "datasets")
_KINDS: Final = {"foldwise.verdict/1", "foldwise.panel/1"}


@dataclass(slots=True, kw_only=True)
class Again:
    """What was recomputed.

    Parameters
    ----------
    source : str
        From what, in words.
    by_test : dict
        By the name of each test the document of its verdict.
    reasons : dict
        By the name of each other test why it was not recomputed.
    knows_chance : bool
        Whether there were predictions, which tell learners at chance.
    knows_sizes : bool
        Whether the sizes of all folds are known.
    runs : dict, optional
        A document that holds the runs as they are kept elsewhere.
    checked, disagreements : list
        What else was compared, and did not agree.
    """

    source: str
    by_test: dict[str, Document] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)
    knows_chance: bool = False
    knows_sizes: bool = True
    runs: Document | None = None
    checked: list[str] = field(default_factory=list)
    disagreements: list[Disagreement] = field(default_factory=list)


def again_from_document(document: Document, tests: Sequence[str | None]) -> Again:
    """Judge the scores in a document by each of these tests, as far as tests read scores."""
    again = Again(source="the scores in the document")
    runs = runs_of(document)
    again.knows_sizes = all(run.sizes() is not None for run in runs)
    for test in map(str, tests):
        need = NEEDS.get(test)
        if need is None:
            again.reasons[test] = "it is a function of somebody's own"
        elif need.reads == "samples":
            again.reasons[test] = "it needs to know which examples no two samples share: give --store"
        elif document.get("settled") is None and need.reads not in _IN_SCORES:
            again.reasons[test] = "it reads single examples, which a document does not hold: give --store"
        else:
            _judge(again, document, test, runs)
    return again


def again_from_store(document: Document, tests: Sequence[str | None], path: Path) -> Again:
    """Judge the runs that a store keeps of the same data and folds; nothing is written to it."""
    again = Again(source=f"the store {path.name}", knows_chance=True)
    with Store(path, writes=False) as store:
        runs = _runs_in(store, document)
    for test in map(str, tests):
        if test not in NEEDS:
            again.reasons[test] = "it is a function of somebody's own"
        else:
            _judge(again, document, test, runs)
    again.runs = next(iter(again.by_test.values()), None)
    return again


def _judge(again: Again, document: Document, test: str, runs: list[Run]) -> None:
    terms = terms_of(document, allow_partial=any(run.failures for run in runs))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", InadvisableWarning)
            if document.get("settled") is not None:
                again.reasons[test] = _why_not_settled_again(document, runs)
                if again.reasons[test]:
                    return
                verdict: Any = judge_settled(runs, terms, settled_of(document), settlements_of(document))
            else:
                metric = metric_of(document["metric"], runs[0].data.task)
                verdict = judge_runs(runs, terms, test=test, metric=metric)
    except (FoldwiseError, ValueError) as error:
        again.reasons[test] = one_line(error)[:200].rstrip(".")
        return
    again.by_test[test] = kind_of(verdict, "verify takes").document(verdict)


def _why_not_settled_again(document: Document, runs: Sequence[Run]) -> str:
    """Return why a settled verdict cannot be made again from the folds that are there; empty if it can."""
    said = [row["settlement"] for row in document["comparisons"]]
    if any(each["form"] != "ten-fold" for each in said):
        return "its variance is from two-fold repeats or halvings, which a document does not hold"
    repeats = {run.data.name: run.assignment.n_repeats for run in runs}
    if any(row["settlement"]["n_repeats"] != repeats.get(row["dataset"]) for row in document["comparisons"]):
        return "some pairs were settled on more repeats than all learners have, and a document holds only these"
    return ""


def _runs_in(store: Store, document: Document) -> list[Run]:
    """Return the runs of a store that are those of a document: the same data, folds and learners."""
    wanted = {run["dataset"]["name"]: run for run in document["runs"]}
    fingerprints = {name: run["dataset"]["fingerprint"] for name, run in wanted.items()}
    closest = "no study on these data"
    for study in store.studies():
        there = {name: data["fingerprint"] for name, data in study_data(store, study).items()}
        if any(there.get(name) != fingerprint for name, fingerprint in fingerprints.items()):
            continue
        runs = store.runs(study, datasets=list(wanted))
        if any(run.assignment.fingerprint != wanted[run.data.name]["design"]["fingerprint"] for run in runs):
            closest = "these data split in another way"
            continue
        names = {run.data.name: [each["name"] for each in wanted[run.data.name]["learners"]] for run in runs}
        if any(set(names[run.data.name]) - set(run.learner_names) for run in runs):
            closest = "not all of these learners"
            continue
        in_order = {run.data.name: choose_learners(run, names[run.data.name]) for run in runs}
        return [in_order[name] for name in wanted]
    raise StoreError(f"{store.path.name} holds not the folds of this document ({closest}). Give the store of its runs.")


def again_from_files(document: Document, tests: Sequence[str | None], files: Sequence[Any]) -> Again:
    """Judge files of results again; or, of runs on known data, compare the content of the data."""
    if document["schema"] in _KINDS and any(run["dataset"]["fingerprint"] for run in document["runs"]):
        again = again_from_document(document, tests)
        _compare_data(again, document, files)
        return again
    again = Again(source=counted(len(files), "file"), knows_chance=True)
    names = listed([str(file) for file in files], most=3, quote=False)
    again.source = f"{'the files' if len(files) > 1 else 'the file'} {one_line(names)}"
    results = _read(document, files)
    for test in tests:
        terms = terms_of(document)
        keys = ("alpha", "rope", "alternative", "adjust", "against", "missing", "tries")
        options = {key: getattr(terms, key) for key in keys}
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", InadvisableWarning)
                verdict = judge(results, test=test, **options)
        except (FoldwiseError, ValueError) as error:
            if test is None:
                raise
            again.reasons[test] = one_line(error)[:200].rstrip(".")
            continue
        found = _document_of(verdict)
        if found["schema"] not in (document["schema"], "foldwise.verdict/1"):
            raise DataFormatError(
                f"{again.source[:1].upper()}{again.source[1:]} give a {found['schema']}, and the document is a "
                f"{document['schema']}. Give the files that were judged."
            )
        again.by_test[str(test)] = found
    return again


def _document_of(verdict: Any) -> Document:
    if isinstance(verdict, Estimates):
        raise DataFormatError("The files hold one learner, and the document compares several. Give the files of all.")
    return kind_of(verdict, "verify takes").document(verdict)


def _read(document: Document, files: Sequence[Any]) -> Any:
    """Read results from elsewhere; a metric is named where they hold several."""
    results = files[0] if len(files) == 1 else list(files)
    if "cells" in document:  # its learners stand by rank, those of the table as they were given
        names = [cell["learner"] for cell in document["cells"]]
    else:
        described = document["learners"] if "learners" in document else document["runs"][0]["learners"]
        names = [each["name"] for each in described]
    learners = list(dict.fromkeys(names))
    try:
        return as_results(results, learners=learners)[0]
    except (FoldwiseError, ValueError):
        name = document["metric"]["name"]
        return as_results(results, metric=name, learners=learners)[0]


def _compare_data(again: Again, document: Document, files: Sequence[Any]) -> None:
    """Compare the content of data with the fingerprints in a document."""
    known = {run["dataset"]["name"]: run["dataset"] for run in document["runs"]}
    for file in files:
        dataset = load(file)
        given = known.get(dataset.name) or (next(iter(known.values())) if len(known) == 1 else None)
        if given is None:
            names = listed(list(known), most=4)
            raise DataFormatError(
                f"{one_line(str(file))} is called {dataset.name!r}, and the document is about {names}."
            )
        for key in ("fingerprint", "n_examples", "n_attributes"):
            if given[key] != getattr(dataset, key):
                where = one_line(given["name"])
                found = getattr(dataset, key)
                again.disagreements.append(Disagreement(where=where, field=key, given=given[key], found=found))
        again.checked.append(f"the content of {one_line(given['name'])}, by its fingerprint")


def overall_again(document: Document) -> Document:
    """Make an answer over datasets again from the table in its document."""
    described = document["metric"]
    metric = as_metric(described["name"], "classification") if described["is_scorer"] else metric_of(described, "")
    cells = cells_of(document)
    terms = terms_of(document)
    family = terms.family_size([], len(cells.pairs))
    single = on_datasets_of(document, cells)
    return overall_document(make_overall(cells, metric, terms, family=family, on_datasets=single))
