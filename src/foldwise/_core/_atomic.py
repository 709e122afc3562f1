"""Files that appear complete or not at all."""

import os
from collections.abc import Iterable
from pathlib import Path
from secrets import token_hex


def write_atomically(path: Path, text: str | Iterable[str]) -> None:
    """Write `text`, in one piece or in many, as UTF-8 beside `path`, then move it there in one step.

    A symbolic link stays one, and the file gets the permissions of any new file.
    """
    target = Path(os.path.realpath(path))
    # The name is short and its own: a name at the limit of the file system leaves no room for more letters.
    draft = target.with_name(f".foldwise-{token_hex(8)}.tmp")
    try:
        with draft.open("xb") as file:
            for piece in [text] if isinstance(text, str) else text:
                # Lone surrogates have no UTF-8; written as \udxxx they are still read back by JSON.
                file.write(piece.encode("utf-8", "backslashreplace"))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
