import numpy as np
import pytest
from matplotlib.figure import Figure

from foldwise.displays import FalseAlarmsDisplay, plot


@pytest.fixture
def display():
    """Five families of three tests, which rejected 0, 0, 1, 1 and 3 times."""
    return FalseAlarmsDisplay.from_counts("three tests", [0, 0, 1, 1, 3], n_tests=3, alpha=0.2)


def test_by_hand(display):
    """Binomial probabilities of 3 tests at .2: .8^3, 3 x .2 x .64, 3 x .04 x .8, .2^3."""
    frame = display.frame()
    assert frame["rejections"].tolist() == [0, 1, 2, 3]
    assert frame["share"].tolist() == [0.4, 0.4, 0.0, 0.2]
    assert frame["independent"].tolist() == pytest.approx([0.512, 0.384, 0.096, 0.008])
    assert display.mean == 1.0


def test_what_is_drawn(display):
    ax = plot(display, ax=Figure().subplots())
    assert [bar.get_height() for bar in ax.patches] == [0.4, 0.4, 0.0, 0.2]
    dots, line = ax.lines
    assert dots.get_ydata() == pytest.approx([0.512, 0.384, 0.096, 0.008])
    assert line.get_xdata()[0] == pytest.approx(0.6)
    assert ax.get_title(loc="left") == "three tests (simulated 5 times)"
    assert ax.get_xlabel() == "significant results among 3 tests at 0.2, where nothing differs"


def test_the_axis_ends_where_there_is_nothing_more_to_see():
    """Of 154 tests at .05, 17 reject with probability .0012 and 18 with .00047 (SciPy: binom.pmf)."""
    display = FalseAlarmsDisplay.from_counts("many", [7, 8], n_tests=154)
    ax = plot(display, ax=Figure().subplots())
    assert ax.get_xlim() == pytest.approx((-0.8, 17.8))
    assert all(tick == int(tick) for tick in ax.get_xticks())


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ([], "counts must be a list of whole numbers, got shape"),
        ([0.5], "counts must be a list of whole numbers, got shape"),
        ([0, 4], "counts must be from 0 to n_tests = 3, got 0 to 4"),
        (np.array([-1, 0]), "counts must be from 0 to n_tests = 3, got -1 to 0"),
    ],
)
def test_counts_that_cannot_be(counts, message):
    with pytest.raises(ValueError, match=message):
        FalseAlarmsDisplay.from_counts("three", counts, n_tests=3)
