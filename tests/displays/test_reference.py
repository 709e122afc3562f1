from dataclasses import replace

import numpy as np
import pytest
from matplotlib.figure import Figure

from foldwise.displays import ReferenceDisplay, plot
from foldwise.displays._reference import bin_edges


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
    assert ax.get_title(loc="left") == "tuned tree: p = 0.05 (19 permutations)"
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


def test_no_score_is_lost_whatever_the_steps(randomization):
    rng = np.random.default_rng(0)
    for reference in (rng.normal(size=999), rng.binomial(150, 0.3, 999) / 150, np.full(20, 0.5), np.array([1e6, 2e6])):
        display = ReferenceDisplay.from_randomization(replace(randomization, reference=reference))
        assert display.counts.sum() == len(reference)
        assert len(display.counts) <= 32


def test_bins_are_as_wide_as_whole_steps():
    """Multiples of 1/150 over 100 steps: four steps each, so that none holds more places than its neighbour."""
    widths = np.diff(bin_edges(np.arange(101) / 150))
    assert widths == pytest.approx(4 / 150)
