"""Reports: a verdict or a run as an HTML page, a LaTeX table, Markdown or JSON.

Everything is written from `summary`, a plain dictionary; the templates add no numbers of their own.
"""

from foldwise.reports._exhibit import Check, Exhibit, Figure
from foldwise.reports._lab_table import lab_table
from foldwise.reports._report import report
from foldwise.reports._side_by_side import Cell, SideBySide
from foldwise.reports._summary import summary
from foldwise.reports._write_pages import write_pages

__all__ = ["Cell", "Check", "Exhibit", "Figure", "SideBySide", "lab_table", "report", "summary", "write_pages"]
