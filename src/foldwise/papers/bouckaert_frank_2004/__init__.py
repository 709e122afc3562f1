"""Bouckaert & Frank (2004)."""

from typing import Final

from foldwise.papers.paper import Paper

BOUCKAERT_FRANK_2004: Final = Paper(
    name="bouckaert_frank_2004",
    title="Bouckaert & Frank (2004)",
    reference="R. R. Bouckaert and E. Frank (2004). Evaluating the replicability of significance tests for comparing learning algorithms. PAKDD 2004, 3-12.",
    about="",
    parts=(),
)

__all__ = ["BOUCKAERT_FRANK_2004"]
