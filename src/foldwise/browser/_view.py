"""Drop a file of results on a page, and read the verdict."""

import json
import tempfile
import webbrowser
from importlib.resources import files
from pathlib import Path, PurePath
from threading import Lock
from typing import Any, Final

from foldwise._core import one_line
from foldwise.browser._answer import Answer, Request, document, page
from foldwise.browser._loopback import LoopbackServer
from foldwise.browser._problem import problem_of
from foldwise.reports import report
from foldwise.results import as_results
from foldwise.verdicts import judge

_TERMS: Final = ("scheme", "metric", "test")
# Two requests at once would draw into each other's figures.
_ONE_AT_A_TIME: Final = Lock()


def view(*, port: int = 0, opens: bool = True) -> LoopbackServer:
    """Open a page on this machine where files of results are dropped and judged.

    What `judge` reads, the page reads: scores of folds or of examples, predictions, files of other programs. The answer
    is the page that `report` writes, with a line that says how the file was read. Files are judged here, kept nowhere
    and sent nowhere.

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
        webbrowser.open(server.address)
    return server


def _answer(request: Request) -> Answer:
    if request.method == "GET" and not request.path:
        return page(files("foldwise.browser").joinpath("pages/view.html").read_text(encoding="utf-8"))
    if request.method == "POST" and request.path == "judge":
        try:
            with _ONE_AT_A_TIME:
                return document(_judged(request))
        except Exception as error:
            line, status = problem_of(error)
            notes = [one_line(note) for note in getattr(error, "__notes__", ())]
            return document({"error": line, "notes": notes}, status=status)
    return document({"error": f"There is no page {request.path!r} here."}, status=404)


def _judged(request: Request) -> dict[str, Any]:
    """Judge the files that were sent, and return the report with how they were read."""
    how: dict[str, Any] = {name: text for name in _TERMS if (text := request.query.get(name, "").strip())}
    test = how.pop("test", None)
    with tempfile.TemporaryDirectory(prefix="foldwise-") as folder:
        paths = _written(request, Path(folder))
        results, reading = as_results(paths[0] if len(paths) == 1 else paths, **how)
        verdict = judge(results, test=test)
        path = report(verdict, Path(folder, "report.html"))
        # People know the names of their files, not of the folder they were put in for a moment.
        said = str(reading).replace(f"{folder}/", "")
        return {"report": path.read_text(encoding="utf-8"), "reading": said}


def _written(request: Request, folder: Path) -> list[str]:
    """Write what was sent, one file behind the other, under the last part of the name of each."""
    try:
        sizes = [(str(each["name"]), int(each["size"])) for each in json.loads(request.query.get("files", "[]"))]
    except (ValueError, TypeError, KeyError):
        sizes = []
    if not sizes or sum(size for _, size in sizes) != len(request.body) or min(size for _, size in sizes) < 0:
        raise ValueError("The names and sizes of the files do not fit what was sent. Load the page again.")
    written: list[str] = []
    start = 0
    for number, (name, size) in enumerate(sizes):
        path = folder / (PurePath(name.replace("\\", "/")).name.replace("\0", "") or "results.csv")
        if path.exists():
            # Files of two folders with one name; learners may be named after either.
            (folder / str(number)).mkdir()
            path = folder / str(number) / path.name
        path.write_bytes(request.body[start : start + size])
        written.append(str(path))
        start += size
    return written
