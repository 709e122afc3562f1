"""What other rooms of foldwise use of `splits`; users import from the room itself."""

from foldwise.splits._assignment import design_scheme, design_words, short_design
from foldwise.splits._balanced import is_balanced
from foldwise.splits._distinct_samples import has_distinct_samples
from foldwise.splits._nested import nested_folds
from foldwise.splits._split_halves import count_whole_splits, plain_repeats

__all__ = [
    "count_whole_splits",
    "design_scheme",
    "design_words",
    "has_distinct_samples",
    "is_balanced",
    "nested_folds",
    "plain_repeats",
    "short_design",
]
