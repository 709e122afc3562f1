"""The figure of a gate."""

import math
from dataclasses import replace

import pandas as pd
import pytest
from matplotlib.figure import Figure

from foldwise.displays import GateDisplay, plot
from foldwise.verdicts import gate


@pytest.fixture(scope="module")
def gates():
    """Of 400 examples the old one has 300 right; the new ones gain 1 and lose 1, 20 or 60."""

    def scores(gained, lost):
        right = [1] * (300 - lost) + [0] * lost + [1] * gained + [0] * (100 - gained)
        return pd.DataFrame({"item": range(400), "accuracy": right})

    return [gate(scores(0, 0), scores(1, lost), worse_by=0.05) for lost in (1, 20, 60)]


def test_outcomes_have_words_of_their_own(gates, drawn):
    ax = drawn(GateDisplay.from_gates(gates))
    beside = [text.get_text().splitlines()[0] for text in ax.texts]
    assert beside == ["not worse", "undecided", "worse"]
    assert "needed" in ax.texts[1].get_text()
    assert "needed" not in ax.texts[0].get_text()


def test_the_frame_holds_what_is_drawn(gates):
    display = GateDisplay.from_gates(gates)
    frame, ax = display.frame(), display.plot(Figure().subplots())
    bars = [line.get_xdata().tolist() for line in ax.lines if line.get_linewidth() == 2.4]
    assert bars == frame[["low", "high"]].to_numpy().tolist()
    margins = {x for line in ax.lines if line.get_linestyle() == "--" for x in line.get_xdata()}
    assert margins == {-0.05}
    assert frame["estimate"].tolist() == pytest.approx([0, -19 / 400, -59 / 400])


@pytest.mark.parametrize("width", [None, "page", "column"])
def test_words_do_not_meet(gates, drawn, assert_apart, width):
    for each in gates:
        assert_apart(drawn(each, width=width))
    assert_apart(drawn(GateDisplay.from_gates(gates), width=width))


def test_without_limits_there_is_no_bar(gates):
    ax = plot(replace(gates[0], low=math.nan, high=math.nan), ax=Figure().subplots())
    assert not [line for line in ax.lines if line.get_linewidth() == 2.4]


def test_gates_on_one_axis_are_of_one_kind(gates):
    with pytest.raises(ValueError, match="of one metric, got accuracy, recall"):
        GateDisplay.from_gates([gates[0], replace(gates[1], metric="recall")])
    with pytest.raises(ValueError, match="of one alpha"):
        GateDisplay.from_gates([gates[0], replace(gates[1], alpha=0.1)])
    with pytest.raises(ValueError, match="got no gate"):
        GateDisplay.from_gates([])
