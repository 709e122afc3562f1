"""What other rooms of foldwise use of `studies`; users import from the room itself."""

from foldwise.studies._registered import registered_document
from foldwise.studies._seal import HOW_HASHED, hash_of, read_json

__all__ = ["HOW_HASHED", "hash_of", "read_json", "registered_document"]
