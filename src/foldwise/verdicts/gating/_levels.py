"""How often gates erred in simulations: the table of docs/gate-levels.csv, and the case of it that is nearest."""

import math
from dataclasses import asdict, dataclass
from typing import Any, Final

from foldwise._core import percent

# At this alpha the rates were measured.
_ALPHA: Final = 0.05
_WHAT: Final = {
    "answers": "right and wrong answers to {} examples",
    "scores": "scores of {} examples",
    "clusters": "{} clusters of examples",
    "folds": "{} times 10-fold cross-validation",
    "seeds": "{} trainings of each on one test set",
    "crossed": "{} trainings of each, scored on 200 examples",
}
_MARGIN: Final = {
    "answers": "{:g}",
    "scores": "{:g} standard deviations of the difference on an example",
    "clusters": "{:g} standard errors of the difference times the root of the number of clusters",
    "folds": "{:g} standard deviations of the difference on a fold",
    "seeds": "{:g} standard errors of the difference",
    "crossed": "{:g} standard errors of the difference",
}


@dataclass(frozen=True, slots=True)
class MeasuredGate:
    """Rates of error of a gate, measured in simulations of one kind of data.

    Parameters
    ----------
    kind : {'answers', 'scores', 'clusters', 'folds', 'seeds', 'crossed'}
        What was compared: right and wrong answers to examples, scores of examples that are not 0 and 1, clusters of
        examples, folds of a repeated cross-validation, trainings scored on one test set as a whole, or trainings with
        a score for each example.
    n : int
        How many examples, clusters, repeats or trainings there were.
    margin : float
        The loss that does not matter: itself for right and wrong answers, otherwise as a multiple of the standard
        deviation of the difference on one example or fold; of clusters, of its standard error times the root of `n`; of
        trainings, of its standard error.
    population : str
        What was drawn, in words.
    not_worse_at_margin : float
        Share called not worse where the candidate was worse by just the margin; alpha was .05.
    worse_at_zero : float
        Share called worse where there was no difference.
    not_worse_at_zero : float
        Share called not worse where there was no difference.
    trials : int
        How many experiments.

    Examples
    --------
    >>> import pandas as pd
    >>> import foldwise as fw
    >>> old, new = [1] * 80 + [0] * 20, [1] * 82 + [0] * 18
    >>> tables = [pd.DataFrame({"item": range(100), "correct": right}) for right in (old, new)]
    >>> measured = fw.gate(*tables, worse_by=0.05).measured
    >>> measured.kind, measured.n, measured.not_worse_at_margin
    ('answers', 200, 0.05)
    """

    kind: str
    n: int
    margin: float
    population: str
    not_worse_at_margin: float
    worse_at_zero: float
    not_worse_at_zero: float
    trials: int

    def phrase(self) -> str:
        """Return the rate that matters most, in a few words."""
        passed = percent(round(self.not_worse_at_margin, 3))
        return (
            f"up to {passed} of simulated candidates that were worse by just the margin passed at alpha "
            f"{percent(_ALPHA)} (nearest case: {_WHAT[self.kind].format(self.n)}; most where {self.population})"
        )

    def sentence(self) -> str:
        """Return the rates in words, with their source."""
        return (
            f"Measured on the nearest case ({_WHAT[self.kind].format(self.n)}, where {self.population}; margin "
            f"{_MARGIN[self.kind].format(self.margin)}, alpha {_ALPHA:g}, {self.trials:,} simulated experiments, the "
            f"less favourable of two populations): {self.not_worse_at_margin:.3f} were called not worse where the "
            f"candidate was worse by just the margin; where there was no difference, {self.worse_at_zero:.3f} were "
            f"called worse and {self.not_worse_at_zero:.3f} not worse. Source: docs/gate-levels.csv."
        )

    def document(self) -> dict[str, Any]:
        """Return it for JSON."""
        return asdict(self)


