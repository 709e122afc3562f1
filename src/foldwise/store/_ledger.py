"""What a store has counted on some data, read as a `Ledger`."""

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable
from itertools import chain
from typing import Any

from foldwise._core import StoreError, listed
from foldwise.store._chain import add, has_ledger
from foldwise.store._studies import all_studies
from foldwise.store._tables import ENTRY
from foldwise.store._tries import Found, Tries
from foldwise.store._values import from_text
from foldwise.tuning import Ledger, Try

_LEAST_OF_PRINT = 8


def add_all(connection: sqlite3.Connection) -> int:
    """Count everything the store holds and has not counted yet, inside of a transaction; return how much that is."""
    return add(connection, Tries(connection).of_everything(all_studies(connection)))


def read_ledger(
    connection: sqlite3.Connection, fingerprints: Collection[str] | None = None, also: Iterable[Found] = ()
) -> Ledger:
    """Read all tries, or those on these data; what is not counted yet comes last, and after it what is so `also`."""
    names = dataset_names(connection)
    rows = _stored(connection) if has_ledger(connection) else []
    known = {found.key for found, _, _ in rows}
    for found in chain(Tries(connection).of_everything(all_studies(connection)), also):
        if found.key not in known:
            known.add(found.key)
            rows.append((found, "", ""))
    prints = dict(connection.execute("SELECT id, fingerprint FROM dataset").fetchall())
    stood_for = _stood_for([found for found, _, _ in rows], prints)
    tries = []
    for found, written_at, link in rows:
        fingerprint = prints.get(found.dataset_id)
        if fingerprint is None:
            raise StoreError("an entry of the ledger is about data that are not there")
        if fingerprints is not None and fingerprint not in fingerprints:
            continue
        tries.append(
            Try(
                dataset=" = ".join(names.get(fingerprint, ("(data without a name)",))),
                fingerprint=fingerprint,
                kind=found.kind,
                what=_words(found),
                number=0 if found.key in stood_for else found.number,
                pvalue=found.pvalue,
                written_at=written_at,
                link=link,
                alternative=found.what.get("alternative", ""),
                over=found.what.get("over", ""),
            )
        )
    return Ledger(kept=tuple(tries))


def dataset_names(connection: sqlite3.Connection) -> dict[str, tuple[str, ...]]:
    """Return what studies call the data of each fingerprint."""
    prints = dict(connection.execute("SELECT id, fingerprint FROM dataset").fetchall())
    names: dict[str, dict[str, None]] = defaultdict(dict)
    for study in all_studies(connection):
        for run in study.runs:
            names[prints[run.dataset_id]][run.dataset] = None
    return {fingerprint: tuple(each) for fingerprint, each in names.items()}


def find_data(connection: sqlite3.Connection, dataset: str) -> str:
    """Return the fingerprint of data by their name, or by its own beginning where several are called so."""
    names = dataset_names(connection)
    found = [fingerprint for fingerprint, each in names.items() if dataset in each]
    if not found and len(dataset) >= _LEAST_OF_PRINT:
        found = [fingerprint for fingerprint in names if fingerprint.startswith(dataset)]
    if not found:
        known = listed(sorted({name for each in names.values() for name in each}))
        raise ValueError(f"there is no dataset {dataset!r} in this store. It has: {known or 'none yet'}.")
    if len(found) > 1:
        prints = listed(sorted(each[:_LEAST_OF_PRINT] for each in found), quote=False)
        raise ValueError(f"{len(found)} datasets are called {dataset!r}. Give one of their fingerprints: {prints}.")
    return found[0]


def uncounted_searches(connection: sqlite3.Connection) -> dict[str, tuple[str, ...]]:
    """Return by fingerprint the classes that searched without telling how many candidates they tried."""
    statement = (
        "SELECT DISTINCT dataset.fingerprint, fold.tried FROM fold JOIN cell ON cell.id = fold.cell_id "
        "JOIN dataset ON dataset.id = cell.dataset_id WHERE fold.tried != ''"
    )
    classes: dict[str, dict[str, None]] = defaultdict(dict)
    for fingerprint, text in connection.execute(statement):
        for name in from_text(text)[2]:
            classes[fingerprint][name] = None
    return {fingerprint: tuple(names) for fingerprint, names in classes.items()}


def _stored(connection: sqlite3.Connection) -> list[tuple[Found, str, str]]:
    rows = []
    for key, dataset_id, kind, what, number, pvalue, written_at, link in ENTRY.rows(connection, "1 ORDER BY id"):
        found = Found(key=key, dataset_id=dataset_id, kind=kind, what=from_text(what), number=number, pvalue=pvalue)
        rows.append((found, written_at, link))
    return rows


def _stood_for(entries: list[Found], prints: dict[int, str]) -> set[str]:
    """Return the keys of scores that a comparison stands for.

    A comparison stands for one score of each of its learners, on its split: first for the one by its own metric, else
    for another. Whoever scores a learner by ten metrics and compares it by one has looked nine times more.
    """
    compared: dict[tuple[Any, ...], set[str]] = defaultdict(set)
    for each in entries:
        if each.kind == "comparison":
            for learner, split in each.what["of"]:
                compared[prints.get(each.dataset_id), learner, split].add(each.what["metric"])
    scores: dict[tuple[Any, ...], list[Found]] = defaultdict(list)
    for each in entries:
        if each.kind == "score":
            scores[prints.get(each.dataset_id), *each.what["of"][0]].append(each)
    keys: set[str] = set()
    for place, group in scores.items():
        metrics = compared[place]
        ordered = sorted(group, key=lambda each: each.what["metric"] not in metrics)
        keys.update(each.key for each in ordered[: len(metrics)])
    return keys


def _words(found: Found) -> str:
    note = found.what.get("note", "")
    words = str(found.what["words"])
    return f"{words} ({note})" if note and note != words else words
