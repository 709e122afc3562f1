"""Power of four tests on three tasks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

import foldwise as fw
from foldwise.papers.dietterich_1998.real_learners_tasks import (
    ALPHA,
    HALVES,
    MCNEMAR,
    PROPORTIONS,
    TEN_FOLD,
    TESTS,
    Task,
)
from foldwise.papers.dietterich_1998.words import LOST, MATCHED, PAPER, Gain, laid_out, recovered
from foldwise.papers.printed_numbers import share
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, Exhibit, Figure

# The more powerful first, and whether the paper calls that slight.
ORDER: Final = ((TEN_FOLD, HALVES, False), (HALVES, MCNEMAR, True), (MCNEMAR, PROPORTIONS, False))
# Points of a difference on letter.
LETTER: Final = "letter"
POINTS: Final = 10


def power_exhibit(bench: Workbench, task: Task) -> Exhibit:
    """Show how often four tests find a difference, by its size, on one task."""
    power = bench.once(task.trials)
    ordered = [Ahead.of(power.trials[1:], *pair) for pair in ORDER]
    unseen = [each for each in ordered if each.slight and each.gain.low <= 0]
    n_trials = power.trials[0].n_trials
    frame = power.frame()
    frame["difference"] = [f"{100 * abs(difference):.1f} points" for difference in frame["difference"]]
    note = f"Exact 95% intervals over {n_trials} datasets. None of these numbers is printed."
    null_rate = float(frame.loc[frame["procedure"] == TEN_FOLD, "rate"].iloc[0])
    return Exhibit(
        paper=PAPER,
        name=f"power-{task.name}",
        title=f"Power on {task.words}",
        about=f"{MATCHED} Then less and less damage, by the same fraction of the way between the two learning curves "
        f"at each training size. {n_trials} datasets for each difference, which is that with all 300 examples.",
        tables=(laid_out("Share of datasets that are rejected", frame, "procedure", "difference", "rate", note=note),),
        checks=tuple(each.check() for each in ordered),
        figures=(
            Figure(
                name="rates",
                caption=f"{task.words}: share of datasets on which each test rejects, against the true difference.",
                shown=power,
            ),
        ),
        because=" ".join(
            f"The paper has {each.first} slightly ahead of {each.second}, which is not seen here: {each.found}."
            for each in unseen
        ),
        notes=(
            LOST,
            "What is certain of the power: 10-fold t finds most, then 5x2 t slightly ahead of McNemar's test, the test "
            "of proportions little. The numbers are lost.",
            *([letter_in_words(power)] if task.name == LETTER else []),
            f"{TEN_FOLD} is not valid: without any difference it rejects {share(null_rate)} here.",
        ),
        incomplete=bench.incomplete,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Ahead:
    """How much more often one test rejects than another on the same datasets, over all differences but none.

    Parameters
    ----------
    first, second : str
        The tests.
    slight : bool
        Whether the paper says so.
    gain : Gain
        Difference of the two rates.
    """

    first: str
    second: str
    slight: bool
    gain: Gain

    @classmethod
    def of(cls, trials: Sequence[fw.lab.Trials], first: str, second: str, slight: bool) -> "Ahead":
        """Compare dataset by dataset; each counts once, whatever the number of differences."""
        rates = [
            np.mean([each.found[name].pvalue[:, 0] <= ALPHA for each in trials], axis=0) for name in (first, second)
        ]
        return cls(first=first, second=second, slight=slight, gain=Gain.of(*rates))

    @property
    def found(self) -> str:
        """The numbers."""
        return f"its rate minus that of the other is {self.gain.words}, over all differences"

    def check(self) -> Check:
        """Ask whether the first is the more powerful one; where the paper calls that slight, whether it may be."""
        if self.slight:
            claim = f"{self.first} is not less powerful than {self.second}: the 95% interval does not lie below 0"
            return Check(asked=claim, found=self.found, met=self.gain.high > 0)
        claim = f"{self.first} is more powerful than {self.second}: the 95% interval lies above 0"
        return Check(asked=claim, found=self.found, met=self.gain.low > 0)


def letter_in_words(power: fw.lab.Power) -> str:
    """Put what is left of the numbers on letter beside ours; which test it was about is not said."""
    return (
        f"One number may be left, of one of the tests: {recovered('letter_power')}. A third is in the text, the "
        f"{POINTS} are a recollection, so that nothing is judged by it. {ten_points(power)}"
    )


def ten_points(power: fw.lab.Power) -> str:
    """Return how often each test finds ten points, on the line between the two differences next to that."""
    frame = power.frame()
    points = 100 * np.abs(power.differences)
    if points.max() < POINTS:
        return f"A difference of {POINTS} points was not made here: the largest has {points.max():.1f}."
    words = []
    for name in TESTS:
        rates = frame.loc[frame["procedure"] == name, "rate"].to_numpy()
        words.append(f"{name} {share(float(np.interp(POINTS, points, rates)))}")
    return f"Here, on the line between the differences next to {POINTS} points: {', '.join(words)}."
