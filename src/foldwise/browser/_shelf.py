"""What a store holds, as a page shows it: counts, verdicts and reports, each made anew when there is more."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from typing import Any, Final

from foldwise._core import counted, one_line, time_left
from foldwise.browser._answer import Answer
from foldwise.browser._problem import problem_of
from foldwise.browser._reported import reported
from foldwise.store import CellStatus, Store
from foldwise.studies import StudyPace, StudyStatus, read_results, study_status
from foldwise.verdicts import judge

_COUNTED: Final = ("n_folds", "n_done", "n_failed", "n_missing")


@dataclass(slots=True)
class _Shown:
    """What is shown of a study: as of which state of it, its result or why there is none, and its reports by ending."""

    version: str
    result: Any = None
    error: Exception | None = None
    reports: dict[str, Answer] = field(default_factory=dict)

    @property
    def line(self) -> str:
        """The answer, or why there is none."""
        return problem_of(self.error)[0] if self.error is not None else one_line(self.result.glance().headline)


class Shelf:
    """A store that was opened for a study, or by itself.

    Parameters
    ----------
    asked : str
        The study file, or the store.
    path : Path
        The store.
    """

    def __init__(self, asked: str, path: Path) -> None:
        self._asked, self._path = asked, path
        self._shown: dict[str, _Shown] = {}
        self._pace = StudyPace()
        # Two reports at once would draw into each other's figures.
        self._lock = Lock()

    def status(self) -> dict[str, Any]:
        """Count the folds of every study, and say what came of those that are done, and who is ahead."""
        with self._lock:
            now = study_status(self._asked)
            studies = [] if not (self._path.exists() and now.cells) else self._studies()
            done, total = (sum(getattr(cell, key) for cell in now.cells) for key in ("n_done", "n_folds"))
            return {
                "store": str(self._path),
                "study": one_line(now.name),
                "share": done * 100 // total if now.n_running and total else None,
                "answer": now.answer,
                "settling": now.settling,
                "changes": list(now.changes),
                "is_running": bool(now.n_running),
                "running": self._running(now, is_done=done == total),
                "studies": studies,
            }

    def report(self, name: str, ending: str) -> Answer:
        """Write the report of a study, as a page to be shown or as a file to be kept; again if there is more."""
        with self._lock:
            with Store(self._path, writes=False) as store:
                version = _version(store, name, store.status(name))
            shown = self._shown.get(name)
            if shown is None or shown.version != version:
                shown = self._shown[name] = self._judged(name, version)
            if shown.error is not None:
                raise shown.error
            if ending not in shown.reports:
                shown.reports[ending] = reported(shown.result, ending, name)
            return shown.reports[ending]

    def _studies(self) -> list[dict[str, Any]]:
        with Store(self._path, writes=False) as store:
            cells = {name: store.status(name) for name in store.studies()}
            versions = {name: _version(store, name, cells[name]) for name in cells}
        # One for each look: nobody waits for the counts until a hundred runs are judged.
        fresh = next((name for name in cells if not _is_open(cells[name]) and not self._is_known(name, versions)), None)
        if fresh is not None:
            self._shown[fresh] = self._judged(fresh, versions[fresh])
        return [
            {
                "name": name,
                "shown": one_line(name),
                **{key: sum(getattr(cell, key) for cell in cells[name]) for key in _COUNTED},
                "version": versions[name],
                "verdict": self._shown[name].line if self._is_known(name, versions) else _open_words(cells[name]),
            }
            for name in cells
        ]

    def _is_known(self, name: str, versions: dict[str, str]) -> bool:
        return name in self._shown and self._shown[name].version == versions[name]

    def _judged(self, name: str, version: str) -> _Shown:
        """Judge a study; one that was asked for by its file on the terms of this file."""
        try:
            with Store(self._path, writes=False) as store:
                if name != study_status(self._asked).name or not store.definition(name):
                    return _Shown(version, judge(store, study=name, allow_partial=True))
            return _Shown(version, read_results(self._asked, allow_partial=True, notes=False))
        except Exception as error:
            # One that cannot be judged, such as of one fold, must not hide the others.
            return _Shown(version, error=error)

    def _running(self, now: StudyStatus, *, is_done: bool) -> str:
        """Say who works on it, and how long that will take."""
        seconds = self._pace.seconds_left(now)
        if not now.n_running:
            return "" if is_done and now.cells else "Nothing is running now."
        left = "" if now.settling or is_done else f", {time_left(seconds)}"
        return f"{counted(now.n_running, 'program')} running now{left}. This page follows."


def _is_open(cells: Sequence[CellStatus]) -> bool:
    return any(cell.n_missing for cell in cells)


def _open_words(cells: Sequence[CellStatus]) -> str:
    return "not all run yet" if _is_open(cells) else ""


def _version(store: Store, name: str, cells: Sequence[CellStatus]) -> str:
    """Return what changes with all that a report says: also when folds are computed again, in another file too."""
    file = store.path.stat()
    state = repr((file.st_dev, file.st_ino, store.definition(name), cells))
    return blake2b(state.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
