"""Texts and small structures as JSON: any text at all, always the same letters for the same content."""

import json
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise._core import StoreError


def to_text(value: Any) -> str:
    r"""Write a value.

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
    """Write class labels, with their type.

    >>> import numpy as np
    >>> classes_to_text(np.array(["no", "yes"]))
    '{"dtype": "<U3", "values": ["no", "yes"]}'
    """
    return to_text({"dtype": classes.dtype.str, "values": classes.tolist()})


def classes_from_text(text: str) -> npt.NDArray[Any]:
    """Read what `classes_to_text` wrote."""
    read = from_text(text)
    return np.array(read["values"], dtype=read["dtype"])
