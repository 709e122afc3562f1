import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foldwise.stats import bonferroni_level, expected_false_positives, family_wise_error, sidak_level

ALL = [bonferroni_level, expected_false_positives, family_wise_error, sidak_level]
each = pytest.mark.parametrize("function", ALL, ids=lambda f: f.__name__)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (expected_false_positives(0.05, 154), 7.7),
        (family_wise_error(0.05, 154), 0.99962894762606447),
        (sidak_level(0.05, 154), 0.00033301787741180087),
        (bonferroni_level(0.05, 154), 0.00032467532467532468),
        (0.05 / sidak_level(0.05, 154), 150.142089633728),
        (expected_false_positives(0.05, 100), 5),
        (expected_false_positives(0.01, 100), 1),
        (family_wise_error(0.05, 100), 0.9940794707796918),
        (family_wise_error(0.01, 100), 0.6339676587267705),
        (bonferroni_level(0.05, 10), 0.005),
        (sidak_level(0.05, 10), 0.0051161968918237011),
        (family_wise_error(0.05, 23), 0.69264313227497638),
        (expected_false_positives(0.05, 23), 1.15),
    ],
)
def test_the_numbers_of_salzberg_and_of_bradford_and_brodley(value, expected):
    """Exact values; Salzberg prints .0003 for Sidak's level, Bradford and Brodley 69% and 1.2."""
    assert value == pytest.approx(expected, rel=1e-12)
    assert isinstance(value, float)


def test_ten_comparisons_ask_for_a_confidence_of_995_thousandths():
    """A library raises the confidence level by 5% / 10, to .955."""
    assert 1 - bonferroni_level(0.05, 10) == pytest.approx(0.995, rel=1e-15)


def test_to_twelve_digits_for_the_smallest_levels():
    """Where 1 - (1 - alpha)^n, computed as written, is zero."""
    for exponent in (-1, -5, -17, -100, -300):
        for n in (1, 7, 1000, 10**9):
            with mpmath.workdps(700):
                alpha = mpmath.mpf(10.0**exponent)
                fwer, level = (float(1 - (1 - alpha) ** power) for power in (n, mpmath.mpf(1) / n))
            assert family_wise_error(10.0**exponent, n) == pytest.approx(fwer, rel=1e-12)
            assert sidak_level(10.0**exponent, n) == pytest.approx(level, rel=1e-12)


@settings(max_examples=25, deadline=None)
@given(alpha=st.floats(1e-300, 0.999), n=st.integers(1, 10**6))
def test_one_undoes_the_other(alpha, n):
    assert family_wise_error(sidak_level(alpha, n), n) == pytest.approx(alpha, rel=1e-9)
    assert expected_false_positives(bonferroni_level(alpha, n), n) == pytest.approx(alpha, rel=1e-14)
    assert bonferroni_level(alpha, n) <= sidak_level(alpha, n) * (1 + 1e-15)
    assert family_wise_error(alpha, n) <= expected_false_positives(alpha, n) * (1 + 1e-15)


@each
def test_batches(function):
    alpha, n = np.array([[0.01], [0.05]]), np.array([1, 10, 154])
    batch = function(alpha, n)
    assert batch.tolist() == [[function(float(a), int(m)) for m in n] for a in alpha[:, 0]]


@each
def test_refusals(function):
    for alpha in (0, 1, -0.1, np.nan):
        with pytest.raises(ValueError, match="alpha must be strictly between 0 and 1"):
            function(alpha, 3)
    with pytest.raises(ValueError, match="n_tests must be at least 1, got 0"):
        function(0.05, [3, 0])
    with pytest.raises(TypeError, match="n_tests must be an integer"):
        function(0.05, 2.5)
