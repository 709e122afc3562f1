"""Two learners on every dataset, with intervals where there are tests, and over all of them."""

import numpy as np
import pytest

from foldwise.displays import DatasetForestDisplay, plot
from foldwise.verdicts import compare


@pytest.fixture(scope="module")
def several(make):
    return make(["stump", "tree", "deep"], datasets=["one", "two", "three"])


def marks(ax):
    return [line.get_xdata()[0] for line in ax.lines if line.get_marker() not in ("None", "|", "")]


def names(ax):
    return [tick.get_text() for tick in ax.get_yticklabels()]


def test_differences_alone_are_dots(five_on_thirty, drawn):
    """C4.5 less naive Bayes: .281 on Hayes-Roth, -.126 on Splice."""
    ax = drawn(five_on_thirty, "forest")
    pair = five_on_thirty.pair("C4.5", "NaiveBayes")
    assert (names(ax)[0], names(ax)[-2:]) == ("Hayes-Roth", ["Splice*", "over 30 datasets"])
    values = marks(ax)
    assert (values[0], values[-2], values[-1]) == pytest.approx((0.281, -0.126, pair.estimate))
    intervals = [tuple(line.get_xdata()) for line in ax.lines if line.get_linewidth() in (1.4, 2.8)]
    assert intervals == [(pair.low, pair.high)]
    assert "dots: datasets" in ax.get_xlabel()
    assert "p = 1.0" in [text.get_text() for text in ax.texts]


def test_a_verdict_has_intervals_and_outcomes(several):
    shown = DatasetForestDisplay.from_verdict(several, "stump", "tree")
    rows = {row.dataset: row for row in several.comparisons if (row.a, row.b) == ("stump", "tree")}
    frame = shown.frame().set_index("dataset")
    for name, row in rows.items():
        assert tuple(frame.loc[name]) == (row.estimate, row.low, row.high)
    pair = several.overall.pair("stump", "tree")
    assert frame.loc["over 3 datasets", "estimate"] == pair.estimate
    assert "bar: 95% interval" in plot(shown).get_xlabel()


def test_the_other_order_turns_everything(several, five_on_thirty):
    there, back = (
        DatasetForestDisplay.from_verdict(several, *names) for names in (("tree", "stump"), ("stump", "tree"))
    )
    for end in ("low", "high"):
        other = "high" if end == "low" else "low"
        assert there.frame().set_index("dataset")[end].to_dict() == pytest.approx(
            (-back.frame().set_index("dataset")[other]).to_dict()
        )
    shown = DatasetForestDisplay.from_overall(five_on_thirty, "CN2", "C4.5")
    assert shown.frame()["estimate"].max() == pytest.approx(0.261 - 0.219), "Abalone"
    assert (shown.pair.a, shown.pair.decision, shown.pair.wins) == ("CN2", "b", 6)


def test_kind_takes_the_two_best_mean_ranks(several):
    first, second = (each.name for each in several.overall.learners[:2])
    ax = plot(several, kind="forest")
    assert f"{first} vs {second}" in [text.get_text() for text in ax.texts]


def test_refusals(several, pair):
    with pytest.raises(ValueError, match="needs two learners or none, got a='stump' and b=None"):
        DatasetForestDisplay.from_verdict(several, "stump")
    with pytest.raises(KeyError, match="no pair of 'stump' and 'stamp'"):
        DatasetForestDisplay.from_verdict(several, "stump", "stamp")
    with pytest.raises(ValueError, match="needs a verdict on several, judged one by one"):
        DatasetForestDisplay.from_verdict(pair)


def test_the_rope_is_shaded_and_makes_ties(overall_of):
    scores = np.random.default_rng(0).random((2, 8))
    ax = plot(overall_of(scores, "ab", list("stuvwxyz"), rope=0.05), kind="forest")
    assert "shaded: ±0.05 counts as a tie" in ax.get_xlabel().replace("\n", " ")


@pytest.mark.parametrize("width", ["screen", "column"])
def test_a_hundred_datasets_do_not_meet(twenty_on_hundred, drawn, assert_apart, width):
    ax = drawn(twenty_on_hundred, "forest", width)
    assert_apart(ax)
    assert len(set(names(ax))) == len(names(ax)) > 90


def test_hostile_names_are_only_text(overall_of):
    datasets = ["$x_1$", "<b>", "\u202e", *"vwxyz"]
    ax = plot(overall_of(np.random.default_rng(0).random((2, 8)), ["$", "a_b^c"], datasets), kind="forest")
    ax.figure.draw_without_rendering()
    assert {"$x_1$", "<b>"} < set(names(ax))


def test_a_settled_verdict_may_be_open():
    """What is open looks so, whatever was decided so far."""
    from sklearn.naive_bayes import GaussianNB
    from sklearn.tree import DecisionTreeClassifier

    from foldwise.data import load
    from foldwise.verdicts import Settled

    learners = {"nb": GaussianNB(), "tree": DecisionTreeClassifier(random_state=0)}
    verdict = compare(learners, [load("iris"), load("wine")], seed=1, scheme=Settled(max_repeats=5), progress=False)
    looks = {row.dataset: row.look for row in DatasetForestDisplay.from_verdict(verdict).rows}
    assert looks == {row.dataset: "open" if row.outcome == "open" else row.decision for row in verdict.comparisons}
