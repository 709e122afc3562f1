"""What a notebook shows of a result: words first, the figure below; the words also when nothing can be drawn."""

import subprocess
import sys
from dataclasses import dataclass
from xml.etree import ElementTree

import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

from foldwise import data, verdicts


@pytest.fixture(scope="module")
def verdict():
    learners = {"<b>": GaussianNB(), "&": DummyClassifier()}
    return verdicts.compare(learners, data.load("iris"), scheme="2x5", seed=1)


def test_headline_lines_and_figure_in_this_order(verdict):
    html = verdict._repr_html_()
    places = [html.index(part) for part in ("&lt;b&gt; is better than &amp;", ">tested by<", "<svg")]
    assert places == sorted(places)
    assert "<?xml" not in html
    assert "<!DOCTYPE" not in html


def test_names_are_only_text(verdict):
    html = verdict._repr_html_()
    assert "<b>" not in html
    drawing = html[html.index("<svg") : html.index("</svg>") + len("</svg>")]
    ElementTree.fromstring(drawing)


def test_a_result_without_a_display_is_its_words(core):
    @dataclass
    class Result:
        def glance(self):
            return core.Glance(headline="Nothing to draw.")

    html = core.notebook_html(Result())
    assert "Nothing to draw." in html
    assert "<svg" not in html
    assert "figure" not in html


def test_a_figure_that_cannot_be_drawn_leaves_the_words(verdict, core, monkeypatch):
    def fail(obj):
        raise ValueError("no <room>\nleft")

    monkeypatch.setattr("foldwise.displays._svg.svg", fail)
    html = core.notebook_html(verdict)
    assert "&lt;b&gt; is better than &amp;" in html
    assert "The figure could not be drawn (ValueError: no &lt;room&gt; left)." in html


def test_nothing_is_loaded_before_a_result_is_shown():
    program = "import sys, foldwise.verdicts; print('matplotlib' in sys.modules, 'foldwise.displays' in sys.modules)"
    seen = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert seen.split() == ["False", "False"]
