"""Text files as they come: plain or gzipped, UTF-8 or Latin-1."""

import gzip
import zlib
from io import BytesIO
from pathlib import Path
from typing import Final

from foldwise._core import DataFormatError, FoldwiseError

# Small files that take more memory than there is are refused. Tables of text are packed to a tenth, those that are
# almost all zeros to a 400th of their size, and gzip reaches a thousandth: what two GB of memory can hold as a table is
# read, however small the file. Formats for tables pack zeros better.
_TEXT_ALWAYS: Final = 2**28
_TEXT_RATIO: Final = 100
_TABLE_ALWAYS: Final = 2**29
_TABLE_RATIO: Final = 1000
_PIECE: Final = 2**20


class MissingFileError(FoldwiseError, FileNotFoundError):
    """There is no file at the path."""


def existing_file(path: str | Path) -> Path:
    """Return the path of a file that is there, else raise."""
    file = Path(path).expanduser()
    try:
        if file.is_file():
            return file
        reason = "is a folder, not a file" if file.is_dir() else "does not exist"
    except (OSError, ValueError):
        reason = "is not a path of a file"
    raise MissingFileError(f"The file {str(path)!r} {reason}. Check the path.")


def read_text(path: Path) -> str:
    """Content of a text file."""
    raw = path.read_bytes()
    if path.suffix.lower() == ".gz":
        try:
            raw = _unpacked(raw, path.name)
        except (OSError, EOFError, zlib.error) as error:
            raise DataFormatError(f"{path.name} is not a whole gzip file ({error}).") from error
    if b"\0" in raw:
        raise DataFormatError(f"{path.name} is not a text file in UTF-8 or Latin-1. Save it as UTF-8.")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def check_table_size(n_rows: int, n_columns: int, packed: int, name: str) -> None:
    """Refuse a table too large for its file: a billion equal values, or values left out, take a few bytes."""
    size = 8 * n_rows * n_columns
    if size > max(_TABLE_ALWAYS, _TABLE_RATIO * packed):
        raise DataFormatError(
            f"{name} of {packed / 1e6:,.1f} MB holds {n_rows:,} rows of {n_columns:,} values, {size / 1e6:,.0f} MB. "
            "If it is meant, write it as CSV, or hand over a DataFrame."
        )


def check_text_size(size: int, packed: int, name: str) -> None:
    """Refuse texts too large for their file: one that occurs a million times is kept once."""
    if size > max(_TABLE_ALWAYS, _TABLE_RATIO * packed):
        raise DataFormatError(
            f"{name} of {packed / 1e3:,.0f} kB holds texts of {size / 1e6:,.0f} MB. "
            "If it is meant, write it as CSV, or hand over a DataFrame."
        )


def _unpacked(raw: bytes, name: str) -> bytes:
    pieces, size = [], 0
    with gzip.GzipFile(fileobj=BytesIO(raw)) as file:
        while piece := file.read(_PIECE):
            pieces.append(piece)
            size += len(piece)
            if size > max(_TEXT_ALWAYS, _TEXT_RATIO * len(raw)):
                raise DataFormatError(
                    f"{name} unpacks to over {size // 10**6} MB, more than {_TEXT_RATIO} times its size. "
                    "If it is meant, unpack it and give the plain file."
                )
    return b"".join(pieces)


def stem(path: Path) -> str:
    """Return the name of a file without its endings: ``letter`` for ``letter.arff.gz``.

    >>> stem(Path("data/letter.arff.gz")), stem(Path("v1.2.csv"))
    ('letter', 'v1.2')
    """
    name = path.name.removesuffix(".gz")
    return Path(name).stem or name
