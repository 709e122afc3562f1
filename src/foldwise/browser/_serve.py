"""The studies of a store on a page of this machine, read again while they run."""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

from foldwise.browser._answer import Answer, Request, document, page
from foldwise.browser._loopback import LoopbackServer
from foldwise.browser._open import open_page
from foldwise.browser._page_text import page_text
from foldwise.browser._problem import problem_of
from foldwise.browser._shelf import Shelf
from foldwise.store import Store
from foldwise.studies import find_store


def serve(study: str | os.PathLike[str], *, port: int = 0, opens: bool = True) -> LoopbackServer:
    """Show the studies and runs of a store on a page of this machine, also while they run.

    The page says how many folds are done, how long the rest takes and who is ahead so far, lists the verdicts of what
    is complete, and shows the report of each study, made anew when there is more. The store is only read: what is
    looked at here does not count as another test of the same data.

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
    shelf = Shelf(os.fspath(study), path)
    server = LoopbackServer(partial(_answer, shelf), port=port)
    if opens:
        open_page(server.address)
    return server


def _answer(shelf: Shelf, request: Request) -> Answer:
    pages: dict[str, Callable[[], Answer]] = {
        "": lambda: page(page_text("serve.html")),
        "status": lambda: document(shelf.status()),
        "report": lambda: shelf.report(request.query.get("study", ""), request.query.get("as", "")),
    }
    try:
        if request.method != "GET" or request.path not in pages:
            return page("There is no such page here.", status=404)
        return pages[request.path]()
    except Exception as error:
        line, status = problem_of(error)
        return document({"error": line}, status=status)