# All rows of docs/gate-levels.csv, which experiments/gate/run_gate.py writes.
MEASURED: Final = (
    MeasuredGate("answers", 50, 0.01, "0.06 of answers differ", 0.0250, 0.0163, 0.0517, 20000),
    MeasuredGate("answers", 50, 0.01, "0.2 of answers differ", 0.0454, 0.0355, 0.0623, 20000),
    MeasuredGate("answers", 50, 0.05, "0.06 of answers differ", 0.0140, 0.0011, 0.2532, 20000),
    MeasuredGate("answers", 50, 0.05, "0.2 of answers differ", 0.0486, 0.0089, 0.1897, 20000),
    MeasuredGate("answers", 200, 0.01, "0.06 of answers differ", 0.0503, 0.0152, 0.1380, 20000),
    MeasuredGate("answers", 200, 0.01, "0.2 of answers differ", 0.0520, 0.0268, 0.0940, 20000),
    MeasuredGate("answers", 200, 0.05, "0.06 of answers differ", 0.0412, 0.0000, 0.8439, 20000),
    MeasuredGate("answers", 200, 0.05, "0.2 of answers differ", 0.0500, 0.0006, 0.4646, 20000),
    MeasuredGate("answers", 1000, 0.01, "0.06 of answers differ", 0.0489, 0.0018, 0.3496, 20000),
    MeasuredGate("answers", 1000, 0.01, "0.2 of answers differ", 0.0478, 0.0094, 0.1747, 20000),
    MeasuredGate("answers", 1000, 0.05, "0.06 of answers differ", 0.0500, 0.0000, 1.0000, 20000),
    MeasuredGate("answers", 1000, 0.05, "0.2 of answers differ", 0.0487, 0.0000, 0.9708, 20000),
    MeasuredGate("folds", 10, 0.5, "folds are correlated by 0.1", 0.0507, 0.0006, 0.4397, 20000),
    MeasuredGate("folds", 10, 0.5, "folds are correlated by 0.3", 0.1898, 0.0381, 0.5124, 20000),
    MeasuredGate("scores", 20, 0.1, "differences are normal", 0.0469, 0.0156, 0.1052, 20000),
    MeasuredGate("scores", 20, 0.3, "differences are normal", 0.0469, 0.0012, 0.3439, 20000),
    MeasuredGate("scores", 20, 0.1, "one in ten differs by a loss", 0.0848, 0.0005, 0.1226, 20000),
    MeasuredGate("scores", 20, 0.3, "one in ten differs by a loss", 0.0848, 0.0000, 0.2024, 20000),
    MeasuredGate("scores", 50, 0.1, "differences are normal", 0.0476, 0.0092, 0.1625, 20000),
    MeasuredGate("scores", 50, 0.3, "differences are normal", 0.0476, 0.0001, 0.6603, 20000),
    MeasuredGate("scores", 50, 0.1, "one in ten differs by a loss", 0.0503, 0.0008, 0.0968, 20000),
    MeasuredGate("scores", 50, 0.3, "one in ten differs by a loss", 0.0503, 0.0000, 0.2416, 20000),
    MeasuredGate("scores", 200, 0.1, "differences are normal", 0.0508, 0.0008, 0.4100, 20000),
    MeasuredGate("scores", 200, 0.3, "differences are normal", 0.0508, 0.0000, 0.9951, 20000),
    MeasuredGate("scores", 200, 0.1, "one in ten differs by a loss", 0.0445, 0.0003, 0.2664, 20000),
    MeasuredGate("scores", 200, 0.3, "one in ten differs by a loss", 0.0445, 0.0000, 0.8331, 20000),
    MeasuredGate("scores", 1000, 0.1, "differences are normal", 0.0518, 0.0000, 0.9354, 20000),
    MeasuredGate("scores", 1000, 0.3, "differences are normal", 0.0518, 0.0000, 1.0000, 20000),
    MeasuredGate("scores", 1000, 0.1, "one in ten differs by a loss", 0.0478, 0.0000, 0.8534, 20000),
    MeasuredGate("scores", 1000, 0.3, "one in ten differs by a loss", 0.0478, 0.0000, 1.0000, 20000),
    MeasuredGate("clusters", 10, 0.1, "each has 5 examples", 0.0418, 0.0222, 0.0743, 20000),
    MeasuredGate("clusters", 10, 0.3, "each has 5 examples", 0.0418, 0.0043, 0.1918, 20000),
    MeasuredGate("clusters", 10, 0.1, "they have 1 to 50 examples", 0.0853, 0.0481, 0.1377, 20000),
    MeasuredGate("clusters", 10, 0.3, "they have 1 to 50 examples", 0.0853, 0.0124, 0.2933, 20000),
    MeasuredGate("clusters", 30, 0.1, "each has 5 examples", 0.0480, 0.0135, 0.1290, 20000),
    MeasuredGate("clusters", 30, 0.3, "each has 5 examples", 0.0480, 0.0003, 0.4767, 20000),
    MeasuredGate("clusters", 30, 0.1, "they have 1 to 50 examples", 0.0625, 0.0197, 0.1558, 20000),
    MeasuredGate("clusters", 30, 0.3, "they have 1 to 50 examples", 0.0625, 0.0010, 0.4936, 20000),
    MeasuredGate("clusters", 100, 0.1, "each has 5 examples", 0.0498, 0.0050, 0.2524, 20000),
    MeasuredGate("clusters", 100, 0.3, "each has 5 examples", 0.0498, 0.0000, 0.9070, 20000),
    MeasuredGate("clusters", 100, 0.1, "they have 1 to 50 examples", 0.0522, 0.0044, 0.2564, 20000),
    MeasuredGate("clusters", 100, 0.3, "they have 1 to 50 examples", 0.0522, 0.0000, 0.8904, 20000),
    MeasuredGate("seeds", 3, 2, "trainings of both vary alike", 0.0394, 0.0001, 0.4365, 20000),
    MeasuredGate("seeds", 3, 2, "those of one vary three times more", 0.0493, 0.0004, 0.4315, 20000),
    MeasuredGate("crossed", 3, 2, "trainings are equally good", 0.0260, 0.0002, 0.4798, 5000),
    MeasuredGate("crossed", 3, 2, "trainings differ", 0.0444, 0.0008, 0.4742, 5000),
    MeasuredGate("seeds", 5, 2, "trainings of both vary alike", 0.0459, 0.0003, 0.5551, 20000),
    MeasuredGate("seeds", 5, 2, "those of one vary three times more", 0.0498, 0.0004, 0.5360, 20000),
    MeasuredGate("crossed", 5, 2, "trainings are equally good", 0.0320, 0.0002, 0.5500, 5000),
    MeasuredGate("crossed", 5, 2, "trainings differ", 0.0408, 0.0000, 0.5512, 5000),
    MeasuredGate("seeds", 10, 2, "trainings of both vary alike", 0.0486, 0.0001, 0.6075, 20000),
    MeasuredGate("seeds", 10, 2, "those of one vary three times more", 0.0514, 0.0002, 0.5961, 20000),
    MeasuredGate("crossed", 10, 2, "trainings are equally good", 0.0390, 0.0000, 0.5968, 5000),
    MeasuredGate("crossed", 10, 2, "trainings differ", 0.0468, 0.0000, 0.6074, 5000),
)


def nearest(kind: str, n: int, margin: float | None, alpha: float) -> MeasuredGate | None:
    """Return the measured case whose size and margin are nearest, as ratios; of its populations the least favourable.

    None for another alpha than .05, and for kinds that were not measured. A margin of None is as near to all of them.

    >>> nearest("answers", 300, 0.02, 0.05).n
    200
    """
    cases = [case for case in MEASURED if case.kind == kind]
    if not cases or alpha != _ALPHA:
        return None

    def distance(case: MeasuredGate) -> tuple[float, float]:
        by_margin = 0.0 if margin is None else abs(math.log(max(margin, 1e-6) / case.margin))
        return abs(math.log(n / case.n)) + by_margin, -case.not_worse_at_margin

    return min(cases, key=distance)
