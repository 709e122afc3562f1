"""From the numbers of a test to a decision, and to probabilities of a difference within the rope or beyond it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

import numpy as np
from scipy.special import stdtr

from foldwise._core import Caveat
from foldwise.stats import bayesian_correlated_t
from foldwise.verdicts.evidence._stack import Stack, stacked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.verdicts.evidence._finding import Finding
    from foldwise.verdicts.evidence._pair import Pair

#: What a comparison came to: `a` is better, `b` is, neither can be said, they are equivalent, or no p-value is defined.
Decision = Literal["a", "b", "none", "equivalent", "undetermined"]

NEGLIGIBLE = Caveat(
    code="significant_but_negligible",
    message="The difference is statistically significant, and too small to matter by the rope given.",
)

NO_INTERVAL = Caveat(
    code="no_interval",
    message="This test has no interval for the difference, so equivalence was not examined.",
)

FEW_DATASETS = Caveat(
    code="few_datasets",
    message="With so few datasets that differ no outcome could be significant at this level.",
)

OPPOSITE_MEANS = Caveat(
    code="opposite_means",
    message="The mean scores favour the other learner: a few large differences outweigh many small ones.",
)

OPPOSITE_SIGNS = Caveat(
    code="opposite_signs",
    message="The statistic and the mean difference favour different learners, so neither is called better.",
)

INTERVAL_DISAGREES = Caveat(
    code="interval_disagrees",
    message="The p-value and the interval are computed in different ways, and here they fall on different sides: do "
    "not read the interval as a test.",
)


def interval_caveats(finding: Finding, *, alpha: float, alternative: str) -> list[Caveat]:
    """Return a caveat where the interval excludes zero and the two-sided p-value does not reject, or the reverse."""
    low, high = finding.limits(1 - alpha)
    if alternative != "two-sided" or math.isnan(low) or math.isnan(finding.pvalue):
        return []
    return [INTERVAL_DISAGREES] if (low > 0 or high < 0) != (finding.pvalue <= alpha) else []


def decide(
    finding: Finding, adjusted: float, *, alpha: float, rope: float | None, equivalence_level: float
) -> tuple[Decision, tuple[Caveat, ...]]:
    """Return the decision, and what it asks the reader to beware of.

    With a rope: equivalent if the interval at `equivalence_level` lies within it, also when p is small. Else `a` or `b`
    by the adjusted p-value; undetermined where p is undefined or contradicts the mean difference.
    """
    if math.isnan(adjusted):
        return "undetermined", ()
    significant = adjusted <= alpha
    caveats: tuple[Caveat, ...] = ()
    # Scores that never differ leave no variance to build an interval from, so they prove no equivalence.
    if rope is not None and "identical_scores" not in finding.flags:
        if finding.interval is None:
            caveats = (NO_INTERVAL,)
        else:
            low, high = finding.limits(equivalence_level)
            # The interval of 5x2cv rests on one fold: the mean of all must lie within, too.
            if -rope <= low and high <= rope and abs(finding.estimate) <= rope:
                return "equivalent", (NEGLIGIBLE,) if significant else ()
    # p <= alpha rejects: a statistic exactly at the critical value counts.
    if not significant or finding.direction == 0:
        return "none", caveats
    if finding.direction * finding.estimate < 0:
        return "undetermined", (*caveats, OPPOSITE_SIGNS)
    return "a" if finding.direction > 0 else "b", caveats


UNKNOWN = (np.nan, np.nan, np.nan)


def rope_probabilities(pairs: Sequence[Pair], rope: float | None) -> list[tuple[float, float, float]]:
    """Return P(left), P(inside), P(right) of the Bayesian correlated t test; left: `b` is better by more than the rope.

    NaN where the design has no differences to learn from (one split), where sizes are not known, or where they do not
    vary. Without a rope it has no width, and nothing lies inside.
    """
    probabilities: list[tuple[float, float, float]] = [UNKNOWN] * len(pairs)
    for numbers, stack in stacked(pairs):
        # All tests of a panel ask the same.
        known = stack.pairs[0].once(_posterior, tuple(stack.pairs), rope)
        for number, three in zip(numbers, known, strict=True):
            probabilities[number] = three
    return probabilities


def _posterior(pair: Pair, pairs: tuple[Pair, ...], rope: float | None) -> list[tuple[float, float, float]]:
    """Return the probabilities of pairs of one run, of which the first is given."""
    stack = Stack(pairs)
    setting = pair.setting
    known = pair.run.sizes() is not None or getattr(pair.run.assignment, "test_train_ratio", None) is not None
    usable = setting.is_cross_validation or (setting.is_several_splits and not setting.is_disjoint_training)
    if not usable or not known or pair.valid.sum() < 2:
        return [UNKNOWN] * len(pairs)
    posterior = bayesian_correlated_t(
        stack.row()[:, np.newaxis],
        rope=0.0 if rope is None else rope,
        test_train_ratio=pair.test_train_ratio,
        score_magnitude=stack.magnitudes,
    )
    sides = (posterior.left, posterior.inside, posterior.right)
    return list(zip(*(np.asarray(side, dtype=np.float64).tolist() for side in sides), strict=True))


def settled_probabilities(finding: Finding, rope: float | None) -> tuple[float, float, float]:
    """Return the same for a settled verdict, whose test has a standard error and degrees of freedom of its own.

    The Bayesian correlated t test's posterior is Student's t around the mean difference with the standard error of the
    corrected test; here it is that of the test which was settled.
    """
    if not (finding.standard_error > 0 and isinstance(finding.df, float)):
        return UNKNOWN
    width = 0.0 if rope is None else rope
    left, right = (
        float(stdtr(finding.df, (side * finding.estimate - width) / finding.standard_error)) for side in (-1.0, 1.0)
    )
    return left, max(0.0, 1 - left - right), right
