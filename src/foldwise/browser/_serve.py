"""The studies of a store on a page of this machine, read again while they run."""

import os
import tempfile
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from importlib.resources import files
from pathlib import Path
from threading import Lock
from typing import Any

from foldwise._core import one_line
from foldwise.browser._answer import Answer, Request, document, page
from foldwise.browser._loopback import LoopbackServer
from foldwise.browser._problem import problem_of
from foldwise.reports import report
from foldwise.store import Store
from foldwise.studies import find_store, read_results, study_status
from foldwise.verdicts import judge


def serve(study: str | os.PathLike[str], *, port: int = 0, opens: bool = True) -> LoopbackServer:
    """Show the studies and runs of a store on a page of this machine, also while they run.

    The page says how many folds are done and who is ahead so far, and shows the report of each study, made anew when
    there is more. The store is only read: what is looked at here does not count as another test of the same data.

    Parameters
    ----------
    study : path-like
        A study file, or a store. A study that is settled is judged with its data: name its file.
    port : int, default 0
        Where to listen; 0 takes any port that is free.
    opens : bool, default True
        Whether to open the page in the browser of this machine.

    Returns
    -------
    LoopbackServer
        Its ``address`` is the page; close it, or use it in a ``with`` statement.

    See Also
    --------
    foldwise.browser.view : Files of results, dropped on a page.

    Examples
    --------
    >>> import json, tempfile
    >>> from urllib.request import urlopen
    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.naive_bayes import GaussianNB
    >>> import foldwise as fw
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     learners = {"bayes": GaussianNB(), "majority": DummyClassifier()}
    ...     verdict = fw.compare(learners, fw.data.load("iris"), scheme="2x5", seed=1, store=folder + "/runs.db")
    ...     with fw.browser.serve(folder + "/runs.db", opens=False) as server:
    ...         (study,) = json.loads(urlopen(server.address + "status").read())["studies"]
    >>> study["n_done"], study["n_folds"]
    (20, 20)
    """
    path = find_store(study)
    # What is no store is refused here, not when the page is opened; that of a study may not have been begun.
    if path.exists() or Path(study) == path:
        Store(path, writes=False).close()
    shelf = _Shelf(os.fspath(study), path)
    server = LoopbackServer(shelf.answer, port=port)
    if opens:
        webbrowser.open(server.address)
    return server


@dataclass(slots=True)
class _Shelf:
    """What is shown: a store, the study it was opened for, and the last report of each study in it."""

    asked: str
    path: Path
    reports: dict[str, tuple[int, str]] = field(default_factory=dict)
    # Two reports at once would draw into each other's figures.
    lock: Any = field(default_factory=Lock)

    def answer(self, request: Request) -> Answer:
        pages: dict[str, Callable[[], Answer]] = {
            "": partial(page, files("foldwise.browser").joinpath("pages/serve.html").read_text(encoding="utf-8")),
            "status": lambda: document(self.status()),
            "report": lambda: page(self.report(request.query.get("study", ""))),
        }
        try:
            if request.method != "GET" or request.path not in pages:
                return page("There is no such page here.", status=404)
            return pages[request.path]()
        except Exception as error:
            line, status = problem_of(error)
            return document({"error": line}, status=status)

    def status(self) -> dict[str, Any]:
        """Count the folds of every study, and say who is ahead in the one that was asked for."""
        now = study_status(self.asked)
        studies = []
        if self.path.exists() and now.cells:
            with Store(self.path, writes=False) as store:
                names = store.studies()
                counts = {name: store.status(name) for name in names}
            for name in names:
                numbers = {key: sum(getattr(cell, key) for cell in counts[name]) for key in _COUNTED}
                studies.append({"name": name, "shown": one_line(name), **numbers})
        return {
            "store": str(self.path),
            "study": now.name,
            "answer": now.answer,
            "settling": now.settling,
            "changes": list(now.changes),
            "n_running": now.n_running,
            "studies": studies,
        }

    def report(self, name: str) -> str:
        """Write the report of a study, or return the last one if nothing has been done since."""
        with self.lock:
            with Store(self.path, writes=False) as store:
                n_done = sum(cell.n_done for cell in store.status(name))
                earlier = self.reports.get(name)
                if earlier is not None and earlier[0] == n_done:
                    return earlier[1]
                is_asked = name == study_status(self.asked).name and bool(store.definition(name))
                result = None if is_asked else judge(store, study=name, allow_partial=True)
            with tempfile.TemporaryDirectory(prefix="foldwise-") as folder:
                shown = read_results(self.asked, allow_partial=True, notes=False) if result is None else result
                text = report(shown, Path(folder, "report.html")).read_text(encoding="utf-8")
            self.reports[name] = (n_done, text)
            return text


_COUNTED = ("n_folds", "n_done", "n_failed", "n_missing")
