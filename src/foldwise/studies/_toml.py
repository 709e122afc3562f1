"""The text of a study file: what it holds, and on which line each key stands; what cannot be read is refused.

tomllib reads the values, but tells no lines, and neither does tomlkit; packages that do are young or bring a compiled
grammar. The lines are what messages need, so they are found here: a document is cut into statements, which takes
knowing where texts and brackets end, and tomllib reads each. What tomllib and Python take gigabytes for, or break at,
is refused before.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from foldwise._core import StudyFileError

_LARGEST: Final = 1_000_000
_PLACE: Final = re.compile(r" \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$")

_KEY: Final = re.compile(r"""\s*([\w.-]+|"[^"\n]*"|'[^'\n]*')\s*=""")
# No learner is made of so many parts inside each other.
_DEEPEST: Final = 32

KeyPath = tuple[str | int, ...]

# What can hide a bracket, a comma, an equals sign or the end of a line: texts of four kinds, comments. Then these
# themselves, and words. No more is needed to cut a valid document into statements. A text without an end goes on to
# that of the line or of the document: tried again from within, it would take the square of its length.
_TOKEN: Final = re.compile(
    r'"""(?:[^\\]|\\.)*?(?:"{3,5}|\Z)'
    r"|'''.*?(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*"
    r"|[\[\]{},=\n]"
    r"|[^\s\[\]{},=#\"']+",
    re.DOTALL,
)


def read_text(file: Path) -> str:
    """Return the content of a file in UTF-8, with or without a byte order mark."""
    try:
        reason = "is a folder" if file.is_dir() else "is not a file" if file.exists() else "does not exist"
        if file.is_file():
            reason = f"is larger than {_LARGEST // 1_000_000} MB" if file.stat().st_size > _LARGEST else ""
        raw = b"" if reason else file.read_bytes()
    except OSError as error:
        raise StudyFileError(f"{file.name} cannot be read: {error.strerror or error}.") from error
    except ValueError:
        # A path with a zero in it.
        reason = "does not exist"
        raw = b""
    if reason:
        raise StudyFileError(f"{str(file)!r} {reason}. Give the path of a study file.")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise StudyFileError(f"{where(file, line)}: this is not UTF-8. Save the file as UTF-8 text.") from error
    if not text.strip():
        raise StudyFileError(f"{where(file, 1)}: the file is empty. A study file names datasets and learners.")
    return text


def parse(text: str, file: Path) -> dict[str, Any]:
    """Return the content of the document."""
    if deep := _too_deep(text):
        line, reason = deep
        raise StudyFileError(f"{where(file, line)}: {reason}. Write it flatter.")
    line, column = last_line(text), None
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reason = str(error)
        if place := _PLACE.search(reason):
            reason = reason[: place.start()]
            column = place["column"]
            line = int(place["line"] or line)
    except ValueError as error:
        # Python reads no integer of more than some thousand digits; such a line is the longest.
        lines = text.split("\n")
        line, reason = 1 + lines.index(max(lines, key=len)), str(error).partition(";")[0]
    if re.search("overwrite|twice|mutate|redefine", reason):
        # The place is the end of the value, which may be some lines below its key.
        keys = [match for each in text.split("\n")[:line] if (match := _KEY.match(each))]
        named = f"the key {keys[-1][1]}" if keys and "overwrite" in reason else "a key or a table"
        reason += f": {named} is given twice"
    elif reason == "Invalid value":
        reason += ": texts stand in quotes"
    at = f" at column {column}" if column else ""
    raise StudyFileError(f"{where(file, line)}: this is not TOML{at}. {reason}.")


def where(file: Path, line: int) -> str:
    """Return a place as messages have it."""
    return f"{file.name}, line {line}"


def last_line(text: str) -> int:
    """Return the number of the last line that is not blank."""
    return text.rstrip().count("\n") + 1


def _too_deep(text: str) -> tuple[int, str] | None:
    r"""Find the first line that goes too deep, and say why; None if all is well. The document need not be valid.

    >>> _too_deep("a = 1\nb" + ".b" * 40 + " = 2")
    (2, 'a key has more than 32 parts between dots')
    """
    line, depth, dots = 1, 0, 0
    for token in _TOKEN.finditer(text):
        word = token.group()
        if word in ("[", "{"):
            depth += 1
        elif word in ("]", "}"):
            depth -= 1
        if word in ("[", "]", "{", "}", ",", "=", "\n"):
            dots = 0
        elif not word.startswith(("#", '"', "'")):
            dots += word.count(".")
        if dots >= _DEEPEST:
            return line, f"a key has more than {_DEEPEST} parts between dots"
        if depth > _DEEPEST:
            return line, f"arrays or tables are nested more than {_DEEPEST} deep"
        line += word.count("\n")
    return None


@dataclass(slots=True)
class _Statement:
    """One header of a table, or one key with its value."""

    line: int
    text: str = ""
    # Lines on which the elements of the array begin, if the value is one.
    elements: list[int] = field(default_factory=list)


def toml_lines(text: str) -> dict[KeyPath, int]:
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
    lines: dict[KeyPath, int] = {}
    # How often each array of tables has been begun: the last of them is the one that is filled.
    begun: dict[KeyPath, int] = {}
    table: KeyPath = ()
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


def _enter(lines: dict[KeyPath, int], path: KeyPath, content: Any, statement: _Statement) -> None:
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
    for token in _TOKEN.finditer(text):
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
