"""What other rooms of foldwise use of `displays`; users import from the room itself."""

from foldwise.displays._svg import inline_svg

__all__ = ["inline_svg"]
