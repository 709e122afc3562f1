from dataclasses import replace

import numpy as np
import pytest
from matplotlib.figure import Figure

from foldwise.displays import ReferenceDisplay, plot


def test_by_hand(randomization):
    """Scores 0.45, 0.5, 0.55 came up 5, 9 and 5 times: three bins a step wide, each around its score."""
    frame = ReferenceDisplay.from_randomization(randomization).frame()
    assert frame["count"].tolist() == [5, 9, 5]
    assert frame["low"].tolist() == pytest.approx([0.425, 0.475, 0.525])
    assert (frame["observed"].unique(), frame["mean"].unique()) == (pytest.approx([0.9]), pytest.approx([0.5]))


def test_lines_and_title(randomization):
    ax = plot(randomization, ax=Figure().subplots())
    places = [line.get_xdata()[0] for line in ax.lines]
    assert places == pytest.approx([0.4, 0.9])
    assert ax.get_title(loc="left") == "tuned tree: p = 0.050, bias +0.100 (19 permutations)"
    low, high = ax.get_xlim()
    assert low < 0.4
    assert high > 0.9
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [
        "on permuted labels (mean 0.5)",
        "chance 0.4",
        "on the labels as they are 0.9",
    ]


def test_without_chance_there_is_no_such_line(randomization):
    ax = plot(replace(randomization, chance=None, bias=None), ax=Figure().subplots())
    assert [line.get_xdata()[0] for line in ax.lines] == pytest.approx([0.9])
    assert "bias" not in ax.get_title(loc="left")


def test_permutations_are_counted_in_whole_numbers(randomization):
    ax = plot(replace(randomization, reference=np.repeat([0.45, 0.5], [1, 2])), ax=Figure().subplots())
    assert all(tick == int(tick) for tick in ax.get_yticks())


@pytest.mark.parametrize("n", [19, 99])
def test_bars_are_wide_enough_to_be_seen(randomization, n):
    """Means of folds of different sizes lie almost anywhere; the axis reaches to the observed score far off."""
    reference = np.random.default_rng(0).normal(0.5, 0.02, n)
    display = ReferenceDisplay.from_randomization(replace(randomization, reference=reference))
    assert np.diff(display.edges).min() >= (0.9 - 0.4) / 80
    assert len(display.counts) <= 13


def test_one_value_is_one_bar_whatever_its_size(randomization):
    reference = np.full(20, 1e6)
    display = ReferenceDisplay.from_randomization(replace(randomization, reference=reference, observed=1.2e6))
    assert np.diff(display.edges) == pytest.approx([(1.2e6 - 0.4) / 30])


def test_no_score_is_lost_whatever_the_steps(randomization):
    rng = np.random.default_rng(0)
    for reference in (rng.normal(size=999), rng.binomial(150, 0.3, 999) / 150, np.full(20, 0.5), np.array([1e6, 2e6])):
        display = ReferenceDisplay.from_randomization(replace(randomization, reference=reference))
        assert display.counts.sum() == len(reference)
        assert len(display.counts) <= 32


def test_bins_are_as_wide_as_whole_steps(randomization):
    """Multiples of 1/150 over 100 steps, at most 12 bins: nine steps each, so that none holds more than another."""
    display = ReferenceDisplay.from_randomization(replace(randomization, reference=np.arange(101) / 150))
    widths = np.diff(display.edges)
    assert widths == pytest.approx(9 / 150)
