"""The confidence sequence against the likelihood ratio it comes from."""

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import nct, norm
from scipy.stats import t as student

from foldwise.stats import enough_partitions


def width(n, error=0.05):
    """Half the width of the interval from n statistics with mean zero and standard deviation one."""
    t = np.linspace(-1, 1, n)
    return enough_partitions(t / t.std(ddof=1), df=9, error=error).interval[1]


def mixture_ratio(t, n):
    """Noncentral t density over the central one, mixed over standardized effects from N(0, 1)."""
    mixed, _ = quad(lambda effect: nct.pdf(t, n - 1, effect * np.sqrt(n)) * norm.pdf(effect), -12, 12, points=[0, 1])
    return mixed / student.pdf(t, n - 1)


@pytest.mark.parametrize("n", [5, 9, 30, 100])
def test_at_its_border_the_mixture_reaches_one_over_error(n):
    t = width(n) * np.sqrt(n)
    assert mixture_ratio(t, n) == pytest.approx(20, rel=1e-6)


def test_it_shrinks_and_ends_like_the_known_variance():
    """For large n: sqrt(ln((1 + n) / error^2) / n)."""
    n = 2 ** np.arange(3, 20)
    widths = np.array([width(each) for each in n])
    assert (np.diff(widths) < 0).all()
    assert widths[-3:] == pytest.approx(np.sqrt(np.log((1 + n[-3:]) * 400) / n[-3:]), rel=1e-4)


@pytest.mark.parametrize("error", [0.001, 0.05, 0.3])
def test_the_number_of_looks_inverts_the_width(error):
    t = np.linspace(-1, 1, 3)
    for distance in (1.0, 0.3, 0.01):
        result = enough_partitions(t + 5, df=9, error=error)
        shifted = enough_partitions(t + result.critical + distance, df=9, error=error)
        assert shifted.decision == "more_partitions"
        n = int(shifted.n_needed)
        assert width(n, error) < distance <= width(n - 1, error)
    at_the_border = enough_partitions(t + result.critical, df=9, error=error)
    assert at_the_border.n_needed == np.inf
