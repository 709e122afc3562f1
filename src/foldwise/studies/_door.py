"""What other rooms of foldwise use of `studies`; users import from the room itself."""

from foldwise.studies._registered import registered_document
from foldwise.studies._seal import hash_of, read_json

__all__ = ["hash_of", "read_json", "registered_document"]
