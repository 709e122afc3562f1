"""A report as the answer to a browser: a page to be shown, or a file to be kept."""

import re
import tempfile
from pathlib import Path
from typing import Any, Final

from foldwise._core import check_choice
from foldwise.browser._answer import Answer
from foldwise.reports import report

KINDS: Final = {
    "html": "text/html; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
    "tex": "text/x-tex; charset=utf-8",
    "json": "application/json",
}


def reported(result: Any, ending: str, name: str) -> Answer:
    """Write a report; without an ending as a page to be shown, else as a file that is called after `name`."""
    if ending:
        check_choice(ending, "as", KINDS)
    with tempfile.TemporaryDirectory(prefix="foldwise-") as folder:
        text = report(result, Path(folder, f"report.{ending or 'html'}")).read_text(encoding="utf-8")
    if not ending:
        return Answer(text.encode(), is_ours=False)
    return Answer(text.encode(), KINDS[ending], name=f"{_file_name(name)}.{ending}")


def _file_name(name: str) -> str:
    """Return what is left of a name as that of a file, on any system.

    >>> _file_name('../two & "more"'), _file_name("$%")
    ('two-more', 'report')
    """
    return re.sub(r"[^A-Za-z0-9._]+", "-", name)[:60].strip("-.") or "report"
