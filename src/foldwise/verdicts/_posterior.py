"""Probabilities that a difference lies left of the rope, inside it, or right of it."""

import numpy as np

from foldwise.stats import bayesian_correlated_t
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
