"""DeLong's test against its definition, pair by pair in whole numbers, and mpmath: p from 1e-300 to 1."""

import mpmath
import numpy as np
import pytest
from scipy import stats

from foldwise.stats import delong

ALTERNATIVES = ("two-sided", "greater", "less")


def structural(scores, positive):
    """Twice the number of examples of the other class that each beats; ties count half."""
    up, down = scores[positive], scores[~positive]
    wins = 2 * (up[:, None] > down).astype(int) + (up[:, None] == down)
    return wins.sum(axis=1), wins.sum(axis=0)


def variance(values):
    """Of whole numbers, exactly."""
    n = len(values)
    return mpmath.mpf(n * sum(v * v for v in values) - sum(values) ** 2) / (n * (n - 1))


@pytest.mark.parametrize(("n_positive", "n_negative"), [(2, 3), (12, 17), (40, 60)])
def test_delong(n_positive, n_negative, n_inputs, exact):
    rng = np.random.default_rng(n_positive)
    labels = rng.permuted(np.repeat([1, 0], [n_positive, n_negative]) * np.ones((n_inputs, 1), dtype=int), axis=1)
    signal = rng.uniform(-4, 4, (2, n_inputs, 1)) * labels
    # Rounded, so that scores are tied within and between the classes.
    a, b = (signal + rng.normal(size=signal.shape)).round(1)
    tails, numbers = [], []
    for one, two, y in zip(a, b, labels == 1, strict=True):
        pos_a, neg_a = structural(one, y)
        pos_b, neg_b = structural(two, y)
        lead = int(pos_a.sum() - pos_b.sum())
        spread = variance((pos_a - pos_b).tolist()) / (4 * n_positive * n_negative**2) + variance(
            (neg_a - neg_b).tolist()
        ) / (4 * n_negative * n_positive**2)
        estimate = mpmath.mpf(lead) / (2 * n_positive * n_negative)
        numbers.append((estimate, spread, pos_a.sum() / (2 * n_positive * n_negative)))
        if spread == 0:
            tails.append((1, 0.5, 0.5) if lead == 0 else (np.nan,) * 3)
        else:
            tails.append(exact.normal(estimate**2 / spread, lead >= 0))
    expected = np.array(tails, dtype=np.float64).T
    estimate, spread, area = np.array(numbers, dtype=np.float64).T
    for alternative, pvalue in zip(ALTERNATIVES, expected, strict=True):
        result = delong(a, b, labels, alternative=alternative)
        np.testing.assert_allclose(result.pvalue, pvalue, rtol=1e-12, atol=1e-305)
    np.testing.assert_allclose(result.estimate, estimate, rtol=1e-14)
    np.testing.assert_allclose(np.square(result.standard_error), spread, rtol=1e-12)
    np.testing.assert_allclose(result.auc_a, area, rtol=1e-14)
    assert (np.isnan(expected[0]) == result.flags.where("zero_variance")).all()
    defined = ~np.isnan(expected[0])
    low, high = result.confidence_interval(0.9)
    np.testing.assert_allclose((high - low)[defined] / 2, (stats.norm.isf(0.05) * np.sqrt(spread))[defined], rtol=1e-8)
    assert n_positive < 40 or expected.min() < 1e-290
