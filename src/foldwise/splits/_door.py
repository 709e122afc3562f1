"""What other rooms of foldwise use of `splits`; users import from the room itself."""

from foldwise.splits._assignment import design_scheme, design_words, short_design

__all__ = ["design_scheme", "design_words", "short_design"]
