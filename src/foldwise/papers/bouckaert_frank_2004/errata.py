"""Errors and inconsistencies found in the paper."""

from typing import Final

import foldwise as fw
from foldwise.papers.bouckaert_frank_2004.recomputed import decreases, worse_cells

_FALLING: Final = decreases()
_WORSE: Final = worse_cells()

ERRATA: Final = (
    "F1. R is said never to be below one half. That holds for the probability that R estimates, not for the estimate: "
    f"five rejections in ten executions give {fw.stats.pair_agreement(5, 10):.3f}. foldwise reports the estimate as it "
    "comes out, and says what its least value is.",
    "F2. In the formula of R the count is introduced as how often outcomes agree; the formula needs how often the test "
    "rejects. foldwise takes the latter.",
    "F3. McNemar's test is said to have a Type II error only slightly below that of the 5x2 test. Dietterich found it "
    "slightly above: the 5x2 test has more power. foldwise measures power for both.",
    f"F4. Only the last row of Table 2 is said to fall where splits are added. The printed numbers fall in "
    f"{len(_FALLING)} places, in other rows: {'; '.join(_FALLING)}.",
    "F5. Table 3 is said to be ahead of Table 2 almost everywhere. "
    f"It is behind in {len(_WORSE)} cells: {'; '.join(_WORSE)}.",
    "F6. The numbers of attributes in Table 1 are counted in several ways: those of credit-rating, ecoli and vowel "
    "count the class or a column of names. foldwise counts attributes that learners see.",
    "F7. In one copy of the paper cells of Tables 2, 3 and 5 are lost. The printed numbers shown here are those of a "
    "complete copy.",
    "F8. Consistency and R do not ask who was declared better, although the paper reports that executions contradicted "
    "each other now and then. foldwise also counts three outcomes, and names datasets on which both were declared "
    "better.",
    "F9. A note beside the t test asks that the scores of both learners be normal. Only their differences need to be.",
)
