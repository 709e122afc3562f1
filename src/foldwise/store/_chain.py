"""The ledger of a store as a chain: entries are only ever added, and each holds a digest of all before it."""

import sqlite3
from collections.abc import Iterable
from datetime import UTC, datetime

from foldwise._core import digest
from foldwise.store._tables import ENTRY, Value, checksum
from foldwise.store._tries import Found
from foldwise.store._values import to_text

_COLUMNS = ", ".join(("id", *ENTRY.columns))


def has_ledger(connection: sqlite3.Connection) -> bool:
    """Whether the file is of a version that has one."""
    return connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'chain_end'").fetchone() is not None


def is_begun(connection: sqlite3.Connection) -> bool:
    """Whether anything was ever counted in it, be it nothing."""
    return connection.execute("SELECT 1 FROM chain_end").fetchone() is not None


def add(connection: sqlite3.Connection, tries: Iterable[Found]) -> int:
    """Write down the tries that are not there yet, inside of a transaction, and return how many these are.

    The transaction is one that nobody else can write in: of two programs, one waits, and continues the other's chain.
    """
    end = connection.execute("SELECT n_entries, link FROM chain_end WHERE id = 1").fetchone()
    n_before, link = end or (0, "")
    n_entries = n_before
    now = datetime.now(UTC).isoformat(timespec="seconds")
    for each in tries:
        if connection.execute("SELECT 1 FROM entry WHERE key = ?", (each.key,)).fetchone() is not None:
            continue
        values = (each.key, each.dataset_id, each.kind, to_text(each.what), each.number, each.pvalue, now)
        link = _link(link, _dataset_key(connection, each.dataset_id), values)
        ENTRY.insert(connection, *values, link)
        n_entries += 1
    if end is None or n_entries > n_before:
        connection.execute("INSERT OR REPLACE INTO chain_end (id, n_entries, link) VALUES (1, ?, ?)", (n_entries, link))
    return int(n_entries - n_before)


def find_breaks(connection: sqlite3.Connection) -> list[str]:
    """Follow the chain, and return in a line each where it does not hold."""
    breaks, before, place, last_id = [], "", 0, 0
    for number, *row, stored in connection.execute(f"SELECT {_COLUMNS}, checksum FROM entry ORDER BY id"):  # noqa: S608
        place += 1
        *values, link = row
        missing = number - last_id - 1
        if missing > 0:
            which = f"entry {last_id + 1}" if missing == 1 else f"entries {last_id + 1} to {number - 1}"
            breaks.append(f"{which} of the ledger: removed, or moved to another place")
        is_whole = link == _link(before, _dataset_key(connection, values[1]), tuple(values))
        if (not is_whole and missing <= 0) or checksum(row) != stored:
            breaks.append(f"entry {number} of the ledger: not as it was written, or not where it was")
        before, last_id = link, number
    end = connection.execute("SELECT n_entries, link FROM chain_end WHERE id = 1").fetchone()
    if end is None:
        return [*breaks, "the end of the ledger is not marked any more"]
    if place < end[0] and last_id < end[0]:
        which = f"entry {end[0]}" if end[0] - last_id == 1 else f"entries {last_id + 1} to {end[0]}"
        breaks.append(f"{which} of the ledger: removed")
    elif (place, before) != tuple(end) and not breaks:
        breaks.append("the end of the ledger is not the one that was marked: entries were added or changed by hand")
    return breaks


def holds_link(connection: sqlite3.Connection, link: str) -> bool:
    """Whether the chain has this link: then everything up to it is as it was when the link was noted."""
    return connection.execute("SELECT 1 FROM entry WHERE link = ?", (link,)).fetchone() is not None


def last_link(connection: sqlite3.Connection) -> str:
    """Return the link of the last entry, empty if there is none."""
    row = connection.execute("SELECT link FROM chain_end WHERE id = 1").fetchone()
    return "" if row is None else str(row[0])


def _link(before: str, dataset_key: str, values: tuple[Value, ...]) -> str:
    key, _, kind, what, number, pvalue, written_at = values
    # Written as Python shows them, whatever type an edit has left.
    parts = (key, dataset_key, kind, what, repr(number), repr(pvalue), written_at)
    return digest("entry", before, *map(str, parts))


def _dataset_key(connection: sqlite3.Connection, number: Value) -> str:
    row = connection.execute("SELECT key FROM dataset WHERE id = ?", (number,)).fetchone()
    return "" if row is None else str(row[0])
