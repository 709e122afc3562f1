"""Adjusted p-values by their definitions in exact fractions, and by statsmodels: to 1e-12, from 1e-300 to 1."""

from fractions import Fraction
from itertools import combinations

import mpmath
import numpy as np
import pytest

from foldwise.stats import (
    benjamini_hochberg,
    bonferroni,
    bonferroni_level,
    expected_false_positives,
    family_wise_error,
    hochberg,
    holm,
    hommel,
    sidak,
    sidak_level,
)


def families(n, m):
    """P-values from 1 to 1e-300, some tied, those of a family alike."""
    rng = np.random.default_rng(n + m)
    p = 10 ** -(rng.choice([0.5, 5.0, 295.0], (n, 1)) * rng.random((n, 1)) + 2 * rng.random((n, m)))
    tie = rng.random(n) < 0.2
    p[tie, 0] = p[tie, m - 1]
    return p


def by_closed_testing(row, test):
    """Adjusted: the largest p-value of all the subsets that a hypothesis belongs to."""
    m = len(row)
    subsets = [subset for size in range(1, m + 1) for subset in combinations(range(m), size)]
    of = {subset: test([row[i] for i in subset]) for subset in subsets}
    return [min(Fraction(1), max(value for subset, value in of.items() if i in subset)) for i in range(m)]


def simes(values):
    return min(Fraction(len(values), i) * p for i, p in enumerate(sorted(values), start=1))


def discoveries(row):
    """Benjamini and Hochberg's, one p-value at a time."""
    m, ordered = len(row), sorted(row)
    return [min(Fraction(m, j) * q for j, q in enumerate(ordered, start=1) if q >= p) for p in row]


@pytest.mark.parametrize("m", [1, 2, 4])
def test_adjustments_by_definition(m, n_inputs):
    p = families(n_inputs, m)
    rows = [[Fraction(x) for x in row] for row in p.tolist()]
    definitions = {
        bonferroni: lambda row: [min(Fraction(1), m * x) for x in row],
        holm: lambda row: by_closed_testing(row, lambda part: len(part) * min(part)),
        hommel: lambda row: by_closed_testing(row, simes),
        benjamini_hochberg: discoveries,
    }
    for adjust, definition in definitions.items():
        expected = np.array([[float(x) for x in definition(row)] for row in rows])
        np.testing.assert_allclose(adjust(p), expected, rtol=1e-14)


@pytest.mark.parametrize("m", [1, 5, 50])
def test_sidak(m, n_inputs, exact):
    p = families(n_inputs, m)[:, :3]
    expected = [[-mpmath.expm1(p.shape[1] * mpmath.log1p(-mpmath.mpf(x))) for x in row] for row in p.tolist()]
    np.testing.assert_allclose(sidak(p), np.array(expected, dtype=np.float64), rtol=1e-13)


@pytest.mark.parametrize(
    ("adjust", "name"),
    [
        (bonferroni, "bonferroni"),
        (holm, "holm"),
        (hochberg, "simes-hochberg"),
        (hommel, "hommel"),
        (benjamini_hochberg, "fdr_bh"),
        (sidak, "sidak"),
    ],
)
def test_adjustments_agree_with_statsmodels(adjust, name, n_inputs, monkeypatch):
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    # It collects garbage in every call of Holm's method, which takes a thousand times longer than the rest.
    monkeypatch.setattr("gc.collect", lambda: 0)
    p = families(n_inputs, 12)
    expected = [multitest.multipletests(row, method=name)[1] for row in p]
    # It computes Sidak's adjustment as a difference from 1.
    np.testing.assert_allclose(adjust(p), expected, rtol=1e-12, atol=1e-14 if name == "sidak" else 0)
    assert name == "sidak" or adjust(p).min() < 1e-280


def test_levels(n_inputs, exact):
    rng = np.random.default_rng(n_inputs)
    alpha, n = 10 ** -(300 * rng.random(n_inputs) ** 4), rng.integers(1, 10**6, n_inputs)
    alpha = np.minimum(alpha, 0.999)
    pairs = [(mpmath.mpf(a), m) for a, m in zip(alpha.tolist(), n.tolist(), strict=True)]
    expected = exact.floats(-mpmath.expm1(m * mpmath.log1p(-a)) for a, m in pairs)
    np.testing.assert_allclose(family_wise_error(alpha, n), expected, rtol=1e-13)
    expected = exact.floats(-mpmath.expm1(mpmath.log1p(-a) / m) for a, m in pairs)
    np.testing.assert_allclose(sidak_level(alpha, n), expected, rtol=1e-13)
    np.testing.assert_allclose(bonferroni_level(alpha, n), exact.floats(a / m for a, m in pairs), rtol=1e-15)
    np.testing.assert_allclose(expected_false_positives(alpha, n), exact.floats(a * m for a, m in pairs), rtol=1e-15)
