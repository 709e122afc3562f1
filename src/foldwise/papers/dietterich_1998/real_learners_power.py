"""Power of four tests on three tasks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

import foldwise as fw
from foldwise.papers.dietterich_1998.real_learners_table import laid_out
from foldwise.papers.dietterich_1998.real_learners_tasks import ALPHA, HALVES, MCNEMAR, PROPORTIONS, TEN_FOLD, Task
from foldwise.papers.dietterich_1998.real_learners_words import LOST, MATCHED, PAPER, recovered, share, within
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, Exhibit, Figure

# The more powerful first, and whether the paper calls that slight.
ORDER: Final = ((TEN_FOLD, HALVES, False), (HALVES, MCNEMAR, True), (MCNEMAR, PROPORTIONS, False))
# Points of a difference on letter; 'about one third of the time'.
POINTS: Final = 10
ABOUT_A_THIRD: Final = (0.233, 0.433)


def power_exhibit(bench: Workbench, task: Task) -> Exhibit:
    """Show how often four tests find a difference, by its size, on one task."""
    found = bench.once(task.trials)
    ordered = [Ahead.of(found.trials[1:], *pair) for pair in ORDER]
    unseen = [each for each in ordered if each.slight and each.low <= 0]
    n_trials = found.trials[0].n_trials
    frame = found.frame()
    frame["difference"] = [f"{100 * abs(difference):.1f} points" for difference in frame["difference"]]
    note = f"Exact 95% intervals over {n_trials} datasets. None of these numbers is printed."
    null_rate = float(frame.loc[frame["procedure"] == TEN_FOLD, "rate"].iloc[0])
    return Exhibit(
        paper=PAPER,
        name=f"power_{task.name}",
        title=f"Power on {task.words}",
        about=f"{MATCHED} Then less and less damage, by the same fraction of the way between the two learning curves "
        f"at each training size. {n_trials} datasets for each difference, which is that with all 300 examples.",
        tables=(laid_out("Share of datasets that are rejected", frame, "procedure", "difference", "rate", note=note),),
        checks=(*(each.check() for each in ordered), *([letter_check(found)] if task.name == "letter" else [])),
        figures=(
            Figure(
                name=f"dietterich-power-{task.name}",
                caption=f"{task.words}: share of datasets on which each test rejects, against the true difference.",
                shown=found,
            ),
        ),
        because=" ".join(
            f"That {each.first} is slightly ahead of {each.second} cannot be seen here: {each.found}."
            for each in unseen
        ),
        notes=(
            LOST,
            "What is certain of the power: 10-fold t finds most, then 5x2 t slightly ahead of McNemar's test, the test "
            "of proportions little. The numbers are lost, but for one: " + recovered("letter_power") + ".",
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
    mean, low, high : float
        Difference of the two rates, and 95% limits over datasets.
    """

    first: str
    second: str
    slight: bool
    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, trials: Sequence[fw.lab.Trials], first: str, second: str, slight: bool) -> "Ahead":
        """Compare dataset by dataset; each counts once, whatever the number of differences."""
        rates = [
            np.mean([each.found[name].pvalue[:, 0] <= ALPHA for each in trials], axis=0) for name in (first, second)
        ]
        gained = rates[0] - rates[1]
        mean, arm = float(gained.mean()), 1.96 * float(gained.std(ddof=1)) / float(np.sqrt(gained.size))
        return cls(first=first, second=second, slight=slight, mean=mean, low=mean - arm, high=mean + arm)

    @property
    def found(self) -> str:
        """The numbers."""
        return f"rates differ by {within(self.mean, self.low, self.high)}, over all differences"

    def check(self) -> Check:
        """Ask whether the first is the more powerful one; where that is slight, whether it may be."""
        if self.slight:
            asked = f"{self.first} is slightly more powerful than {self.second}: the 95% interval reaches above 0"
            return Check(asked=asked, found=self.found, met=self.high > 0)
        asked = f"{self.first} is more powerful than {self.second}: the 95% interval lies above 0"
        return Check(asked=asked, found=self.found, met=self.low > 0)


def letter_check(found: fw.lab.Power) -> Check:
    """Ask how often the 5x2 test finds ten points, on the line between the two differences next to that."""
    frame = found.frame()
    rates = frame.loc[frame["procedure"] == HALVES, "rate"].to_numpy()
    points = 100 * np.abs(found.differences)
    # Beyond the largest difference nothing is known.
    rate = float(np.interp(POINTS, points, rates, right=np.nan))
    low, high = ABOUT_A_THIRD
    return Check(
        asked=f"{HALVES} finds {POINTS} points about one third of the time (probable): {share(low)} to {share(high)}",
        found=f"{share(rate)}, on the line between {points[-2]:.1f} and {points[-1]:.1f} points",
        met=low <= rate <= high,
    )
