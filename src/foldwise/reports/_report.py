"""One verb for all kinds of pages."""

import os
from pathlib import Path
from typing import Any, Final

from foldwise._core import write_atomically
from foldwise.reports._html import html
from foldwise.reports._json import json
from foldwise.reports._kinds import kind_of
from foldwise.reports._latex import latex
from foldwise.reports._markdown import markdown

_WRITERS: Final = {".html": html, ".json": json, ".md": markdown, ".tex": latex}


def report(obj: Any, path: str | os.PathLike[str]) -> Path:
    r"""Write a verdict, a run or another result as a page, a table or a document for machines.

    The file appears complete or not at all: when something goes wrong, what was there before stays.

    Parameters
    ----------
    obj : a result of foldwise, or list
        What to report: a Verdict, Run, Panel, Estimates, LabelRandomization, StudyResults, Replicability,
        PartitionAnalysis, a study of `foldwise.lab`, a Certificate, an Exhibit of `foldwise.papers`, or several of
        them.
    path : path-like
        Where to write. The ending says what: ``.html`` one self-contained page with the figure, ``.md`` Markdown,
        ``.tex`` a fragment for ``\input`` (needs the package booktabs), ``.json`` the document of `summary`.

    Returns
    -------
    pathlib.Path
        Where it was written.

    See Also
    --------
    foldwise.reports.summary : The numbers, as a dictionary.
    foldwise.reports.write_pages : Pages about publications, with their figures beside them.

    Examples
    --------
    >>> import tempfile
    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from foldwise.reports import report
    >>> from foldwise.verdicts import compare
    >>> learners = {"stump": DecisionTreeClassifier(max_depth=1), "majority": DummyClassifier()}
    >>> verdict = compare(learners, [[0.0], [1.0]] * 10, [0, 1] * 10, scheme="10", seed=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     report(verdict, folder + "/report.md").name
    'report.md'
    """
    target = Path(path).expanduser()
    writer = _WRITERS.get(target.suffix.lower())
    if writer is None:
        raise ValueError(f"The path of a report must end in {', '.join(sorted(_WRITERS))}, got {str(path)!r}.")
    objects = list(obj) if isinstance(obj, list | tuple) else [obj]
    for item in objects:
        kind_of(item, "report takes")
    if not objects:
        raise ValueError("report got an empty list; hand it a Verdict, a Run or another result.")
    if not target.parent.is_dir():
        raise FileNotFoundError(
            f"The directory {str(target.parent)!r} does not exist. Create it, or write the report elsewhere."
        )
    if target.is_dir():
        raise IsADirectoryError(f"{str(path)!r} is a directory. Give the report another name.")
    write_atomically(target, writer(obj))
    return target
