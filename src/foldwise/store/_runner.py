"""Several programs at one study: who has taken which repeats, and who of them is still there."""

import os
import socket
import sqlite3
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from time import monotonic

from foldwise.runs._door import Job, Pair
from foldwise.store._connection import connect_again, store_errors, transaction
from foldwise.store._folds import Repeat, Retry
from foldwise.store._studies import StoredCell, StoredRun

_SECONDS_OF_A_BEAT = 2.0
_PATIENCE = 30.0
# Files and numbers of those who work in this process: one that was not taken off its store, which could not be written
# any more, is not waited for.
_HERE: set[tuple[Path, int]] = set()


class Runner:
    """One program, this one, among those that work on a store.

    A repeat that another has claimed is left to it while it lives. It lives while its process does, if that is on this
    machine and not suspended, and while it counts its beats up: seen by our own clock, whatever the time of day is.
    Should it come back later, what it finds in the store stays.

    Parameters
    ----------
    path : Path
        Of the store.
    runs : mapping of Job to StoredRun
        What is to be computed.
    retry : Retry
        Which failed folds are among that.
    """

    def __init__(self, path: Path, runs: dict[Job, StoredRun], retry: Retry) -> None:
        self._path, self._runs, self._retry = path, runs, retry
        # Of our own: claims come from whichever thread hands out the work.
        self._connection = connect_again(path)
        self._lock = threading.Lock()
        self._seen: dict[int, tuple[int, float]] = {}
        self._stop = threading.Event()
        self._number = 0
        self._thread = threading.Thread(target=self._keep_beating, daemon=True)

    def __enter__(self) -> "Runner":
        try:
            self._register()
        except BaseException:
            self._connection.close()
            raise
        _HERE.add((self._path.resolve(), self._number))
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
        _HERE.discard((self._path.resolve(), self._number))
        # A store that cannot be written any more has been reported already; our claims end with our beats.
        with suppress(sqlite3.Error), transaction(self._connection):
            self._connection.execute("DELETE FROM runner WHERE id = ?", (self._number,))
        self._connection.close()

    def claim(self, job: Job, pairs: Sequence[Pair]) -> list[Pair]:
        """Return the folds that are ours to compute: neither known nor claimed by another that lives."""
        run, cell = self._runs[job], self._cell(job)
        keys = {repeat: self._key(run, cell, repeat) for repeat, _ in pairs}
        with self._lock, store_errors(self._path):
            # Asked every time: while we were suspended another may have taken over.
            if any(self._holder(key) != self._number for key in keys.values()):
                with transaction(self._connection):
                    gone = self._gone()
                    keys = {repeat: key for repeat, key in keys.items() if self._take(key, gone)}
            done = {repeat: self._retry.known_folds(self._connection, key) for repeat, key in keys.items()}
        return [(repeat, fold) for repeat, fold in pairs if repeat in keys and fold not in done[repeat]]

    def free(self, wanted: Mapping[Job, list[Pair]]) -> dict[Job, list[Pair]]:
        """Return the folds that nobody else has claimed who lives."""
        with self._lock, store_errors(self._path):
            gone = self._gone() | {self._number}
            claims = self._connection.execute("SELECT cell_id, partition_id, repeat, runner_id FROM claim").fetchall()
        taken = {tuple(key) for *key, runner in claims if runner not in gone}
        return {
            job: [pair for pair in pairs if self._key(self._runs[job], self._cell(job), pair[0]) not in taken]
            for job, pairs in wanted.items()
        }

    def others(self) -> int:
        """Count the other programs that work on the store."""
        with self._lock, store_errors(self._path):
            gone = self._gone()
            numbers = self._connection.execute("SELECT id FROM runner WHERE id <> ?", (self._number,))
            return sum(number not in gone for (number,) in numbers)

    def _register(self) -> None:
        """Write down that we work on it, and forget those who have ended."""
        with self._lock, store_errors(self._path), transaction(self._connection):
            runners = self._connection.execute("SELECT id, machine, process FROM runner").fetchall()
            ended = [each[:1] for each in runners if _has_ended(self._path, *each)]
            self._connection.executemany("DELETE FROM runner WHERE id = ?", ended)
            cursor = self._connection.execute(
                "INSERT INTO runner (machine, process, beat) VALUES (?, ?, 0)", (_machine(), _process(os.getpid()))
            )
            assert cursor.lastrowid is not None
            self._number = cursor.lastrowid

    def _cell(self, job: Job) -> StoredCell:
        return self._runs[job].cells[job.learner]

    def _key(self, run: StoredRun, cell: StoredCell, repeat: int) -> Repeat:
        return cell.number, run.partitions[repeat], cell.place(repeat)

    def _take(self, key: Repeat, gone: set[int]) -> bool:
        holder = self._holder(key)
        if holder is not None and holder != self._number and holder not in gone:
            return False
        self._connection.execute(
            "INSERT OR REPLACE INTO claim (cell_id, partition_id, repeat, runner_id) VALUES (?, ?, ?, ?)",
            (*key, self._number),
        )
        return True

    def _holder(self, key: Repeat) -> int | None:
        statement = "SELECT runner_id FROM claim WHERE cell_id = ? AND partition_id = ? AND repeat = ?"
        row = self._connection.execute(statement, key).fetchone()
        return None if row is None else int(row[0])

    def _gone(self) -> set[int]:
        """Find those who have not given a sign of life."""
        runners = self._connection.execute(
            "SELECT id, machine, process, beat FROM runner WHERE id <> ?", (self._number,)
        ).fetchall()
        return {number for number, machine, process, beat in runners if not self._lives(number, machine, process, beat)}

    def _lives(self, number: int, machine: str, process: str, beat: int) -> bool:
        if _has_ended(self._path, number, machine, process):
            return False
        last, since = self._seen.get(number, (None, 0.0))
        if beat != last:
            self._seen[number] = (beat, monotonic())
            return True
        return monotonic() - since < _PATIENCE

    def _keep_beating(self) -> None:
        """Count up until the end."""
        while not self._stop.wait(_SECONDS_OF_A_BEAT):
            # A beat that is not written is no reason to end: the work itself will say what is wrong with the store.
            with suppress(sqlite3.Error), self._lock:
                self._connection.execute("UPDATE runner SET beat = beat + 1 WHERE id = ?", (self._number,))


