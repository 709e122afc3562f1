"""Drop a file of results on a page, and read the verdict."""

import tempfile
from html import escape
from pathlib import Path
from threading import Lock
from typing import Any, Final

from foldwise._core import one_line
from foldwise.browser._answer import Answer, Request, document, page
from foldwise.browser._first_rows import first_rows
from foldwise.browser._handler import LARGEST
from foldwise.browser._loopback import LoopbackServer
from foldwise.browser._open import open_page
from foldwise.browser._page_text import page_text
from foldwise.browser._problem import problem_of
from foldwise.browser._question import Question
from foldwise.browser._reported import reported
from foldwise.verdicts import NEEDS

# Two requests at once would draw into each other's figures.
_ONE_AT_A_TIME: Final = Lock()


def view(*, port: int = 0, opens: bool = True) -> LoopbackServer:
    """Open a page on this machine where files of results are dropped and judged.

    What `judge` reads, the page reads: scores of folds or of examples, predictions, files of other programs. The answer
    is the page that `report` writes, with the first rows of the file, how it was read, and the command that gives the
    same. The terms can be changed, and the report kept in every format. Files are judged here, kept nowhere and sent
    nowhere.

    Parameters
    ----------
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
    foldwise.browser.serve : The studies of a store, while they run.

    Examples
    --------
    >>> from urllib.request import urlopen
    >>> from foldwise.browser import view
    >>> with view(opens=False) as server:
    ...     "Drop a file" in urlopen(server.address).read().decode()
    True
    """
    server = LoopbackServer(_answer, port=port)
    if opens:
        open_page(server.address)
    return server


def _answer(request: Request) -> Answer:
    if request.method == "GET" and not request.path:
        tests = "".join(f"<option>{escape(name)}</option>" for name in NEEDS)
        return page(page_text("view.html").replace("<!--tests-->", tests).replace("LARGEST", str(LARGEST)))
    if request.method == "POST" and request.path == "judge":
        with _ONE_AT_A_TIME, tempfile.TemporaryDirectory(prefix="foldwise-") as folder:
            return _judged(request, Path(folder))
    return document({"error": f"There is no page {request.path!r} here."}, status=404)


def _judged(request: Request, folder: Path) -> Answer:
    """Judge the files that were sent; return the report as a file if one was asked for, else all that is shown."""
    found: dict[str, Any] = {}
    paths: list[Path] = []
    reading: Any = None
    status = 200
    try:
        question = Question.read(request.body)
        paths = question.written(folder)
        results, reading = question.read_results(paths)
        found["reading"] = str(reading)
        verdict = question.judge(results)
        if ending := request.query.get("as", ""):
            return reported(verdict, ending, f"verdict-{paths[0].stem}")
        found["report"] = reported(verdict, "", "").body.decode()
        found["command"] = question.command(reading)
    except Exception as error:
        line, status = problem_of(error)
        found["error"] = line
        found["notes"] = [one_line(note) for note in getattr(error, "__notes__", ())]
    if paths:
        found["first"] = first_rows(paths[0], {} if reading is None else reading.columns)
        found["n_files"] = len(paths)
    # People know the names of their files, not of the folder they were put in for a moment.
    for key in ("error", "reading"):
        if key in found:
            found[key] = found[key].replace(f"{folder}/", "")
    return document(found, status=status)
