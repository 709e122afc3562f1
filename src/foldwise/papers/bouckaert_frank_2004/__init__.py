"""Bouckaert & Frank (2004)."""

from typing import Final

from foldwise.papers.bouckaert_frank_2004.by_runs import TABLE2, TABLE3, TABLE4
from foldwise.papers.bouckaert_frank_2004.errata import ERRATA
from foldwise.papers.bouckaert_frank_2004.in_text import IN_TEXT
from foldwise.papers.bouckaert_frank_2004.recomputed import RECOMPUTED
from foldwise.papers.bouckaert_frank_2004.table1 import TABLE1
from foldwise.papers.bouckaert_frank_2004.table5 import TABLE5
from foldwise.papers.paper import Paper

BOUCKAERT_FRANK_2004: Final = Paper(
    name="bouckaert_frank_2004",
    title="Bouckaert & Frank (2004)",
    reference=(
        "R. R. Bouckaert and E. Frank (2004). Evaluating the replicability of significance tests for comparing "
        "learning algorithms. PAKDD 2004, 3-12."
    ),
    about=(
        "A test that is executed again, with other random partitions of the same data, should say the same again. The "
        "paper measures how often: the 5x2 test does worst, ten times ten folds with the corrected t test best. Here "
        "all of it is done again with foldwise's own naive Bayes, C4.5 and nearest neighbour, on the same 27 datasets."
    ),
    parts=(TABLE1, TABLE2, TABLE3, IN_TEXT, TABLE4, TABLE5, RECOMPUTED),
    errata=ERRATA,
)

__all__ = ["BOUCKAERT_FRANK_2004"]
