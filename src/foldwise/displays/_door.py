"""What other rooms of foldwise use of `displays`; users import from the room itself."""

from foldwise.displays._pick import KINDS, ONE_BY_ONE, check_kind
from foldwise.displays._svg import inline_svg

__all__ = ["KINDS", "ONE_BY_ONE", "check_kind", "inline_svg"]