def count_runners(connection: sqlite3.Connection, path: Path) -> int:
    """Count the programs that work on a store; those of other machines as long as they have not said that they end."""
    runners = connection.execute("SELECT id, machine, process FROM runner").fetchall()
    return sum(not _has_ended(path, *each) for each in runners)


def _has_ended(path: Path, number: int, machine: str, process: str) -> bool:
    """Whether a runner of this machine is gone; of others nothing is known."""
    if machine != _machine():
        return False
    if process == _process(os.getpid()):
        return (path.resolve(), number) not in _HERE
    return process != _process(int(process.partition(" ")[0]))


@cache
def _machine() -> str:
    """Return the name of what numbers its processes by itself: this computer since it started, or a container on it."""
    parts = [socket.gethostname()]
    with suppress(OSError):
        parts.append(Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip())
        parts.append(os.readlink("/proc/self/ns/pid"))
    return " ".join(parts)


def _process(pid: int) -> str:
    """Return number of a process and, where that can be found, when it started; only the number if it is gone."""
    try:
        # The name in brackets may hold anything; 22 fields from the beginning is the time of the start.
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        if sys.platform == "linux" or not _is_there(pid):
            return str(pid)
        return f"{pid} runs"
    return str(pid) if fields[0] in "ZX" else f"{pid} {fields[19]}"


def _is_there(pid: int) -> bool:
    if sys.platform == "win32":
        # There signal 0 is one. Who has ended is found by its beats.
        return True
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except OSError:
        return False
    return True
