"""Reports: a verdict or a run as an HTML page, a LaTeX table, Markdown or JSON.

Everything is written from `summary`, a plain dictionary: each kind of result makes sections of it (text, tables,
figures, code), and three renderers turn sections into a document. Never computes a number that a result lacks.
"""

from foldwise._core import moved as _moved
from foldwise.reports._compare_documents import Disagreement
from foldwise.reports._exhibit import Check, Exhibit, Figure
from foldwise.reports._lab_table import lab_table
from foldwise.reports._report import report, summary
from foldwise.reports._side_by_side import ComparedValue, SideBySide
from foldwise.reports._verify import Verification, verify
from foldwise.reports._write_pages import write_pages

__all__ = [
    "Check",
    "ComparedValue",
    "Disagreement",
    "Exhibit",
    "Figure",
    "SideBySide",
    "Verification",
    "lab_table",
    "report",
    "summary",
    "verify",
    "write_pages",
]

# Where names are that could be imported from here before version 0.2; to be dropped in 0.4.
_MOVED = {"Cell": "foldwise.reports:ComparedValue"}


def __getattr__(name: str) -> object:
    return _moved(__name__, name, _MOVED)
