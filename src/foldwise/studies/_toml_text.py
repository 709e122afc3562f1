"""The text of a study file, and what tomllib makes of it; what cannot be read is refused with its line."""

import re
import tomllib
from pathlib import Path
from typing import Any, Final

from foldwise._core import StudyFileError
from foldwise.studies._toml_bounds import too_deep

_LARGEST: Final = 1_000_000
_PLACE: Final = re.compile(r" \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$")

_KEY: Final = re.compile(r"""\s*([\w.-]+|"[^"\n]*"|'[^'\n]*')\s*=""")


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
    if deep := too_deep(text):
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
        keys = [found for each in text.split("\n")[:line] if (found := _KEY.match(each))]
        named = f"the key {keys[-1][1]}" if keys and "overwrite" in reason else "a key or a table"
        reason += f": {named} is given twice"
    elif reason == "Invalid value":
        reason += ": texts stand in quotes"
    at = f" at column {column}" if column else ""
    raise StudyFileError(f"{where(file, line)}: this is not TOML{at}. {reason}.")


def where(file: Path, line: int) -> str:
    """Write a place as messages have it."""
    return f"{file.name}, line {line}"


def last_line(text: str) -> int:
    """Return the number of the last line that is not blank."""
    return text.rstrip().count("\n") + 1
