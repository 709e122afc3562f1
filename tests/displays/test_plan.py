"""Figures of plans: the numbers they draw, and which there are."""

import numpy as np
import pytest
from matplotlib.figure import Figure

import foldwise as fw
from foldwise.displays import ExtrapolationDisplay, PlanDisplay, plot, svg


@pytest.fixture(scope="module")
def trained():
    learners = {"nb": fw.learners.NaiveBayes(), "<c45> $x$": fw.learners.C45()}
    return fw.plan(learners, fw.data.load("wine"), scheme="2x5", difference=0.02, seed=1, progress=False)


def test_power_is_drawn_as_planned(trained):
    display = PlanDisplay.from_plan(trained)
    curve = trained.pairs[0].curves[0]
    ax = display.plot(Figure().subplots())
    line = next(each for each in ax.lines if len(each.get_xdata()) == len(curve.numbers))
    assert line.get_xdata().tolist() == list(curve.numbers)
    assert line.get_ydata().tolist() == list(curve.power)
    assert display.frame()["high"].tolist() == list(curve.high)
    assert display.now == 178


def test_the_ceiling_is_a_line(trained):
    ax = plot(trained, Figure().subplots(), kind="ceiling")
    levels = [each.get_ydata()[0] for each in ax.lines if len(set(each.get_ydata())) == 1]
    assert trained.pairs[0].curves[1].ceiling in levels


def test_curves_are_drawn_out(trained):
    (found,) = trained.extrapolations
    display = ExtrapolationDisplay(extrapolation=found)
    ax = display.plot(Figure().subplots())
    assert any(np.array_equal(line.get_ydata(), found.fitted) for line in ax.lines)
    assert "<c45> $x$ below" in ax.get_title(loc="left")


def test_a_plan_has_figures_below_each_other(trained):
    assert svg(trained).count("power") >= 2
    with pytest.raises(ValueError, match="kind of this plan must be one of 'power', 'ceiling', 'extrapolation 1'"):
        plot(trained, Figure().subplots(), kind="ranks")
    items = fw.plan(of="items", disagree=0.1, difference=0.02)
    assert "items to find a difference of 0.02" in plot(items, Figure().subplots()).get_xlabel()
