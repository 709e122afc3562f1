"""A JSON document read from a file, or in one line what is wrong with the file."""

import json
from pathlib import Path
from typing import Any, Final

from foldwise._core._errors import DataFormatError

_LARGEST: Final = 100_000_000


def read_json(file: Path) -> dict[str, Any]:
    """Read a JSON object, or raise in one line what is wrong with the file."""
    try:
        if file.is_dir():
            raise DataFormatError(f"{str(file)!r} is a folder. Give the path of a JSON file.")
        if file.exists() and file.stat().st_size > _LARGEST:
            raise DataFormatError(f"{file.name} is larger than {_LARGEST // 1_000_000} MB. Give a JSON document.")
        text = file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise DataFormatError(f"{str(file)!r} does not exist. Give the path of a JSON file.") from None
    except OSError as error:
        raise DataFormatError(f"{file.name} cannot be read: {error.strerror or error}.") from error
    except ValueError:
        raise DataFormatError(f"{file.name} is no text in UTF-8. Give the path of a JSON file.") from None
    try:
        document = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        where = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        ended = isinstance(error, json.JSONDecodeError) and (
            error.pos >= len(text.rstrip()) - 1 or error.msg.startswith("Unterminated string")
        )
        what = "ends too early: it was cut" if ended else "is not JSON"
        raise DataFormatError(f"{file.name} {what}{where}. Take it again from where it was written.") from None
    if not isinstance(document, dict):
        raise DataFormatError(f"{file.name} holds no JSON object, but a {type(document).__name__}.")
    return document


def _refuse_constant(token: str) -> Any:
    raise ValueError(f"{token} is no number of JSON")
