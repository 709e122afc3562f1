"""Every two learners in a matrix: numbers where there is room, marks where not, colours that say who is better."""

import numpy as np
import pytest

from foldwise.displays import PairMatrixDisplay, plot, svg


def cells(ax):
    """Words of the cells by row and column."""
    return {(round(text.get_position()[1]), round(text.get_position()[0])): text for text in ax.texts}


def coloured(ax):
    """Rows and columns of the blue and of the orange cells."""
    return [np.argwhere(~np.ma.getmaskarray(mesh.get_array())).tolist() for mesh in ax.collections[:2]]


def test_a_published_table(five_on_thirty, drawn):
    """Rows by mean rank: C4.5, NaiveBayes, CN2, k-NN, Kernel; wins counted in the table."""
    ax = drawn(five_on_thirty, "matrix")
    pair = five_on_thirty.pair("C4.5", "CN2")
    words = cells(ax)
    assert len(words) == 20
    assert words[0, 2].get_text() == f"+{pair.estimate:.3f}\n23/1/6\np {pair.adjusted_pvalue:.2g}"
    assert words[2, 0].get_text().startswith(f"\N{MINUS SIGN}{pair.estimate:.3f}\n6/1/23\n")
    assert (words[0, 2].get_fontweight(), words[0, 1].get_fontweight()) == ("bold", "normal")
    blue, orange = coloured(ax)
    assert blue == [[0, 2], [0, 3], [0, 4], [1, 2], [1, 4], [2, 4], [3, 4]]
    assert sorted(orange) == sorted([j, i] for i, j in blue)
    assert "blue: row better, orange: column better" in ax.get_xlabel()


def test_the_frame_has_every_cell_in_its_order(five_on_thirty):
    frame = PairMatrixDisplay.from_overall(five_on_thirty).frame()
    assert len(frame) == 20
    first = frame.set_index(["row", "column"]).loc[("CN2", "C4.5")]
    assert (first["wins"], first["ties"], first["losses"], first["decision"]) == (6, 1, 23, "b")


@pytest.mark.parametrize("width", ["screen", "column"])
def test_twenty_learners_have_marks(twenty_on_hundred, drawn, assert_apart, width):
    ax = drawn(twenty_on_hundred, "matrix", width)
    assert_apart(ax)
    marks = [line.get_marker() for line in ax.lines]
    decisions = PairMatrixDisplay.from_overall(twenty_on_hundred).frame()["decision"]
    assert {sign: marks.count(sign) for sign in "><o"} == {
        ">": (decisions == "a").sum(),
        "<": (decisions == "b").sum(),
        "o": (decisions == "none").sum(),
    }
    assert "row\N{NO-BREAK SPACE}better" in ax.get_xlabel()


def test_learners_that_never_met_are_hatched(overall_of):
    scores = np.array([[0.9, 0.8, 0.7, np.nan], [0.8, 0.7, 0.6, np.nan], [np.nan, np.nan, np.nan, 0.5]])
    ax = plot(overall_of(scores, "abc", list("wxyz")), kind="matrix")
    assert sum(patch.get_hatch() is not None for patch in ax.patches) == 4


def test_errors_say_what_positive_means(overall_of):
    errors = np.random.default_rng(0).random((3, 8))
    overall = overall_of(-errors, "abc", list("stuvwxyz"), metric="neg_root_mean_squared_error", task="regression")
    assert "positive where the row has the lower one" in plot(overall, kind="matrix").get_xlabel().replace("\n", " ")


def test_names_are_only_text(overall_of):
    names = ["<script>alert(1)</script>", "$x_1$", "\u202eevil\n\x00"]
    text = svg(overall_of(np.random.default_rng(0).random((3, 8)), names, list("stuvwxyz")), kind="matrix")
    assert "<script>" not in text
    assert "$x_1$" in text
