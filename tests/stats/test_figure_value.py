import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import t as student

from foldwise.stats import figure_value, signed_area

quick = settings(max_examples=25, deadline=None)


def test_by_hand():
    """One degree of freedom: 1/2 + atan(t) / pi. Two: 1/2 + t / (2 sqrt(2 + t^2))."""
    assert figure_value([-1, 0, 1], 1) == pytest.approx([0.25, 0.5, 0.75], rel=1e-15)
    assert signed_area([-1, 0, 1], 1) == pytest.approx([-0.25, 0.5, 0.25], rel=1e-15)
    assert figure_value(np.sqrt(2), 2) == pytest.approx(0.5 + 0.5 / np.sqrt(2), rel=1e-15)
    assert signed_area(-np.sqrt(2), 2) == pytest.approx(-(0.5 - 0.5 / np.sqrt(2)), rel=1e-15)


def test_one_value_is_a_number():
    assert type(figure_value(1, 9)) is float
    assert type(signed_area(1, 9)) is float


def test_the_ends():
    assert figure_value([-np.inf, np.inf], 9).tolist() == [0, 1]
    assert signed_area([-np.inf, np.inf], 9).tolist() == [0, 0]


def test_no_difference_is_one_half_whatever_the_sign_of_zero():
    """As printed for the mushroom data: 0.50."""
    assert signed_area([0.0, -0.0], 9).tolist() == [0.5, 0.5]
    assert figure_value([0.0, -0.0], 9).tolist() == [0.5, 0.5]


@quick
@given(t=st.floats(-50, 50), df=st.floats(0.5, 500))
def test_agrees_with_scipy(t, df):
    assert figure_value(t, df) == pytest.approx(student.cdf(t, df), rel=1e-11)
    assert abs(signed_area(t, df)) == pytest.approx(student.sf(abs(t), df), rel=1e-11)


@quick
@given(t=st.floats(1e-3, 50), df=st.integers(1, 100))
def test_swapping_the_learners_mirrors_both(t, df):
    assert figure_value(-t, df) == pytest.approx(1 - figure_value(t, df), abs=1e-15)
    assert signed_area(-t, df) == -signed_area(t, df) < 0


def test_small_areas_keep_their_digits():
    """Where the figure value is 1 to all digits."""
    with mpmath.workdps(40):
        tail = mpmath.betainc(4.5, 0.5, 0, mpmath.mpf(9) / (9 + mpmath.mpf(10) ** 16), regularized=True) / 2
    assert signed_area(1e8, 9) == pytest.approx(float(tail), rel=1e-12)
    assert figure_value(1e8, 9) == 1


@pytest.mark.parametrize("function", [figure_value, signed_area])
def test_refusals(function):
    with pytest.raises(ValueError, match=r"1 of 2 statistics are undefined \(NaN\)"):
        function([1.0, np.nan], 9)
    for df in (0, -1, np.inf, np.nan):
        with pytest.raises(ValueError, match="df must be finite and positive"):
            function(1.0, df)
