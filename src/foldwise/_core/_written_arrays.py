"""Arrays, tables and distributions as one would type them; large ones by shape and digest."""

import sys
from collections.abc import Callable
from typing import Any, Final

from foldwise._core._seeds import digest

Write = Callable[[Any], str]

# So many items are written in full; of more, their number and a digest tell enough.
MOST: Final = 1000


def numpy_text(value: Any, write: Write) -> str | None:
    """Return a number, function, generator or array of NumPy, or a table; None for what is nothing of these."""
    import numpy as np

    if isinstance(value, np.generic):
        item = value.item()
        return None if isinstance(item, np.generic) else f"np.{value.dtype.name}({write(item)})"
    if isinstance(value, np.ufunc):
        rooms = {"numpy": np, "scipy.special": sys.modules.get("scipy.special")}
        home = next((name for name, room in rooms.items() if getattr(room, value.__name__, None) is value), None)
        return f"<ufunc {value.__name__}>" if home is None else f"{home}.{value.__name__}"
    if isinstance(value, np.random.RandomState | np.random.Generator):
        state = value.get_state(legacy=False) if hasattr(value, "get_state") else value.bit_generator.state
        return f"<{type(value).__name__} with the state {write(state)}>"
    if type(value) is not np.ndarray:
        return _table(value, write) if hasattr(value, "shape") and hasattr(type(value), "__array__") else None
    usual = value.dtype in (np.float64, np.int64, np.bool_) or value.dtype.kind == "U"
    if value.size > MOST or value.dtype.names or (value.size == 0 and value.ndim != 1):
        return _table(value, write)
    kind = "" if usual and value.size else f", dtype={str(value.dtype)!r}"
    return f"array({write(value.tolist())}{kind})"


def _table(value: Any, write: Write) -> str:
    """Return what kind of table or array it is, and a digest of what is in it."""
    import numpy as np

    content: list[Any]
    if hasattr(value, "to_csv"):
        content = [value.to_csv(), str(value.dtypes)]
    else:
        arrays = [np.asarray(value), *([np.ma.getmaskarray(value)] if isinstance(value, np.ma.MaskedArray) else [])]
        content = [write(each.ravel().tolist()) if each.dtype.hasobject else each.tobytes() for each in arrays]
    kind = f"array of {value.dtype}" if type(value) is np.ndarray else type(value).__name__
    return f"<{kind}, shape {tuple(value.shape)}, digest {digest(*content, size=8)}>"


def sparse_text(value: Any, write: Write) -> str | None:
    """Return a sparse matrix, whatever the order of its entries; None for what is none."""
    if not (hasattr(value, "tocoo") and hasattr(value, "nnz")):
        return None
    entries = value.tocoo(copy=True)
    entries.sum_duplicates()
    content = [write([place.tolist() for place in (*entries.coords, entries.data)])]
    return f"<{type(value).__name__}, shape {tuple(value.shape)}, digest {digest(*content, size=8)}>"


def distribution_text(value: Any, write: Write) -> str | None:
    """Return a distribution with its parameters, which is what a random search draws from; None for what is none."""
    stats = sys.modules.get("scipy.stats")
    dist = getattr(value, "dist", None)
    name = getattr(dist, "name", None)
    if stats is None or not isinstance(name, str) or type(getattr(stats, name, None)) is not type(dist):
        return None
    given = [*map(write, value.args), *(f"{name}={write(item)}" for name, item in value.kwds.items())]
    return f"scipy.stats.{name}({', '.join(given)})"
