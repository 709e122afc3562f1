"""Panels of partitions, their normal curves, and how hard examples are: where the marks are."""

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from scipy.stats import norm
from scipy.stats import t as student

from foldwise.data import load
from foldwise.displays import (
    ExampleErrorsDisplay,
    NormalCurvesDisplay,
    SignificanceDisplay,
    SignificancePanelsDisplay,
    plot,
    svg,
)
from foldwise.evaluation import evaluate
from foldwise.lab import ExampleErrors
from foldwise.lab.sources import TwoKinds
from foldwise.learners import C45, NaiveBayes
from foldwise.replicability import Normality, fit_student, partition_analysis

BLUE, ORANGE, GREY = "#0060a0", "#b04a00", "#444444"


@pytest.fixture(scope="module")
def analysis():
    run = evaluate({"nb": NaiveBayes(), "c45": C45()}, load("wine"), scheme="4x10:plain", seed=1, progress=False)
    row = partition_analysis(run).rows[0]
    # Seven datasets: two rows of panels.
    values = np.array([0.99, 0.01, 0.5, 0.3])
    rows = [replace(row, dataset=f"$data {n}$", figure_values=values, n_b=1, n_none=2, n_a=1) for n in range(7)]
    return replace(partition_analysis(run), rows=tuple(rows))


def drawn():
    return Figure(figsize=(8, 6)).subplots()


def test_every_dataset_has_a_panel_with_its_sorted_values(analysis):
    ax = SignificancePanelsDisplay.from_analysis(analysis).plot(drawn())
    assert len(ax.child_axes) == 7
    for number, panel in enumerate(ax.child_axes):
        assert panel.get_title() == f"$data {number}$\n1 | 2 | 1"
        dots = panel.collections[0]
        assert dots.get_offsets().tolist() == [[1, 0.01], [2, 0.3], [3, 0.5], [4, 0.99]]
        assert [to_hex(colour) for colour in dots.get_facecolors()] == [ORANGE, GREY, GREY, BLUE]
        assert panel.lines[0].get_ydata() == [0.5, 0.5]
    # Five in a row; only what no other panel hides has numbers at its axes.
    written = [bool(panel.get_xticklabels()[0].get_text()) for panel in ax.child_axes]
    assert written == [False, False, True, True, True, True, True]
    bottoms = [panel.get_position().y0 for panel in ax.child_axes]
    assert bottoms[0] > bottoms[5]


def test_partitions_without_a_p_value_are_not_coloured(analysis):
    """An infinite t has the figure value 0 or 1 and calls no learner better."""
    row = replace(
        analysis.rows[0], figure_values=np.array([1.0, 0.99, 0.5, 0.0]), statistics=np.array([np.inf, 3, 0, -np.inf])
    )
    panel = SignificancePanelsDisplay(rows=(row,), alpha=0.05, test="kfold_t").plot(drawn()).child_axes[0]
    band = SignificanceDisplay(rows=(row,), alpha=0.05, test="kfold_t").plot(drawn())
    for ax in (panel, band):
        assert [to_hex(colour) for colour in ax.collections[0].get_facecolors()] == [GREY, GREY, BLUE, GREY]


def test_what_the_panels_say(analysis):
    display = SignificancePanelsDisplay.from_analysis(analysis)
    words = display.plot(drawn()).texts[0].get_text()
    assert "significance of kfold_t" in words
    assert ": nb ahead above, c45 below\nshaded: significant at 0.05" in words
    assert "on top: how many for c45 | neither | nb" in words
    assert display.frame()["figure_value"].tolist() == [0.01, 0.3, 0.5, 0.99] * 7
    pairs = (analysis.rows[0], replace(analysis.rows[0], b="mansour"))
    two = replace(display, rows=pairs).plot(drawn())
    assert two.child_axes[1].get_title() == "$data 0$\nnb vs mansour\n1 | 2 | 1"
    assert ": the first ahead above" in two.texts[0].get_text()


def test_normal_curves_have_mean_and_spread_of_the_values(analysis):
    t = np.array([1.0, -1.0, 3.0, 5.0])
    normal = Normality(statistic=0.9, pvalue=0.4321, skewness=0.0)
    rows = [replace(analysis.rows[0], statistics=t, normality_of_t=normal)]
    display = NormalCurvesDisplay.from_partitions(rows)
    ax = display.plot(drawn())
    in_t, in_p = ax.child_axes
    assert in_t.collections[0].get_offsets().tolist() == [[1, -1], [2, 1], [3, 3], [4, 5]]
    # Mean 2, variance (9 + 1 + 1 + 9) / 3.
    expected = norm(2, np.sqrt(20 / 3)).ppf([0.125, 0.375, 0.625, 0.875])
    assert in_t.lines[0].get_ydata() == pytest.approx(expected)
    assert in_t.get_title().endswith("normal? p = 0.43")
    assert in_p.collections[0].get_offsets()[:, 1].tolist() == [0.01, 0.3, 0.5, 0.99]
    frame = display.frame()
    assert frame["unit"].tolist() == ["t"] * 4 + ["p"] * 4
    assert frame["normal"].head(4).tolist() == pytest.approx(expected)
    assert "Shapiro and Wilk" in svg(display)


