"""A result at a glance: on a terminal with bold, marks and colours, and a table that fits; as plain text otherwise."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from foldwise._core import OUTCOME_MARKS, Glance, printable
from foldwise.cli._glance_table import COLOURS, table_lines
from foldwise.cli._output import own_stdout, say

if TYPE_CHECKING:
    from rich.text import Text

DETAILS: Final = "--details"

_GAP: Final = "   "
# Words beside a label get at least so many characters, however narrow the terminal.
_NARROWEST: Final = 20


def say_result(result: Any, *, details: bool = False) -> None:
    """Print a result at a glance, or all that it has to say; as its own text where it has no such forms."""
    if details and hasattr(result, "details"):
        say(result.details())
    elif not details and hasattr(result, "glance"):
        say_glance(result.glance())
    else:
        say(str(result))


def say_glance(glance: Glance) -> None:
    """Print the headline, the table and the labelled lines."""
    out = own_stdout()
    # What to type is Python elsewhere.
    glance = replace(glance, all_rows="--json" if glance.all_rows else "", call=DETAILS)
    if out is None or not out.isatty():
        say(glance.text())
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(file=out, highlight=False, markup=False, emoji=False)
    marks = OUTCOME_MARKS if _can_print("".join(OUTCOME_MARKS.values()), console.encoding) else {}
    blocks = [
        [_headline(glance, marks, console.width)],
        *(list(table_lines(table, marks, console.width)) for table in glance.tables),
        list(_labelled(glance.labelled(), console.width)),
    ]
    console.print(Text("\n\n").join(Text("\n").join(block) for block in blocks if block))


def _can_print(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _headline(glance: Glance, marks: Mapping[str, str], width: int) -> "Text":
    from rich.text import Text

    mark = marks.get(glance.outcome, "")
    opening = f"{mark} " if mark else ""
    lines = textwrap.wrap(opening + printable(glance.headline, lines=False), width, break_on_hyphens=False)
    words = "\n".join(lines).removeprefix(opening)
    return Text.assemble((opening, COLOURS.get(glance.outcome, "")), (words, "bold"))


def _labelled(pairs: Sequence[tuple[str, str]], width: int) -> "Iterator[Text]":
    """Yield labels, dim, and words beside them, also where these need several lines."""
    from rich.text import Text

    indent = max(len(label) for label, _ in pairs) + len(_GAP)
    for label, words in pairs:
        lines = textwrap.wrap(printable(words, lines=False), max(width - indent, _NARROWEST), break_on_hyphens=False)
        for number, line in enumerate(lines):
            yield Text.assemble((("" if number else label).ljust(indent), "dim"), line)
