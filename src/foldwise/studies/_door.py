"""What other rooms of foldwise use of `studies`; users import from the room itself."""

from foldwise.studies._registered import registered_document

__all__ = ["registered_document"]
