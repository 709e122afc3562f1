"""Figures for print: as wide as a column or a page, letters that publishers ask for, the same bytes each time."""

import itertools
import re
import zlib
from xml.etree import ElementTree

import matplotlib as mpl
import pytest
from matplotlib.text import Text

from foldwise.displays import plot, save
from foldwise.learners import C45


def sizes(ax):
    """Points of all words that are drawn."""
    ax.figure.draw_without_rendering()
    return {round(text.get_fontsize(), 2) for text in ax.figure.findobj(Text) if text.get_text() and text.get_visible()}


@pytest.mark.parametrize(("width", "inches", "points"), [("column", 3.3, 7.5), ("page", 6.9, 8.0), (8, 8, 9)])
def test_width_and_letters(pair, width, inches, points):
    ax = plot(pair, width=width)
    assert ax.figure.get_size_inches()[0] == pytest.approx(inches)
    assert sizes(ax) == {points}


@pytest.mark.parametrize("names", [["stump", "tree"], ["a very long name of a learner", "an even longer name"]])
def test_nothing_meets_or_is_cut_in_a_column(make, names):
    ax = plot(make(names, datasets=["wine", "balance-scale"], rope=0.01), kind="differences", width="column")
    ax.figure.draw_without_rendering()
    low, high = ax.get_xlim()
    ticks = [text for text, at in zip(ax.get_xticklabels(), ax.get_xticks(), strict=True) if low <= at <= high]
    texts = [*ax.texts, *ax.get_yticklabels(), *ticks, ax.xaxis.label]
    boxes = [(text.get_text(), text.get_window_extent()) for text in texts]
    for (first, box), (second, other) in itertools.combinations(boxes, 2):
        assert not box.overlaps(other), f"{first!r} meets {second!r}"
    width, height = ax.figure.canvas.get_width_height()
    for text, box in boxes:
        assert box.x0 >= 0 <= box.y0, text
        assert box.x1 <= width, text
        assert box.y1 <= height, text


def test_a_pdf_has_letters_of_truetype(pair, tmp_path):
    content = save(pair, tmp_path / "figure.pdf", width="column").read_bytes()
    pieces = [content, *_unpacked(content)]
    assert any(b"/CIDFontType2" in piece or b"/TrueType" in piece for piece in pieces)
    assert not any(b"/Type3" in piece for piece in pieces)
    left, bottom, right, _ = (float(n) for n in re.search(rb"/MediaBox \[ ([\d. ]+) \]", content)[1].split())
    assert (left, bottom, right) == pytest.approx((0, 0, 3.3 * 72), abs=0.01)


def _unpacked(content):
    for packed in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", content, re.DOTALL):
        try:
            yield zlib.decompress(packed)
        except zlib.error:
            continue


def test_an_svg_has_words_and_its_width(pair, tmp_path):
    root = ElementTree.fromstring(save(pair, tmp_path / "figure.svg", width="column").read_text(encoding="utf-8"))
    assert float(root.get("width").removesuffix("pt")) == pytest.approx(3.3 * 72)
    words = ["".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "stump better →" in words


@pytest.mark.parametrize("ending", ["pdf", "png", "svg"])
def test_the_same_result_gives_the_same_bytes_and_no_setting_changes(pair, tmp_path, ending):
    before = dict(mpl.rcParams)
    first, second = (save(pair, tmp_path / f"{name}.{ending}").read_bytes() for name in "ab")
    assert first == second
    assert dict(mpl.rcParams) == before


def test_refusals(pair, tmp_path):
    with pytest.raises(ValueError, match=r"'column', 'page' or inches from 2\.5 to 30, got 'wide'"):
        plot(pair, width="wide")
    with pytest.raises(ValueError, match=r"or inches from 2\.5 to 30, got 1"):
        plot(pair, width=1)
    with pytest.raises(ValueError, match="width is of a new figure, got width='column' and ax"):
        plot(pair, ax=plot(pair), width="column")
    with pytest.raises(ValueError, match="the ending of path must be one of 'pdf', 'png', 'svg', got 'txt'"):
        save(pair, tmp_path / "figure.txt")
    tree = C45().fit([[0.0], [1.0]] * 10, [0, 1] * 10)
    with pytest.raises(ValueError, match=r"A decision tree needs a wider figure\. Leave width out, or take 'page'"):
        plot(tree, width="column")
