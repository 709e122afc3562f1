"""Bouckaert & Frank (2004)."""

from typing import Final

import foldwise as fw
from foldwise.papers.bouckaert_frank_2004.by_runs import IN_TEXT, TABLE2, TABLE3, TABLE4
from foldwise.papers.bouckaert_frank_2004.high_r import HIGH_R
from foldwise.papers.bouckaert_frank_2004.recomputed import RECOMPUTED, decreases, worse_cells
from foldwise.papers.bouckaert_frank_2004.statements import STATEMENTS
from foldwise.papers.bouckaert_frank_2004.table1 import TABLE1
from foldwise.papers.bouckaert_frank_2004.table5 import TABLE5
from foldwise.papers.paper import Paper

_FALLING: Final = decreases()
_WORSE: Final = worse_cells()

_ERRATA: Final = (
    "F1. R is said never to be below one half. That holds for the probability that R estimates, not for the estimate: "
    f"five rejections in ten executions give {fw.stats.pair_agreement(5, 10):.3f}. foldwise reports the estimate as it "
    "comes out, and says what its least value is.",
    "F2. In the formula of R the count is introduced as how often outcomes agree; the formula needs how often the test "
    "rejects. foldwise takes the latter.",
    "F3. McNemar's test is said to have a Type II error only slightly below that of the 5x2 test. Dietterich found it "
    "slightly above: the 5x2 test has more power. foldwise measures power for both.",
    f"F4. One place is named where Table 2 falls although splits are added: {_FALLING[-1]}. The printed numbers fall "
    f"in {len(_FALLING)}: also {'; '.join(_FALLING[:-1])}.",
    "F5. The tests of Table 3 are said to be as good as those of Table 2, and often better. "
    f"They are worse in {len(_WORSE)} cells: {'; '.join(_WORSE)}.",
    "F6. The numbers of attributes in Table 1 are counted in several ways: those of arrhythmia (280), credit-rating "
    "(16) and ecoli (8) count one column more than learners see, the class or a name. The datasets of foldwise have "
    "279, 15 and 7; on all others the numbers agree.",
    "F7. In one copy of the paper the cells of Table 2 are scrambled, and cells of Tables 3 and 5 lost. The printed "
    "numbers shown here are those of a complete copy.",
    "F8. Consistency and R do not ask who was declared better, although the paper reports that executions contradicted "
    "each other now and then. foldwise also counts three outcomes, and names datasets on which both were declared "
    "better.",
    "F9. A note beside the t test asks that the scores of both learners be normal. Only their differences need to be.",
)

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
    parts=(TABLE1, TABLE2, TABLE3, IN_TEXT, STATEMENTS, TABLE4, TABLE5, HIGH_R, RECOMPUTED),
    errata=_ERRATA,
)

__all__ = ["BOUCKAERT_FRANK_2004"]
