"""How often a test rejected true null hypotheses: what must be read beside its replicability."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from foldwise._core import counted
from foldwise.verdicts import NEEDS, MeasuredLevel, card

# Simulations that break an assumption of every test say nothing about the level of one.
_DEPENDENT: Final = "examples not independent"
# By losses that weigh how sure a learner is a test can do otherwise than by accuracy, by which the others were made.
_OTHER_LOSSES: Final = ", other losses"

NOT_VALIDITY: Final = (
    "Replicability is not validity: a test that rejects true null hypotheses too often can do so every time."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredRange:
    """The lowest and the highest rate at which a test rejected true null hypotheses in simulations.

    Parameters
    ----------
    test : str
        Name of the test.
    design : str
        The design of the measurements; empty if they are of several.
    level : float
        The nominal level; NaN if nothing was measured, as the rates.
    lowest, highest : float
        Share of true null hypotheses that were rejected.
    lowest_learner, highest_learner : str
        With which learner.
    n_measurements : int
        Out of how many.

    Examples
    --------
    >>> from foldwise.data import load
    >>> from foldwise.learners import C45, NaiveBayes
    >>> from foldwise.replicability import replicate
    >>> from foldwise.verdicts import Procedure
    >>> learners = {"nb": NaiveBayes(), "c45": C45()}
    >>> result = replicate(learners, load("wine"), procedure=Procedure("5x2", "five_by_two_t"), n=5, seed=1)
    >>> result.level.test, result.level.lowest < result.level.highest
    ('five_by_two_t', True)
    """

    test: str
    design: str
    level: float
    lowest: float
    highest: float
    lowest_learner: str
    highest_learner: str
    n_measurements: int

    def __str__(self) -> str:
        if not self.n_measurements:
            return f"How often the {NEEDS[self.test].label} rejects a true null hypothesis has not been measured here."
        how_many, where = counted(self.n_measurements, "measurement"), f" of {self.design}" if self.design else ""
        return (
            f"In simulations where the null hypothesis is true the {NEEDS[self.test].label} rejected it from "
            f"{self.lowest:.3f} ({self.lowest_learner}) to {self.highest:.3f} ({self.highest_learner}) of the time at "
            f"level {self.level:g} ({how_many}{where}; all of them: foldwise tests {self.test} --all)."
        )


def measured_range(test: str, n_repeats: int, n_folds: int) -> MeasuredRange:
    """Return what was measured of a test on this design, or on any design if nothing was.

    >>> found = measured_range("five_by_two_t", 5, 2)
    >>> found.lowest, found.highest, found.n_measurements
    (0.026, 0.106, 12)
    >>> measured_range("kfold_t", 1, 3).design
    ''
    """
    known = [row for row in card(test).measured if not row.design.endswith(_OTHER_LOSSES)]
    sound = [row for row in known if not row.source.startswith(_DEPENDENT)]
    here = [row for row in sound if row.design.removesuffix(", unstratified") in _names(n_repeats, n_folds)]
    rows: Sequence[MeasuredLevel] = here or sound
    if not rows:
        nan = float("nan")
        return MeasuredRange(
            test=test,
            design="",
            level=nan,
            lowest=nan,
            highest=nan,
            lowest_learner="",
            highest_learner="",
            n_measurements=0,
        )
    least, most = (choose(rows, key=lambda row: row.rate) for choose in (min, max))
    return MeasuredRange(
        test=test,
        design=least.design.removesuffix(", unstratified") if here else "",
        level=least.level,
        lowest=least.rate,
        highest=most.rate,
        lowest_learner=least.learner,
        highest_learner=most.learner,
        n_measurements=len(rows),
    )


def _names(n_repeats: int, n_folds: int) -> tuple[str, ...]:
    """Return what the table of measurements calls a cross-validation."""
    return (f"{n_repeats}x{n_folds}", *([f"{n_folds} folds"] if n_repeats == 1 else []))
