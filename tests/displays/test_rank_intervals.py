"""Between which ranks learners lie over datasets: bars, marks and words are the numbers of the answer."""

import numpy as np
import pytest

from foldwise.displays import RankIntervalsDisplay, plot, svg


def bars(ax):
    return [tuple(line.get_xdata()) for line in ax.lines if line.get_linewidth() == 2.4]


def marks(ax):
    return {line.get_xdata()[0]: line.get_markerfacecolor() for line in ax.lines if line.get_marker() == "o"}


def test_intervals_of_a_published_table(five_on_thirty, drawn):
    """Intervals by signed rank tests with Holm's method, worked out apart from foldwise; mean ranks as published."""
    ax = drawn(five_on_thirty)
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["C4.5", "NaiveBayes", "CN2", "k-NN(k=1)", "Kernel"]
    assert bars(ax) == [(1, 2), (1, 3), (3, 4), (2, 4), (5, 5)]
    assert list(marks(ax)) == pytest.approx([2.1, 2.2, 3.1167, 3.25, 4.3333], abs=1e-4)
    assert [colour == "white" for colour in marks(ax).values()] == [False, False, True, True, True]
    words = [text.get_text() for text in ax.texts]
    assert words == [
        *("mean rank", "2.10", "2.20", "3.12", "3.25", "4.33"),
        *("rank", "1 to 2", "1 to 3", "3 to 4", "2 to 4", "5"),
    ]
    assert ax.get_xlabel().splitlines()[0] == "rank over 30 datasets, 1 is the best"
    assert "(95%, all together)" in ax.get_xlabel()


def test_the_frame_has_what_is_drawn(five_on_thirty):
    frame = RankIntervalsDisplay.from_overall(five_on_thirty).frame()
    assert frame["may_be_best"].tolist() == [True, True, False, False, False]
    assert frame[["rank_low", "rank_high"]].values.tolist() == [[1, 2], [1, 3], [3, 4], [2, 4], [5, 5]]


def test_it_is_the_first_panel_of_a_verdict_on_several_datasets(make):
    verdict = make(["stump", "tree"], datasets=["one", "two"])
    first = plot(verdict)
    assert first.get_xlabel().startswith("rank over 2 datasets")
    panels = first.figure.axes
    assert [ax.get_xlabel().splitlines()[0] for ax in panels] == [
        "rank over 2 datasets, 1 is the best",
        "difference in accuracy",
    ]
    axes = plot([verdict, make()])
    assert [ax.get_xlabel().splitlines()[0] for ax in axes] == [
        "rank over 2 datasets, 1 is the best",
        "difference in accuracy",
    ], "one for each object, of two panels the first"
    assert len(axes[0].figure.axes) == 3


def test_each_by_itself_where_nothing_is_adjusted(overall_of):
    scores = np.random.default_rng(0).random((3, 8))
    plain = overall_of(scores, "abc", list("stuvwxyz"), adjust="none")
    assert "(95%, each by itself)" in plot(plain).get_xlabel()


def test_one_direction_has_no_intervals(overall_of):
    scores = np.random.default_rng(0).random((3, 8))
    ax = plot(overall_of(scores, "abc", list("stuvwxyz"), alternative="greater"))
    assert not bars(ax)
    assert len(marks(ax)) == 3
    assert "no intervals where only one direction is asked about" in ax.get_xlabel()


def test_a_learner_that_met_nobody_has_no_rank(overall_of):
    scores = np.array([[0.9, 0.8, 0.7, np.nan], [0.8, 0.7, 0.6, np.nan], [np.nan, np.nan, np.nan, 0.5]])
    ax = plot(overall_of(scores, "abc", list("wxyz")))
    assert len(marks(ax)) == 2
    assert [text.get_text() for text in ax.texts][3] == "none"


@pytest.mark.parametrize("width", ["screen", "column"])
def test_twenty_long_names_do_not_meet(twenty_on_hundred, drawn, assert_apart, width):
    ax = drawn(twenty_on_hundred, "ranks", width)
    assert_apart(ax)
    assert len({tick.get_text() for tick in ax.get_yticklabels()}) == 20


def test_names_are_only_text(overall_of):
    names = ["<script>alert(1)</script>", "$x_1$", "\u202eevil\n\x00"]
    text = svg(overall_of(np.random.default_rng(0).random((3, 8)), names, list("stuvwxyz")))
    assert "<script>" not in text
    assert "$x_1$" in text
