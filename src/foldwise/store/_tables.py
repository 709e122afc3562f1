"""Which tables a file must have, and of which version, to be one of ours."""

import sqlite3
from dataclasses import dataclass

from foldwise._core import StoreError


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """The tables of one kind of file.

    Parameters
    ----------
    application : bytes
        Four letters by which SQLite knows files of this kind.
    version : int
        Of the tables.
    statements : str
        How the tables are made, in SQL; each statement ends with a semicolon at the end of a line.
    kind : str
        How messages call such a file.
    """

    application: bytes
    version: int
    statements: str
    kind: str

    def refuse_foreign(self, connection: sqlite3.Connection, path: str) -> None:
        """Refuse a file of another kind, or of a version that is not known here; a new file is fine."""
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        if version == 0 and application == 0 and not connection.execute("SELECT 1 FROM sqlite_schema").fetchone():
            return
        if application != int.from_bytes(self.application, "big"):
            raise StoreError(
                f"{path} is a database of another program or purpose, not {self.kind}. Give the store another name."
            )
        if version > self.version:
            raise StoreError(
                f"{path} was written by a newer foldwise (version {version} of the store; this one knows "
                f"{self.version}). Update foldwise."
            )
        if version < self.version:
            raise StoreError(
                f"{path} is of version {version} of the store, which this foldwise cannot read any more (it knows "
                f"{self.version}). Read it with the foldwise that wrote it, or start a new store."
            )
        # A column whose type is misspelt holds other values.
        found = connection.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")
        if {sql for (sql,) in found} != set(self._single()):
            raise StoreError("its tables are not those of a store")

    def make(self, connection: sqlite3.Connection) -> None:
        """Make the tables of a new file."""
        if connection.execute("SELECT 1 FROM sqlite_schema").fetchone():
            return
        connection.execute("BEGIN IMMEDIATE")
        # Another process may have been faster.
        if connection.execute("SELECT 1 FROM sqlite_schema").fetchone() is None:
            for statement in self._single():
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {int.from_bytes(self.application, 'big')}")
            connection.execute(f"PRAGMA user_version = {self.version}")
        connection.execute("COMMIT")

    def _single(self) -> list[str]:
        return [statement.strip() for statement in self.statements.split(";\n") if statement.strip()]
