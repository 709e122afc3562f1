"""Files and tables of other programs: known by what is in them, read into runs, score tables or scores of items."""

from foldwise.results.harness._given import Given, are_sources, given_sources
from foldwise.results.harness._joined import joined
from foldwise.results.harness._table import FORMATS, is_foreign, is_named_by_path, read_foreign
from foldwise.results.harness._translated import Translated

__all__ = [
    "FORMATS",
    "Given",
    "Translated",
    "are_sources",
    "given_sources",
    "is_foreign",
    "is_named_by_path",
    "joined",
    "read_foreign",
]
