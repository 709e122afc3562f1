import itertools

import numpy as np
import pytest
from matplotlib.figure import Figure

from foldwise.displays import PanelDisplay, plot
from foldwise.verdicts import NEEDS, judge

MUTED = "#767676"


def bars(ax):
    return {tuple(line.get_xdata()): line for line in ax.lines if line.get_linewidth() in (2.4, 1.2)}


def _tests(panel):
    return [verdict.test for verdict in panel.verdicts]


def _beside(texts, level):
    return [text.get_text() for text in texts if getattr(text, "xy", None) == (1.0, level)]


def test_every_test_of_the_panel_has_its_row(panel, drawn):
    frame = PanelDisplay.from_panel(panel).frame()
    assert frame["test"].tolist() == [verdict.test for verdict in panel.verdicts]
    assert frame["estimate"].to_numpy() == pytest.approx(panel.frame()["estimate"].to_numpy())
    assert [tick.get_text() for tick in drawn(panel).get_yticklabels()] == frame["test"].tolist(), "as test= takes them"


def test_bars_are_drawn_where_there_is_an_interval(panel, drawn):
    frame = panel.frame()
    with_one = frame[np.isfinite(frame["low"])]
    assert 0 < len(with_one) < len(frame)
    assert set(bars(drawn(panel))) == set(zip(with_one["low"], with_one["high"], strict=True))


def test_tests_that_are_not_advised_are_muted(panel, drawn):
    ax = drawn(panel)
    for tick, verdict in zip(ax.get_yticklabels(), panel.verdicts, strict=True):
        assert (tick.get_color() == MUTED) == (not NEEDS[verdict.test].advisable), verdict.test
    shown = bars(ax)
    rows = {verdict.test: verdict.comparisons[0] for verdict in panel.verdicts}
    advised, other = (rows[test] for test in ("corrected_repeated_kfold_t", "uncorrected_repeated_kfold_t"))
    assert shown[advised.low, advised.high].get_linewidth() == 2.4
    assert shown[other.low, other.high].get_color() == MUTED
    assert "not advised" in ax.get_xlabel()


def test_the_decision_stands_beside_the_row(panel, drawn):
    """The corrected test sees no difference where the uncorrected one does."""
    texts = drawn(panel).texts
    beside = {test: _beside(texts, level) for test, level in zip(_tests(panel), drawn(panel).get_yticks(), strict=True)}
    rows = {verdict.test: verdict.comparisons[0] for verdict in panel.verdicts}
    p = rows["corrected_repeated_kfold_t"].adjusted_pvalue
    assert beside["corrected_repeated_kfold_t"] == [f"p = {p:.2f}", "not told apart"]
    p = rows["uncorrected_repeated_kfold_t"].adjusted_pvalue
    assert beside["uncorrected_repeated_kfold_t"] == [f"p = {p:.2g}", "stump better"]


def test_zero_and_rope_are_drawn(panel, drawn):
    ax = drawn(panel)
    (shade,) = ax.collections
    assert np.ptp(shade.get_paths()[0].vertices[:, 0]) == pytest.approx(0.02)
    assert [0.0, 0.0] in [list(line.get_xdata()) for line in ax.lines]
    assert "±0.01 counts as equivalent" in ax.get_xlabel()


def test_rows_are_grouped_by_comparison(make, drawn):
    panel = judge(make(["stump", "tree", "deep"], datasets=["one", "two"]).runs, test="all")
    display = PanelDisplay.from_panel(panel)
    places = [(row.dataset, row.a, row.b) for _, row in display.rows]
    assert [place for place, _ in itertools.groupby(places)] == list(dict.fromkeys(places)), "each group once"
    ax = drawn(panel)
    bold = [text.get_text() for text in ax.texts if text.get_fontweight() == "bold"]
    assert bold[:2] == ["stump vs tree (one)", "stump vs deep (one)"]
    assert "2 datasets" in bold[-1]


def test_headings_stand_where_the_line_at_zero_pauses(make, drawn):
    panel = judge(make(["stump", "tree", "deep"]).runs, test="all")
    ax = drawn(panel)
    lines = [line.get_ydata() for line in ax.lines if list(line.get_xdata()) == [0.0, 0.0]]
    levels = [text.xy[1] for text in ax.texts if text.get_fontweight() == "bold"]
    n_tests = len(panel.verdicts)
    assert [bottom - top for top, bottom in lines] == [n_tests] * 3
    assert not any(top < level < bottom for level in levels for top, bottom in lines)


def test_names_are_cut_only_where_there_is_no_room(make, drawn):
    names = ["nearest neighbours", "logistic regression", "decision tree"]
    ax = drawn(judge(make(names).runs, test="all", alpha=0.9))
    assert not [text.get_text() for text in ax.texts if "…" in text.get_text()]
    beside = [words for level in ax.get_yticks() for words in _beside(ax.texts, level) if words.endswith(" better")]
    assert beside, "at this level some learner is better"
    assert all(text.split(" better")[0] in names for text in beside)


def test_long_names_are_nowhere_shortened_to_something_else(make, drawn):
    """One name does not fit: then every row says the first or the second, and the headings say who that is."""
    ax = drawn(judge(make(["short", "W" * 40, "tree"]).runs, test="all", alpha=0.9))
    beside = [words for level in ax.get_yticks() for words in _beside(ax.texts, level) if words.endswith(" better")]
    said = {words.split(" better")[0] for words in beside}
    assert said <= {"the first", "the second"}
    assert said


def test_many_rows_are_low(make, drawn):
    """Four learners on two datasets: six pairs, each twice and once over both."""
    panel = judge(make(list("abcd"), datasets=["one", "two"]).runs, test="all")
    display = PanelDisplay.from_panel(panel)
    assert len(display.rows) > 60
    assert display.height < 1.5 + 0.18 * (len(display.rows) + 18)
    boxes = [tick.get_window_extent() for tick in drawn(panel).get_yticklabels()]
    assert not any(upper.overlaps(lower) for upper, lower in itertools.pairwise(boxes))


@pytest.mark.parametrize("names", [["stump", "tree"], ["W" * 80, "a learner called " * 4], ["$x_1$", "$\\frac{"]])
def test_no_words_overlap_or_leave_the_figure(make, names, drawn):
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
    assert "pale: not advised for this design" in plot(panel, ax=Figure().subplots()).get_xlabel()
