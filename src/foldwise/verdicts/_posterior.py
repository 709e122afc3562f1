"""Probabilities that a difference lies left of the rope, inside it, or right of it."""

import numpy as np
from scipy.special import stdtr

from foldwise.stats import bayesian_correlated_t
from foldwise.verdicts._finding import Finding
from foldwise.verdicts._pair import Pair

UNKNOWN = (np.nan, np.nan, np.nan)


def rope_probabilities(pair: Pair, rope: float | None) -> tuple[float, float, float]:
    """Give P(left), P(inside), P(right) of the Bayesian correlated t test; left: `b` is better by more than the rope.

    NaN where the design has no differences to learn from (one split), where sizes are not known, or where they do not
    vary. Without a rope it has no width, and nothing lies inside.
    """
    setting = pair.setting
    known = pair.run.sizes() is not None or getattr(pair.run.assignment, "test_train_ratio", None) is not None
    usable = setting.is_cross_validation or (setting.is_several_splits and not setting.is_disjoint_training)
    if not usable or not known or pair.kept.sum() < 2:
        return UNKNOWN
    posterior = bayesian_correlated_t(
        pair.kept_differences[np.newaxis],
        rope=0.0 if rope is None else rope,
        test_train_ratio=pair.test_train_ratio,
        score_magnitude=pair.magnitude,
    )
    return float(posterior.left), float(posterior.inside), float(posterior.right)


def settled_probabilities(found: Finding, rope: float | None) -> tuple[float, float, float]:
    """Give the same for a settled verdict, whose test has a standard error and degrees of freedom of its own.

    The Bayesian correlated t test's posterior is Student's t around the mean difference with the standard error of the
    corrected test; here it is that of the test which was settled.
    """
    if not (found.standard_error > 0 and isinstance(found.df, float)):
        return UNKNOWN
    width = 0.0 if rope is None else rope
    left, right = (
        float(stdtr(found.df, (side * found.estimate - width) / found.standard_error)) for side in (-1.0, 1.0)
    )
    return left, max(0.0, 1 - left - right), right
