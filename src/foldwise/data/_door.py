"""What other rooms need of this one, beside what users import."""

from foldwise.data._column_kind import kind_of
from foldwise.data._exact_numbers import as_numbers

__all__ = ["as_numbers", "kind_of"]
