"""What a test reads from a run, and what to know before choosing it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from foldwise._core import Caveat
from foldwise.verdicts._feeds import Feed
from foldwise.verdicts._setting import Setting

Reads = Literal["differences", "disagreements", "losses", "halves", "responses", "partitions", "datasets"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """What a test reads, of which designs, and how it differs from its neighbours.

    Parameters
    ----------
    label : str
        The test in words.
    symbol : str
        How its statistic is written.
    reads : {'differences', 'disagreements', 'losses', 'halves', 'responses', 'partitions', 'datasets'}
        Differences of scores per fold; counts of examples that only one learner gets right; losses of single
        examples; the same with the half that was trained on; probabilities or decision values; statistics or p-values
        of single repeats; mean differences of several datasets.
    design : str
        The designs and metrics it is made for, in words.
    fits : callable
        Whether a `Setting` is such a design.
    feed : callable
        Takes the pairs (one; for `reads` of ``'datasets'`` one per dataset) and the alternative, returns a `Finding`.
    questions : tuple of int
        Which of Dietterich's nine questions it answers.
    differs : str
        In a clause, what sets its answer apart from those of other tests on the same scores.
    assumes : str
        What must hold for its p-value to mean what it says.
    avoid : str
        When not to use it.
    advisable : bool, default True
        Whether foldwise would use it for a conclusion of its own.
    beware : Caveat, optional
        What its verdicts ask to beware of, whatever the design.
    """

    label: str
    symbol: str
    reads: Reads
    design: str
    fits: Callable[[Setting], bool]
    feed: Feed
    questions: tuple[int, ...]
    differs: str
    assumes: str
    avoid: str
    advisable: bool = True
    beware: Caveat | None = None
