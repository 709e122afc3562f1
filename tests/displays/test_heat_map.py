"""Ranks of learners on every dataset: by hand, with what is missing, and many of them."""

from itertools import pairwise

import numpy as np
import pytest

from foldwise.displays import HeatMapDisplay, plot

SCORES = np.array([[0.9, 0.8, 0.7, 0.9], [0.8, 0.8, 0.9, np.nan], [0.7, 0.6, 0.5, 0.8]])


@pytest.fixture
def overall(overall_of):
    return overall_of(SCORES, ["a", "b", "c"], ["w", "x", "y", "z"])


def test_ranks_by_hand(overall):
    """On x two share 1 and 2; on z there are two learners, and the worse of them has rank 2."""
    frame = HeatMapDisplay.from_overall(overall).frame().pivot(index="dataset", columns="learner", values="rank")
    assert frame[["a", "b", "c"]].to_numpy() == pytest.approx(
        np.array([[1, 2, 3], [1.5, 1.5, 3], [2, 1, 3], [1, np.nan, 2]]), nan_ok=True
    )


def test_deeper_is_better_and_missing_is_hatched(overall):
    ax = plot(overall, kind="heatmap")
    order = [tick.get_text() for tick in ax.get_xticklabels()]
    shades = np.ma.filled(ax.collections[0].get_array().reshape(4, 3), np.nan)
    column = order.index("c")
    assert (shades[:3, column] == 0).all(), "the last of three, and of two"
    assert shades[3, column] == 0
    assert shades[0, order.index("a")] == np.nanmax(shades)
    assert sum(patch.get_hatch() is not None for patch in ax.patches) == 1
    assert "hatched: no score" in ax.get_xlabel()
    words = {(text.get_position()[1], text.get_position()[0]): text.get_text() for text in ax.texts}
    assert words[1, order.index("a")] == "1.5"
    means = [words[4, place] for place in range(3)]
    assert means == [f"{each.mean_rank:.2f}" for each in overall.learners]


def test_without_gaps_nothing_is_said_of_them(five_on_thirty, drawn):
    ax = drawn(five_on_thirty, "heatmap")
    assert "hatched" not in ax.get_xlabel()
    assert [tick.get_text() for tick in ax.get_yticklabels()][-1] == "mean rank"
    assert len(ax.texts) == 31 * 5


@pytest.mark.parametrize("width", ["screen", "column"])
def test_twenty_learners_on_a_hundred_datasets_do_not_meet(twenty_on_hundred, drawn, width):
    ax = drawn(twenty_on_hundred, "heatmap", width)
    names = [tick for tick in ax.get_yticklabels() if tick.get_visible()]
    boxes = [tick.get_window_extent() for tick in names]
    assert all(low.y1 <= high.y0 + 0.5 for high, low in pairwise(boxes)), "lines below each other"
    assert len({tick.get_text() for tick in names}) == len(names)
    columns = [tick.get_window_extent() for tick in ax.get_xticklabels()]
    assert all(left.x1 <= right.x0 + 0.5 for left, right in pairwise(columns))
    cell = columns[1].x0 - columns[0].x0
    widths = [text.get_window_extent().width for text in ax.texts[:400]]
    assert max(widths) <= cell


def test_names_are_only_text(overall_of):
    ax = plot(overall_of(SCORES, ["$", "<b>", "\u202e"], ["$x$", "x", "y", "z"]), kind="heatmap")
    ax.figure.draw_without_rendering()
    assert "$x$" in [tick.get_text() for tick in ax.get_yticklabels()]
