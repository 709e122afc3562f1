"""Values as a store writes them: texts as JSON, arrays as bytes, the same content always in the same way."""

import json
from functools import lru_cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from foldwise._core import StoreError

_TYPES: Final = ("i1", "i2", "i4", "i8", "f4", "f8")


def to_text(value: Any) -> str:
    r"""Return a value as JSON.

    >>> to_text({"b": "\ud800\n", "a": [1, None]})
    '{"a": [1, null], "b": "\\ud800\\n"}'
    """
    return json.dumps(value, ensure_ascii=True, sort_keys=True, allow_nan=False)


def from_text(text: str) -> Any:
    """Read what `to_text` wrote."""
    try:
        return json.loads(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise StoreError("a text in it cannot be read") from error


def classes_to_text(classes: npt.NDArray[Any]) -> str:
    """Return class labels as JSON, with their type.

    >>> import numpy as np
    >>> classes_to_text(np.array(["no", "yes"]))
    '{"dtype": "<U3", "values": ["no", "yes"]}'
    """
    return to_text({"dtype": classes.dtype.str, "values": classes.tolist()})


def classes_from_text(text: str) -> npt.NDArray[Any]:
    """Read what `classes_to_text` wrote."""
    read = from_text(text)
    return np.array(read["values"], dtype=read["dtype"])


def to_blob(values: npt.NDArray[Any]) -> bytes:
    r"""Return the bytes of an array of integers or real numbers.

    >>> import numpy as np
    >>> to_blob(np.array([0, 1, 2], dtype=np.int64))
    b'i1 3\n\x00\x01\x02'
    """
    if values.dtype.kind == "f":
        with np.errstate(over="ignore"):
            small = values.astype(np.float32)
        compact: npt.NDArray[Any] = small if _same(small.astype(np.float64), values) else values.astype(np.float64)
    else:
        reach = (int(values.min()), int(values.max())) if values.size else (0, 0)
        compact = values.astype(next(name for name in _TYPES[:4] if _holds(name, reach)))
    shape = ",".join(map(str, compact.shape))
    head = f"{compact.dtype.str[1:]} {shape}\n".encode()
    return head + compact.astype(compact.dtype.newbyteorder("<")).tobytes()


def from_blob(blob: bytes) -> npt.NDArray[Any]:
    """Read what `to_blob` wrote; real numbers come back in double precision."""
    try:
        end = blob.index(b"\n")
        dtype, shape = _read_head(blob[:end])
        values = np.frombuffer(blob, dtype, offset=end + 1)
        # Most are vectors, of as many values as there are.
        values = values if values.shape == shape else values.reshape(shape)
    except ValueError as error:
        raise StoreError("an array in it cannot be read") from error
    return values.astype(np.float64) if dtype.kind == "f" else values


@lru_cache(maxsize=64)
def _read_head(head: bytes) -> tuple[np.dtype[Any], tuple[int, ...]]:
    name, shape = head.decode("ascii").split(" ")
    if name not in _TYPES:
        raise ValueError(name)
    return np.dtype(f"<{name}"), tuple(int(size) for size in shape.split(","))


def _same(a: npt.NDArray[Any], b: npt.NDArray[Any]) -> bool:
    # Bit for bit: minus zero is another number here, and NaN the same.
    return bool(np.array_equal(a.view(np.int64), b.astype(np.float64).view(np.int64)))


def _holds(name: str, reach: tuple[int, int]) -> bool:
    limits = np.iinfo(name)
    return bool(limits.min <= reach[0] and reach[1] <= limits.max)
