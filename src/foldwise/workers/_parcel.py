"""An object in a file: large arrays are read from there by many processes, but held in memory only once."""

import mmap
import pickle
import struct
from pathlib import Path
from typing import Any

from foldwise._core import FoldwiseError

_ALIGNED = 64


def write_parcel(value: Any, path: Path) -> None:
    """Pickle a value, by value whatever cannot be imported elsewhere, with the contents of its arrays beside it."""
    import cloudpickle

    buffers: list[pickle.PickleBuffer] = []
    body = cloudpickle.dumps(value, protocol=5, buffer_callback=buffers.append)
    contents = [body, *(buffer.raw() for buffer in buffers)]
    sizes = [len(content) for content in contents]
    try:
        with path.open("wb") as file:
            file.write(struct.pack(f"<Q{len(sizes)}Q", len(sizes), *sizes))
            for content in contents:
                file.write(bytes(-file.tell() % _ALIGNED))
                file.write(content)
    except OSError as error:
        raise FoldwiseError(
            f"The data cannot be laid out for worker processes in {path.parent}: {error.strerror}. "
            "Set TMPDIR to a folder with enough room."
        ) from error


def read_parcel(path: Path) -> Any:
    """Return the value; pages of its arrays are loaded when they are looked at, and copied when written to."""
    with path.open("rb") as file:
        mapped = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY))
    (count,) = struct.unpack_from("<Q", mapped)
    at = 8 + 8 * count
    contents = []
    for size in struct.unpack_from(f"<{count}Q", mapped, 8):
        at += -at % _ALIGNED
        contents.append(mapped[at : at + size])
        at += size
    return pickle.loads(contents[0], buffers=contents[1:])  # noqa: S301 (written by `write_parcel` a moment ago)
