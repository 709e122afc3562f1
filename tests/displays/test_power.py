"""Figures of power and of learning curves."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from foldwise.displays import LearningCurvesDisplay, PowerDisplay, plot, svg
from foldwise.lab import BadMetric, learning_curves, power, power_sources
from foldwise.lab.sources import ExchangeableBlocks, Plane, table_five_sources


@pytest.fixture(scope="module")
def found():
    several = {name: ExchangeableBlocks(n_examples=40, second_shift=shift) for name, shift in (("a", 0.35), ("b", 0.7))}
    return power(["5/kfold_t", "holdout:0.5/mcnemar"], several, differences={"b": -0.1}, n_trials=20)


@pytest.fixture(scope="module")
def made():
    return power_sources(Plane(n_examples=60), BadMetric, fractions=[1, 0.5], sizes=[30], n_sets=5, n_points=100)


def test_power_is_drawn_against_percentage_points(found):
    display = PowerDisplay.from_power(found)
    frame, ax = display.frame(), display.plot(Figure().subplots())
    lines = [line for line in ax.lines if line.get_marker() == "o"]
    assert len(lines) == 2
    for line, (_, rows) in zip(lines, frame.groupby("procedure", sort=False), strict=True):
        # Without a sign: which of the two is better makes no power.
        assert line.get_xdata() == pytest.approx([0, 10])
        assert line.get_ydata() == pytest.approx(rows["rate"].to_numpy())
    bars = np.concatenate([bar.get_segments() for bar in ax.collections])
    assert np.sort(bars[:, 0, 1]) == pytest.approx(np.sort(frame["low"]))
    assert np.sort(bars[:, 1, 1]) == pytest.approx(np.sort(frame["high"]))
    dashed = [line for line in ax.lines if line.get_linestyle() == "--"]
    assert [line.get_ydata()[0] for line in dashed] == [0.05]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["5/kfold_t", "holdout:0.5/mcnemar"]
    assert "percentage points" in ax.get_xlabel()


def test_sources_of_two_kinds_are_not_joined(found):
    """Three points of blocks and two networks are two lines for each procedure, that differ in style and marker."""
    blocks = [ExchangeableBlocks(n_examples=40, second_shift=shift) for shift in (0.1, 0.35, 0.7)]
    told = {blocks[0].name: 0.12, blocks[2].name: -0.01}
    several = power(["5/kfold_t", "10"], [*blocks, *table_five_sources()[:2]], differences=told, n_trials=2)
    ax = PowerDisplay.from_power(several).plot(Figure().subplots())
    lines = [line for line in ax.lines if line.get_marker() in ("o", "s")]
    assert [line.get_xdata() for line in lines] == [pytest.approx([0, 1, 12]), pytest.approx([0, 2.7736])] * 2
    assert [(line.get_marker(), line.get_linestyle()) for line in lines] == [("o", "-"), ("s", "--")] * 2
    assert [text.get_text() for text in ax.get_legend().get_texts()][2:] == [
        "blocks shifted 0.35, NearestNeighbor(), 40 examples",
        "networks, NaiveBayes and C45, 300 examples",
    ]
    assert PowerDisplay.from_power(several).height > PowerDisplay.from_power(found).height


def test_a_single_procedure_is_named_below(found):
    display = PowerDisplay(rates=found.frame().iloc[::2], alpha=0.05)
    ax = display.plot(Figure().subplots())
    assert ax.get_legend() is None
    assert "5/kfold_t" in ax.get_xlabel()


def test_damaged_curves_are_dashed(made):
    display = LearningCurvesDisplay.from_curves([each.curves for each in made])
    frame, ax = display.frame(), display.plot(Figure().subplots())
    curve = "BadMetric(NearestNeighbor)"
    names = ["C45", "NearestNeighbor", f"{curve}, 1 of the way", f"{curve}, 0.5 of the way"]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == names
    lines = [line for line in ax.lines if line.get_marker() == "o"]
    assert [line.get_linestyle() for line in lines] == ["-", "-", "--", "--"]
    for line, name in zip(lines, names, strict=True):
        rows = frame[frame["learner"] == name]
        assert line.get_xdata().tolist() == [30, 60]
        assert line.get_ydata() == pytest.approx(rows["error"].to_numpy())
    table = made[1].curves.frame()
    assert frame[frame["learner"] == names[3]]["error"].tolist() == pytest.approx(table["error_damaged"].tolist())
    assert frame[frame["learner"] == "C45"]["standard_error"].tolist() == pytest.approx(
        table["standard_error_a"].tolist()
    )


def test_plot_knows_both(found, made):
    assert plot(found, ax=Figure().subplots()).get_ylabel() == "share of trials that reject"
    assert plot(made[0].curves, ax=Figure().subplots()).get_ylabel() == "error rate"
    assert svg(found) == svg(found)


def test_curves_of_other_sources_are_refused(made):
    other = learning_curves(Plane(n_examples=60, name="elsewhere"), sizes=[30], n_sets=2, n_points=10)
    with pytest.raises(ValueError, match="same source and learners, got plane and elsewhere"):
        LearningCurvesDisplay.from_curves([made[0].curves, other])
