"""Bars join learners that the tests do not tell apart; none joins two that they do, and the caption says so."""

import numpy as np
import pytest

from foldwise.displays import CriticalDifferenceDisplay, plot
from foldwise.verdicts import OverallLearner, OverallPair


def display(ranks, apart, *, against=(), never=()):
    """Learners a, b, ... at these mean ranks; pairs such as "ac" are told apart, those of `against` the other way."""
    names = "abcdefgh"[: len(ranks)]
    learners = tuple(
        OverallLearner(
            name=name,
            n_datasets=9,
            mean_score=0.5,
            mean_rank=rank,
            rank_low=1,
            rank_high=2,
            better_than=(),
            worse_than=(),
        )
        for name, rank in zip(names, ranks, strict=True)
    )
    pairs = []
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            decision = "a" if a + b in apart else "b" if a + b in against else "none"
            decision = "undetermined" if a + b in never else decision
            numbers = dict.fromkeys(
                ("median", "estimate", "low", "high", "statistic", "pvalue", "adjusted_pvalue"), 0.1
            )
            counts = dict.fromkeys(("wins", "ties", "losses", "least_a", "least_b"), 0)
            pairs.append(
                OverallPair(
                    a=a, b=b, n_datasets=9, decision=decision, datasets_a=(), datasets_b=(), **numbers, **counts
                )
            )
    return CriticalDifferenceDisplay(learners=learners, pairs=tuple(pairs), n_datasets=9)


def words(ax):
    return ax.get_xlabel().replace("\n", " ")


def bars(ax):
    return [tuple(line.get_xdata()) for line in ax.lines if line.get_linewidth() == 4.0]


def test_longest_runs_of_neighbours():
    """Told apart: a and c, a and d, b and d."""
    shown = display([1.2, 2.0, 2.9, 3.9], {"ac", "ad", "bd"})
    assert shown.bars() == [("a", "b"), ("b", "c"), ("c", "d")]
    ax = plot(shown)
    reach = 0.015 * 3
    assert bars(ax) == [
        pytest.approx((low - reach, high + reach)) for low, high in ((1.2, 2.0), (2.0, 2.9), (2.9, 3.9))
    ]
    heights = [line.get_ydata()[0] for line in ax.lines if line.get_linewidth() == 4.0]
    assert heights[0] == heights[2] < heights[1], "bars that share a learner stand below each other"
    assert "no bar for" not in words(ax)


def test_a_bar_over_two_that_are_told_apart_is_not_drawn():
    """a and c are not told apart, b between them is told from c: one bar for all three would be false."""
    shown = display([1.5, 2.0, 2.5], {"bc"})
    assert shown.bars() == [("a", "b")]
    assert "no bar for a and c, though not told apart: it would also join b and c, which the tests tell apart" in words(
        plot(shown)
    )


def test_all_pairs_that_no_bar_can_show_are_counted():
    shown = display([1.0, 2.0, 3.0, 4.0], {"ab", "bc", "cd"})
    assert shown.bars() == []
    caption = words(plot(shown))
    assert "no bar for a and c" in caption
    assert "so with 2 other pairs" in caption


@pytest.mark.parametrize("seed", range(20))
def test_no_bar_joins_two_that_are_told_apart(seed):
    rng = np.random.default_rng(seed)
    pairs = [a + b for i, a in enumerate("abcdefgh") for b in "abcdefgh"[i + 1 :]]
    apart = {pair for pair in pairs if rng.random() < 0.4}
    shown = display(list(range(1, 9)), apart)
    under = [{a + b for i, a in enumerate(bar) for b in bar[i + 1 :]} for bar in shown.bars()]
    assert not any(pairs_of & apart for pairs_of in under)
    side_by_side = {a + b for a, b in zip("abcdefg", "bcdefgh", strict=True)} - apart
    assert side_by_side <= set().union(*under), "neighbours that are not told apart have a bar"


def test_a_winner_against_the_mean_ranks_is_named():
    assert "by the tests b is better than a, against the mean ranks" in words(
        plot(display([1.4, 1.6], (), against={"ab"}))
    )


def test_two_that_were_never_tested_have_no_bar():
    assert display([1.4, 1.6, 2.9], {"ac", "bc"}, never={"ab"}).bars() == []


def test_a_published_table(five_on_thirty, drawn):
    """Naive Bayes and k-NN are not told apart, CN2 between them is told from naive Bayes."""
    shown = CriticalDifferenceDisplay.from_overall(five_on_thirty)
    assert shown.bars() == [("C4.5", "NaiveBayes"), ("CN2", "k-NN(k=1)")]
    assert shown.frame()["bars"].tolist() == [(1,), (1,), (2,), (2,), ()]
    ax = drawn(five_on_thirty, "cd")
    assert "no bar for NaiveBayes and k-NN(k=1), though not told apart: it would also join NaiveBayes and CN2" in words(
        ax
    )
    names = [text.get_text() for text in ax.texts if text.get_text()]
    assert names == ["C4.5  2.10", "NaiveBayes  2.20", "CN2  3.12", "3.25  k-NN(k=1)", "4.33  Kernel"]


def test_one_direction_has_no_bars(overall_of):
    overall = overall_of(np.random.default_rng(0).random((3, 8)), "abc", list("stuvwxyz"), alternative="less")
    ax = plot(overall, kind="cd")
    assert not bars(ax)
    assert "no bars where only one direction is asked about" in words(ax)


@pytest.mark.parametrize("width", ["screen", "column"])
def test_twenty_long_names_do_not_meet(twenty_on_hundred, drawn, assert_apart, width):
    ax = drawn(twenty_on_hundred, "cd", width)
    assert_apart(ax)
    assert len({text.get_text() for text in ax.texts if text.get_text()}) == 20


def test_names_are_only_text(overall_of):
    names = ["<script>alert(1)</script>", "$x_1$", "\u202eevil\n\x00"]
    ax = plot(overall_of(np.random.default_rng(0).random((3, 8)), names, list("stuvwxyz")), kind="cd")
    ax.figure.draw_without_rendering()
    assert any("$x_1$" in text.get_text() for text in ax.texts)
