"""Bradford & Brodley (2001)."""

from typing import Final

from foldwise.papers.bradford_brodley_2001.accuracies import TABLE1
from foldwise.papers.bradford_brodley_2001.arithmetic import (
    RECOMPUTED,
    by_areas,
    by_bold,
    disputed,
    incorrect,
    more_and_less_significant,
    opposed,
    rejections,
    tallies,
)
from foldwise.papers.bradford_brodley_2001.averages import TABLE2, TABLE4
from foldwise.papers.bradford_brodley_2001.normality import FIGURE5
from foldwise.papers.bradford_brodley_2001.outcomes import GROUPS, PANELS, TABLE3
from foldwise.papers.bradford_brodley_2001.printed_values import (
    OTHERS,
    PROCEDURES,
    printed_accuracies,
    printed_areas,
    printed_outcomes,
)
from foldwise.papers.bradford_brodley_2001.section_three import SECTION_THREE
from foldwise.papers.bradford_brodley_2001.variation import VARIATION
from foldwise.papers.bradford_brodley_2001.worked import TEXT, worked_numbers
from foldwise.papers.paper import Paper


def _errata() -> tuple[str, ...]:
    areas, triples, accuracies, text = printed_areas(), printed_outcomes(), printed_accuracies(), worked_numbers()
    right, n_significant = opposed()
    less = [more_and_less_significant(other)[1] for other in OTHERS]
    more = [more_and_less_significant(other)[0] for other in OTHERS]
    rejected = rejections()
    halves, ten = ([rejected[other, how] for other in OTHERS] for how in ("5x2cv", "1x10cv"))
    cells = " and ".join(
        f"{name} ({OTHERS[other]}, {PROCEDURES[how]}: {triples[other, how][name]}, area {areas[other, how][name]:g})"
        for (other, how), name in disputed()
    )
    ttt = "tic-tac-toe"
    return (
        "B1. The caption of Table 3 gives the order of the three counts as TDDT-1, neither, the other. It is the other "
        f"way around: so say the signs of Table 2 in {right} of {n_significant} significant cells. The caption's own "
        "example is turned around with it. foldwise counts (b, neither, a), TDDT-1 being a.",
        f"B2. The caption of Figure 4 has naive Bayes ahead on {ttt}. TDDT-1 is: "
        f"{accuracies['tddt1_5x2cv'][ttt]:g} against {accuracies['naive_bayes_5x2cv'][ttt]:g} percent, counts "
        f"{triples['naive_bayes', '5x2cv'][ttt]}.",
        "B3. Tables 2 and 3 are headed 10x1; one tenfold cross-validation is meant, 1x10.",
        "B4. The printed 5x2 statistic takes deviations from the mean of all ten differences. Dietterich's takes them "
        "from the mean of each repeat: foldwise.stats.five_by_two_t.",
        "B5. The tables use neither: the plain t on the ten differences (five_by_two_plain_t) fits them, and by "
        f"Dietterich's statistic an area of {abs(areas['naive_bayes', '5x2cv']['breast']):.5f} (breast) is out of "
        "reach. The plain t ignores that training sets of different repeats overlap. Nor is 5x2 less significant than "
        f"1x10, as the text has it: by Table 2 it is less on {less[0]} and {less[1]} datasets and more on {more[0]} "
        f"and {more[1]}, and single partitions reject {halves[0]} against {ten[0]} times, and {halves[1]} against "
        f"{ten[1]}.",
        "B6. The rule for whether there were enough partitions takes its critical value from the number of partitions; "
        "it belongs to the test of one partition, two-sided, and a second side is missing, which says that there is no "
        "significance. foldwise.stats.enough_partitions has both sides, and by default a rule that may be looked at "
        "again and again.",
        "B7. Ten differences leave nine degrees of freedom, not ten.",
        f"B8. Fisher's first example is {text['bb_fisher_a']:.4f} and its tail {text['bb_fisher_a_p']:.4f}; the paper "
        "gives a statistic from rounded logarithms, and the tabled level that it passes.",
        f"B9. Fisher's statistic for 55 partitions has 110 degrees of freedom, not ten: so the tail is "
        f"{text['bb_fisher_55_p']:.4f}.",
        f"B10. On {cells} the bold count of Table 3 is not the conclusion of Table 2. Table 4 follows Table 2 "
        f"({incorrect(tallies(by_areas()))} wrong conclusions; by the bold counts {incorrect(tallies(by_bold()))}). "
        "foldwise concludes from the averaged t, never from most partitions.",
        "B11. The text has both trees right on every fold of monk3-full by 1x10, which makes the area 0.5; Table 2 has "
        f"{areas['tddt2', '1x10cv']['monk3-full']:g}. On cleve the averaged t favours TDDT-1 "
        f"({areas['tddt2', '1x10cv']['cleve']:g}) and the mean accuracy TDDT-2: possible, since a mean of t is not "
        "the t of a mean. foldwise shows both.",
        "B12. A p-value is not the probability of being wrong when the null hypothesis is rejected: it is that of a "
        "result at least as extreme if the hypothesis holds.",
        "B13. The binomial test is not the test of a difference of two proportions: foldwise has both, under their "
        "names.",
        "B14. The averaged t keeps the degrees of freedom of one partition and has no null distribution of its own; "
        "the paper asks for more work on it. foldwise marks it as not calibrated and measures its level in the lab.",
        "B15. Two works are cited under two years or spellings each (Merz and Murphy; Steel).",
        f"B16. Where the counts are near one half (vehicle {triples['tddt2', '5x2cv']['vehicle']}, soybean-large "
        f"{triples['naive_bayes', '5x2cv']['soybean-large']}, monk2 {triples['naive_bayes', '5x2cv']['monk2']}, heart "
        f"{triples['naive_bayes', '1x10cv']['heart']}) a single partition is the toss of a coin.",
    )


# Read when this paper is: the numbers come from its printed tables.
_ERRATA: Final = _errata()

BRADFORD_BRODLEY_2001: Final = Paper(
    name="bradford_brodley_2001",
    title="Bradford & Brodley (2001)",
    reference="J. P. Bradford and C. E. Brodley (2001). The effect of instance-space partition on significance. "
    "Machine Learning 42, 269-286.",
    about="One partition of the data into folds can lead to another conclusion than the next: the paper judges 55 of "
    "them, one by one, on 23 datasets, and averages their t. Here all is done again with foldwise's own learners: a "
    "tree with Mansour's pruning (TDDT-1), one with C4.5's (TDDT-2) and naive Bayes on discretized columns.",
    parts=(TABLE1, *PANELS, FIGURE5, TABLE2, TABLE3, GROUPS, TABLE4, SECTION_THREE, VARIATION, TEXT, RECOMPUTED),
    errata=_ERRATA,
)

__all__ = ["BRADFORD_BRODLEY_2001"]
