"""Each outcome has a look of its own in every figure: colour, shape and words."""

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from foldwise.displays import DifferenceDisplay, PanelDisplay, SeedDisplay, SettlingDisplay, plot
from foldwise.verdicts import Look, Settlement

BLUE, ORANGE, GREEN, PURPLE, GREY = "#0060a0", "#b04a00", "#00735c", "#a03c78", "#444444"
# Colours as seen without one kind of cones: Machado, Oliveira and Fernandes (2009), severity 1.
SEEN = {
    "usual": np.eye(3),
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}


@pytest.fixture(scope="module")
def unsettled():
    """A settlement that ended before it was settled, after two looks."""
    looks = tuple(
        Look(n_repeats=n, statistic=2.1, pvalue=0.04, resampling_error=0.3, critical=2.0, risk=0.4, decision="a")
        for n in (10, 15)
    )
    return Settlement(form="ten-fold", settled=False, n_repeats=15, n_fits=300, ended_by="max_fits", looks=looks)


def marks(ax, size):
    """Colour, marker, and how it is filled: by its own colour, half of it, or not at all."""
    found = []
    for line in ax.lines:
        if line.get_markersize() == size and line.get_marker() != "None":
            half = line.get_fillstyle() == "left"
            fill = "half" if half else "none" if line.get_markerfacecolor() == "white" else "full"
            found.append((line.get_color(), line.get_marker(), fill))
    return found


LOOKS = {
    "a": (BLUE, ">", "full"),
    "b": (ORANGE, "<", "full"),
    "none": (GREY, "o", "none"),
    "equivalent": (GREEN, "s", "full"),
    "undetermined": (GREY, "X", "full"),
}


@pytest.mark.parametrize("decision", list(LOOKS))
def test_decisions_in_bands(pair, with_row, drawn, decision):
    ax = drawn(with_row(pair, rope=0.02, decision=decision))
    assert marks(ax, 8) == [LOOKS[decision]]
    assert ax.texts[0].get_color() == LOOKS[decision][0]


@pytest.mark.parametrize("decision", list(LOOKS))
def test_open_is_open_whatever_the_decision_so_far(pair, with_row, unsettled, drawn, decision):
    """The words say who is ahead by the estimate, never that somebody is better."""
    for estimate, ahead in ((0.05, "stump"), (-0.05, "tree")):
        ax = drawn(with_row(pair, decision=decision, settlement=unsettled, estimate=estimate))
        assert marks(ax, 8) == [(PURPLE, "o", "half")]
        # Of three repeats nobody knows the noise: only a significant difference has somebody ahead.
        words = f"open, {ahead} ahead p = " if decision in {"a", "b"} else "open p = "
        assert ax.texts[0].get_text().replace("\n", " ").startswith(words)
        assert "better" not in ax.texts[0].get_text()


def test_open_in_forest_panel_and_settling(make, unsettled):
    verdict = make(list("abcdef"), scheme="2")
    rows = tuple(replace(row, settlement=unsettled, decision="a") for row in verdict.comparisons)
    forest = plot(replace(verdict, comparisons=rows))
    assert set(marks(forest, 6)) == {(PURPLE, "o", "half")}
    beside = [text.get_text() for text in forest.texts if text.get_text().startswith("open")]
    assert len(beside) == 15
    sides = {"← the second better", "the first better →"}
    assert {text.get_text() for text in forest.texts if "better" in text.get_text()} == sides
    panel = PanelDisplay(rows=(("corrected_repeated_kfold_t", rows[0]),), metric=verdict.metric, alpha=0.05, rope=None)
    assert marks(panel.plot(Figure().subplots()), 7) == [(PURPLE, "o", "half")]
    settling = SettlingDisplay(comparisons=rows[:1], symbol="t").plot(Figure().subplots())
    assert [mark[1:] for mark in marks(settling, 6.5)] == [("o", "half")]


def test_executions_that_ended_early_are_open():
    from types import SimpleNamespace

    row = SimpleNamespace(dataset="wine", a="nb", b="c45", replicability=0.5)
    display = SeedDisplay(
        agreements=(row,),
        pvalues=np.array([[0.01, 0.2, 0.03]]),
        decisions=np.array([["a", "none", "a"]]),
        alpha=0.05,
        procedure="settled",
        unsettled=np.array([[False, False, True]]),
    )
    ax = display.plot(Figure().subplots())
    assert sorted(marks(ax, 4.8)) == sorted([(BLUE, ">", "full"), (GREY, "o", "none"), (PURPLE, "o", "half")])
    assert ax.texts[0].get_text() == "0 | 1 | 1, 1 open\nR = 0.50"
    assert ax.get_xlabel().splitlines()[1].startswith("◂ c45 better, ○ neither, ▸ nb better, ◐ open;")


def luminance(colour):
    rgb = np.array(to_rgb(colour))
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4) @ [0.2126, 0.7152, 0.0722]


def test_words_of_every_colour_are_read_on_white():
    for colour in (BLUE, ORANGE, GREEN, PURPLE, GREY):
        assert 1.05 / (luminance(colour) + 0.05) > 4.5, colour


@pytest.mark.parametrize("eyes", list(SEEN))
def test_colours_of_outcomes_are_apart_for_all_eyes(eyes):
    """At least ten units of CIELAB apart, several times what is just noticed; blue and orange, opposites, forty."""

    def lab(colour):
        rgb = np.array(to_rgb(colour))
        linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
        to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
        xyz = np.array(to_xyz) @ np.clip(np.array(SEEN[eyes]) @ linear, 0, 1) / [0.9505, 1.0, 1.089]
        x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
        return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])

    colours = (BLUE, ORANGE, GREEN, PURPLE, GREY)
    for number, first in enumerate(colours):
        for second in colours[number + 1 :]:
            assert np.linalg.norm(lab(first) - lab(second)) > 10, (first, second)
    assert np.linalg.norm(lab(BLUE) - lab(ORANGE)) > 40


def test_an_unsettled_verdict_keeps_its_look_in_the_frame(pair, with_row, unsettled):
    """The decision so far stays in the frame; the figure says that it is open."""
    verdict = with_row(pair, decision="a", settlement=unsettled)
    assert DifferenceDisplay.from_verdict(verdict).frame()["decision"].unique().tolist() == ["a"]
