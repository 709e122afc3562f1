"""One file that keeps every fold, and the identity of what is kept in it.

What is there is not computed again, what was computed is not lost. Never holds pickles, and never takes a changed
learner for the one it knew.
"""

from foldwise.store._inspect import CellStatus
from foldwise.store._store import Store
from foldwise.store._studies import Judgement

__all__ = ["CellStatus", "Judgement", "Store"]
