"""Files that appear complete or not at all."""

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from foldwise._core._errors import OutputError

_NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def write_atomically(path: Path, content: str | bytes | Iterable[str]) -> None:
    """Write `content`, in one piece or in many, text as UTF-8, beside `path`, then move it there in one step.

    A symbolic link stays one, and the file gets the permissions of any new file. What is there and is no ordinary
    file, such as a pipe or a device, is written to as it is.

    Raises
    ------
    OutputError
        If it cannot be written; what was there before is left as it was.
    """
    with writing(path):
        target = Path(os.path.realpath(path))
        if target.exists() and not target.is_file() and not target.is_dir():
            _write(target, "wb", content)
            return
        # The name is short and its own: a name at the limit of the file system leaves no room for more letters.
        draft = target.with_name(f".foldwise-{os.urandom(8).hex()}.tmp")
        try:
            _write(draft, "xb", content)
            draft.replace(target)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise


def make_folder(path: Path) -> None:
    """Make a folder, with those above it, if it is not there.

    Raises
    ------
    OutputError
        If it cannot be made.
    """
    with writing(path):
        path.mkdir(parents=True, exist_ok=True)


@contextmanager
def writing(path: object) -> Iterator[None]:
    """Raise what goes wrong while something is written as an error that names it and says what to do."""
    try:
        yield
    except OSError as error:
        advice = "Make room, or choose another place." if error.errno in _NO_ROOM else "Choose another place."
        output_error = OutputError(f"{path} cannot be written: {error.strerror or error}. {advice}")
        output_error.errno = error.errno
        raise output_error from error


def _write(path: Path, mode: str, content: str | bytes | Iterable[str]) -> None:
    with path.open(mode) as file:
        for piece in [content] if isinstance(content, str | bytes) else content:
            # Lone surrogates have no UTF-8; written as \udxxx they are still read back by JSON.
            file.write(piece if isinstance(piece, bytes) else piece.encode("utf-8", "backslashreplace"))
        file.flush()
        if path.is_file():
            os.fsync(file.fileno())
