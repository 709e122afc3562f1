"""Claims of the papers."""

from typing import Final

from foldwise.papers.paper import Paper

CLAIMS: Final = Paper(
    name="claims",
    title="Claims of the papers",
    reference="The four papers together.",
    about="",
    parts=(),
)

__all__ = ["CLAIMS"]
