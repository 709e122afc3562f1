"""Text files as they come: plain or gzipped, UTF-8 or Latin-1."""

import gzip
import zlib
from pathlib import Path

from foldwise._core import DataFormatError, FoldwiseError


class MissingFileError(FoldwiseError, FileNotFoundError):
    """There is no file at the path."""


def existing_file(path: str | Path) -> Path:
    """Return the path of a file that is there, else raise."""
    found = Path(path).expanduser()
    try:
        if found.is_file():
            return found
        reason = "is a folder, not a file" if found.is_dir() else "does not exist"
    except (OSError, ValueError):
        reason = "is not a path of a file"
    raise MissingFileError(f"The file {str(path)!r} {reason}. Check the path.")


def read_text(path: Path) -> str:
    """Content of a text file."""
    raw = path.read_bytes()
    if path.suffix.lower() == ".gz":
        try:
            raw = gzip.decompress(raw)
        except (OSError, EOFError, zlib.error) as error:
            raise DataFormatError(f"{path.name} is not a whole gzip file ({error}).") from error
    if b"\0" in raw:
        raise DataFormatError(f"{path.name} is not a text file in UTF-8 or Latin-1. Save it as UTF-8.")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def stem(path: Path) -> str:
    """Name of a file without its endings: ``letter`` for ``letter.arff.gz``.

    >>> stem(Path("data/letter.arff.gz")), stem(Path("v1.2.csv"))
    ('letter', 'v1.2')
    """
    name = path.name.removesuffix(".gz")
    return Path(name).stem or name
