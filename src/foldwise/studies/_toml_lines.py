"""On which line of a TOML document each key stands, which tomllib does not tell."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

Path = tuple[str | int, ...]

# What can hide a bracket, a comma, an equals sign or the end of a line: texts of four kinds, comments. Then these
# themselves, and words. No more is needed to cut a valid document into statements. A text without an end goes on to
# that of the line or of the document: tried again from within, it would take the square of its length.
TOKEN: Final = re.compile(
    r'"""(?:[^\\]|\\.)*?(?:"{3,5}|\Z)'
    r"|'''.*?(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*"
    r"|[\[\]{},=\n]"
    r"|[^\s\[\]{},=#\"']+",
    re.DOTALL,
)


@dataclass(slots=True)
class _Statement:
    """One header of a table, or one key with its value."""

    line: int
    text: str = ""
    # Lines on which the elements of the array begin, if the value is one.
    elements: list[int] = field(default_factory=list)


def toml_lines(text: str) -> dict[Path, int]:
    r"""Find the line of every key of a valid TOML document.

    Parameters
    ----------
    text : str
        The document. What tomllib refuses gives lines without meaning.

    Returns
    -------
    dict
        From the path of a key to its line, counted from 1. Keys inside an inline table have the line on which it
        begins; elements of an array, which are found under their number, have their own.

    Examples
    --------
    >>> toml_lines('a = 1\n[b]\nc.d = [\n  1,\n  2]')
    {('a',): 1, ('b',): 2, ('b', 'c'): 3, ('b', 'c', 'd'): 3, ('b', 'c', 'd', 0): 4, ('b', 'c', 'd', 1): 5}
    """
    lines: dict[Path, int] = {}
    # How often each array of tables has been begun: the last of them is the one that is filled.
    begun: dict[Path, int] = {}
    table: Path = ()
    for statement in _statements(text.replace("\r\n", "\n")):
        content = tomllib.loads(statement.text)
        header = statement.text.startswith("[")
        if header:
            table = ()
            while isinstance(content, dict) and content:
                ((key, content),) = content.items()
                table = (*table, key)
                lines.setdefault(table, statement.line)
                if isinstance(content, list):
                    begun[table] = begun.get(table, 0) + 1
                    content = {}
                if table in begun:
                    table = (*table, begun[table] - 1)
                    lines.setdefault(table, statement.line)
        else:
            _enter(lines, table, content, statement)
    return lines


def _enter(lines: dict[Path, int], path: Path, content: Any, statement: _Statement) -> None:
    """Note the line of every key in `content`, and of the elements if it is the array of the statement."""
    if isinstance(content, dict):
        for key, value in content.items():
            lines.setdefault((*path, key), statement.line)
            _enter(lines, (*path, key), value, statement)
    elif isinstance(content, list) and len(content) == len(statement.elements):
        for number, line in enumerate(statement.elements):
            lines.setdefault((*path, number), line)


def _statements(text: str) -> Iterator[_Statement]:
    line, depth, start = 1, 0, 0
    statement: _Statement | None = None
    has_value = in_array = at_element = False
    for token in TOKEN.finditer(text):
        word = token.group()
        if word == "\n" and depth == 0 and statement is not None:
            statement.text = text[start : token.start()]
            yield statement
            statement = None
        elif word != "\n" and not word.startswith("#"):
            if statement is None:
                statement, start = _Statement(line), token.start()
                has_value = in_array = False
            if in_array and at_element and depth == 1 and word not in (",", "]"):
                statement.elements.append(line)
                at_element = False
            if word in ("[", "{"):
                depth += 1
                if depth == 1 and has_value:
                    in_array = at_element = word == "["
            elif word in ("]", "}"):
                depth -= 1
            elif word == "=" and depth == 0:
                has_value = True
            elif word == ",":
                at_element = True
        line += word.count("\n")
    if statement is not None:
        statement.text = text[start:]
        yield statement
