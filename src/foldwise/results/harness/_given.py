"""One of the sources that a user gives: a file of which the beginning was looked at, or a table."""

import sys
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd

from foldwise._core import DataFormatError, listed
from foldwise.data import as_pandas, read_table
from foldwise.results._columns import Columns
from foldwise.results._item_rows import SHARES
from foldwise.results._quantity import is_generic, known_scale
from foldwise.results.harness._json_text import json_lines, lines, parsed, whole_json

_ZIP: Final = b"PK\x03\x04"
_EXCEL: Final = "xl/workbook.xml"
_LARGEST: Final = sys.float_info.max
_MOST_DIGITS: Final = 4000
# What harnesses call their files, of which they write many into a folder.
_FILES: Final = ("per_instance_stats.json", "samples_*.jsonl", "*_samples.jsonl", "predictions/*/*/predictions.csv")


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A source: where it is, and what its beginning shows.

    Parameters
    ----------
    name : str
        What to call it in a refusal.
    path : Path, optional
        Where the file is.
    first : dict, optional
        The first object of a file of JSON lines, or of a JSON list, or the JSON object itself.
    form : str
        ``'lines'``, ``'list'`` or ``'object'`` of JSON, ``'zip'``, ``'table'``, ``'thing'``, or ``'other'``.
    members : frozenset of str
        Names in a ZIP file.
    frame : DataFrame, optional
        The table.
    stem : str
        What to call data of it.
    apart : str
        What to put before the names of learners that the file itself tells, so that those of two files differ.
    thing : object, optional
        An object of another program.
    """

    name: str
    path: Path | None = None
    first: dict[str, Any] | None = None
    form: str = "other"
    members: frozenset[str] = frozenset()
    frame: pd.DataFrame | None = None
    stem: str = "data"
    apart: str = ""
    thing: Any = None

    def has(self, *keys: str) -> bool:
        """Whether the first object of a JSON file has all of these keys."""
        return self.first is not None and all(key in self.first for key in keys)

    def has_columns(self, *names: str) -> bool:
        """Whether a table has all of these columns."""
        return self.frame is not None and set(names) <= set(map(str, self.frame.columns))


def are_sources(source: Any) -> bool:
    """Whether this is a list of files or tables, or a table of another library, none of which is looked at.

    >>> are_sources(["a.jsonl", "b.jsonl"]), are_sources([1, 2])
    (True, False)
    """
    if isinstance(source, list | tuple):
        return bool(source) and all(isinstance(each, str | PathLike) or are_sources(each) for each in source)
    is_table = hasattr(source, "to_pandas") or type(source).__name__ == "LazyFrame"
    return is_table or isinstance(source, pd.DataFrame) or is_of_program(source)


def is_of_program(source: Any) -> bool:
    """Whether this is a report of skore or a study of Optuna."""
    program = type(source).__module__.partition(".")[0]
    return (program == "skore" and hasattr(source, "get_predictions")) or (
        program == "optuna" and hasattr(source, "trials_dataframe")
    )


def is_reports(source: Any) -> bool:
    """Whether this is a mapping of names to such reports."""
    return isinstance(source, Mapping) and bool(source) and all(map(is_of_program, source.values()))


def given_sources(source: Any) -> tuple[Given, ...]:
    """Look at a file or table, or at each of a list of them; nothing if the source is neither."""
    if isinstance(source, list | tuple):
        each = [given_sources(single) if not isinstance(single, list | tuple) else () for single in source]
        return tuple(found for single in each for found in single) if all(each) else ()
    if isinstance(source, Given):
        return (source,)
    if isinstance(source, pd.DataFrame):
        return (Given(name="a table", form="table", frame=plain_cells(source)),)
    if isinstance(source, str | PathLike):
        return tuple(map(_file, _inside(Path(source).expanduser())))
    if is_of_program(source):
        return (Given(name=f"a {type(source).__name__}", form="thing", thing=source, stem=""),)
    if is_reports(source):
        return tuple(
            Given(name=str(name), form="thing", thing=report, stem=str(name)) for name, report in source.items()
        )
    table = source if isinstance(source, Mapping) else as_pandas(source, "The table")
    return (Given(name="a table", form="table", frame=plain_cells(table)),) if isinstance(table, pd.DataFrame) else ()


def plain_cells(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a table whose cells can be compared: lists and the like, and numbers beyond all floats, as texts.

    >>> plain_cells(pd.DataFrame({"a": [[1, 2], 3]}))["a"].tolist()
    ['[1, 2]', 3]
    """
    repeated = frame.columns[frame.columns.duplicated()]
    if len(repeated):
        raise DataFormatError(f"The table has two columns {repeated[0]!r}. Rename one.")
    changed = {
        name: [_as_text(cell) for cell in frame[name]] for name in frame if pd.api.types.is_object_dtype(frame[name])
    }
    if not changed:
        return frame
    made = frame.copy()
    for name, cells in changed.items():
        made[name] = pd.Series(cells, index=frame.index, dtype=object)
    return made


