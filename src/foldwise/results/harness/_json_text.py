"""JSON in files: one value, or an object in each line; what is none is named with its line."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from foldwise._core import DataFormatError


def whole_json(path: Path) -> Any:
    """Read a file that holds one JSON value."""
    try:
        return json.loads(path.read_text("utf-8-sig"))
    except UnicodeDecodeError:
        raise DataFormatError(f"{path.name} is not a text file in UTF-8. Save it as UTF-8.") from None
    except (ValueError, RecursionError) as error:
        line, why = getattr(error, "lineno", 1), getattr(error, "msg", "nested too deeply, or too long a number")
        raise DataFormatError(
            f"{path.name}, line {line}: this is no JSON ({why}). If the file was cut off, write it again."
        ) from None


def json_lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Go through the objects of a file of JSON lines, each with the number of its line; empty lines are passed over."""
    for number, text in lines(path):
        yield number, parsed(text, path, number)


def parsed(text: str, path: Path, number: int) -> dict[str, Any]:
    """Read one line, which must hold a JSON object."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        cut = "" if text.endswith("\n") else " It is the last one and has no end: the file may have been cut off."
        raise DataFormatError(
            f"{path.name}, line {number}: a JSON object was expected, got {text.strip()[:40]!r}.{cut} Write the file "
            "again, or correct the line."
        ) from None
    if not isinstance(value, dict):
        raise DataFormatError(
            f"{path.name}, line {number}: a JSON object was expected, got {text.strip()[:40]!r}. Correct the line."
        )
    return value


def lines(path: Path) -> Iterator[tuple[int, str]]:
    """Go through the lines of a text file that are not empty, each with its number."""
    with path.open(encoding="utf-8-sig", newline="\n") as file:
        try:
            for number, text in enumerate(file, start=1):
                if not text.isspace():
                    yield number, text
        except UnicodeDecodeError:
            raise DataFormatError(f"{path.name} is not a text file in UTF-8. Save it as UTF-8.") from None
