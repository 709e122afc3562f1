"""Arrays kept by a key, in one SQLite file of their own."""

import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import numpy.typing as npt

from foldwise._core import StoreError
from foldwise.store._connection import connect, store_errors, transaction
from foldwise.store._tables import Table, Tables
from foldwise.store._values import from_blob, to_blob

_TABLES: Final = Tables(
    application=b"flab",
    kind="a store of the lab",
    statements="""
CREATE TABLE kept (
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    content BLOB NOT NULL,
    checksum BLOB NOT NULL,
    PRIMARY KEY (key, name)
) WITHOUT ROWID;
""",
)
_KEPT: Final = Table("kept", ("key", "name", "content"))

Arrays = dict[str, npt.NDArray[Any]]


class ArrayStore:
    """Named arrays of numbers by key; what is kept is on the disk when `keep` returns, whatever happens then.

    A file of its own: that of a `Store` has other tables, and is refused. Several processes may use one file at a time.

    Parameters
    ----------
    path : path-like
        The file; made if it is not there.

    Examples
    --------
    >>> import tempfile
    >>> import numpy as np
    >>> from foldwise.store._door import ArrayStore
    >>> with tempfile.TemporaryDirectory() as folder, ArrayStore(folder + "/lab.db") as store:
    ...     store.keep({"first": {"pvalue": np.array([0.5, np.nan])}})
    ...     store.get("first"), store.get("second")
    ({'pvalue': array([0.5, nan])}, None)
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        # Wherever the program goes from here.
        self.path = Path(path).absolute()
        self._connection = connect(self.path, writes=True, tables=_TABLES)

    def __enter__(self) -> "ArrayStore":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def get(self, key: str) -> Arrays | None:
        """Return what is kept under a key, None if nothing is.

        Raises
        ------
        StoreError
            If it is not what was written.
        """
        with store_errors(self.path):
            arrays = {name: from_blob(blob) for _, name, blob in _KEPT.rows(self._connection, "key = ?", key)}
        return arrays or None

    def keep(self, several: Mapping[str, Mapping[str, npt.NDArray[Any]]]) -> None:
        """Keep arrays under their keys, all or nothing; what is there under a key stays.

        Parameters
        ----------
        several : mapping of str to mapping of str to ndarray
            Arrays of whole or real numbers, by key and name.
        """
        if not self.path.exists():
            raise StoreError(f"{self.path} was removed while in use: nothing can be kept. Put it back and run again.")
        with store_errors(self.path), transaction(self._connection):
            for key, arrays in several.items():
                for name, values in arrays.items():
                    _KEPT.insert(self._connection, key, name, to_blob(values))