def _as_text(cell: Any) -> Any:
    is_beyond = isinstance(cell, int) and abs(cell) > _LARGEST
    return repr(cell)[:_MOST_DIGITS] if is_beyond or isinstance(cell, list | dict | set | np.ndarray) else cell


def rows_together(sources: Sequence[Given]) -> pd.DataFrame:
    """Return the rows of all tables, numbered anew."""
    return joined_tables(tuple(sources))[0].reset_index(drop=True)


def is_flat(source: Given) -> bool:
    """Whether JSON lines, or a list, are rows of a table: they name learners, examples or folds, and scores."""
    if source.form not in ("lines", "list") or source.first is None:
        return False
    known = Columns.of(source.first, None)
    is_score = any(is_generic(key) or known_scale(key) or key.lower() in SHARES for key in source.first)
    return is_score and bool(known.likely(["learner", "instance", "fold"]) or "question_id" in source.first)


def as_table(source: Given) -> Given:
    """Return rows that are JSON objects as a table; a table as it is."""
    if source.form == "table" or source.path is None:
        return source
    rows = [row for _, row in json_lines(source.path)] if source.form == "lines" else whole_json(source.path)
    wrong = next((place for place, row in enumerate(rows, start=1) if not isinstance(row, dict)), None)
    if wrong is not None:
        raise DataFormatError(f"{source.name}: entry {wrong} of {len(rows)} is no JSON object. Correct it.")
    try:
        frame = pd.DataFrame(rows)
    except OverflowError as error:
        # Only pandas 2 minds an integer that no float can hold before it is known whether the column counts.
        raise DataFormatError(f"{source.name} holds a number beyond 1e308. Correct it.") from error
    return replace(source, form="table", frame=plain_cells(frame), stem=source.path.stem)


def joined_tables(sources: tuple[Given, ...]) -> tuple[pd.DataFrame, str]:
    """Return the rows of all tables, which must have the same columns, and what to call the data."""
    frames = [source.frame for source in sources if source.frame is not None]
    if len(frames) == 1:
        return frames[0], sources[0].stem
    for source, frame in zip(sources, frames, strict=True):
        if set(frame.columns) != set(frames[0].columns):
            raise DataFormatError(
                f"Tables read together must have the same columns: {sources[0].name} has "
                f"{listed(frames[0].columns, most=6)}, {source.name} has {listed(frame.columns, most=6)}."
            )
    return pd.concat(frames, ignore_index=True), "data"


def _inside(path: Path) -> list[Path]:
    """Return the files of a known program in a folder; a file, or a folder without them, as it is."""
    if path.is_dir():
        for pattern in _FILES:
            found = sorted(path.rglob(pattern))
            if found:
                return found
    return [path]


def _file(path: Path) -> Given:
    if not path.is_file():
        # Says what is wrong with the path.
        return _table(path)
    with path.open("rb") as file:
        head = file.read(64)
    if head.startswith(_ZIP):
        members = _members(path)
        return _table(path) if _EXCEL in members else Given(name=path.name, path=path, form="zip", members=members)
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    if start == b"{":
        number, text = next(lines(path))
        try:
            first = parsed(text, path, number)
        except DataFormatError:
            whole = whole_json(path)
            return Given(name=path.name, path=path, form="object", first=whole if isinstance(whole, dict) else None)
        return Given(name=path.name, path=path, form="lines", first=first)
    if start == b"[":
        return _json_list(path)
    return _table(path)


def _table(path: Path) -> Given:
    frame, stem = read_table(path)
    return Given(name=path.name, path=path, form="table", frame=frame, stem=stem)


def _json_list(path: Path) -> Given:
    content = whole_json(path)
    first = content[0] if isinstance(content, list) and content and isinstance(content[0], dict) else None
    return Given(name=path.name, path=path, form="list", first=first)


def _members(path: Path) -> frozenset[str]:
    try:
        with zipfile.ZipFile(path) as file:
            return frozenset(file.namelist())
    except zipfile.BadZipFile as error:
        raise DataFormatError(f"{path.name} is not a whole ZIP file ({error}). Copy it again.") from None
