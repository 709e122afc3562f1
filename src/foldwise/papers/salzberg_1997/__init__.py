"""Salzberg (1997)."""

from typing import Final

from foldwise.papers.paper import Paper

SALZBERG_1997: Final = Paper(
    name="salzberg_1997",
    title="Salzberg (1997)",
    reference="S. L. Salzberg (1997). On comparing classifiers: pitfalls to avoid and a recommended approach. Data Mining and Knowledge Discovery 1, 317-328.",
    about="",
    parts=(),
)

__all__ = ["SALZBERG_1997"]
