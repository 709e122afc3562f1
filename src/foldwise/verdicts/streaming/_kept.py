"""The file in which a stream keeps its scores: a line of terms, then a line for each example."""

import json
import math
import os
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

import numpy as np

from foldwise._core import DataFormatError, OutputError, one_line, writing
from foldwise.verdicts.streaming._terms import Floats, StreamTerms

SCHEMA: Final = "foldwise.stream/1"
# A line of terms is far shorter.
_LONGEST_HEAD: Final = 2**20


class KeptScores:
    """Appends to one file. What is in it was written whole: a line cut off by a crash is taken away.

    Parameters
    ----------
    path : Path
        The file; it is made if it is not there.
    terms : StreamTerms
        They must be those of the file.
    """

    def __init__(self, path: Path, terms: StreamTerms) -> None:
        self.path = path
        self.pairs = np.empty((0, 2))
        self._size = 0
        if path.exists() and (path.is_dir() or path.stat().st_size):
            found, self.pairs, self._size = _read(path)
            changed = [each.name for each in fields(terms) if getattr(found, each.name) != getattr(terms, each.name)]
            if changed:
                name = changed[0]
                raise ValueError(
                    f"{path} was begun with {name}={getattr(found, name)!r}, not {getattr(terms, name)!r}. Ask for "
                    "what it was begun with, or begin another file."
                )
            with writing(path):
                os.truncate(path, self._size)
        else:
            self._write(json.dumps({"schema": SCHEMA, **terms.document()}) + "\n")

    def append(self, pairs: Floats) -> None:
        """Write scores, and return once they are on disk."""
        self._write("".join(f"[{a!r}, {b!r}]\n" for a, b in pairs.tolist()))

    def _write(self, text: str) -> None:
        content = text.encode()
        with writing(self.path), self.path.open("ab") as file:
            if file.tell() != self._size:
                raise OutputError(
                    f"{self.path} was changed by another program. Let one program write, and open it anew."
                )
            try:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            except OSError:
                os.truncate(self.path, self._size)
                raise
        self._size += len(content)


def is_kept(path: Path) -> bool:
    """Return whether a file begins as one of these does."""
    with path.open("rb") as file:
        return file.read(64).startswith(f'{{"schema": "{SCHEMA}"'.encode())


def read_kept(path: Path) -> tuple[StreamTerms, Floats]:
    """Return the terms and the scores of a file, and leave it as it is."""
    terms, pairs, _ = _read(path)
    return terms, pairs


def _read(path: Path) -> tuple[StreamTerms, Floats, int]:
    """Return also how long the file is up to its last whole line."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise DataFormatError(f"{path} cannot be read: {error.strerror or error}.") from error
    size = raw.rfind(b"\n") + 1
    head, _, body = raw[:size].partition(b"\n")
    terms = _terms(head, path)
    lines = body.decode("utf-8", "replace").split("\n")[:-1]
    rows = np.array([_row(line, f"{path}, line {number}") for number, line in enumerate(lines, start=2)], float)
    pairs = rows.reshape(-1, 2)
    return terms, terms.pairs(pairs[:, 0], pairs[:, 1], f"{path}: "), size


def _terms(head: bytes, path: Path) -> StreamTerms:
    try:
        document: Any = json.loads(head) if len(head) < _LONGEST_HEAD else None
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict) or document.pop("schema", None) != SCHEMA:
        raise DataFormatError(f"{path} is no file of a stream ({SCHEMA}). Choose another file to keep scores in.")
    try:
        return StreamTerms(**document)
    except (TypeError, ValueError) as error:
        raise DataFormatError(f"{path}, line 1 is damaged: {one_line(error)}") from error


def _row(line: str, where: str) -> tuple[float, float]:
    try:
        row: Any = json.loads(line)
    except (ValueError, RecursionError):
        row = None
    if isinstance(row, list) and len(row) == 2 and all(type(each) in (int, float) for each in row):
        a, b = map(float, row)
        if math.isfinite(a) and math.isfinite(b):
            return a, b
    raise DataFormatError(f"{where} is damaged: two scores such as [1.0, 0.5] are needed. Repair the line.")
