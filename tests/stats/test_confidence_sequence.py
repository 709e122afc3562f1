"""The confidence sequence against the likelihood ratio it comes from."""

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import nct, norm
from scipy.stats import t as student

from foldwise.stats._confidence_sequence import half_width, looks_needed


def mixture_ratio(t, n):
    """Noncentral t density over the central one, mixed over standardized effects from N(0, 1)."""
    mixed, _ = quad(lambda effect: nct.pdf(t, n - 1, effect * np.sqrt(n)) * norm.pdf(effect), -12, 12, points=[0, 1])
    return mixed / student.pdf(t, n - 1)


@pytest.mark.parametrize("n", [5, 9, 30, 100])
def test_at_its_border_the_mixture_reaches_one_over_error(n):
    t = float(half_width(n, 0.05)) * np.sqrt(n)
    assert mixture_ratio(t, n) == pytest.approx(20, rel=1e-6)


def test_it_shrinks_and_ends_like_the_known_variance():
    """For large n: sqrt(ln((1 + n) / error^2) / n)."""
    n = 2.0 ** np.arange(3, 50)
    width = half_width(n, 0.05)
    assert (np.diff(width) < 0).all()
    assert width[20:] == pytest.approx(np.sqrt(np.log((1 + n[20:]) * 400) / n[20:]), rel=1e-5)


@pytest.mark.parametrize("error", [0.001, 0.05, 0.3])
def test_the_number_of_looks_inverts_the_width(error):
    distance = np.array([2.0, 1.0, 0.3, 0.01, 1e-5])
    n = looks_needed(distance, error)
    assert (half_width(n, error) < distance).all()
    assert (half_width(n - 1, error) >= distance).all()
    assert looks_needed(np.array([0.0, 1e-9, np.nan]), error).tolist() == [np.inf] * 3
