"""Claims of the four papers, each with evidence and a verdict."""

from typing import Final

from foldwise.papers.claims.growing import C2, C3
from foldwise.papers.claims.half_the_data import C9
from foldwise.papers.claims.one_partition import C1
from foldwise.papers.claims.replicability import C4, C5, C6
from foldwise.papers.claims.stratification import C7
from foldwise.papers.claims.uncorrected import C8
from foldwise.papers.paper import Paper

CLAIMS: Final = Paper(
    name="claims",
    title="Claims of the papers",
    reference="Salzberg (1997), Dietterich (1998), Bradford and Brodley (2001), Bouckaert and Frank (2004).",
    about="Nine statements that a reader takes away from the four papers, each put to the test with the experiments of "
    "their reproduction: whether it holds depends on the conditions that stand with it.",
    parts=(C1, C2, C3, C4, C5, C6, C7, C8, C9),
)

__all__ = ["CLAIMS"]
