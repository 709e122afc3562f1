"""What other rooms of foldwise use of `store`; users import from the room itself."""

from foldwise.store._array_store import ArrayStore
from foldwise.store._canonical import content_key
from foldwise.store._connection import EmptyStoreError
from foldwise.store._history import earlier_definitions, study_data
from foldwise.store._identity import Identity, differences, identify
from foldwise.store._load import MISSING

__all__ = [
    "MISSING",
    "ArrayStore",
    "EmptyStoreError",
    "Identity",
    "content_key",
    "differences",
    "earlier_definitions",
    "identify",
    "study_data",
]
