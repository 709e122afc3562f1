import itertools

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from foldwise.displays import PanelDisplay, plot
from foldwise.displays._drawing import panels
from foldwise.displays._panel import MUTED
from foldwise.verdicts import NEEDS, judge


def drawn(panel):
    """Axes of a figure as `plot` lays it out, without pyplot."""
    display = PanelDisplay.from_panel(panel)
    figure = Figure()
    FigureCanvasAgg(figure)
    ax = display.plot(panels(figure, [display.height])[0])
    figure.canvas.draw()
    return ax


def bars(ax):
    return {tuple(line.get_xdata()): line for line in ax.lines if line.get_linewidth() in (3.2, 1.4)}


def test_every_test_of_the_panel_has_its_row(panel):
    frame = PanelDisplay.from_panel(panel).frame()
    assert frame["test"].tolist() == [verdict.test for verdict in panel.verdicts]
    assert frame["estimate"].to_numpy() == pytest.approx(panel.frame()["estimate"].to_numpy())
    assert next(tick.get_text() for tick in drawn(panel).get_yticklabels()) == "corrected repeated k-fold t test"


def test_bars_are_drawn_where_there_is_an_interval(panel):
    frame = panel.frame()
    with_one = frame[np.isfinite(frame["low"])]
    assert 0 < len(with_one) < len(frame)
    assert set(bars(drawn(panel))) == set(zip(with_one["low"], with_one["high"], strict=True))


def test_tests_that_are_not_advised_are_muted(panel):
    ax = drawn(panel)
    for tick, verdict in zip(ax.get_yticklabels(), panel.verdicts, strict=True):
        assert (tick.get_color() == MUTED) == (not NEEDS[verdict.test].advisable), verdict.test
    shown = bars(ax)
    rows = {verdict.test: verdict.comparisons[0] for verdict in panel.verdicts}
    advised, other = (rows[test] for test in ("corrected_repeated_kfold_t", "uncorrected_repeated_kfold_t"))
    assert shown[advised.low, advised.high].get_linewidth() == 3.2
    assert shown[other.low, other.high].get_color() == MUTED
    assert "not advised" in ax.get_xlabel()


def test_the_decision_stands_beside_the_row(panel):
    """The corrected test sees no difference where the uncorrected one does."""
    words = [text.get_text() for text in drawn(panel).texts]
    rows = {verdict.test: verdict.comparisons[0] for verdict in panel.verdicts}
    p = rows["corrected_repeated_kfold_t"].adjusted_pvalue
    assert f"no difference shown, p = {p:.3g}" in words
    p = rows["uncorrected_repeated_kfold_t"].adjusted_pvalue
    assert f"stump better, p = {p:.3g}" in words


def test_zero_and_rope_are_drawn(panel):
    ax = drawn(panel)
    (shade,) = ax.patches
    assert (shade.get_x(), shade.get_width()) == pytest.approx((-0.01, 0.02))
    assert [0.0, 0.0] in [list(line.get_xdata()) for line in ax.lines]
    assert "±0.01 counts as equivalent" in ax.get_xlabel()


def test_rows_are_grouped_by_comparison(make):
    panel = judge(make(["stump", "tree", "deep"], datasets=["one", "two"]).runs, test="all")
    display = PanelDisplay.from_panel(panel)
    places = [(row.dataset, row.a, row.b) for _, row in display.rows]
    assert [place for place, _ in itertools.groupby(places)] == list(dict.fromkeys(places)), "each group once"
    ax = drawn(panel)
    bold = [text.get_text() for text in ax.texts if text.get_fontweight() == "bold"]
    assert bold[:2] == ["stump vs tree (one)", "stump vs deep (one)"]
    assert "2 datasets" in bold[-1]


@pytest.mark.parametrize("names", [["stump", "tree"], ["W" * 80, "a learner called " * 4], ["$x_1$", "$\\frac{"]])
def test_no_words_overlap_or_leave_the_figure(make, names):
    ax = drawn(
        judge(make(names, datasets=["a dataset whose name is longer than any label"]).runs, test="all", rope=0.1)
    )
    low, high = ax.get_xlim()
    ticks = [text for text, at in zip(ax.get_xticklabels(), ax.get_xticks(), strict=True) if low <= at <= high]
    boxes = [
        (text.get_text(), text.get_window_extent())
        for text in [*ax.texts, *ax.get_yticklabels(), *ticks, ax.xaxis.label]
    ]
    for (first, box), (second, other) in itertools.combinations(boxes, 2):
        assert not box.overlaps(other), f"{first!r} meets {second!r}"
    width, height = ax.figure.canvas.get_width_height()
    for text, box in boxes:
        assert box.x0 >= 0 <= box.y0, text
        assert box.x1 <= width, text
        assert box.y1 <= height, text


def test_plot_knows_it(panel):
    assert "point: estimate" in plot(panel, ax=Figure().subplots()).get_xlabel()
