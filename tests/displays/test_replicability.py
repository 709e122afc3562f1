"""Figures of executions, of partitions and of growing numbers of repeats: where the marks are."""

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from foldwise.data import load
from foldwise.displays import RepeatsDisplay, SeedDisplay, SignificanceDisplay, plot, svg
from foldwise.evaluation import evaluate
from foldwise.learners import C45, NaiveBayes
from foldwise.replicability import by_repeats, partition_analysis, replicate
from foldwise.verdicts import Procedure

BLUE, ORANGE, GREY = "#0060a0", "#b04a00", "#444444"
LEARNERS = {"nb": NaiveBayes(), "c45": C45()}
DATA = [load("wine"), load("iris")]


@pytest.fixture(scope="module")
def executions():
    return replicate(LEARNERS, DATA, procedure=Procedure("5x2"), n=10, seed=1, progress=False)


@pytest.fixture(scope="module")
def analysis():
    return partition_analysis(evaluate(LEARNERS, DATA, scheme="9x10:plain", seed=1, progress=False))


@pytest.fixture(scope="module")
def steps():
    return by_repeats(evaluate(LEARNERS, load("wine"), scheme="9x10", seed=3, progress=False))


def drawn():
    return Figure(figsize=(8, 4)).subplots()


def marks(ax, marker):
    """Places of all marks of one shape."""
    lines = [line for line in ax.lines if line.get_marker() == marker]
    return np.concatenate([np.empty((0, 2)), *(np.column_stack(line.get_data()) for line in lines)])


def test_every_execution_is_a_mark_in_its_place(executions):
    ax = plot(executions, ax=drawn())
    # On wine three of ten call naive Bayes better, on iris none: three triangles, seventeen circles.
    assert (len(marks(ax, ">")), len(marks(ax, "<")), len(marks(ax, "o"))) == (3, 0, 17)
    found = executions.executions
    better = found.pvalues[found.decisions == "a"]
    assert sorted(marks(ax, ">")[:, 0]) == pytest.approx(sorted(np.maximum(better, 1e-4)))
    assert (marks(ax, ">")[:, 0] <= 0.05).all()
    # The first execution is on top of its band, the band of wine on top of that of iris.
    everything = np.concatenate([marks(ax, ">"), marks(ax, "o")])
    heights = everything[everything[:, 1].argsort()]
    assert heights[:, 0] == pytest.approx(np.clip(found.pvalues.ravel(), 1e-4, 1))
    assert ax.get_xscale() == "log"


def test_the_level_and_the_words_of_executions(executions):
    ax = plot(executions, ax=drawn())
    words = [text.get_text() for text in ax.texts]
    assert words == ["0 | 7 | 3\nR = 0.53", "0 | 10 | 0\nR = 1.00", "level 0.05"]
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["wine", "iris"]
    caption = ax.get_xlabel()
    assert caption.splitlines() == [
        "p of each of 10 executions of 5x2",
        "◂ c45 better, ○ neither, ▸ nb better; at the right: how many of each",
    ]
    level = next(line for line in ax.lines if line.get_marker() == "None")
    assert level.get_xdata() == [0.05, 0.05]


def test_an_undefined_p_is_not_drawn(executions):
    display = SeedDisplay.from_replicability(executions)
    pvalues = display.pvalues.copy()
    pvalues[0, 0] = np.nan
    ax = replace(display, pvalues=pvalues).plot(drawn())
    assert len(marks(ax, ">")) + len(marks(ax, "o")) == 19


def test_frames_are_what_is_drawn(executions, analysis, steps):
    frame = SeedDisplay.from_replicability(executions).frame()
    assert frame["pvalue"].to_numpy() == pytest.approx(executions.executions.pvalues.ravel())
    sorted_values = SignificanceDisplay.from_analysis(analysis).frame().query("dataset == 'iris'")
    assert sorted_values["figure_value"].to_numpy() == pytest.approx(np.sort(analysis.rows[1].figure_values))
    assert sorted_values["rank"].tolist() == list(range(1, 10))
    assert RepeatsDisplay(steps=steps).frame()["pvalue"].to_numpy() == pytest.approx(steps.pvalues[0])


def test_partitions_are_sorted_dots_in_bands(analysis):
    ax = plot(analysis, ax=drawn())
    assert len(ax.collections) == 2
    for index, (dots, row) in enumerate(zip(ax.collections, analysis.rows, strict=True)):
        x, y = dots.get_offsets().T
        assert list(x) == pytest.approx(list(np.sort(row.figure_values)))
        # The least significant at the bottom of its band, and none outside it.
        assert (np.diff(y) < 0).all()
        assert (np.abs(y - index) < 0.5).all()
        colours = [to_hex(colour) for colour in dots.get_facecolors()]
        half = 0.05 / 2
        expected = [ORANGE if v <= half else BLUE if v >= 1 - half else GREY for v in np.sort(row.figure_values)]
        assert colours == expected
        assert colours.count(BLUE) == row.n_a


def test_the_middle_and_the_margins_of_partitions(analysis):
    ax = plot(analysis, ax=drawn())
    assert ax.lines[0].get_xdata() == [0.5, 0.5]
    spans = sorted(edge for patch in ax.patches for edge in (patch.get_x(), patch.get_x() + patch.get_width()))
    assert spans == pytest.approx([0.0, 0.025, 0.975, 1.0])
    row = analysis.rows[0]
    assert ax.texts[0].get_text() == f"{row.n_b} | {row.n_none} | {row.n_a}\nsignificance changes"
    assert [text.get_text() for text in ax.texts[-2:]] == ["← c45 better", "nb better →"]


def test_repeats(steps):
    ax = plot(steps, ax=drawn())
    # With seed 3, p falls below .05 at the eighth of nine repeats: see tests/replicability/test_by_repeats.py.
    assert marks(ax, "o")[:, 0].tolist() == [1, 2, 3, 4, 5, 6, 7]
    assert marks(ax, ">")[:, 0].tolist() == [8, 9]
    assert marks(ax, ">")[:, 1] == pytest.approx(steps.pvalues[0, 7:])
    assert ax.texts[0].get_text() == "nb vs c45"
    assert ax.lines[0].get_ydata() == [0.05, 0.05]


def test_options_of_drawing(executions, analysis, steps):
    ax = SeedDisplay.from_replicability(executions).plot(drawn(), markersize=9)
    assert {line.get_markersize() for line in ax.lines if line.get_marker() == ">"} == {9}
    ax = SignificanceDisplay.from_analysis(analysis).plot(drawn(), s=25)
    assert ax.collections[0].get_sizes().tolist() == [25]
    ax = RepeatsDisplay.from_steps(steps).plot(drawn(), linewidth=4)
    assert ax.lines[1].get_linewidth() == 4


def test_names_are_text_and_long_ones_fit():
    names = {"$x_1$" * 20: NaiveBayes(), "<b>&": C45()}
    result = replicate(names, load("iris"), procedure=Procedure("2x3"), n=2, seed=1, progress=False)
    steps = by_repeats(result.runs[0])
    text = svg([result, steps, steps, partition_analysis(result.runs[0])])
    assert "&lt;b&gt;&amp;" in text
    assert "<b>" not in text
