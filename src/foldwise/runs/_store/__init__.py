"""The store: results of single folds in one SQLite file, kept by their content."""

from foldwise.runs._store._array_store import ArrayStore
from foldwise.runs._store._complete import Watcher
from foldwise.runs._store._judgements import Judgement
from foldwise.runs._store._load import MISSING
from foldwise.runs._store._status import CellStatus
from foldwise.runs._store._store import Store

__all__ = ["MISSING", "ArrayStore", "CellStatus", "Judgement", "Store", "Watcher"]
