"""When the differences of two learners are too skewed for as few items as there are, and what that does."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from foldwise._core import Caveat, one_line
from foldwise.results import ItemScores
from foldwise.stats import hall_t
from foldwise.verdicts.items._find import Units

# Tests of a mean, of which skewness is the enemy.
SKEWABLE: Final = frozenset(["sign_flip", "paired_items_t", "sign_flip+hall_t", "paired_items_t+hall_t"])

# Skewness over the root of the number of units above which it is told: normal differences of 25 items are above it in
# one sample of 5,000, exponential ones in about half of all. docs/items-levels.csv has how often, for each population.
SKEWED: Final = 0.4


def skew_caveats(
    scores: ItemScores, units: Units, pair: tuple[int, int], *, unit: str | None = None
) -> Iterator[Caveat]:
    """Tell that few units count more than all others, if they do; they are called `unit`, or items or clusters."""
    means = scores.means()
    d = means[pair[0]] - means[pair[1]]
    largest = float(abs(means[list(pair)]).max())
    skewness = float(hall_t(d, units.codes, score_magnitude=largest).skewness)
    if abs(skewness) <= SKEWED * math.sqrt(units.n):
        return
    ahead = scores.learners[pair[0] if skewness > 0 else pair[1]]
    yield Caveat(code="skewed_differences", message=_words(skewness, units.n, unit or units.name, one_line(ahead)))


def _words(skewness: float, n: int, unit: str, ahead: str) -> str:
    """Return what is skewed, whom it favours, and what that does to the test."""
    return (
        f"A few {unit}s, on which {ahead} is far ahead, count more than all others (skewness {abs(skewness):.1f} of "
        f"{n} {unit}s). Too few of them were seen to say how often they occur: errors may be more frequent than the "
        f"level says. More {unit}s are the remedy."
    )
