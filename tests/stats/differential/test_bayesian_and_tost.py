"""Posterior probabilities and equivalence tests against mpmath: to 1e-12, from 1e-300 to 1."""

import mpmath
import numpy as np
import pytest

from foldwise.stats import bayesian_correlated_t, corrected_tost


def differences(n, shape, rope):
    rng = np.random.default_rng(n + sum(shape))
    spread = 10 ** rng.uniform(-6, 0, (n, 1, 1))
    return rope * rng.normal(size=(n, 1, 1)) + spread * rng.normal(size=(n, *shape))


def distances(d, low, high, exact):
    """How far the limits of the region are above the mean, in standard errors; and the degrees of freedom."""
    n, folds = d[0].size, d.shape[-1]
    factor = mpmath.mpf(1) / n + mpmath.mpf(1) / (folds - 1)
    for row in d:
        mean, variance = exact.moments(row)
        error = mpmath.sqrt(variance * factor)
        yield (mpmath.mpf(low) - mean) / error, (mpmath.mpf(high) - mean) / error


@pytest.mark.parametrize("shape", [(2, 5), (10, 10)])
@pytest.mark.parametrize("rope", [(-0.01, 0.01), (-0.02, 0.3)])
def test_both(shape, rope, n_inputs, exact):
    low, high = rope
    d = differences(n_inputs, shape, 0.02)
    df = d[0].size - 1
    left, inside, right = [], [], []
    # Thirty digits of what lies between two tails that nearly cancel.
    with mpmath.workdps(60):
        for below, above in distances(d, low, high, exact):
            _, over_low, under_low = exact.student(below, df)
            _, over_high, under_high = exact.student(above, df)
            left.append(under_low)
            right.append(over_high)
            inside.append(over_low - over_high if below + above >= 0 else under_high - under_low)
    posterior, equivalence = bayesian_correlated_t(d, rope=rope), corrected_tost(d, rope=rope)
    # A mean close to a limit leaves few digits of their distance in standard errors.
    lost = 1e-15 * max(-low, high) / np.asarray(posterior.standard_error)

    def assert_agree(found, expected, rel):
        assert (np.abs(found - expected) <= (rel + np.sqrt(df) * lost) * expected + 1e-305).all()

    left, inside, right = (exact.floats(part) for part in (left, inside, right))
    assert_agree(posterior.left, left, 1e-12)
    assert_agree(posterior.right, right, 1e-12)
    assert_agree(posterior.inside, inside, 1e-11)
    np.testing.assert_allclose(posterior.left + posterior.inside + posterior.right, 1, rtol=1e-14)

    assert_agree(equivalence.pvalue_low, left, 1e-12)
    assert_agree(equivalence.pvalue_high, right, 1e-12)
    expected = np.maximum(left, right)
    assert_agree(equivalence.pvalue, expected, 1e-12)
    assert ((expected <= 0.05) == (equivalence.decision == "equivalent")).all()
    assert df < 99 or expected[expected > 0].min() < 1e-200
    # Equivalent exactly when the interval of twice the level is inside the region.
    lower, upper = equivalence.confidence_interval()
    assert (((low <= lower) & (upper <= high)) == (expected <= 0.05)).all()
