"""What other rooms need of this one, beside what users import."""

from foldwise.data._column_kind import kind_of

__all__ = ["kind_of"]
