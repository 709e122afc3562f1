"""One connection to the file of a store: opened, checked, and its errors told by the name of the file."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from foldwise._core import StoreError, one_line, printable
from foldwise.store._tables import RUN_TABLES, Tables

_PATIENCE = 60.0
_PAUSE = 0.005
_MAGIC = b"SQLite format 3\0"
# What SQLite says of a file that says one thing here and another there.
_DAMAGED = (
    "SQLITE_CORRUPT",
    "SQLITE_NOTADB",
    "SQLITE_FORMAT",
    "SQLITE_SCHEMA",
    "SQLITE_ERROR",
    "SQLITE_TOOBIG",
    "SQLITE_CONSTRAINT",
    "SQLITE_MISMATCH",
    "SQLITE_RANGE",
    "SQLITE_INTERNAL",
)
RESCUE = "Take a copy that is not, or move the file away and run again."


class EmptyStoreError(StoreError):
    """There is a file, and nothing in it yet: another program may be just about to make it a store."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} is empty: nothing has been run with it yet.")


def connect(path: Path, *, writes: bool, tables: Tables = RUN_TABLES) -> sqlite3.Connection:
    """Open a store, a new one if the file is not there and is to be written."""
    if path.is_dir():
        raise StoreError(f"{path} is a folder. Give the name of a file in it.")
    if not path.exists():
        if not writes:
            raise StoreError(f"{path}: there is no such store. Run the study first, or correct the name.")
        if not path.parent.is_dir():
            raise StoreError(
                f"{path}: there is no folder {str(path.parent)!r}. Make it first, or choose another place."
            )
    elif not path.is_file():
        raise StoreError(f"{path} is not an ordinary file. Give the store another name.")
    # Looked at once: another program may be just about to make it.
    elif _beginning(path) not in (b"", _MAGIC):
        raise StoreError(f"{path} is not a store: it is no SQLite file, or its beginning is damaged.")
    with store_errors(path):
        connection = _open(path, writes=writes)
        try:
            # As of one moment: another process may just be making it.
            with snapshot(connection):
                tables.refuse_foreign(connection, str(path))
            # What is committed is on the disk, also when the power fails.
            connection.execute("PRAGMA synchronous = FULL")
            if writes and not _keeps_log(connection):
                raise StoreError(
                    f"{path}: this folder does not allow a write-ahead log; is it on a network? Use a local disk."
                )
            if writes:
                tables.make(connection)
            elif connection.execute("SELECT 1 FROM sqlite_schema").fetchone() is None:
                raise EmptyStoreError(path)
            damage = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if damage != "ok":
                raise StoreError(f"{path} is damaged: {one_line(damage)}. {RESCUE}")
        except BaseException:
            connection.close()
            raise
    return connection


def connect_again(path: Path) -> sqlite3.Connection:
    """Open a store once more that is open already, for several threads that take turns."""
    with store_errors(path):
        return _open(path, writes=True, one_thread=False)


def _open(path: Path, *, writes: bool, one_thread: bool = True) -> sqlite3.Connection:
    # Transactions are begun and ended by hand.
    connection = sqlite3.connect(
        _address(path, writes), timeout=_PATIENCE, isolation_level=None, uri=True, check_same_thread=one_thread
    )
    connection.execute("PRAGMA foreign_keys = ON")
    if not writes:
        connection.execute("PRAGMA query_only = ON")
    return connection


def _keeps_log(connection: sqlite3.Connection) -> bool:
    """Switch to a write-ahead log, and return whether that is possible.

    Of several programs that switch at once SQLite turns all but one away without waiting, lest they wait for each
    other: they ask again, as long as they would wait for anything else.
    """
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            return bool(connection.execute("PRAGMA journal_mode = WAL").fetchone()[0] == "wal")
        except sqlite3.OperationalError as error:
            if not getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY") or time.monotonic() > end:
                raise
        time.sleep(_PAUSE)


def _address(path: Path, writes: bool) -> str:
    address = path.absolute().as_uri()
    if writes:
        return f"{address}?mode=rwc"
    # A log is kept beside the file, also to read it; where that is not allowed and none is there, nobody writes.
    has_log = Path(f"{path}-wal").exists()
    if not has_log and not os.access(path.parent, os.W_OK):
        return f"{address}?immutable=1"
    # The last to close a log works it into the file, and takes it away: that is not for readers of what others left.
    return f"{address}?mode={'ro' if has_log else 'rw'}"


def file_at(path: Path) -> tuple[int, int]:
    """Return which file has this name now."""
    try:
        status = path.stat()
    except OSError as error:
        raise StoreError(
            f"{path} was removed while in use ({error.strerror}): nothing can be kept. Put it back and run again."
        ) from error
    return status.st_dev, status.st_ino


def is_sqlite(path: Path) -> bool:
    """Whether a file begins as SQLite's do."""
    return _beginning(path) == _MAGIC


def _beginning(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(len(_MAGIC))
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}.") from error


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Do all of it or nothing, and nobody else writes meanwhile."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # After some errors SQLite has already rolled back.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextmanager
def snapshot(connection: sqlite3.Connection) -> Iterator[None]:
    """Read as of one moment, whatever others write meanwhile."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


@contextmanager
def store_errors(path: Path) -> Iterator[None]:
    """Turn the errors of SQLite, and damage that we found, into errors of this file, in one line."""
    try:
        yield
    except StoreError as error:
        if printable(path, lines=False) in str(error):
            raise
        raise StoreError(f"{path} is damaged: {error}. {RESCUE}") from error
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {_reason(error, path)}") from error
    except UnicodeDecodeError as error:
        # SQLite tells what it does not understand of the file in the file's own bytes.
        raise StoreError(f"{path}: the file is damaged (not even its names can be read). {RESCUE}") from error


def _reason(error: sqlite3.Error, path: Path) -> str:
    name = getattr(error, "sqlite_errorname", "")
    message = one_line(error)
    if isinstance(error, sqlite3.ProgrammingError) and "thread" in message:
        return "a Store serves the thread that opened it. Open it once more in the other thread."
    if name.startswith("SQLITE_FULL"):
        return f"the disk is full ({message}). Make room and run again; what was finished is kept."
    if name.startswith(("SQLITE_READONLY", "SQLITE_PERM")):
        return (
            f"it or its folder {str(path.parent)!r} cannot be written ({message}). Allow it, or choose another place."
        )
    if name.startswith("SQLITE_CANTOPEN"):
        return f"it cannot be opened ({message}). Is the folder {str(path.parent)!r} there, and may it be written?"
    if name.startswith("SQLITE_IOERR"):
        return (
            f"reading or writing failed ({message}, {name}). Check the disk and run again; what was finished is kept."
        )
    if name.startswith("SQLITE_BUSY"):
        return f"another program has kept it locked for {_PATIENCE:g} s. End that program, or wait for it."
    if name.startswith(_DAMAGED):
        return f"the file is damaged ({message}). {RESCUE}"
    return f"{message} ({name or type(error).__name__})."
