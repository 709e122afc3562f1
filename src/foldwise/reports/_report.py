"""Results as documents for readers and for machines: one verb for all kinds and formats."""

import os
from importlib import import_module
from json import dumps
from pathlib import Path
from typing import Any, Final

from foldwise._core import escaped_json, write_atomically
from foldwise.reports._document import Document
from foldwise.reports._document_seal import sealed
from foldwise.reports._kinds import is_a, kind_of, page_of

# The module and the function that turn pages into a document, loaded when they are needed.
_RENDERERS: Final = {
    ".html": ("foldwise.reports._html", "html"),
    ".md": ("foldwise.reports._markdown", "markdown"),
    ".tex": ("foldwise.reports._latex", "latex"),
}
_ENDINGS: Final = sorted([*_RENDERERS, ".json"])


def report(obj: Any, path: str | os.PathLike[str]) -> Path:
    r"""Write a verdict, a run or another result as a page, a table or a document for machines.

    The file appears complete or not at all: when something goes wrong, what was there before stays.

    Parameters
    ----------
    obj : a result of foldwise, or list
        What to report: a Verdict, a Run, or what else has a document in ``docs/report-json.md``, such as a Panel,
        results of a study or of the lab, or an Exhibit; or several of them.
    path : path-like
        Where to write. The ending says what: ``.html`` one self-contained page with the figure, ``.md`` Markdown,
        ``.tex`` the tables alone, for ``\input`` in a paper (they need the package booktabs), ``.json`` the document of
        `summary`.

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
    ending = target.suffix.lower()
    if ending not in _ENDINGS:
        raise ValueError(f"The path of a report must end in {', '.join(_ENDINGS)}, got {str(path)!r}.")
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
    if ending == ".json":
        text = escaped_json(dumps(summary(obj), indent=2, ensure_ascii=False, allow_nan=False)) + "\n"
    else:
        module, name = _RENDERERS[ending]
        text = getattr(import_module(module), name)([page_of(item) for item in _beside(objects)])
    write_atomically(target, text)
    return target


def summary(obj: Any) -> Document:
    """Turn a verdict, a run, another result, or a list of them into a dictionary that `json` can write.

    Undefined and infinite numbers become None. The keys ``'timings'`` and ``'environment'`` hold all that differs
    from one computer or execution to another; the rest is the same for the same data, learners, design and seed, and
    ``'seal'`` holds its hash.

    Parameters
    ----------
    obj : a result of foldwise, or list
        What to summarize: a Verdict, a Run, or what else has a document in ``docs/report-json.md``, such as a Panel,
        results of a study or of the lab, or an Exhibit; or several of them.

    Returns
    -------
    dict
        With a key ``'schema'``, such as ``'foldwise.verdict/1'``, or ``'foldwise.collection/1'`` for a list. The keys
        of every schema are described in ``docs/report-json.md``; keys may be added under the same schema, none is
        renamed or removed.

    Examples
    --------
    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from foldwise.reports import summary
    >>> from foldwise.verdicts import compare
    >>> learners = {"stump": DecisionTreeClassifier(max_depth=1), "majority": DummyClassifier()}
    >>> document = summary(compare(learners, [[0.0], [1.0]] * 10, [0, 1] * 10, scheme="10", seed=1))
    >>> document["schema"], document["comparisons"][0]["estimate"]
    ('foldwise.verdict/1', 0.5)
    """
    if isinstance(obj, list | tuple):
        return sealed({"schema": "foldwise.collection/1", "items": [summary(item) for item in _beside(list(obj))]})
    return sealed(kind_of(obj, "summary takes").document(obj))


def _beside(objects: list[Any]) -> list[Any]:
    """Judge the verdict of a list again by its certificates; certificates that were shown one stay as they are."""
    verdicts = [item for item in objects if is_a(item, "foldwise.verdicts", "Verdict")]
    if len(verdicts) != 1:
        return objects
    return [item.readjudge(verdicts[0]) if _is_open(item) else item for item in objects]


def _is_open(item: Any) -> bool:
    return is_a(item, "foldwise.lab", "Certificate") and all(pair.readjudged is None for pair in item.pairs)
