"""Values as JSON knows them, and what every document holds whatever it is about."""

import math
import platform
from collections.abc import Iterable
from importlib.metadata import version
from typing import Any, Final

import numpy as np

from foldwise._core import Caveat

PACKAGES: Final = ("foldwise", "numpy", "scipy", "scikit-learn")

Document = dict[str, Any]


def plain(value: Any) -> Any:
    """Turn nested results into what JSON knows; a number that is not finite becomes None.

    >>> plain({"low": float("nan"), "n_train": (1, 2)})
    {'low': None, 'n_train': [1, 2]}
    """
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, np.generic):
        return plain(value.item())
    return None if isinstance(value, float) and not math.isfinite(value) else value


def caveat_documents(caveats: Iterable[Caveat]) -> list[Document]:
    """Write caveats as dictionaries of code and message."""
    return [{"code": caveat.code, "message": caveat.message} for caveat in caveats]


def environment_document() -> Document:
    """Say which versions of Python and of the packages computed the result."""
    return {"python": platform.python_version(), **{name: version(name) for name in PACKAGES}}
