"""An exhibit as a document, and what its pages show."""

from typing import Any, Final

from foldwise._core import one_line
from foldwise.reports._cell_words import SIGNS, limits_words, printed_words, value_words
from foldwise.reports._exhibit import Exhibit
from foldwise.reports._kind import Kind
from foldwise.reports._plain import Document, environment_document, plain
from foldwise.reports._side_by_side import SideBySide

# A statement has the colour of the cells it rests on.
_LOOKS: Final = {
    "reproduced": "same",
    "holds": "same",
    "reproduced in kind": "near",
    "not reproduced": "far",
    "does not hold": "far",
    "not judged": "alone",
    "not run": "alone",
}
_DISCS: Final = {
    "same": "\N{LARGE GREEN CIRCLE}",
    "near": "\N{LARGE YELLOW CIRCLE}",
    "far": "\N{LARGE RED CIRCLE}",
    "alone": "\N{MEDIUM WHITE CIRCLE}",
}
# As many columns of measured (printed) as fit on a page in print.
_COLUMNS_IN_PRINT: Final = 5


def _document(exhibit: Exhibit) -> Document:
    return {
        "schema": "foldwise.exhibit/1",
        "words": str(exhibit),
        "paper": exhibit.paper,
        "name": exhibit.name,
        "title": exhibit.title,
        "about": exhibit.about,
        "is_claim": exhibit.is_claim,
        "statement": exhibit.statement,
        "why": exhibit.why,
        "beside": exhibit.beside,
        "n_printed": exhibit.n_printed,
        "n_same": exhibit.n_same,
        "incomplete": exhibit.incomplete,
        "not_run": exhibit.not_run,
        "checks": [{"asked": each.asked, "found": each.found, "met": each.met} for each in exhibit.checks],
        "tables": [_table_document(table) for table in exhibit.tables],
        "figures": [{"name": figure.name, "caption": figure.caption} for figure in exhibit.figures],
        "notes": list(exhibit.notes),
        "call": exhibit.call,
        "timings": {"seconds": plain(exhibit.seconds)},
        "environment": environment_document(),
    }


def _table_document(table: SideBySide) -> Document:
    return {
        "title": table.title,
        "index": table.index,
        "rows": list(table.rows),
        "columns": list(table.columns),
        "cells": [
            {
                "row": name,
                "column": column,
                "measured": plain(cell.measured),
                "printed": plain(cell.printed),
                "low": plain(cell.low),
                "high": plain(cell.high),
                "margin": plain(cell.margin),
                "near": plain(cell.near),
                "digits": cell.digits,
                "agreement": cell.agreement,
            }
            for name, row in zip(table.rows, table.cells, strict=True)
            for column, cell in zip(table.columns, row, strict=True)
        ],
        "note": table.note,
    }


def _page(document: Document) -> dict[str, Any]:
    # Numbers of an experiment of another size differ, and say nothing by that.
    is_judged = not document["incomplete"]
    return {
        "title": one_line(document["title"]),
        "heading": f"Reproduction of {one_line(document['paper'])}/{one_line(document['name'])}",
        "code": document["call"],
        "look": _LOOKS[document["statement"]],
        "disc": _DISCS[_LOOKS[document["statement"]]],
        "checks": [_check_page(check, is_judged) for check in document["checks"]],
        "tables": [_table_page(table, is_judged) for table in document["tables"]],
        "has_colours": is_judged and document["n_printed"] > 0,
        "has_limits": any(cell["low"] is not None for table in document["tables"] for cell in table["cells"]),
        # Files of figures, or pictures inside the page: for a format that has either.
        "figures": [],
    }


def _check_page(check: Document, is_judged: bool) -> dict[str, str]:
    words = ("met" if check["met"] else "not met") if is_judged else "not judged"
    look = {"met": "same", "not met": "far", "not judged": "alone"}[words]
    sign = {"same": "\N{WHITE HEAVY CHECK MARK}", "far": "\N{CROSS MARK}", "alone": _DISCS["alone"]}[look]
    return {"asked": check["asked"], "found": check["found"], "words": words, "look": look, "sign": sign}


def _table_page(table: Document, is_judged: bool) -> dict[str, Any]:
    width = len(table["columns"])
    cells = [_cell_page(cell, cell["agreement"] if is_judged else "alone") for cell in table["cells"]]
    rows = [
        {"name": name, "cells": cells[place * width : (place + 1) * width]} for place, name in enumerate(table["rows"])
    ]
    starts = range(0, width, _COLUMNS_IN_PRINT)
    return {
        "title": table["title"],
        "index": table["index"],
        "columns": table["columns"],
        # Words are read from the left, numbers from their last digit.
        "are_words": [
            all(isinstance(cell["measured"], str) for cell in table["cells"][place::width]) for place in range(width)
        ],
        "rows": rows,
        "note": table["note"],
        "has_colours": any(cell["sign"] for cell in cells),
        "slices": [(start, min(start + _COLUMNS_IN_PRINT, width)) for start in starts],
    }


def _cell_page(cell: Document, agreement: str) -> dict[str, str]:
    digits = cell["digits"]
    return {
        "measured": value_words(cell["measured"], digits),
        "printed": printed_words(cell["printed"], digits),
        "limits": limits_words(cell["low"], cell["high"], digits),
        "look": agreement,
        "sign": SIGNS[agreement],
        # Where nothing is printed there is nothing to colour.
        "disc": "" if agreement == "alone" else _DISCS[agreement],
        # Addresses, for a format whose pages have a place among others.
        "link": "",
    }


EXHIBIT = Kind(name="exhibit", heading="Reproduction", of=Exhibit, document=_document, page=_page)
