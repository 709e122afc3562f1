"""Material from a store, a document or a table: nothing is fitted, and nothing is written."""

import json
import os
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from foldwise._core import DataFormatError, FoldwiseError, InadvisableWarning, one_line, read_json
from foldwise.auditing._material import Document, Material, Tested
from foldwise.auditing._read_document import OURS, add_document, add_runs
from foldwise.reports import summary, verify
from foldwise.store import Store
from foldwise.studies import read_results
from foldwise.verdicts import judge


def gather(results: Any, reading: Mapping[str, Any], study: str | None) -> Material:
    """Return what there is to look at.

    Parameters
    ----------
    results : Store, path, document, result of foldwise, or results from elsewhere
        What is audited.
    reading : mapping
        How results from elsewhere are read: `metric`, `scheme` and `columns`, as for `judge`.
    study : str or None
        Which study of a store.
    """
    if isinstance(results, Store):
        return _of_store(results, "the store", study)
    if isinstance(results, str | os.PathLike) and Store.is_at(results):
        with Store(results, writes=False) as store:
            return _of_store(store, Path(results).name, study)
    if study is not None:
        raise ValueError("study names one of the studies of a store, but no store was given.")
    document, name = _document(results)
    if document is not None:
        material = Material(kind="document", name=name)
        add_document(material, document)
        _check(material, document)
        return material
    return _of_table(results, reading)


def _check(material: Material, document: Document) -> None:
    """Recompute what a document says from the scores in it, where it carries a verdict."""
    try:
        found = verify(document)
    except DataFormatError:
        return
    material.checked = [f"recomputed: {each}" for each in found.checked]
    material.checked += [f"the seal {found.seal}"] if found.seal != "none" else []
    material.wrong = [str(each) for each in found.disagreements]
    material.wrong += ["the seal does not agree: the document was edited"] if found.seal == "does not agree" else []


def _document(results: Any) -> tuple[Document | None, str]:
    """Return a document of foldwise and its name, or None if it is something else."""
    if isinstance(results, Mapping):
        is_ours = str(results.get("schema", "")).startswith(OURS)
        return (dict(results), "the document") if is_ours else (None, "")
    if isinstance(results, str | os.PathLike):
        path = Path(results).expanduser()
        # Other programs write JSON as well; whether this is a document of ours stands at its beginning.
        if path.suffix.lower() != ".json" or not _begins_as_ours(path):
            return None, ""
        return read_json(path), path.name
    try:
        return summary(results), f"the {type(results).__name__}"
    except (TypeError, ValueError):
        # Tables, lists of paths: whoever reads results knows what to do with them.
        return None, ""


def _begins_as_ours(path: Path) -> bool:
    try:
        with path.open(encoding="utf-8-sig", errors="replace") as file:
            beginning = file.read(200)
    except OSError:
        # Whoever reads it says what is wrong with it.
        return True
    return f'"schema": "{OURS}' in beginning or f'"schema":"{OURS}' in beginning


def _of_store(store: Store, name: str, study: str | None) -> Material:
    material = Material(kind="store", name=name)
    if not store.studies():
        raise DataFormatError(f"{name} keeps no runs yet, so there is nothing to audit.")
    runs = store.runs(study)
    for run in runs:
        add_runs(material, summary(run))
    judgements = store.judgements(study)
    material.noted = [judgement.terms for judgement in judgements]
    for judgement in judgements:
        rows = tuple(_row(finding) for finding in judgement.findings)
        codes = frozenset(code for row in rows for code in str(row.get("caveats", "")).split())
        tries = judgement.terms.get("tries", 0)
        material.tested.append(
            Tested(
                test=judgement.terms["test"],
                metric=judgement.terms["metric"],
                adjust=judgement.terms.get("adjust", "none"),
                family=max(len(rows), tries if isinstance(tries, int) else 0),
                rows=rows,
                codes=codes,
                of="datasets" if judgement.terms["test"] in ("wilcoxon", "sign_test") else "",
            )
        )
    ledger = store.ledger(study=study or store.studies()[0])
    material.n_tries = ledger.n_tries
    material.declared = [f"{each.what} ({each.number})" for each in ledger.kept if each.kind == "declared"]
    material.searches = sorted({name for names in store.uncounted().values() for name in names})
    material.sources = _sources(runs)
    material.environment = dict((store.environments(study) or [{}])[-1])
    material.wrong = [*store.check(), *store.verify_ledger()]
    material.checked = ["the checksums of all folds", "the chain of the ledger"]
    _add_study(material, store, study)
    return material


def _row(finding: Mapping[str, Any]) -> Document:
    """Return a comparison that a store keeps as a document has it: the four numbers of answers together."""
    answers = {name: finding.get(name) for name in ("both_right", "only_a", "only_b", "both_wrong")}
    return {**finding, "answers": None if None in answers.values() else answers}


def _sources(runs: list[Any]) -> list[Document]:
    """Return what varies behind runs: the design says that, whichever test reads it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", InadvisableWarning)
            document = summary(judge(runs, allow_partial=True))
    except (FoldwiseError, ValueError):
        return []
    sources: list[Document] = document.get("sources", [])
    return sources


def _add_study(material: Material, store: Store, study: str | None) -> None:
    definition = store.definition(study)
    # Runs of compare and evaluate are kept without a definition.
    material.is_study = bool(definition.strip()) and bool(json.loads(definition))
    n_missing = sum(cell.n_missing for cell in store.status(study))
    material.left_out += [f"{n_missing} folds that have not been run"] if n_missing else []
    if not material.is_study or study not in (None, store.studies()[0]):
        return
    try:
        results = read_results(store.path, notes=False)
    except FoldwiseError as error:
        material.left_out.append(f"what was registered, if anything was: {one_line(error)}")
        return
    document = summary(results)
    material.registration = document["registration"]
    material.left_out += [f"{each['learner'] or each['dataset']}: {each['reason']}" for each in document["left_out"]]


def _of_table(results: Any, reading: Mapping[str, Any]) -> Material:
    """Read results from elsewhere; the test by which foldwise would judge them is not one that somebody made."""
    verdict = judge(results, **reading, allow_partial=True)
    name = Path(results).name if isinstance(results, str | os.PathLike) else "the results"
    material = Material(kind="table", name=name)
    add_document(material, summary(verdict))
    material.tested = []
    material.environment = {}
    return material
