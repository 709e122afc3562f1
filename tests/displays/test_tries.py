import pytest
from matplotlib.figure import Figure

from foldwise.displays import TriesDisplay, plot
from foldwise.tuning import Ledger, Try
from foldwise.verdicts import DataTries, Recount


@pytest.fixture
def data():
    """Two small p-values, forty tries by hand, one more small p-value: by Bonferroni's method."""
    tried = {"dataset": "wine", "fingerprint": "f"}
    kept = (
        Try(kind="comparison", what="a and b", pvalue=0.004, **tried),
        Try(kind="comparison", what="a and c", pvalue=0.0001, **tried),
        Try(kind="declared", what="grids", number=40, **tried),
        Try(kind="comparison", what="a and d", pvalue=0.04, **tried),
    )
    return DataTries(
        dataset="wine", ledger=Ledger(kept=kept), procedure="bonferroni", alpha=0.05, bounds=(), survives=()
    )


def test_what_is_drawn(data):
    ax = plot(data, ax=Figure().subplots())
    small, surviving = ax.lines
    assert small.get_xdata().tolist() == surviving.get_xdata().tolist() == [0, 1, 2, 42, 43]
    assert small.get_ydata().tolist() == [0, 1, 2, 2, 3]
    # .0001 x 42 and x 43 are at most .05, .004 x 42 is not.
    assert surviving.get_ydata().tolist() == [0, 1, 2, 1, 1]
    assert ax.get_title(loc="left") == "Tries on wine"
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["p at most 0.05", "survive (bonferroni)"]


def test_options_reach_the_lines(data):
    ax = TriesDisplay.from_data(data).plot(Figure().subplots(), linewidth=4)
    assert [line.get_linewidth() for line in ax.lines] == [4, 4]


def test_several_datasets_are_a_list(data):
    found = Recount(store="x.db", procedure="bonferroni", alpha=0.05, datasets=(data, data), link="")
    with pytest.raises(ValueError, match="about one dataset, and there are 2"):
        plot(found, ax=Figure().subplots())
    assert len(plot(list(found.datasets), ax=Figure().subplots(2))) == 2


def test_nothing_was_tried():
    data = DataTries(dataset="none", ledger=Ledger(), procedure="holm", alpha=0.05, bounds=(), survives=())
    ax = plot(data, ax=Figure().subplots())
    assert ax.get_xlim() == (0, 1)
