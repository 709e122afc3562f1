"""Dietterich (1998)."""

from typing import Final

from foldwise.papers.paper import Paper

DIETTERICH_1998: Final = Paper(
    name="dietterich_1998",
    title="Dietterich (1998)",
    reference="T. G. Dietterich (1998). Approximate statistical tests for comparing supervised classification learning algorithms. Neural Computation 10, 1895-1923.",
    about="",
    parts=(),
)

__all__ = ["DIETTERICH_1998"]
