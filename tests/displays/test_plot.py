import subprocess
import sys
from xml.etree import ElementTree

import matplotlib
import numpy as np
import pytest
from matplotlib.figure import Figure

from foldwise.displays import plot, svg


@pytest.fixture
def pyplot(monkeypatch):
    """Provide pyplot on a backend without a screen, leaving no figure behind."""
    monkeypatch.setenv("MPLBACKEND", "Agg")
    from matplotlib import pyplot

    pyplot.switch_backend("Agg")
    yield pyplot
    pyplot.close("all")


def test_each_object_gets_its_display(pair):
    assert "better →" in plot(pair, ax=Figure().subplots()).texts[-1].get_text()
    assert "more is better" in plot(pair.runs[0], ax=Figure().subplots()).get_xlabel()


def test_a_list_is_drawn_in_panels(pair, pyplot):
    axes = plot([pair, pair.runs[0], pair])
    assert len(axes) == 3
    assert len({ax.figure for ax in axes}) == 1
    tops = [ax.get_position().y1 for ax in axes]
    assert tops == sorted(tops, reverse=True)


def test_given_axes_are_used(pair):
    given = Figure().subplots(2, 1)
    assert list(plot([pair, pair], ax=given)) == list(given)
    with pytest.raises(ValueError, match="one Axes for each of the 3 objects, got 2"):
        plot([pair] * 3, ax=given)


def test_figures_can_be_closed(pair, pyplot):
    before = pyplot.get_fignums()
    ax = plot(pair)
    assert len(pyplot.get_fignums()) == len(before) + 1
    pyplot.close(ax.figure)
    assert pyplot.get_fignums() == before


def test_what_cannot_be_drawn_is_refused(pair):
    with pytest.raises(
        TypeError,
        match=r"plot takes one of Verdict, Overall, ItemVerdict, Plan, Run, Panel, .*, or a list of them, got dict",
    ):
        plot({})
    with pytest.raises(TypeError, match="got str"):
        plot([pair, "verdict"])
    with pytest.raises(ValueError, match="empty list"):
        plot([])


def test_a_kind_that_is_not_there_is_refused(pair, make):
    with pytest.raises(ValueError, match=r"kind of this verdict must be one of 'ranks', .*'differences', got 'rank'"):
        plot(make(datasets=["one", "two"]), kind="rank")
    with pytest.raises(ValueError, match=r"kind of this verdict must be one of 'differences', got 'ranks'"):
        plot(pair, kind="ranks")
    with pytest.raises(ValueError, match=r"only one figure of this result: leave out kind='ranks'"):
        plot(pair.runs[0], kind="ranks")


def test_svg_is_one_document_and_always_the_same(pair):
    text = svg([pair, pair.runs[0]])
    root = ElementTree.fromstring(text)
    assert root.tag.endswith("svg")
    words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "stump better →" in words
    assert text == svg([pair, pair.runs[0]])


def test_hostile_names_stay_words(make):
    text = svg(make(["<script>alert(1)</script>", "\u202e & \x00"], datasets=["森 🦊"]))
    root = ElementTree.fromstring(text)
    assert not list(root.iter("{http://www.w3.org/2000/svg}script"))
    assert "森 🦊" in "".join(root.itertext())


def test_matplotlib_stays_as_it_was(pair):
    settings, figures = dict(matplotlib.rcParams), Figure()
    svg(pair)
    plot(pair, ax=figures.subplots())
    assert dict(matplotlib.rcParams) == settings


def test_a_figure_needs_no_pyplot_and_no_room_that_made_nothing():
    code = (
        "import sys; import foldwise.displays as d; assert 'matplotlib' not in sys.modules\n"
        "import numpy as np; from foldwise.evaluation import evaluate; from sklearn.dummy import DummyClassifier\n"
        "run = evaluate({'a': DummyClassifier()}, np.zeros((8, 1)), [0, 1] * 4, scheme='2', seed=1, progress=False)\n"
        "d.svg(run); assert 'matplotlib.pyplot' not in sys.modules\n"
        "assert not {'foldwise.' + room for room in ('lab', 'studies', 'replicability')} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)


def test_any_number_of_repeats_and_folds(make):
    for scheme in ("2", "5x2", "resampled:20:0.2"):
        ax = plot(make(["stump", "tree"], scheme=scheme), ax=Figure().subplots())
        dots = next(line for line in ax.lines if line.get_alpha() == 0.38)
        assert (np.abs(dots.get_ydata()) < 0.5).all(), "dots stay inside their band"