def test_a_curve_of_student_is_drawn_where_it_is_asked_for(analysis):
    """One value in eight lies far out: Student's distribution with few degrees of freedom; p has no such curve."""
    t = np.array([-1.2, -0.7, -0.4, -0.1, 0.2, 0.5, 0.9, 14.0])
    rows = [replace(analysis.rows[0], statistics=t, figure_values=np.linspace(0.1, 0.9, 8))]
    display = NormalCurvesDisplay.from_partitions(rows, student=True)
    in_t, in_p = display.plot(drawn()).child_axes
    fit = fit_student(t)
    assert fit.df < 3
    dashed = [line for line in in_t.lines if line.get_linestyle() == "--"]
    expected = student(fit.df, fit.location, fit.scale).ppf((np.arange(8) + 0.5) / 8)
    assert dashed[0].get_ydata() == pytest.approx(expected)
    # The dashed lines there are the edges at 0 and 1.
    assert len([line for line in in_p.lines if line.get_linestyle() == "--"]) == 2
    frame = display.frame()
    assert frame["student"].head(8).tolist() == pytest.approx(expected)
    assert frame["student"].tail(8).isna().all()
    assert "dashed" in svg(display)
    assert "student" not in NormalCurvesDisplay.from_partitions(rows).frame()
    # Evenly spread values have no heavy tails: the dashed curve is the normal one, with the spread of the likelihood.
    even = np.linspace(-1, 1, 8)
    flat = NormalCurvesDisplay.from_partitions([replace(rows[0], statistics=even)], student=True).frame().head(8)
    assert flat["student"].to_numpy() == pytest.approx(flat["normal"].to_numpy() * np.sqrt(7 / 8))


@pytest.mark.parametrize(
    ("values", "words", "n_dots"),
    [([0.0] * 4, "all the same", 4), ([np.inf, 1.0, 2.0, -np.inf], "2 infinite", 2)],
)
def test_no_normal_curve_where_nothing_can_be_fitted(analysis, values, words, n_dots):
    none = Normality(statistic=np.nan, pvalue=np.nan, skewness=np.nan)
    rows = [replace(analysis.rows[0], statistics=np.array(values), normality_of_t=none)]
    display = NormalCurvesDisplay.from_partitions(rows)
    panel = display.plot(drawn()).child_axes[0]
    assert panel.get_title().endswith(words)
    assert len(panel.collections[0].get_offsets()) == n_dots
    # Only the line at zero.
    assert [list(line.get_ydata()) for line in panel.lines] == [[0.0, 0.0]]
    assert display.frame()["normal"].head(4).isna().all()


def test_examples_from_the_easiest_to_the_hardest():
    result = ExampleErrors(
        source="$made$",
        learner="C45",
        train_size=100,
        n_sets=10,
        wrong=np.array([9, 0, 3, 0, 6]),
        counted=np.array([10, 10, 10, 0, 10]),
    )
    ax = plot(result, ax=drawn())
    # The fourth was in every training set, and has no place.
    assert ax.lines[0].get_xdata().tolist() == [0.125, 0.375, 0.625, 0.875]
    assert ax.lines[0].get_ydata().tolist() == [0.0, 0.3, 0.6, 0.9]
    assert ax.get_xlabel().endswith("$made$: C45, trained on 100")
    many = replace(result, source="many", wrong=np.arange(5000) % 11, counted=np.full(5000, 10))
    display = ExampleErrorsDisplay.from_example_errors([result, many])
    assert display.frame()["curve"].value_counts().tolist() == [400, 4]
    assert len(display.plot(drawn()).lines) == 2
    with pytest.raises(ValueError, match="Every curve must have a name of its own"):
        ExampleErrorsDisplay.from_example_errors([result, result])


def test_designed_errors_are_a_step_for_each_algorithm():
    ax = ExampleErrorsDisplay.from_designed(TwoKinds(0.4)).plot(drawn())
    # Half the error rate, and one and a half times it.
    steps = [line.get_ydata().tolist() for line in ax.lines]
    assert steps == [pytest.approx([0.2, 0.2, 0.6, 0.6]), pytest.approx([0.6, 0.6, 0.2, 0.2])]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [
        "two kinds, error 0.4: a",
        "two kinds, error 0.4: b",
    ]
