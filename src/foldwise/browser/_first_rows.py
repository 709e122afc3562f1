"""The first rows of a file, as far as a reader needs them to see whether it is the right one."""

from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Final

from foldwise._core import DataFormatError, one_line
from foldwise.data import read_table

_MOST_ROWS: Final = 6
_MOST_COLUMNS: Final = 30
_MOST_CHARACTERS: Final = 60
# A table is read once more for its first rows, text of more than this only as lines.
_MOST_BYTES: Final = 4 * 2**20


def first_rows(path: Path, roles: Mapping[str, Any]) -> dict[str, Any]:
    """Return headings, what each was read as, the first rows, and how many there are; of no table, its first lines.

    Parameters
    ----------
    path : Path
        The file.
    roles : mapping of str to str or list
        Role, and the columns that were read as such.
    """
    table = _table(path)
    if table is None:
        with path.open(encoding="utf-8", errors="replace") as file:
            # A file of one line may be long.
            lines = [_short(line) for line in islice(iter(lambda: file.readline(2000), ""), _MOST_ROWS)]
        return {"file": _short(path.name), "headings": [], "roles": [], "rows": [[line] for line in lines], "n_rows": 0}
    names = {
        str(name): role for role, given in roles.items() for name in (given if isinstance(given, list) else [given])
    }
    columns = list(table.columns)[:_MOST_COLUMNS]
    return {
        "file": _short(path.name),
        "headings": [str(name) for name in columns],
        "roles": [names.get(str(name), "") for name in columns],
        "rows": [[_short(cell) for cell in row] for row in table[columns].head(_MOST_ROWS).itertuples(index=False)],
        "n_rows": len(table),
        "n_columns": len(table.columns),
    }


def _table(path: Path) -> Any:
    if path.stat().st_size > _MOST_BYTES or path.suffix.lower() in (".json", ".jsonl", ".eval", ".db", ".sqlite"):
        return None
    try:
        return read_table(path)[0]
    except (DataFormatError, ValueError, TypeError):
        return None


def _short(cell: object) -> str:
    text = one_line(cell)
    return text if len(text) <= _MOST_CHARACTERS else f"{text[: _MOST_CHARACTERS - 1]}…"
