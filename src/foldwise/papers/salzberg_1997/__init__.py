"""Salzberg (1997)."""

from typing import Final

import foldwise as fw
from foldwise.papers.paper import Paper, Part
from foldwise.papers.salzberg_1997 import (
    leak,
    many_tests,
    peeking,
    recommended_procedure,
    researchers,
    worked_examples,
)
from foldwise.papers.salzberg_1997.worked_examples import N_TESTS, printed_number


def _tail(right: int, n: int) -> float:
    return float(fw.stats.binomial(right, n - right, alternative="greater").pvalue)


_ERRATA: Final = (
    f"S1. Section 3.1, 35 right of 50: printed {printed_number('salz_binom_35_50_one'):g} and "
    f"{printed_number('salz_binom_35_50_two'):g} two-sided; the exact tails are {_tail(35, 50):.6f} and "
    f"{2 * _tail(35, 50):.6f}. For 30 of 50: printed {printed_number('salz_binom_30_50_one'):g}, exact "
    f"{_tail(30, 50):.6f}. foldwise computes exact tails.",
    f"S2. Section 3: the level {printed_number('salz_alpha_star_154'):g} for each of {N_TESTS} tests is "
    f"{float(fw.stats.sidak_level(0.05, N_TESTS)):.6f}, rounded, and comes from Sidak's formula, although it is called "
    f"Bonferroni's. That of Bonferroni is {float(fw.stats.bonferroni_level(0.05, N_TESTS)):.6f}. foldwise has both "
    "under their own names.",
    "S3. Note 3 takes leave-one-out for a division into one subset less than there are examples. It has as many "
    "subsets as examples, and so it is in foldwise. In step 4 of the procedure the letter k stands for the number of "
    "subsets and for one of them.",
    "S4. Where many tests are made, significance levels are said to need an increase. Stricter, that is smaller, "
    "levels are meant. foldwise says smaller.",
    "S5. Note 2 takes a p-value for the probability that a result came about by chance. It is the probability, if the "
    "null hypothesis holds, of a result at least as extreme; no text of foldwise says otherwise.",
    "S6. The paired t test is said to suppose that the two algorithms have independent test sets. It supposes "
    "independent pairs; within a pair the two may depend on each other as they like, and it is better if they do. "
    "The warning that it should never be used is taken from Dietterich, where it concerns random splits that overlap. "
    "foldwise flags each t test with what it supposes and what was measured.",
)

SALZBERG_1997: Final = Paper(
    name="salzberg_1997",
    title="Salzberg (1997)",
    reference="S. L. Salzberg (1997). On comparing classifiers: pitfalls to avoid and a recommended approach. "
    "Data Mining and Knowledge Discovery 1, 317-328.",
    about="Comparisons of classifiers go wrong where many tests are made and not counted, where settings are tuned on "
    "the test data, and where a method is never tried on data that hold nothing; a procedure is recommended that "
    "avoids this. The paper argues and runs no experiment. Here its numbers are computed, its arguments are simulated, "
    "and its procedure is run.",
    parts=(
        Part(name="worked-examples", title="Worked examples in the text", make=worked_examples.make),
        Part(
            name="154-tests",
            title="14 variants on 11 datasets: 154 tests where nothing differs",
            make=many_tests.make,
            needs=(many_tests.null_studies,),
        ),
        Part(
            name="100-researchers",
            title="100 researchers compare two learners that do not differ",
            make=researchers.make,
            needs=(researchers.communities,),
        ),
        Part(
            name="tuning",
            title="Tuning on the test set, and inside the training set",
            make=peeking.make,
            needs=(peeking.tuning,),
        ),
        Part(
            name="procedure",
            title="The recommended procedure: does raising subtrees make C4.5 better?",
            make=recommended_procedure.make,
            needs=(recommended_procedure.procedure,),
        ),
        Part(name="leak", title="Random labels expose a leak", make=leak.make, needs=(leak.randomized,)),
    ),
    errata=_ERRATA,
)

__all__ = ["SALZBERG_1997"]
