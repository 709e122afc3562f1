import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from foldwise.displays import TaxonomyDisplay, plot, svg
from foldwise.verdicts import TAXONOMY

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture
def drawn():
    """Draw at the size the display asks for."""
    display = TaxonomyDisplay.from_taxonomy(TAXONOMY, page="page.html")
    figure = Figure(figsize=(8, display.height))
    ax = figure.add_axes((0, 0, 1, 1))
    return display, display.plot(ax)


def texts(ax):
    return [text.get_text() for text in ax.texts if text.get_text()]


def test_every_question_and_answer_is_written(drawn):
    display, ax = drawn
    words = texts(ax)
    assert words[:5] == ["domains", "about", "goal", "sample", "question, and what answers it"]
    for line in "\n".join(display.frame()["lines"]).splitlines():
        assert words.count(line) >= 1, line
    assert {word: words.count(word) for word in ("one", "several", "classifiers", "choose", "small")} == {
        "one": 1,
        "several": 1,
        "classifiers": 1,
        "choose": 2,
        "small": 4,
    }
    assert "over 100 runs: corrected_repeated_kfold_t, settled" in words
    assert "100 runs: corrected_repeated_kfold_t, 10x10" in words
    assert "an estimate, no test, scheme 10" in words


def test_answers_stand_in_the_order_of_the_questions(drawn):
    """The middle of an answer lies between those that follow from it."""
    _, ax = drawn
    height = {}
    for text in ax.texts:
        height.setdefault(text.get_text(), []).append(text.get_position()[1])
    large, small = height["large"], height["small"]
    assert sorted(large + small) == [y for pair in zip(sorted(large), sorted(small), strict=True) for y in pair]
    assert height["classifiers"][0] < height["one"][0] < height["learners"][0] < height["several"][0]


def test_words_fit_their_boxes(drawn):
    _, ax = drawn
    renderer = FigureCanvasAgg(ax.figure).get_renderer()
    boxes = [patch.get_window_extent(renderer) for patch in ax.patches]
    inside = [text for text in ax.texts[5:] if text.get_text()]
    assert len(boxes) == 9 + 16
    for text in inside:
        extent = text.get_window_extent(renderer)
        middle = (extent.x0 + extent.x1) / 2, (extent.y0 + extent.y1) / 2
        (box,) = [box for box in boxes if box.contains(*middle)]
        assert box.x0 < extent.x0 < extent.x1 < box.x1, text.get_text()
        assert box.y0 < extent.y0 < extent.y1 < box.y1, text.get_text()


def test_boxes_do_not_overlap(drawn):
    _, ax = drawn
    renderer = FigureCanvasAgg(ax.figure).get_renderer()
    boxes = [patch.get_window_extent(renderer) for patch in ax.patches]
    for place, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[:place])
        assert box.x0 >= 0
        assert box.y0 >= 0


def test_links(drawn):
    display, ax = drawn
    assert display.frame()["link"].iloc[7] == "page.html#question-8-two-learners-small-sample"
    links = {patch.get_url() for patch in ax.patches} - {None}
    assert links == set(display.frame()["link"])
    assert TaxonomyDisplay.from_taxonomy(TAXONOMY).frame()["link"].isna().all()


def test_plot_and_svg_take_the_taxonomy():
    ax = plot(TAXONOMY, ax=Figure().subplots())
    assert "becomes question 6" in texts(ax)
    ElementTree.fromstring(svg(TAXONOMY))
    assert svg(TAXONOMY) == svg(TAXONOMY)


def test_the_figure_of_the_docs_is_this_one_and_leads_to_headings():
    figure = (DOCS / "img" / "taxonomy.svg").read_text(encoding="utf-8")
    page = (DOCS / "choosing.md").read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.+)$", page, flags=re.MULTILINE)
    slugs = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    links = set(re.findall(r'href="\.\./choosing\.md#([^"]+)"', figure))
    assert len(links) == 9
    assert links <= slugs
    for line in "\n".join(TaxonomyDisplay.from_taxonomy(TAXONOMY).frame()["lines"]).splitlines():
        assert re.sub(r" +", " ", line) in re.sub(r" +", " ", figure), line
