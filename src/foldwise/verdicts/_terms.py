"""On what terms runs are judged, whatever the test and the metric."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from numbers import Real
from typing import Any, Final, Literal, Self, get_args

import numpy as np

from foldwise._core import check_choice, check_fraction, check_integer
from foldwise.runs import Metric, Run
from foldwise.verdicts._family import Adjust, check_adjust
from foldwise.verdicts.evidence._finding import Alternative

# What is done about learners that have no score on some of several datasets.
Missing = Literal["pairs", "skillings_mack", "complete"]

# Intervals for the score of one learner, or a spread.
IntervalName = Literal["corrected_t", "nested_cv_z", "conservative_z", "cross_validation_z", "none"]
INTERVALS: Final = get_args(IntervalName)

# Tests whose p-value is that of random signs of single examples.
EXAMPLES_FLIPPED: Final = ("sign_flip", "binomial")

MOST_TRIES: Final = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """Level, rope, direction and family of a verdict: plain numbers, and such as a run could satisfy.

    Parameters
    ----------
    alpha, rope, alternative, adjust, against, tries, allow_partial, missing, interval
        As in `foldwise.judge`.
    """

    alpha: float = 0.05
    rope: float | None = None
    alternative: Alternative = "two-sided"
    adjust: Adjust = "holm"
    against: str | None = None
    tries: int | Literal["counted"] = 0
    allow_partial: bool = False
    missing: Missing = "pairs"
    interval: IntervalName | None = None

    def __post_init__(self) -> None:
        alpha, rope, tries = self.alpha, self.rope, self.tries
        check_fraction(alpha, "alpha")
        check_choice(self.alternative, "alternative", get_args(Alternative))
        check_adjust(self.adjust)
        if self.against is not None and not isinstance(self.against, str):
            raise TypeError(
                f"against must be the name of a learner, got {self.against!r} of type {type(self.against).__name__}."
            )
        check_choice(self.missing, "missing", get_args(Missing))
        if self.interval is not None:
            check_choice(self.interval, "interval", INTERVALS)
        if tries != "counted":
            check_integer(tries, "tries", least=0)
            if int(tries) > MOST_TRIES:
                raise ValueError(f"tries must be at most {MOST_TRIES}, got {tries}: no p-value survives as many.")
        if rope is not None and (isinstance(rope, bool) or not isinstance(rope, Real) or not 0 <= float(rope) < np.inf):
            raise ValueError(f"rope must be a non-negative number in the metric's units, got {rope!r}.")
        if rope is not None and alpha >= 0.5:
            raise ValueError(
                f"With a rope, alpha must be below 0.5, got {alpha}: equivalence is judged at level 1 - 2 alpha."
            )
        plain: dict[str, Any] = {
            "alpha": float(alpha),
            "rope": None if rope is None else float(rope),
            "tries": tries if tries == "counted" else int(tries),
            "allow_partial": bool(self.allow_partial),
        }
        for name, value in plain.items():
            object.__setattr__(self, name, value)

    @property
    def noted(self) -> dict[str, Any]:
        """What a store keeps of them; of all pairs it does not say that they are all."""
        return {name: value for name, value in asdict(self).items() if (name, value) != ("against", None)}

    def check_test(self, test: str | None) -> None:
        """Refuse max-T for a test that does not read single examples; None: no single test was named."""
        if self.adjust == "max_t" and test not in EXAMPLES_FLIPPED:
            raise ValueError(
                "adjust='max_t' flips signs of single examples: it needs test='sign_flip' or 'binomial', which read "
                f"them, on a hold-out or a single cross-validation, got {test or 'no such test'}. Folds share training "
                "examples and are not exchangeable: adjust='holm' holds there."
            )
        self.check_tries()

    def check_tries(self) -> None:
        """Refuse max-T for comparisons of which only the number is known."""
        if self.adjust == "max_t" and self.tries:
            raise ValueError("adjust='max_t' needs every comparison itself, and tries are numbers: take adjust='holm'.")

    def of_means(self) -> Self:
        """Return terms for the answer over datasets, whose tests read means: no single example is left to flip."""
        return replace(self, adjust="holm") if self.adjust == "max_t" else self

    def check_metric(self, metric: Metric) -> None:
        """Refuse a rope given in percent for scores that are shares: it would call everything equivalent."""
        if self.rope is not None and self.rope >= 1 and metric.is_share:
            raise ValueError(
                f"rope is in the metric's units, and {metric.label} lies between 0 and 1: {self.rope:g} would call "
                "everything equivalent. For one percentage point pass 0.01."
            )

    def family_size(self, runs: Sequence[Run], n_comparisons: int) -> int:
        """Return for how many comparisons p-values are adjusted, of which so many are shown."""
        n_tried = sum(run.ledger.n_tries for run in runs) if self.tries == "counted" else self.tries
        return max(n_comparisons, n_tried)

    def equivalence_level(self, family: int) -> float:
        """Return the level of the interval that must lie within the rope, for so many comparisons."""
        return 1 - 2 * self.alpha / (1 if self.adjust == "none" else family)
