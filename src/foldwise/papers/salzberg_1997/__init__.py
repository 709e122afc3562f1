"""Salzberg (1997)."""

from typing import Final

from foldwise.papers.paper import Paper, Part
from foldwise.papers.salzberg_1997 import (
    leak,
    many_tests,
    peeking,
    recommended_procedure,
    researchers,
    worked_examples,
)
from foldwise.papers.salzberg_1997.errata import ERRATA

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
    errata=ERRATA,
)

__all__ = ["SALZBERG_1997"]
